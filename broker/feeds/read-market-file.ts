/**
 * Reads `market.json`: what is right in it, and one clear sentence for each thing that is not.
 *
 * Invariant: an entry that is wrong stops itself alone; an instrument without a single source left is not priced, and that is said.
 */
import type { z } from 'zod'
import { MarketFileForm, MarketProvider, MarketSource, PricedInstrument } from '../../contract/market-file'
import { SourceName } from '../../contract/tenant/places'
import { parseFixed } from '../../rules/decimal'
import type { Instrument } from '../market/instrument'
import type { InstrumentPlan } from './composed-feed'
import type { Millionths } from './source-rules'

interface ReadMarket {
  readonly sources: ReadonlyMap<string, MarketSource>
  readonly providers: ReadonlyMap<string, MarketProvider>
  readonly plans: readonly InstrumentPlan[]
  /** Each with the place in the file: `sources.lp1.kind: …`. */
  readonly problems: readonly string[]
}

const MILLION = 1_000_000

/** @throws Error with one sentence where the text is no market file at all. */
export function readMarketFile(text: string, catalogue: readonly Instrument[]): ReadMarket {
  const form = MarketFileForm.safeParse(parseJson(text))
  if (!form.success) throw new Error(sentencesOf('', form.error).join('; '))
  const problems: string[] = []
  const sources = readNamed('sources', form.data.sources, MarketSource, problems)
  const providers = readNamed('providers', form.data.providers, MarketProvider, problems)
  for (const [name, { symbols }] of providers) {
    const unknown = Object.keys(symbols).filter((code) => !catalogue.some((one) => one.code === code))
    problems.push(...unknown.map((code) => `providers.${name}.symbols.${code}: there is no such instrument`))
  }
  const plans = Object.entries(form.data.instruments).flatMap(([code, given]) => {
    const place = `instruments.${code}`
    const instrument = catalogue.find((one) => one.code === code)
    const priced = PricedInstrument.safeParse(given)
    if (instrument === undefined) problems.push(`${place}: there is no such instrument`)
    else if (!priced.success) problems.push(...sentencesOf(place, priced.error))
    else return planOf(place, instrument, priced.data, sources, problems)
    return []
  })
  return { sources, providers, plans, problems }
}

/** The entries that are right, by their names. */
function readNamed<Entry>(
  key: string,
  given: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Entry>,
  problems: string[],
): Map<string, Entry> {
  const right = new Map<string, Entry>()
  for (const [name, value] of Object.entries(given)) {
    const place = `${key}.${name}`
    const named = SourceName.safeParse(name)
    const entry = schema.safeParse(value)
    if (!named.success) problems.push(...sentencesOf(place, named.error))
    else if (!entry.success) problems.push(...sentencesOf(place, entry.error))
    else right.set(name, entry.data)
  }
  return right
}

/** True for a source behind which no market stands at this moment. */
function isMadeUp(source: MarketSource | undefined): boolean {
  return source?.kind === 'simulated' || source?.kind === 'replay'
}

/** … or which says of itself that it is a test system. */
export function isNoMarket(source: MarketSource | undefined): boolean {
  return isMadeUp(source) || (source !== undefined && 'isSimulated' in source && source.isSimulated)
}

/** No plan where nobody is left to ask. A market that is made up is no stand-in for a real one, and never beside it. */
function planOf(
  place: string,
  instrument: Instrument,
  priced: PricedInstrument,
  sources: ReadonlyMap<string, MarketSource>,
  problems: string[],
): InstrumentPlan[] {
  const known = priced.sources.filter((name) => {
    const source = sources.get(name)
    const isNamed = source === undefined || !('symbols' in source) || source.symbols[instrument.code] !== undefined
    if (source === undefined) problems.push(`${place}.sources: there is no source "${name}", or what is said of it is wrong`)
    else if (!isNamed) problems.push(`${place}.sources: "${name}" has no name for it: write it in sources.${name}.symbols`)
    return source !== undefined && isNamed
  })
  if (known.length === 0) return []
  if (known.some((name) => isMadeUp(sources.get(name))) && known.length > 1) {
    problems.push(`${place}.sources: a simulated or recorded market stands alone; another source beside it would be another market`)
    return []
  }
  const { decimals, quietAfterMs, returnAfterMs, spikePercent, disagreementPercent } = priced
  return [
    {
      instrument: decimals === undefined ? instrument : { ...instrument, pricePrecision: decimals },
      sources: known,
      rules: {
        quietAfterMs,
        returnAfterMs,
        spike: shareOf(spikePercent, instrument.priceBand / 3),
        disagreement: shareOf(disagreementPercent, instrument.priceBand / 15),
      },
    },
  ]
}

function shareOf(percent: string | undefined, byDefault: number): Millionths {
  // 1 % is 10⁸ as a Fixed and 10⁴ millionths.
  return percent === undefined ? BigInt(Math.round(byDefault * MILLION)) : parseFixed(percent) / 10_000n
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function sentencesOf(place: string, { issues }: z.ZodError): string[] {
  return issues.map(
    ({ path, message }) => `${[place, ...path.map(String)].filter((part) => part !== '').join('.') || 'the file'}: ${message}`,
  )
}
