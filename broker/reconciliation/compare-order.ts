/**
 * One order as we have it against the same order as the provider copied it to us, fill by fill: pure.
 *
 * Invariant: a fill is the same one by the provider's own number of it, followed through corrections; what we only know from an answer
 * (`stated-…`) has none, and is compared as a sum.
 */
import type { Fixed } from '../../rules/decimal'
import { averageOf, fillsOf, quantityOf, type ReportFacts, rootOf } from '../execution/fills-of'
import { STATED } from '../execution/take-report'

/** Two clocks may say the time of one fill this far apart. */
export const TIME_BOUND_MS = 1_000

export interface ComparedFill {
  readonly quantity: Fixed
  readonly price: Fixed
  /** The provider's time of it. */
  readonly time: number
}

export interface FillDifference {
  readonly kind: 'price' | 'quantity' | 'time' | 'not_in_book' | 'not_in_theirs'
  /** The number of the fill at the provider, before any correction of it. */
  readonly root: string
  readonly execId: string
  readonly ours: ComparedFill | null
  readonly theirs: ComparedFill | null
}

export interface ComparedOrder {
  readonly ours: number
  readonly theirs: number
  readonly equal: number
  readonly differences: readonly FillDifference[]
}

interface NamedFill extends ComparedFill {
  readonly execId: string
  readonly root: string
}

/** Both in the order of arrival. */
export function compareOrder(reports: readonly ReportFacts[], copies: readonly ReportFacts[]): ComparedOrder {
  const byExecId = new Map([...reports, ...copies].map((report) => [report.execId, report]))
  const ours = fillsBy(reports, byExecId)
  const theirs = fillsBy(copies, byExecId)
  const differences: FillDifference[] = []
  let equal = 0
  const judge = (one: NamedFill | undefined, other: NamedFill | undefined) => {
    const kind = kindOf(one, other)
    const named = other ?? one
    if (kind === null) equal += 1
    else if (named !== undefined) {
      const { root, execId } = named
      differences.push({ kind, root, execId, ours: factsOf(one), theirs: factsOf(other) })
    }
  }
  const isStated = ({ execId }: NamedFill) => execId.startsWith(STATED)
  const unmatched = theirs.filter(({ root }) => !ours.some((fill) => fill.root === root))
  const stated = summed(ours.filter(isStated))
  for (const fill of ours)
    if (!isStated(fill))
      judge(
        fill,
        theirs.find(({ root }) => root === fill.root),
      )
  const left = summed(unmatched)
  // An answer has the time of the answer.
  if (stated !== undefined) judge({ ...stated, time: left?.time ?? stated.time }, left)
  else for (const fill of unmatched) judge(undefined, fill)
  return { ours: ours.length, theirs: theirs.length, equal, differences }
}

function fillsBy(reports: readonly ReportFacts[], byExecId: ReadonlyMap<string, ReportFacts>): NamedFill[] {
  const own = new Map(reports.map((report) => [report.execId, report]))
  return fillsOf(reports).flatMap(({ execId, quantity, price }) => {
    const report = own.get(execId)
    return report === undefined ? [] : [{ execId, quantity, price, time: report.providerTime, root: rootOf(report, byExecId) }]
  })
}

function kindOf(ours: ComparedFill | undefined, theirs: ComparedFill | undefined): FillDifference['kind'] | null {
  if (ours === undefined) return theirs === undefined ? null : 'not_in_book'
  if (theirs === undefined) return 'not_in_theirs'
  if (ours.quantity !== theirs.quantity) return 'quantity'
  if (ours.price !== theirs.price) return 'price'
  return Math.abs(ours.time - theirs.time) > TIME_BOUND_MS ? 'time' : null
}

/** As one fill, at their average price, with the first one's number. */
function summed(fills: readonly NamedFill[]): NamedFill | undefined {
  const [first] = fills
  return first && { ...first, quantity: quantityOf(fills), price: averageOf(fills), time: Math.max(...fills.map(({ time }) => time)) }
}

function factsOf(fill: NamedFill | undefined): ComparedFill | null {
  return fill === undefined ? null : { quantity: fill.quantity, price: fill.price, time: fill.time }
}
