/** Makes the connector of a source; what only some sources need is loaded when one of them is there. */
import path from 'node:path'
import type { MarketSource } from '../../contract/market-file'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import { openReplayFeed } from '../market/replay-feed'
import { SimulatedFeed } from '../market/simulated-feed'
import type { Connector } from '../sources/connector'
import { PulledSource } from './pulled-source'

export interface SourceParts {
  /** Where the market's file lies: paths in it are from here. */
  readonly folder: string
  readonly clock: Clock
  readonly logger: Logger
}

/** @throws Error with one sentence: what is not there, or makes no sense. */
export async function openSource(
  id: string,
  source: MarketSource,
  instruments: readonly Instrument[],
  { folder, clock }: SourceParts,
): Promise<Connector> {
  if (source.kind === 'simulated') return new PulledSource(id, new SimulatedFeed({ seed: String(source.seed), instruments }))
  const { directory, speed, from } = source
  const where = { directory: path.resolve(folder, directory), bootMs: clock.now(), catalogue: instruments }
  return new PulledSource(id, openReplayFeed({ ...where, speed, ...(from === undefined ? {} : { from }) }))
}
