/** The embedded broker as the door opens it: the environment's settings turned into the parts of the house. */
import path from 'node:path'
import { NODE_ROLES, type NodeRole } from '../contract/node-roles'
import type { Tenant } from '../contract/tenant'
import { DAY_MS } from '../rules/durations'
import { isRehearsal } from '../rules/this-machine'
import { assembleBroker } from './assembly/assemble-broker'
import type { BrokerParts } from './assembly/broker-parts'
import { chosenPrices, type PriceSettings, whyAlone } from './assembly/chosen-prices'
import { makePrivateFolder } from './db/lock-folder'
import { type FileSettings, openFiles } from './files/open-files'
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
interface BrokerSettings extends PriceSettings, FileSettings {
  readonly NODE_ENV: 'development' | 'production' | 'test'
  readonly MODE: 'demo' | 'real'
  readonly BASE_DOMAIN: string
  readonly PUBLIC_SCHEME: 'http' | 'https'
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string | undefined
  /** 32 bytes. */
  readonly MASTER_KEY?: Uint8Array | undefined
  readonly DEV_TOOLS: boolean
  readonly REDIS_URL?: string | undefined
  readonly NATS_URL?: string | undefined
  /** All of them for a node that is alone. */
  readonly ROLES?: readonly NodeRole[] | undefined
  readonly PRICES_KEPT_DAYS?: number | undefined
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
  /** Another node has seen folders of brands change: whoever follows them is to look now. */
  readonly lookAtBrands?: () => void
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
  const { env, tenants, clock, log, onUnfit, lookAtBrands } = options
  const dataDir = path.resolve(root, env.DATA_DIR)
  makePrivateFolder(dataDir)
  if (env.MODE === 'real') {
    const places = { dataDir, envFile: path.join(root, '.env'), databaseUrl: url, isBuiltIn: store !== null }
    await refuseDangers({ ...places, isRehearsal: isRehearsal(env) }, () => clock.now(), log)
  }
  const parts: Omit<BrokerParts, 'database' | 'tenants'> = {
    masterKey: env.MASTER_KEY ?? demoMasterKey(dataDir),
    texts: await loadTexts(path.join(root, 'locales')),
    feed: chosenPrices(env, log),
    clock,
    logger: log,
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    ...carriersOf(env),
    hasDevTools: env.DEV_TOOLS && env.MODE === 'demo',
    redisUrl: env.REDIS_URL,
    budgetsUrl: env.DATABASE_URL,
    files: await openFiles(env, dataDir, log),
    natsUrl: env.NATS_URL,
    lookAtBrands,
    pricesKeptMs: env.PRICES_KEPT_DAYS === undefined ? undefined : env.PRICES_KEPT_DAYS * DAY_MS,
    operatorSocket: operatorSocketPath(dataDir),
    demoOperatorsDir: env.MODE === 'demo' ? dataDir : undefined,
    checksOutput: env.NODE_ENV !== 'production',
    isSimulated: env.MODE === 'demo',
  }
  const isShared = await serveTogether(parts, store, env.ROLES)
  return serveInTurn({
    ...parts,
    isShared,
    url,
    ownStore: store ?? undefined,
    dataDir,
    tenants,
    onUnfit,
    open: (database, present) =>
      assembleBroker({
        ...parts,
        database,
        tenants: present,
        replacesOperatorSocket: true,
        leases: leasesOf(store, url, isShared, env.ROLES),
      }),
  })
}

/** Where nodes hear each other they serve together, unless something can be done by one node only. */
async function serveTogether(
  { natsUrl, feed, logger }: Pick<BrokerParts, 'natsUrl' | 'feed' | 'logger'>,
  store: BuiltInStore | null,
  roles: readonly NodeRole[] = NODE_ROLES,
): Promise<boolean> {
  if (natsUrl === undefined || store !== null) return false
  const reason = await whyAlone(feed)
  if (reason !== null && roles.length < NODE_ROLES.length)
    throw new Error(`ROLES: leave it out, for one node serves at a time and does everything (${reason})`)
  if (reason !== null) logger.warn({ reason }, 'one node serves at a time, the others stand by, although NATS_URL is set')
  return reason === null
}

function leasesOf(
  store: BuiltInStore | null,
  databaseUrl: string,
  isShared: boolean,
  roles: readonly NodeRole[] | undefined,
): BrokerParts['leases'] {
  if (store !== null) return undefined
  // Whoever serves alone has ended what the node before had begun.
  return isShared ? { databaseUrl, roles } : { isOnlyNode: true }
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
