/** What a broker is put together from, by whoever runs one: this process, a command, a test. */
import type { Tenant } from '../../contract/tenant'
import type { SomeHandlers } from '../calls/handler'
import type { RateLimits } from '../calls/rate-limits'
import type { Database, DatabaseOptions } from '../db/open-database'
import type { SmsSettings } from '../delivery/sms-carrier'
import type { MailSettings } from '../delivery/smtp-carrier'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import type { FeedChoice } from '../market/choose-feed'
import type { MarketOptions } from '../market/open-market'

export interface MarketFileChoice {
  readonly kind: 'file'
  readonly file: string
  /** The environment, in which the secrets of sources stand. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

export interface BrokerParts {
  readonly database: DatabaseOptions | Database
  /** `file`: the market that a file describes, followed while it runs. */
  readonly feed: FeedChoice | MarketFileChoice
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
  /** Shows `/dev/outbox`; never where real money is. */
  readonly hasDevTools: boolean
  /** Shares budgets and limits between nodes; in process without it. */
  readonly redisUrl?: string | undefined
  /** Milliseconds that an answer of it is waited for; a test on a busy machine waits longer. */
  readonly redisPatienceMs?: number | undefined
  /** Folder of the encrypted pictures. */
  readonly imagesDir: string
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
