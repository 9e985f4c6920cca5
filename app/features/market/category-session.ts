/** The state of a category from the sessions of its instruments. Pure; words are put to it elsewhere. */
import type { Instrument } from '../../../contract/market'

type SessionFacts = Pick<Instrument, 'MarketStatus' | 'NextOpen' | 'NextClose'>

interface NextChange {
  readonly state: 'open' | 'closed' | 'always'
  readonly atMs: number | null
}

const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce<number | null>((first, time) => (time !== null && (first === null || time < first) ? time : first), null)

/** Open while any instrument is; then the first closing counts, else the first opening. */
export function nextChange(instruments: readonly SessionFacts[]): NextChange {
  const open = instruments.filter((instrument) => instrument.MarketStatus === 1)
  if (open.length === 0) return { state: 'closed', atMs: earliest(instruments.map((instrument) => instrument.NextOpen)) }
  const atMs = earliest(open.map((instrument) => instrument.NextClose))
  return { state: atMs === null ? 'always' : 'open', atMs }
}
