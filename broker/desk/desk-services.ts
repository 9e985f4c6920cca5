/** What the calls of the desk stand on. Each area of it takes these and gives its handlers (open-desk.ts puts them together). */

import type { Brakes } from '../brakes/brakes'
import type { Bus } from '../bus/bus'
import type { Budgets } from '../calls/open-budgets'
import type { Database } from '../db/open-database'
import type { Delivery } from '../delivery/delivery'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import type { Logger } from '../ground/logger'
import type { Texts } from '../ground/texts'
import type { IdentityTools } from '../identity/identity-services'
import type { Market } from '../market/open-market'
import type { Pricing } from '../market/pricing'
import type { TenantMarket } from '../market/tenant-market'
import type { Notices } from '../notices/notices'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import type { RiskDesk } from '../risk/open-risk'
import type { KeyedHash } from '../secrets/keyed-hash'
import type { Terms } from '../terms/open-terms'
import type { Trading } from '../trading/open-trading'

export interface DeskServices {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly trading: Trading
  readonly pricing: Pricing
  readonly market: Market
  readonly tenantMarket: TenantMarket
  readonly delivery: Delivery
  readonly notices: Notices
  readonly terms: Terms
  readonly brakes: Brakes
  readonly risk: RiskDesk
  readonly reconciliation: Reconciliation
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
