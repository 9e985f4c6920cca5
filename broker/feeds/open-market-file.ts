/**
 * The market that `market.json` describes, and follows while it runs: what is edited there is in force within a second or two.
 *
 * Invariants: a file that cannot be read leaves everything as it was and is said once; a source whose entry did not change is not
 * touched; an instrument that is new in the file, or has other decimals, waits for the next start, because charts and books are laid out for those of now.
 */
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import path from 'node:path'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import { CATALOGUE } from '../market/catalogue'
import type { Connector } from '../sources/connector'
import { ComposedFeed, type InstrumentPlan } from './composed-feed'
import { openSource } from './open-source'
import { readMarketFile } from './read-market-file'

export const MARKET_FILE = 'market.json'
const LOOK_EVERY_MS = 1_000

export interface MarketFileParts {
  readonly file: string
  readonly clock: Clock
  readonly logger: Logger
}

export interface FollowedMarket {
  readonly feed: ComposedFeed
  /** Reads the file again; resolves when what is in it is in force. */
  reload(): Promise<void>
  close(): void
}

interface OpenedSource {
  /** What it was made of: the same again is the same connector. */
  readonly madeOf: string
  readonly connector: Connector
}

/** @throws Error with one sentence when the file is not there, is no market file, or prices no instrument at all. */
export async function openMarketFile({ file, clock, logger }: MarketFileParts): Promise<FollowedMarket> {
  const opened = new Map<string, OpenedSource>()
  const open = async (): Promise<{ plans: readonly InstrumentPlan[]; connectors: readonly Connector[] }> => {
    const read = readMarketFile(readFileSync(file, 'utf8'), CATALOGUE)
    const problems = [...read.problems]
    const connectors: Connector[] = []
    for (const [id, source] of read.sources) {
      const instruments = read.plans.filter(({ sources }) => sources.includes(id)).map(({ instrument }) => instrument)
      if (instruments.length === 0) continue
      const madeOf = JSON.stringify([source, instruments.map(({ code, pricePrecision }) => [code, pricePrecision])])
      const known = opened.get(id)
      try {
        const parts = { folder: path.dirname(file), clock, logger }
        const connector = known?.madeOf === madeOf ? known.connector : await openSource(id, source, instruments, parts)
        opened.set(id, { madeOf, connector })
        connectors.push(connector)
      } catch (error) {
        problems.push(`sources.${id}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    for (const problem of problems) logger.error({ file, problem }, 'the market file is not right')
    for (const id of [...opened.keys()]) if (!connectors.some((connector) => connector.id === id)) opened.delete(id)
    return { plans: withoutMissing(read.plans, connectors), connectors }
  }
  const first = await open()
  if (first.plans.length === 0) throw new Error(`${file}: no instrument has a source; the log says what is wrong with each`)
  const feed = new ComposedFeed({ clock, logger, ...first })
  const reload = async () => {
    const next = await open()
    const waiting = next.plans.filter((plan) => !feed.instruments.some((one) => isSameInstrument(one, plan.instrument)))
    if (waiting.length > 0)
      logger.warn(
        { file, codes: waiting.map(({ instrument }) => instrument.code) },
        'instruments of the market file wait for the next start',
      )
    feed.replan(next.plans, next.connectors)
    logger.info({ file, sources: next.connectors.map(({ id }) => id) }, 'the market file was read again')
  }
  const onChange = () => {
    reload().catch((error: unknown) =>
      logger.error({ file, problem: String(error) }, 'the market file could not be read; all stays as it was'),
    )
  }
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, onChange)
  return { feed, reload, close: () => unwatchFile(file, onChange) }
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
