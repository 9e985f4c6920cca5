/** The state of a check of a day: what its worker has told so far. Stopping ends the worker; what it has not reached is not checked. */
import { useEffect, useRef, useState } from 'react'
import type { SeedVerdict } from '../../../../rules/simulated/seed-check'
import { deviceMemory } from '../device-memory'
import { LOG_MEMORY } from '../seen-logs'
import type { DayMessage, DayOrder } from './day-worker'
import { DAY_PHASES, type DayGiven, type DayPhase, type DayProblem, type DayRow } from './verify-day'

export interface DayState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done'
  readonly problem: DayProblem | null
  /** By time. */
  readonly rows: readonly DayRow[]
  readonly done: Readonly<Record<DayPhase, number>>
  /** Receipts that something was filled, triggered or charged by. */
  readonly fills: number
  /** Facts of the log that were read. */
  readonly factsRead: number
  /** Signatures that were looked at before the receipts of the day were known. */
  readonly signed: number
  /** Prices that are not those that the log names. */
  readonly otherPrices: readonly { readonly minute: number; readonly code: string | null }[]
  readonly evidence: string | null
  /** What the simulated prices that were used come to; null until all of them were looked at. */
  readonly seeds: SeedVerdict | null
  /** Hash of the rules that the company committed to. */
  readonly rules: string | null
  readonly ms: number
}

const NOTHING: DayState = {
  status: 'idle',
  problem: null,
  rows: [],
  done: { signatures: 0, log: 0, fills: 0 },
  fills: 0,
  factsRead: 0,
  signed: 0,
  otherPrices: [],
  evidence: null,
  seeds: null,
  rules: null,
  ms: 0,
}

/** How often the page is drawn anew while the worker tells. */
const DRAWN_EVERY_MS = 100

export function useDayCheck() {
  const [state, setState] = useState<DayState>(NOTHING)
  const running = useRef<{ end(): void } | null>(null)
  useEffect(() => () => running.current?.end(), [])

  const start = (given: DayGiven) => {
    running.current?.end()
    const began = performance.now()
    const rows: DayRow[] = []
    let next: DayState = { ...NOTHING, status: 'running' }
    setState(next)
    const draw = () => setState({ ...next, rows: [...rows], ms: Math.max(1, Math.round(performance.now() - began)) })
    const timer = setInterval(draw, DRAWN_EVERY_MS)
    const worker = new Worker(new URL('./day-worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      clearInterval(timer)
      worker.terminate()
      running.current = null
    }
    running.current = { end }
    worker.onmessage = ({ data }: MessageEvent<DayMessage>) => {
      if (data.kind === 'remember') return remember(data)
      if (data.kind === 'rows') rows.push(...data.rows)
      if (data.kind === 'row') rows[data.row.place] = data.row
      next = after(next, data)
      if (next.status === 'running') return
      end()
      draw()
    }
    worker.onerror = () => {
      next = { ...next, status: 'done', problem: 'failed' }
      end()
      draw()
    }
    worker.postMessage({ ...given, remembered: remembered() } satisfies DayOrder)
  }
  const stop = () => {
    running.current?.end()
    setState((before) => (before.status === 'running' ? { ...before, status: 'stopped' } : before))
  }
  const refuse = (problem: DayProblem) => {
    running.current?.end()
    setState({ ...NOTHING, status: 'done', problem })
  }
  return { state, start, stop, refuse }
}

function after(state: DayState, event: Exclude<DayMessage, { kind: 'remember' }>): DayState {
  switch (event.kind) {
    case 'signed':
      return { ...state, signed: event.count }
    case 'rows':
      return { ...state, fills: event.fills }
    case 'row':
      return { ...state, done: { ...state.done, [event.phase]: state.done[event.phase] + 1 } }
    case 'facts':
      return { ...state, factsRead: event.read }
    case 'prices':
      return { ...state, otherPrices: [...state.otherPrices, event] }
    case 'rewritten':
      return { ...state, evidence: event.evidence }
    case 'seeds':
      return { ...state, seeds: event.verdict }
    case 'problem':
      return { ...state, status: 'done', problem: event.problem }
    case 'done':
      return { ...state, status: 'done', rules: event.rules }
  }
}

function remembered(): Record<string, string> {
  const memory = deviceMemory()
  const keys = memory === null ? [] : Object.keys(memory).filter((key) => key.startsWith(LOG_MEMORY))
  return Object.fromEntries(keys.map((key) => [key, memory?.getItem(key) ?? '']))
}

function remember({ key, value }: { readonly key: string; readonly value: string }): void {
  try {
    deviceMemory()?.setItem(key, value)
  } catch {
    // A full or forbidden memory: the next check begins anew.
  }
}

/** How far a check has come, of all that it has to do. */
export function progressOf({ rows, fills, done }: Pick<DayState, 'rows' | 'fills' | 'done'>) {
  const all: Readonly<Record<DayPhase, number>> = { signatures: rows.length, log: rows.length, fills }
  const sum = (of: Readonly<Record<DayPhase, number>>) => DAY_PHASES.reduce((total, phase) => total + of[phase], 0)
  return { all, share: sum(all) === 0 ? 0 : sum(done) / sum(all) }
}
