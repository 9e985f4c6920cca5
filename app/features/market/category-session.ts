/** The state of a category from the sessions of its instruments. Pure; words are put to it elsewhere. */
import type { Instrument } from '../../terms/instrument'

type SessionFacts = Pick<Instrument, 'isOpen' | 'nextOpen' | 'nextClose'>

interface NextChange {
  readonly state: 'open' | 'closed' | 'always'
  readonly atMs: number | null
}

const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce<number | null>((first, time) => (time !== null && (first === null || time < first) ? time : first), null)

/** Open while any instrument is; then the first closing counts, else the first opening. */
export function nextChange(instruments: readonly SessionFacts[]): NextChange {
  const open = instruments.filter((instrument) => instrument.isOpen)
  if (open.length === 0) return { state: 'closed', atMs: earliest(instruments.map((instrument) => instrument.nextOpen)) }
  const atMs = earliest(open.map((instrument) => instrument.nextClose))
  return { state: atMs === null ? 'always' : 'open', atMs }
}
