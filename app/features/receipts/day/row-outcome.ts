/** What the checks of a receipt come to in one outcome, and what of a day is a finding. */
import type { CheckOutcome } from '../../../ui'
import type { DayState } from './use-day-check'
import type { DayRow } from './verify-day'

/** Against the company or the copy: what is merely not known is no finding. */
function isFinding({ fault, log, fill }: DayRow): boolean {
  return (fault !== null && fault !== 'key_unknown') || log?.outcome === 'failed' || fill?.outcome === 'differs'
}

export function outcomeOf(row: DayRow): CheckOutcome {
  if (isFinding(row)) return 'failed'
  const { fault, log, fill } = row
  if (log === null || fill === null) return 'waiting'
  return fault !== null || fill.outcome === 'unknown' || log.outcome !== 'passed' ? 'unchecked' : 'passed'
}

export interface DayFindings {
  /** The first that differs, by time. */
  readonly first: DayRow | null
  readonly receipts: readonly DayRow[]
  readonly count: number
  readonly unknown: number
  /** Whose place in the log is not shown. */
  readonly notInLog: number
}

export function findingsOf({
  rows,
  otherPrices,
  evidence,
  seeds,
}: Pick<DayState, 'rows' | 'otherPrices' | 'evidence' | 'seeds'>): DayFindings {
  const receipts = rows.filter(isFinding)
  return {
    first: rows.find(({ fill }) => fill?.outcome === 'differs') ?? receipts[0] ?? null,
    receipts,
    count: receipts.length + otherPrices.length + (evidence === null ? 0 : 1) + (seeds?.outcome === 'failed' ? 1 : 0),
    unknown: rows.filter(({ fill }) => fill?.outcome === 'unknown').length,
    notInLog: rows.filter(({ log }) => log !== null && log.outcome !== 'passed' && log.outcome !== 'failed').length,
  }
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  tick: 'receipt:fact.seq',
  ticks_hash: 'receipt:fact.ticksHash',
  bid: 'receipt:fact.bid',
  ask: 'receipt:fact.ask',
  last: 'receipt:group.price',
  time: 'receipt:fact.quoteTime',
  source_time: 'receipt:fact.sourceTime',
  arrived_at: 'receipt:fact.arrived',
  price: 'receipt:fact.price',
  conversion_rate: 'receipt:fact.rate',
  margin: 'receipt:fact.margin',
  fee: 'receipt:fact.fee',
  profit: 'receipt:fact.profit',
  kind: 'receipt:fact.reason',
  trigger: 'receipt:fact.reason',
  stop_loss: 'receipt:fact.stopLoss',
  margin_level: 'order:figure.marginLevel',
  terms: 'receipt:fact.terms',
  exec_ids: 'receipt:fact.provider',
  mark_up: 'receipt:fact.provider',
  slippage: 'receipt:fact.price',
  first_tick: 'proof:day.fact.firstTick',
  next_to_close: 'proof:day.fact.nextToClose',
  rollover: 'proof:day.fact.rollover',
  nights: 'proof:day.fact.nights',
  yearly_rate: 'proof:day.fact.yearlyRate',
  day_count: 'proof:day.fact.dayCount',
  contract_size: 'proof:day.fact.contractSize',
}

/** Key of the words for what differs. */
export const factKey = (fact: string): string => OWN_NAMES[fact] ?? 'receipt:fact.price'
