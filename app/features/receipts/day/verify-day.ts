/**
 * A day of receipts checked as a whole: the signature of each, its place in the log, and every fill executed again from what the company
 * committed to. It asks the network for the log alone, by addresses that say nothing of whose day it is.
 *
 * Invariant: what could not be executed again is said to be unknown, with the reason, and is never counted as the same.
 */
import type { Receipt } from '../../../../contract/orders'
import { DAY_MS, MINUTE_MS } from '../../../../rules/durations'
import type { PublishedMinute } from '../../../../rules/log/committed-minute'
import { PublishedLog } from '../../../../rules/log/published-log'
import { type Difference, type Execution, kindOf, type NotExecuted } from '../../../../rules/reexecute/execution'
import { readFactsOf } from '../../../../rules/reexecute/published-facts'
import { type ReceiptFacts, readReceiptFacts } from '../../../../rules/reexecute/receipt-facts'
import { runReexecution } from '../../../../rules/reexecute/run-reexecution'
import { SeedCheck, type SeedVerdict } from '../../../../rules/simulated/seed-check'
import { AT_ONCE, type CheckReport, checkReceipts, type InputProblem, type ReceiptFault } from '../check-receipts'
import { type KnownLog, type LogReader, type ProofStep, proofSteps } from '../log-steps'
import { textOf } from '../receipt-body'
import { compareWithSeen } from '../seen-logs'
import type { TrustedKey } from '../trusted-keys'

export const DAY_PHASES = ['signatures', 'log', 'fills'] as const
export type DayPhase = (typeof DAY_PHASES)[number]

/** What became of a receipt so far. */
export interface DayRow {
  /** From 0, by time. */
  readonly place: number
  readonly hash: string
  readonly at: number
  readonly instrument: string | null
  readonly order: string | null
  readonly body: Receipt['body']
  readonly fault: ReceiptFault | null
  /** The gravest of the checks of its place in the log; null until it was looked at. */
  readonly log: ProofStep | null
  readonly fill: FillOutcome | null
}

export type FillOutcome =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'differs'; readonly difference: Difference }
  | { readonly outcome: 'unknown'; readonly reason: NotExecuted | 'not_signed' }
  /** Nothing was filled, triggered or charged by it. */
  | { readonly outcome: 'nothing' }

/** Why a day could not be looked at, or not to its end. */
export type DayProblem = InputProblem | 'unreadable' | 'none_of_day' | 'no_log' | 'no_connection' | 'failed'

export type DayEvent =
  /** Signatures that were looked at, while the files are read. */
  | { readonly kind: 'signed'; readonly count: number }
  | { readonly kind: 'rows'; readonly rows: readonly DayRow[]; readonly fills: number }
  | { readonly kind: 'row'; readonly row: DayRow; readonly phase: DayPhase }
  /** Facts of the log that were read. */
  | { readonly kind: 'facts'; readonly read: number }
  /** Prices of a minute that are not those that the log names. */
  | { readonly kind: 'prices'; readonly minute: number; readonly code: string | null }
  | { readonly kind: 'rewritten'; readonly evidence: string }
  | { readonly kind: 'problem'; readonly problem: DayProblem }
  /** What the simulated prices of the minutes that were used come to. */
  | { readonly kind: 'seeds'; readonly verdict: SeedVerdict }
  | { readonly kind: 'done'; readonly rules: string | null }

export interface DayGiven {
  readonly texts: readonly string[]
  /** Unix milliseconds of the day's beginning, UTC; null: all that the files hold. */
  readonly from: number | null
  readonly keys: readonly TrustedKey[]
  readonly log: KnownLog | null
}

interface DayParts {
  readonly ask: (url: string) => Promise<Response>
  readonly readerOf: (log: KnownLog) => LogReader
  readonly memory: Pick<Storage, 'getItem' | 'setItem'> | null
  readonly tell: (event: DayEvent) => void
}

