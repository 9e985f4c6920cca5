/**
 * The market that `market.json` describes, and follows while it runs: what is edited there is in force within a second or two.
 *
 * Invariants: a file that cannot be read leaves everything as it was and is said once; a source whose entry did not change is not
 * touched; an instrument that is new in the file, or has other decimals, waits for the next start, because charts and books are laid out for those of now.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MarketProvider, MarketSource } from '../../contract/market-file'
import { CATALOGUE } from '../market/catalogue'
import type { Instrument } from '../market/instrument'
import type { Connector } from '../sources/connector'
import type { HttpPushConnector } from '../sources/http-push'
import { ComposedFeed, type InstrumentPlan } from './composed-feed'
import { type OpenedProvider, openProvider } from './open-provider'
import { openSource, type SourceParts } from './open-source'
import { readMarketFile } from './read-market-file'

export const MARKET_FILE = 'market.json'
const LOOK_EVERY_MS = 1_000

interface MarketFileParts extends Omit<SourceParts, 'folder'> {
  readonly file: string
}

export interface FollowedMarket {
  readonly feed: ComposedFeed
  /** Those of now; whoever uses them starts and closes them. */
  providers(): readonly OpenedProvider[]
  /** Told whenever they are others than before. */
  onProviders(listener: (providers: readonly OpenedProvider[]) => void | Promise<void>): void
  /** Reads the file again; resolves when what is in it is in force. */
  reload(): Promise<void>
  /** Prices that a process posts to a source of its own; null where there is no such source. */
  answerPush(id: string, request: Request): Promise<Response> | null
  close(): void
}

interface OpenedSource {
  /** What it was made of: the same again is the same connector. */
  readonly madeOf: string
  readonly connector: Connector
}

/** @throws Error with one sentence when the file is not there, is no market file, or prices no instrument at all. */
export async function openMarketFile(parts: MarketFileParts): Promise<FollowedMarket> {
  const { file, clock, logger } = parts
  const sources = new OpenedSources(parts)
  let text = readFileSync(file, 'utf8')
  const first = await sources.take(text)
  if (first.plans.length === 0) throw new Error(`${file}: no instrument has a source; the log says what is wrong with each`)
  const renew = () => sources.renew(readFileSync(file, 'utf8'))
  const feed = new ComposedFeed({ clock, logger, plans: first.plans, connectors: first.connectors, renew })
  let providers = first.providers
  let tell: (providers: readonly OpenedProvider[]) => void | Promise<void> = () => {}

  const reload = async () => {
    const next = await sources.take(readFileSync(file, 'utf8'))
    const areOthers = next.providers.length !== providers.length || next.providers.some((one) => !providers.includes(one))
    providers = next.providers
    if (areOthers) await tell(providers)
    const waiting = next.plans.filter((plan) => !feed.instruments.some((one) => isSameInstrument(one, plan.instrument)))
    const codes = waiting.map(({ instrument }) => instrument.code)
    if (codes.length > 0) logger.warn({ file, codes }, 'instruments of the market file wait for the next start')
    await feed.replan(next.plans, next.connectors)
    logger.info({ file, sources: next.connectors.map(({ id }) => id) }, 'the market file was read again')
  }
  const lookAgain = async () => {
    const now = readFileSync(file, 'utf8')
    if (now === text) return
    text = now
    await reload()
  }
  // One look at a time: a source that is slow to close is not closed twice.
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking
      .then(lookAgain)
      .catch((error: unknown) => logger.error({ file, problem: String(error) }, 'the market file could not be read; all stays as it was'))
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    feed,
    reload,
    providers: () => providers,
    onProviders(listener) {
      tell = listener
    },
    answerPush: (id, request) => sources.answerPush(id, request),
    close: () => clearInterval(timer),
  }
}

interface TakenFile {
  readonly plans: readonly InstrumentPlan[]
  readonly connectors: readonly Connector[]
  readonly providers: readonly OpenedProvider[]
}

/** The connectors of the file's sources, and its providers: the same entry is the same one. */
class OpenedSources {
  readonly #parts: MarketFileParts
  readonly #opened = new Map<string, OpenedSource>()
  readonly #providers = new Map<string, { readonly madeOf: string; readonly provider: OpenedProvider }>()

  constructor(parts: MarketFileParts) {
    this.#parts = parts
  }

  /** @throws Error where the text is no market file at all; what else is wrong is logged, and stops itself alone. */
  async take(text: string): Promise<TakenFile> {
    const { file, logger } = this.#parts
    const read = readMarketFile(text, CATALOGUE)
    const problems = [...read.problems]
    const connectors: Connector[] = []
    for (const [id, source] of read.sources) {
      const instruments = read.plans.filter(({ sources }) => sources.includes(id)).map(({ instrument }) => instrument)
      if (instruments.length === 0) continue
      try {
        connectors.push(await this.#open(id, source, instruments))
      } catch (error) {
        problems.push(`sources.${id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    const providers = await this.#takeProviders(read.providers, problems)
    for (const problem of problems) logger.error({ file, problem }, 'the market file is not right')
    for (const id of [...this.#opened.keys()]) if (!connectors.some((connector) => connector.id === id)) this.#opened.delete(id)
    return { plans: withoutMissing(read.plans, connectors), connectors, providers }
  }

  /** As `take`, with new connectors throughout. */
  renew(text: string): Promise<TakenFile> {
    this.#opened.clear()
    return this.take(text)
  }

  async #takeProviders(entries: ReadonlyMap<string, MarketProvider>, problems: string[]): Promise<OpenedProvider[]> {
    const folder = path.dirname(this.#parts.file)
    for (const id of [...this.#providers.keys()]) if (!entries.has(id)) this.#providers.delete(id)
    for (const [id, entry] of entries) {
      const madeOf = JSON.stringify(entry)
      if (this.#providers.get(id)?.madeOf === madeOf) continue
      this.#providers.delete(id)
      try {
        this.#providers.set(id, { madeOf, provider: await openProvider(id, entry, { ...this.#parts, folder }) })
      } catch (error) {
        problems.push(`providers.${id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return [...this.#providers.values()].map(({ provider }) => provider)
  }

  answerPush(id: string, request: Request): Promise<Response> | null {
    const connector = this.#opened.get(id)?.connector
    return connector !== undefined && 'answerPush' in connector ? (connector as HttpPushConnector).answerPush(request) : null
  }

  async #open(id: string, source: MarketSource, instruments: readonly Instrument[]): Promise<Connector> {
    const madeOf = JSON.stringify([source, instruments.map(({ code, pricePrecision }) => [code, pricePrecision])])
    const known = this.#opened.get(id)
    if (known?.madeOf === madeOf) return known.connector
    const connector = await openSource(id, source, instruments, { ...this.#parts, folder: path.dirname(this.#parts.file) })
    this.#opened.set(id, { madeOf, connector })
    return connector
  }
}

function isSameInstrument(one: InstrumentPlan['instrument'], other: InstrumentPlan['instrument']): boolean {
  return one.code === other.code && one.pricePrecision === other.pricePrecision
}

/** Of a source that could not be made nobody is asked. */
function withoutMissing(plans: readonly InstrumentPlan[], connectors: readonly Connector[]): InstrumentPlan[] {
  return plans.flatMap((plan) => {
    const sources = plan.sources.filter((id) => connectors.some((connector) => connector.id === id))
    return sources.length === 0 ? [] : [{ ...plan, sources }]
  })
}
