/** Every check, in the order in which they are run: the ground rules first, for what breaks there breaks everything behind it. */
import type { Check } from './check'
import { ACCOUNT_CHECKS } from './checks/account-checks'
import { ANSWER_CHECKS } from './checks/answer-checks'
import { IDEMPOTENCY_CHECKS } from './checks/idempotency-checks'
import { ISOLATION_CHECKS } from './checks/isolation-checks'
import { MARKET_CHECKS } from './checks/market-checks'
import { ORDER_CHECKS } from './checks/order-checks'
import { SOCKET_CHECKS } from './checks/socket-checks'
import { STATEMENT_CHECKS } from './checks/statement-checks'
import { TRANSPORT_CHECKS } from './checks/transport-checks'

export const CHECKS: readonly Check[] = [
  ...TRANSPORT_CHECKS,
  ...ANSWER_CHECKS,
  ...ACCOUNT_CHECKS,
  ...MARKET_CHECKS,
  ...ORDER_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...SOCKET_CHECKS,
  ...ISOLATION_CHECKS,
  ...STATEMENT_CHECKS,
]