export const MAX_DAY_RECEIPTS = 10_000
export const MAX_DAY_CHARACTERS = 60_000_000
const LIMITS = { receipts: MAX_DAY_RECEIPTS, characters: MAX_DAY_CHARACTERS }
/** Minutes that are asked for before they are needed, where one follows the other. */
const AHEAD = 6

interface Checked {
  readonly report: CheckReport['receipts'][number]
  readonly proof: string | null | undefined
  readonly facts: ReceiptFacts | null
  row: DayRow
}

export async function verifyDay(given: DayGiven, parts: DayParts): Promise<void> {
  const { from, log } = given
  const { tell } = parts
  const checked = await checkSignatures(given, tell)
  if (typeof checked === 'string') return tell({ kind: 'problem', problem: checked })
  const isOfDay = ({ row }: Checked) => from === null || (row.at >= from && row.at < from + DAY_MS)
  const ofDay = checked.filter(isOfDay)
  if (ofDay.length === 0) return tell({ kind: 'problem', problem: 'none_of_day' })
  const isFill = ({ report }: Checked) => isExecuted(report.receipt.body)
  for (const [place, one] of ofDay.entries()) one.row = { ...one.row, place, fill: isFill(one) ? null : { outcome: 'nothing' } }
  tell({ kind: 'rows', rows: ofDay.map(({ row }) => row), fills: ofDay.filter(isFill).length })
  for (const one of ofDay) tell({ kind: 'row', row: one.row, phase: 'signatures' })
  for (const one of ofDay) {
    one.row = { ...one.row, log: await placeInLog(one, log, parts) }
    tell({ kind: 'row', row: one.row, phase: 'log' })
  }
  if (log === null) return tell({ kind: 'problem', problem: 'no_log' })
  try {
    await executeAgain(
      checked.filter(({ row }) => from === null || row.at < from + DAY_MS),
      { isOfDay, log },
      parts,
    )
  } catch {
    tell({ kind: 'problem', problem: 'no_connection' })
  }
}

/** Whether something was filled, triggered or charged by it, as far as it says so itself. */
function isExecuted(body: unknown): boolean {
  const facts = readReceiptFacts(body)
  return facts !== null && kindOf(facts) !== null
}

/** Every receipt of the files once, by time; of one moment as the files have them, which is the order of the chain. */
async function checkSignatures({ texts, keys }: DayGiven, tell: DayParts['tell']): Promise<Checked[] | InputProblem> {
  const all = new Map<string, Checked>()
  let count = 0
  const breathe = async () => {
    count += AT_ONCE
    tell({ kind: 'signed', count })
  }
  for (const text of texts) {
    const result = await checkReceipts(text, keys, breathe, LIMITS)
    if (!result.ok) return result.problem
    for (const report of result.receipts) {
      const { receipt, fault } = report
      const { body, hash } = receipt
      const own = fault === null ? readReceiptFacts(body) : null
      const proof = result.proofs === null ? undefined : (result.proofs.get(hash) ?? null)
      const at = typeof body.at === 'number' ? body.at : 0
      const row = {
        place: 0,
        hash,
        at,
        instrument: textOf(body, 'instrument'),
        order: textOf(body, 'order'),
        body,
        fault,
        log: null,
        fill: null,
      }
      const key = `${hash} ${receipt.signature}`
      const known = all.get(key)
      if (known === undefined || known.proof == null) all.set(key, { report, proof, facts: own, row })
    }
  }
  return [...all.values()].sort((one, other) => one.row.at - other.row.at)
}

/** The gravest of the four checks behind the signature. */
async function placeInLog({ report, proof }: Checked, log: KnownLog | null, { memory, readerOf }: DayParts): Promise<DayRow['log']> {
  const broker = report.receipt.body.broker
  const own = log !== null && log.broker === broker ? log : undefined
  const all = await proofSteps({ checked: report, proof, log: own, memory, readerOf })
  // A log that is seen for the first time has nothing to be compared with, which is no receipt's affair.
  const steps = all.slice(1).filter(({ said }) => said !== 'first')
  const gravest = (['failed', 'waiting', 'unchecked'] as const).map((outcome) => steps.find((step) => step.outcome === outcome))
  return gravest.find((one) => one !== undefined) ?? steps[0] ?? null
}

