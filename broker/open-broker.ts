/** The embedded broker as the door opens it: the environment's settings turned into the parts of the house. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Tenant } from '../contract/tenant'
import { isRehearsal } from '../rules/this-machine'
import { assembleBroker } from './assembly/assemble-broker'
import type { BrokerParts } from './assembly/broker-parts'
import { makePrivateFolder } from './db/lock-folder'
import { MARKET_FILE } from './feeds/open-market-file'
import type { Clock } from './ground/clock'
import type { Logger } from './ground/logger'
import { ROOT_FOLDER as root } from './ground/root-folder'
import { loadTexts } from './ground/texts'
import { operatorSocketPath } from './operator-door/operator-socket'
import { refuseDangers } from './readiness/dangers'
import { demoMasterKey } from './secrets/master-key'
import { serveInTurn, type TurnBroker } from './serving/serve-in-turn'
import { type BuiltInStore, openBuiltInStore } from './store/built-in-store'

/** The variables of the environment that the broker looks at, already checked. */
interface BrokerSettings {
  readonly NODE_ENV: 'development' | 'production' | 'test'
  readonly MODE: 'demo' | 'real'
  readonly BASE_DOMAIN: string
  readonly PUBLIC_SCHEME: 'http' | 'https'
  readonly DATA_DIR: string
  readonly TENANTS_DIR: string
  readonly DATABASE_URL?: string | undefined
  /** 32 bytes. */
  readonly MASTER_KEY?: Uint8Array | undefined
  /** Undefined: `file` where there is one, else `simulated`. */
  readonly FEED?: 'simulated' | 'replay' | 'file' | undefined
  /** The whole environment; without it no secret of a source is found. */
  readonly VARIABLES?: Readonly<Record<string, string | undefined>> | undefined
  readonly FEED_SEED: number
  readonly REPLAY_DIR?: string | undefined
  readonly REPLAY_SPEED: number
  /** Unix milliseconds on the tape. */
  readonly REPLAY_FROM?: number | undefined
  readonly DEV_TOOLS: boolean
  readonly REDIS_URL?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
  readonly SMS_URL?: string | undefined
  readonly SMS_KIND: 'twilio' | 'json'
  readonly SMS_USER?: string | undefined
  readonly SMS_TOKEN?: string | undefined
  readonly SMS_FROM?: string | undefined
}

interface OpenBrokerOptions {
  readonly env: BrokerSettings
  readonly tenants: readonly Tenant[]
  readonly clock: Clock
  readonly log: Logger
  /** This node cannot go on: the process is to end with the reason. */
  readonly onUnfit: (error: Error) => void
}

/** As the door meets it: it may stand by, where another node serves the same database. */
type OpenedBroker = TurnBroker

export async function openBroker(options: OpenBrokerOptions): Promise<OpenedBroker> {
  const { env, log } = options
  if (env.MODE === 'real' && env.MASTER_KEY === undefined) throw new Error('MODE=real needs MASTER_KEY')
  if (env.DATABASE_URL !== undefined) return openOn(env.DATABASE_URL, null, options)
  const store = await openBuiltInStore({ dataDir: path.resolve(root, env.DATA_DIR), logger: log })
  try {
    return await openOn(store.url, store, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openOn(url: string, store: BuiltInStore | null, options: OpenBrokerOptions): Promise<OpenedBroker> {
  const { env, tenants, clock, log, onUnfit } = options
  const dataDir = path.resolve(root, env.DATA_DIR)
  makePrivateFolder(dataDir)
  if (env.MODE === 'real') {
    const places = { dataDir, envFile: path.join(root, '.env'), databaseUrl: url, isBuiltIn: store !== null }
    await refuseDangers({ ...places, isRehearsal: isRehearsal(env) }, () => clock.now(), log)
  }
  const parts: Omit<BrokerParts, 'database' | 'tenants'> = {
    masterKey: env.MASTER_KEY ?? demoMasterKey(dataDir),
    texts: await loadTexts(path.join(root, 'locales')),
    feed: feedOf(env, log),
    clock,
    logger: log,
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    ...carriersOf(env),
    hasDevTools: env.DEV_TOOLS && env.MODE === 'demo',
    redisUrl: env.REDIS_URL,
    imagesDir: path.join(dataDir, 'images'),
    operatorSocket: operatorSocketPath(dataDir),
    demoOperatorsDir: env.MODE === 'demo' ? dataDir : undefined,
    checksOutput: env.NODE_ENV !== 'production',
    isSimulated: env.MODE === 'demo',
  }
  return serveInTurn({
    ...parts,
    url,
    ownStore: store ?? undefined,
    dataDir,
    tenants,
    onUnfit,
    open: (database, present) => assembleBroker({ ...parts, database, tenants: present, replacesOperatorSocket: true }),
  })
}

/** What carries mails and texts, as far as it is configured. */
function carriersOf(env: BrokerSettings): Pick<BrokerParts, 'mail' | 'sms'> {
  return {
    ...(env.SMTP_URL === undefined ? {} : { mail: { url: env.SMTP_URL, from: env.MAIL_FROM } }),
    ...(env.SMS_URL === undefined
      ? {}
      : { sms: { kind: env.SMS_KIND, url: env.SMS_URL, user: env.SMS_USER, token: env.SMS_TOKEN, from: env.SMS_FROM } }),
  }
}

/** The market's file where there is one, unless a feed is named. */
function feedOf(env: BrokerSettings, log: Logger): BrokerParts['feed'] {
  const file = path.join(path.resolve(root, env.TENANTS_DIR), MARKET_FILE)
  if (env.FEED === 'file' || (env.FEED === undefined && existsSync(file))) return { kind: 'file', file, variables: env.VARIABLES ?? {} }
  if (existsSync(file)) log.warn({ file, feed: env.FEED }, 'FEED is set: the market file is not looked at')
  if (env.FEED !== 'replay') return { kind: 'simulated', seed: String(env.FEED_SEED) }
  if (env.REPLAY_DIR === undefined) throw new Error('FEED=replay needs REPLAY_DIR')
  const from = env.REPLAY_FROM === undefined ? {} : { from: new Date(env.REPLAY_FROM).toISOString() }
  return { kind: 'replay', directory: path.resolve(root, env.REPLAY_DIR), speed: env.REPLAY_SPEED, ...from }
}
