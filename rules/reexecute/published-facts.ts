/**
 * What receipts are executed again by, read from a company's log by kind: what held when the first of them was made, and what came until
 * the last. Of each kind only what can count for them is proven to be in the log.
 */
import type { ListedFact, ProvenFact, PublishedLog } from '../log/published-log'
import type { BrakeFact } from './brakes-in-force'
import { pricedCodes } from './priced-codes'
import type { ReceiptFacts } from './receipt-facts'
import { NOTED_WITHIN_MS } from './terms-in-force'

interface FactsOfReceipts {
  readonly terms: readonly ProvenFact[]
  /** Documents of what the risk desk held back. */
  readonly settings: readonly string[]
  /** SHA-256 of the rules that the company worked by at the last of them; null where it never said. */
  readonly rules: string | null
  /** Whose prices are needed. */
  readonly codes: ReadonlySet<string>
}

/** @param onRead told how many facts were read so far @throws without a connection */
export async function readFactsOf(
  site: PublishedLog,
  receipts: readonly ReceiptFacts[],
  onRead: (count: number) => void,
): Promise<FactsOfReceipts> {
  if (receipts.length === 0) return { terms: [], settings: [], rules: null, codes: new Set() }
  const from = Math.min(...receipts.map(({ at, quote }) => Math.min(at, quote?.arrived_at ?? at)))
  const last = Math.max(...receipts.map(({ at }) => at))
  const to = last + NOTED_WITHIN_MS
  let read = 0
  const told = <T>(facts: readonly T[]): readonly T[] => {
    read += facts.length
    onRead(read)
    return facts
  }
  const terms = await readTerms(site, receipts, { from, to }, told)
  const codes = pricedCodes(receipts, terms)
  const settings = told(await site.listed('settings', 0, to))
  const brakes = await site.prove(brakesBetween(settings, codes, from))
  const newest = told(await site.listed('rules', 0, last)).at(-1)
  const [rules] = newest === undefined ? [] : await site.prove([newest])
  return { terms, codes, settings: brakes.map(({ document }) => document), rules: rules?.hash ?? null }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Those that receipts name, and from the newest of these that held at the beginning all that came until the end. */
async function readTerms(
  site: PublishedLog,
  receipts: readonly ReceiptFacts[],
  { from, to }: Span,
  told: <T>(facts: readonly T[]) => readonly T[],
): Promise<ProvenFact[]> {
  const names = new Set(receipts.flatMap(({ terms }) => terms ?? []))
  const named = (await Promise.all([...names].map((hash) => site.factsOf(hash)))).flat()
  told(named)
  const held = named.filter(({ at }) => at <= from).map(({ index }) => index)
  const listed = told(await site.listed('terms', Math.max(0, ...held), to))
  const first = Math.max(
    0,
    listed.findLastIndex(({ at }) => at <= from),
  )
  const inForce = await site.prove(listed.slice(first))
  const isNew = ({ index }: ProvenFact) => !inForce.some((one) => one.index === index)
  return [...named.filter(isNew), ...inForce].sort((one, other) => one.index - other.index)
}

/** Brakes on these instruments that were not followed by another one before the span began. */
function brakesBetween(settings: readonly ListedFact[], codes: ReadonlySet<string>, from: number): ListedFact[] {
  const brakes = settings.flatMap((fact) => {
    const { area, target } = fact.document === null ? ({} as Partial<BrakeFact>) : (JSON.parse(fact.document) as Partial<BrakeFact>)
    return area === 'brake' && target !== undefined && (target === '*' || codes.has(target)) ? [{ fact, target }] : []
  })
  const isFollowed = (place: number, target: string) =>
    brakes.slice(place + 1).some((later) => later.target === target && later.fact.at < from - NOTED_WITHIN_MS)
  return brakes.filter(({ target }, place) => !isFollowed(place, target)).map(({ fact }) => fact)
}