async function executeAgain(
  checked: readonly Checked[],
  { isOfDay, log }: { readonly isOfDay: (one: Checked) => boolean; readonly log: KnownLog },
  { ask, memory, readerOf, tell }: DayParts,
): Promise<void> {
  const site = new PublishedLog(log.path.replace(/\/$/, ''), ask)
  const opened = await site.open(log.keys)
  if (typeof opened === 'string') return tell({ kind: 'problem', problem: 'no_log' })
  const { evidence } = await compareWithSeen(opened, memory, readerOf(log).tile)
  if (evidence !== undefined) tell({ kind: 'rewritten', evidence })
  const mine = new Map<ReceiptFacts, Checked>()
  for (const one of checked) {
    if (one.facts !== null && one.facts.broker === log.broker) mine.set(one.facts, one)
    else if (isOfDay(one) && one.row.fill === null) tellFill(one, { outcome: 'unknown', reason: 'not_signed' }, tell)
  }
  const { terms, settings, rules, codes } = await readFactsOf(site, [...mine.keys()], (read) => tell({ kind: 'facts', read }))
  const seeds = new SeedCheck(async (day) => site.prove(await site.listedSeeds(day)))
  const last = Math.max(...[...mine.keys()].map(({ at }) => at))
  const readMinute = readAhead((minute) => site.minute(minute, log.broker, codes), last + 2 * MINUTE_MS)
  await runReexecution(
    [...mine].map(([own, one]) => ({ facts: own, isBefore: !isOfDay(one) })),
    {
      async readMinute(minute) {
        await seeds.meet(minute)
        const found = await readMinute(minute)
        if (found?.entry !== undefined) seeds.place(minute, found.entry)
        return found
      },
      terms,
      settings,
      refusals: [],
      onRefusal: () => undefined,
      startsWhole: false,
      onExecution({ facts: own }, execution) {
        const one = mine.get(own)
        if (one !== undefined && one.row.fill === null) tellFill(one, fillOf(execution), tell)
      },
      onPrices: (minute, batches) => seeds.take(minute, batches),
      onOtherPrices: (minute, code) => tell({ kind: 'prices', minute, code }),
    },
  )
  tell({ kind: 'seeds', verdict: seeds.verdict() })
  tell({ kind: 'done', rules })
}

function tellFill(one: Checked, fill: FillOutcome, tell: DayParts['tell']): void {
  one.row = { ...one.row, fill }
  tell({ kind: 'row', row: one.row, phase: 'fills' })
}

function fillOf(execution: Execution): FillOutcome {
  if (execution.outcome === 'same') return { outcome: 'same' }
  if (execution.outcome === 'differs') return { outcome: 'differs', difference: execution.difference }
  return { outcome: 'unknown', reason: execution.reason }
}

type ReadMinute = (minute: number) => Promise<PublishedMinute | null>

/** Asks for the minutes behind one that follows the one before: the network is then no longer waited for at each. */
function readAhead(read: ReadMinute, end: number): ReadMinute {
  const asked = new Map<number, ReturnType<ReadMinute>>()
  let before = Number.NaN
  const askFor = (minute: number): ReturnType<ReadMinute> => {
    const reading = asked.get(minute) ?? read(minute)
    asked.set(minute, reading)
    return reading
  }
  return async (minute) => {
    if (minute === before + MINUTE_MS) {
      for (let next = minute; next <= Math.min(end, minute + AHEAD * MINUTE_MS); next += MINUTE_MS) askFor(next).catch(() => undefined)
    }
    before = minute
    const found = await askFor(minute)
    asked.delete(minute)
    return found
  }
}
