/** Which prices the settings ask for: the market's file where there is one, unless a feed is named. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { MARKET_FILE } from '../feeds/open-market-file'
import { readMarketFile } from '../feeds/read-market-file'
import type { Logger } from '../ground/logger'
import { ROOT_FOLDER as root } from '../ground/root-folder'
import { CATALOGUE } from '../market/catalogue'
import type { BrokerParts } from './broker-parts'

/** The variables of the environment that say so, already checked. */
export interface PriceSettings {
  readonly TENANTS_DIR: string
  /** Undefined: `file` where there is one, else `simulated`. */
  readonly FEED?: 'simulated' | 'replay' | 'file' | undefined
  /** The whole environment; without it no secret of a source is found. */
  readonly VARIABLES?: Readonly<Record<string, string | undefined>> | undefined
  /** Undefined: the market's own secret. */
  readonly FEED_SEED?: number | undefined
  readonly REPLAY_DIR?: string | undefined
  readonly REPLAY_SPEED: number
  /** Unix milliseconds on the tape. */
  readonly REPLAY_FROM?: number | undefined
}

export function chosenPrices(env: PriceSettings, log: Logger): BrokerParts['feed'] {
  const file = path.join(path.resolve(root, env.TENANTS_DIR), MARKET_FILE)
  if (env.FEED === 'file' || (env.FEED === undefined && existsSync(file))) return { kind: 'file', file, variables: env.VARIABLES ?? {} }
  if (existsSync(file)) log.warn({ file, feed: env.FEED }, 'FEED is set: the market file is ignored')
  if (env.FEED !== 'replay') return { kind: 'simulated', ...(env.FEED_SEED === undefined ? {} : { seed: String(env.FEED_SEED) }) }
  if (env.REPLAY_DIR === undefined) throw new Error('FEED=replay needs REPLAY_DIR')
  const from = env.REPLAY_FROM === undefined ? {} : { from: new Date(env.REPLAY_FROM).toISOString() }
  return { kind: 'replay', directory: path.resolve(root, env.REPLAY_DIR), speed: env.REPLAY_SPEED, ...from }
}

/** Why these prices can be made and traded on by one node only, in a sentence; null where several may. */
export async function whyAlone(feed: BrokerParts['feed']): Promise<string | null> {
  if (feed.kind === 'replay') return 'a recording is played by one node'
  if (feed.kind !== 'file') return null
  const { providers, sources } = readMarketFile(await readFile(feed.file, 'utf8'), CATALOGUE)
  if (providers.size > 0) return `${feed.file} names providers, whose orders go through one node`
  return [...sources.values()].some(({ kind }) => kind === 'replay') ? `${feed.file} plays a recording, which one node does` : null
}
