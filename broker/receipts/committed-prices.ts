/** What a company commits to of a minute of prices, as text: the document of the minute, and the fact that names it. */
import { type CommittedMinute, type MinuteInstrument, type PricesFact, pricesPath } from '../../rules/log/committed-minute'
import { batchesRoot, parseBatch } from '../../rules/log/price-batch'
import { invariant } from '../ground/invariant'
import type { KeptSecond } from '../market/price-record-store'
import { canonicalText } from './canonical-json'

/** The one fact by which a company stands by a minute: canonical JSON. */
export function pricesFactText(company: string, { minute, instruments }: CommittedMinute, hash: string): string {
  const ticks = Object.values(instruments).reduce((sum, instrument) => sum + instrument.ticks, 0)
  return canonicalText({ kind: 'prices', company, minute, path: pricesPath(minute), hash, ticks } satisfies PricesFact)
}

/** What a minute's document says of its seconds: the writer of it and the audit ask here. @throws when a line is no batch */
export function minuteOfSeconds(minute: number, seconds: readonly KeptSecond[]): CommittedMinute {
  const linesOf = new Map<string, string[]>()
  const ticksOf = new Map<string, number>()
  for (const line of seconds.flatMap(({ lines }) => lines)) {
    const batch = parseBatch(line)
    invariant(batch !== null, 'a second that is kept is batches of prices')
    linesOf.set(batch.code, [...(linesOf.get(batch.code) ?? []), line])
    ticksOf.set(batch.code, (ticksOf.get(batch.code) ?? 0) + batch.ticks.length)
  }
  const instruments = [...linesOf].map(([code, lines]): [string, MinuteInstrument] => [
    code,
    { root: Buffer.from(batchesRoot(lines)).toString('hex'), batches: lines.length, ticks: ticksOf.get(code) ?? 0 },
  ])
  return {
    kind: 'minute',
    minute,
    seconds: seconds.map(({ second, begun }) => [second, begun]),
    instruments: Object.fromEntries(instruments),
  }
}
