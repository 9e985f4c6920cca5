/**
 * What a report makes of an order: pure. A report may come twice, late, out of order, or be missing: then the answer to a question
 * says that more was filled than is known, and what is missing is booked as stated, until the reports themselves come and take its place.
 *
 * Invariants: the same report changes nothing a second time; once every report has come the fills are the provider's, in whatever
 * order they came; what is over stays over.
 */
import { divide, type Fixed } from '../../rules/decimal'
import type { ProviderReport } from '../providers/provider'
import { averageOf, fillsOf, fillsWithout, quantityOf, type ReportFacts } from './fills-of'
import type { KeptReport, ProviderOrderRow } from './provider-orders'

export type OrderState = Pick<
  ProviderOrderRow,
  'id' | 'quantity' | 'status' | 'filledQuantity' | 'averagePrice' | 'finalKind' | 'finalQuantity' | 'reason'
> & { readonly isOver: boolean }

/** One thing to be kept and told, with the order as it stands after it. */
export interface Step {
  readonly report: KeptReport & { readonly kind: ReportFacts['kind'] }
  readonly order: OrderState
}

interface Taken {
  readonly steps: readonly Step[]
  readonly order: OrderState
}

/** Begins the exec id of what an answer revealed, until the reports themselves come. */
export const STATED = 'stated-'
const ENDS = new Set<string>(['canceled', 'rejected', 'expired'])

/** @param kept everything that was reported of the order, in the order of arrival */
export function takeReport(order: OrderState, kept: readonly ReportFacts[], report: ProviderReport): Taken {
  const taking = new Taking(order, kept)
  if (report.kind === 'status') taking.hearAnswer(report)
  else if (report.kind === 'unknown') taking.hearUnknown(report)
  else taking.hear({ ...report, execId: report.execId === '' ? `${report.kind}-${order.id}` : report.execId })
  return { steps: taking.steps, order: taking.order }
}

class Taking {
  readonly steps: Step[] = []
  readonly #kept: ReportFacts[]

  constructor(
    public order: OrderState,
    kept: readonly ReportFacts[],
  ) {
    this.#kept = [...kept]
  }

