/**
 * Decisions on their way: each waits five seconds in which it can be taken back, then it is sent.
 *
 * Invariant: what was confirmed and not taken back is sent exactly once; leaving the page's queue sends it at once, closing the
 * window asks first.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '../../../addresses/paths'
import type { Decision, Queue, ReviewAnswer } from './review-data'

export const UNDO_MS = 5_000

export interface NewDecision {
  readonly queue: Queue
  readonly company: string
  readonly id: string
  readonly decision: Decision
  readonly reason: string
  readonly amount: string
  /** What was decided, in words, for the line that offers to take it back. */
  readonly label: string
}

export type SendDecision = (decision: NewDecision) => Promise<ReviewAnswer>

export const sendDecision: SendDecision = async ({ company, label: _label, ...decision }) => {
  // The amount stood in the question that was answered.
  const body = new URLSearchParams({ ...decision, confirmed: decision.amount })
  // The window may be closed while it is under way.
  const response = await fetch(paths.desk.decide({ company }), {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    keepalive: true,
  })
  if (!response.ok || response.redirected) throw new Error('the decision was not taken')
  return (await response.json()) as ReviewAnswer
}

interface Decisions {
  /** The one that can still be taken back. */
  readonly waiting: NewDecision | null
  /** Items that are decided here and may still stand in the list. */
  readonly isLeaving: (id: string) => boolean
  decide(decision: NewDecision): void
  /** Takes the waiting one back; its item. */
  undo(): NewDecision | null
}

/** `answered` is told of each answer; null where none came. It resolves when the list is as it is now. */
export function useDecisions(
  send: SendDecision,
  answered: (decision: NewDecision, answer: ReviewAnswer | null) => Promise<void> | void,
): Decisions {
  const [waiting, setWaiting] = useState<NewDecision | null>(null)
  const [sent, setSent] = useState<readonly string[]>([])
  const held = useRef<{ decision: NewDecision; timer: ReturnType<typeof setTimeout> } | null>(null)
  const latest = useRef({ send, answered })
  latest.current = { send, answered }

  const flush = useCallback(() => {
    const current = held.current
    if (current === null) return
    clearTimeout(current.timer)
    held.current = null
    const { decision } = current
    setWaiting(null)
    setSent((ids) => [...ids, decision.id])
    const finish = async (answer: ReviewAnswer | null) => {
      await latest.current.answered(decision, answer)
      setSent((ids) => ids.filter((id) => id !== decision.id))
    }
    latest.current.send(decision).then(finish, () => finish(null))
  }, [])

  const decide = useCallback(
    (decision: NewDecision) => {
      flush()
      held.current = { decision, timer: setTimeout(flush, UNDO_MS) }
      setWaiting(decision)
    },
    [flush],
  )
  const undo = useCallback(() => {
    const current = held.current
    if (current === null) return null
    clearTimeout(current.timer)
    held.current = null
    setWaiting(null)
    return current.decision
  }, [])

  // Going to another page of the desk is no way to take a decision back.
  useEffect(() => flush, [flush])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (held.current !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  return { waiting, isLeaving: (id) => waiting?.id === id || sent.includes(id), decide, undo }
}
