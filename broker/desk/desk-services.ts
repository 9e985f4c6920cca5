/** What the calls of the desk stand on. Each area of it takes these and gives its handlers (open-desk.ts puts them together). */
import type { Bus } from '../bus/bus'
import type { Clock } from '../clock'
import type { TenantDirectory } from '../companies/tenant-directory'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { Budgets } from '../http/open-budgets'
import type { IdentityTools } from '../identity/open-identity'
import type { Logger } from '../logger'
import type { Market } from '../market/open-market'
import type { Pricing } from '../market/pricing'
import type { TenantMarket } from '../market/tenant-market'
import type { Notices } from '../notices/notices'
import type { Texts } from '../texts'
import type { Trading } from '../trading/open-trading'
import type { KeyedHash } from '../users/keyed-hash'

export interface DeskServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly trading: Trading
  readonly pricing: Pricing
  readonly market: Market
  readonly tenantMarket: TenantMarket
  readonly delivery: Delivery
  readonly notices: Notices
  /** Keys, store and reader of people's pictures. */
  readonly identity: IdentityTools
  readonly keyedHash: KeyedHash
  /** 32 bytes; seals what an operator's authenticator shares with us. */
  readonly masterKey: Uint8Array
  readonly bus: Bus
  readonly budgets: Budgets
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: Texts
}
