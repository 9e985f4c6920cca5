/** What a broker is put together from, by whoever runs one: this process, a command, a test. */
import type { NodeRole } from '../../contract/node-roles'
import type { Tenant } from '../../contract/tenant'
import type { SomeHandlers } from '../calls/handler'
import type { RateLimits } from '../calls/rate-limits'
import type { Database, DatabaseOptions } from '../db/open-database'
import type { SmsSettings } from '../delivery/sms-carrier'
import type { MailSettings } from '../delivery/smtp-carrier'
import type { OpenedProvider } from '../feeds/open-provider'
import type { FileStore } from '../files/file-store'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import type { FeedChoice } from '../market/choose-feed'
import type { MarketOptions } from '../market/market-options'

export interface MarketFileChoice {
  readonly kind: 'file'
  readonly file: string
  /** The environment, in which the secrets of sources stand. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

interface LeaseChoice {
  /** What was there before is gone for good, with every transaction of its own: nobody waits until it is taken for dead. */
  readonly isOnlyNode?: boolean
  /** The database of the books, where this node has a connection to it for its leases alone. */
  readonly databaseUrl?: string | undefined
  /** What this node does; left out: everything. */
  readonly roles?: readonly NodeRole[] | undefined
  /** False in a test: it looks at the leases when it is told to. */
  readonly hasTimers?: boolean
}

export interface BrokerParts {
  readonly database: DatabaseOptions | Database
  /** `file`: the market that a file describes, followed while it runs. */
  readonly feed: FeedChoice | MarketFileChoice
  /** False in a test: what is owed, how orders were executed and what a night costs is counted when it says so, and not by the hour. */
  readonly countsByTheHour?: boolean
  /** Who takes the house's own orders besides those of the market's file; for tests. */
  readonly providers?: readonly OpenedProvider[]
  /** How long what a provider has refused waits before it is tried again; shorter in a test. */
  readonly refusalPauseMs?: number | undefined
  /** How long what a provider has copied last is left out of a comparison; shorter in a test. */
  readonly copiesSettleMs?: number | undefined
  /** For so long the prices of every second are kept, in milliseconds; seven days where it is left out. */
  readonly pricesKeptMs?: number | undefined
  readonly tenants: readonly Tenant[]
  readonly clock: Clock
  readonly logger: Logger
  /** 32 bytes: seals the keys that sign receipts. */
  readonly masterKey: Uint8Array
  /** Host of the main site with its port, and the scheme of all sites. */
  readonly baseDomain: string
  readonly scheme: 'http' | 'https'
  readonly tenantsDir: string
  readonly texts: Texts
  /** Refuses to send an answer that breaks the contract; for tests and development. */
  readonly checksOutput: boolean
  readonly rateLimits?: Partial<RateLimits>
  /** Carries mails and texts; what is not configured is shown in the developer's outbox, or waits. */
  readonly mail?: MailSettings | undefined
  readonly sms?: SmsSettings | undefined
  /** Other nodes may act on the same books: this one acts on what it holds the leases of. Absent where it alone has them. */
  readonly leases?: LeaseChoice | undefined
  /** Shows `/dev/outbox`; never where real money is. */
  readonly hasDevTools: boolean
  /** Shares budgets and limits between nodes. */
  readonly redisUrl?: string | undefined
  /** The database of the books, where more nodes than one may count budgets in it; not used with a Redis. */
  readonly budgetsUrl?: string | undefined
  /** Milliseconds that a count is waited for; a test on a busy machine waits longer. */
  readonly budgetPatienceMs?: number | undefined
  /** Where the encrypted pictures lie. */
  readonly files: FileStore
  /** Tells other nodes what happens here, and hears them; without it there is one node. */
  readonly natsUrl?: string | undefined
  /** Another node says that folders of brands have changed: whoever follows them is to look now. */
  readonly lookAtBrands?: (() => void) | undefined
  /** True where whoever held the operator's socket before serves no longer, even if that process stands behind it. */
  readonly replacesOperatorSocket?: boolean
  /** Where the operator's command reaches the running broker: a socket that only its owner may open. Null: nowhere. */
  readonly operatorSocket: string | null
  /** False where real money is: then no page says that it is a demonstration. */
  readonly isSimulated?: boolean
  /** Makes the operators of a demonstration, whose secrets are kept in this folder; never where real money is. */
  readonly demoOperatorsDir?: string | undefined
  /** How long a brand that has gone may still be found by calls under way, in milliseconds; shorter in a test. */
  readonly leavingMs?: number
  /** How the market runs in a test. */
  readonly marketOptions?: Pick<MarketOptions, 'hasTimers' | 'hasPriceBands' | 'confirmations'>
  /** Calls added to the built-in ones or in their place, by the endpoint's name. */
  readonly extraHandlers?: SomeHandlers
}

/** How what was opened is closed, in the order of opening. */
export type Closers = (() => Promise<void> | void)[]