  hear(report: ProviderReport): void {
    if (this.#kept.some(({ execId }) => execId === report.execId)) return
    const stated = this.#stated()
    const newestAt = Math.max(0, ...this.#kept.map(({ providerTime }) => providerTime))
    const saidBefore = quantityOf(fillsOf(this.#kept))
    this.#keep(report)
    if (stated.length === 0) return
    // A sum that is told later than anything else of the order is the newer word on it.
    const isNewer = report.time >= newestAt && ['filled', 'busted', 'corrected'].includes(report.kind)
    this.#restate(isNewer ? report.filledQuantity : saidBefore, report)
  }

  hearAnswer(report: ProviderReport): void {
    if (!report.isFinal) {
      if (this.order.status === 'written' || this.order.status === 'sent') this.order = { ...this.order, status: 'accepted' }
      return
    }
    const missing = report.filledQuantity - quantityOf(fillsOf(this.#kept))
    // An answer from before an amendment, or before another answer, says nothing about the sum of now.
    const isOld = this.#kept.some(({ kind, execId, providerTime }) => {
      const isWord = kind === 'busted' || kind === 'corrected' || execId.startsWith(STATED)
      return isWord && providerTime > report.time
    })
    if (missing > 0n && !isOld) this.#state(missing, report.averagePrice * report.filledQuantity - this.#worth(), report)
    if (this.order.isOver) return
    this.#end('canceled', `ended-${this.order.id}`, report)
  }

  /** The provider has never had it, or has it no longer. */
  hearUnknown(report: ProviderReport): void {
    if (this.order.isOver) return
    const wasThere = this.#kept.some(({ kind }) => kind === 'accepted' || kind === 'filled')
    this.#end(wasThere ? 'canceled' : 'rejected', `unknown-${this.order.id}`, report)
  }

  #end(kind: 'canceled' | 'rejected', execId: string, { reason, time }: ProviderReport): void {
    const filledQuantity = quantityOf(fillsOf(this.#kept))
    const nothing = { lastQuantity: 0n, lastPrice: 0n, leavesQuantity: 0n, averagePrice: this.order.averagePrice, referredExecId: null }
    // An answer is the last word, whatever an earlier report had announced.
    this.order = { ...this.order, finalKind: null, finalQuantity: null }
    this.#keep({ ...nothing, kind, orderId: this.order.id, execId, filledQuantity, isFinal: true, reason, time })
  }

  /** What was booked as stated and still stands. */
  #stated(): { readonly execId: string; readonly quantity: Fixed; readonly price: Fixed; readonly time: number }[] {
    const timeOf = new Map(this.#kept.map(({ execId, providerTime }) => [execId, providerTime]))
    return fillsOf(this.#kept)
      .filter(({ execId }) => execId.startsWith(STATED))
      .map((fill) => ({ ...fill, time: timeOf.get(fill.execId) ?? 0 }))
  }

  /** Books what is missing for `said`, at the price that the rest of the value leaves. */
  #restate(said: Fixed, report: ProviderReport): void {
    const stated = this.#stated()
    const isStated = ({ execId }: { readonly execId: string }) => execId.startsWith(STATED)
    const rest = said - quantityOf(fillsOf(this.#kept).filter((fill) => !isStated(fill)))
    if (rest === quantityOf(stated)) return
    const [first] = stated
    for (const { execId } of stated)
      this.#keep({ ...this.#nothing(report), kind: 'busted', execId: `${execId}-undone`, referredExecId: execId })
    if (rest <= 0n || first === undefined) return
    const left = stated.reduce((sum, { quantity, price }) => sum + quantity * price, 0n) - report.lastQuantity * report.lastPrice
    // It stands for what was known at the time of the newest word, not of the report that came to it.
    const time = Math.max(report.time, ...stated.map((fill) => fill.time))
    this.#state(rest, report.kind === 'filled' && left > 0n ? left : first.price * rest, { ...report, time })
  }

  /** @param worth of what is missing, quantity × price */
  #state(missing: Fixed, worth: bigint, report: ProviderReport): void {
    const number = this.#kept.filter(({ execId }) => execId.startsWith(STATED) && !execId.endsWith('-undone')).length + 1
    const lastPrice = worth > 0n ? divide(worth, missing, 'half-even') : report.averagePrice
    const execId = `${STATED}${this.order.id}-${number}`
    this.#keep({ ...this.#nothing(report), kind: 'filled', execId, lastQuantity: missing, lastPrice })
  }

  #worth(): bigint {
    return fillsOf(this.#kept).reduce((sum, { quantity, price }) => sum + quantity * price, 0n)
  }

  #nothing({ time, averagePrice }: ProviderReport): Omit<ProviderReport, 'kind' | 'execId'> {
    const sums = { filledQuantity: quantityOf(fillsOf(this.#kept)), leavesQuantity: 0n, averagePrice }
    return { ...sums, orderId: this.order.id, referredExecId: null, lastQuantity: 0n, lastPrice: 0n, isFinal: false, reason: '', time }
  }

  #keep(report: ProviderReport): void {
    const kind = report.kind as ReportFacts['kind']
    const before = fillsOf(this.#kept)
    const { execId, lastQuantity, lastPrice, referredExecId, time } = report
    this.#kept.push({ execId, kind, lastQuantity, lastPrice, referredExecId, providerTime: time })
    const after = fillsOf(this.#kept)
    const everFilled = this.#kept.reduce((sum, one) => (one.kind === 'filled' ? sum + one.lastQuantity : sum), 0n)
    const sums = { filledQuantity: quantityOf(after), averagePrice: averageOf(after) }
    const wasOver = this.order.isOver
    this.order = stateAfter(this.order, report, { ...sums, everFilled })
    this.steps.push({
      report: {
        ...report,
        kind,
        removed: fillsWithout(before, after),
        added: fillsWithout(after, before),
        ends: !wasOver && this.order.isOver,
      },
      order: this.order,
    })
  }
}

interface Sums extends Pick<OrderState, 'filledQuantity' | 'averagePrice'> {
  /** Also what was busted or corrected since: the end of an order counts what was filled by then. */
  readonly everFilled: Fixed
}

function stateAfter(order: OrderState, report: ProviderReport, { everFilled, ...sums }: Sums): OrderState {
  const final = finalOf(order, report)
  const { finalKind, finalQuantity } = final
  const isComplete = sums.filledQuantity >= order.quantity
  // A last report may come before the fills that it counts.
  const counted = everFilled > sums.filledQuantity ? everFilled : sums.filledQuantity
  const isOver = order.isOver || isComplete || (finalKind !== null && counted >= (finalQuantity ?? 0n))
  const unfilled = finalKind === null || finalKind === 'filled' ? 'canceled' : finalKind
  const underWay = sums.filledQuantity > 0n ? 'part_filled' : report.kind === 'accepted' ? 'accepted' : order.status
  const status = isComplete ? 'filled' : isOver ? unfilled : underWay
  return { ...order, ...sums, ...final, isOver, status, reason: report.reason === '' ? order.reason : report.reason.slice(0, 500) }
}

function finalOf({ finalKind, finalQuantity }: OrderState, report: ProviderReport): Pick<OrderState, 'finalKind' | 'finalQuantity'> {
  const isEnd = ENDS.has(report.kind) || (report.kind === 'filled' && report.isFinal)
  if (finalKind !== null || !isEnd) return { finalKind, finalQuantity }
  return { finalKind: report.kind as NonNullable<OrderState['finalKind']>, finalQuantity: report.filledQuantity }
}
