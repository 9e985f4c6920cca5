/**
 * What still works when a company closes or winds down.
 *
 * Invariant: nobody is ever kept from closing a position, cancelling an order or taking money out because the company winds down.
 */
import type { ErrorName } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import type { Tenant } from '../../contract/tenant'

/** `status` of getCompanyStatus. */
export const STATUS_ON_WIRE = { live: 0, closed: 1, 'wind-down': 2 } as const satisfies Record<Tenant['status'], number>

/** What tells a visitor that the company is closed, and where to go; and the link that turns mails off, which stands in each of them. */
const ALWAYS: ReadonlySet<EndpointName> = new Set([
  'listCompanies',
  'getCompanyStatus',
  'getBasicInfo',
  'getSetting',
  'listAreaCodes',
  'getExecution',
  'readAlertLink',
  'turnOffAlertMail',
] satisfies EndpointName[])

/** The way in for those who still have something to close or to withdraw. */
const WIND_DOWN_FOR_ALL: ReadonlySet<EndpointName> = new Set([
  'login',
  'loginTwoStep',
  'freezeAccount',
  'getCaptcha',
  'sendEmailCode',
  'sendSmsCode',
  'resetPassword',
  'listNews',
  'getNews',
  'listAnnouncements',
] satisfies EndpointName[])

const WIND_DOWN_FOR_TRADERS: ReadonlySet<EndpointName> = new Set([
  'logout',
  'getTrader',
  'createSocketTicket',
  'changePassword',
  'listSessions',
  'revokeSession',
  'revokeSessions',
  'getTwoStep',
  'startTwoStep',
  'enableTwoStep',
  'disableTwoStep',
  'renewRecoveryCodes',
  'confirmTwoStep',
  // Prices: without them nobody can judge what to close.
  'getCategories',
  'listInstruments',
  'listWatchlists',
  'changeWatchlists',
  'getRecentCandles',
  'getCandles',
  'listOrders',
  'listPositions',
  'closeOrder',
  'closeAllOrders',
  'cancelOrder',
  // A stop only ever lessens what a position may lose or ends it; nobody is made to watch an open one without.
  'setStopPrice',
  'listReceipts',
  'listReceiptProofs',
  'listDayReceipts',
  'listOrderTicks',
  // A fill can be challenged as long as there is one.
  'previewChallenge',
  'challengeFill',
  'listChallenges',
  'getChallenge',
  'addToChallenge',
  'withdrawChallenge',
  // Who still holds a position may want to be told of its price.
  'listAlerts',
  'createAlert',
  'changeAlert',
  'deleteAlert',
  'setAlertMail',
  // Statements and withdrawals, with everything a withdrawal needs: a payout method may have to be bound first, and where
  // a company asks for a verified identity the case must still be opened and answered.
  'getBalance',
  'getAccountDetail',
  'listAccountRecords',
  'getStatement',
  'listStatements',
  'getPeriodStatement',
  'listStatementRows',
  'getSolvency',
  'listNotices',
  'readNotices',
  'listDeposits',
  'listWithdrawCurrencies',
  'getWithdrawTerms',
  'submitWithdrawal',
  'cancelWithdrawal',
  'listWithdrawals',
  'listPayoutMethods',
  'bindPayoutMethod',
  'deletePayoutMethod',
  'uploadImage',
  'submitRealName',
  'getRealName',
  // Who still has money with the company must be able to complain.
  'sendFeedback',
] satisfies EndpointName[])

/** Why the company's state forbids the call; undefined when it is allowed. */
export function statusRefusal(tenant: Tenant, name: EndpointName, isSignedIn: boolean): ErrorName | undefined {
  if (tenant.status === 'live' || ALWAYS.has(name)) return undefined
  if (tenant.status === 'closed') return 'COMPANY_CLOSED'
  if (WIND_DOWN_FOR_ALL.has(name) || (isSignedIn && WIND_DOWN_FOR_TRADERS.has(name))) return undefined
  return 'COMPANY_WINDING_DOWN'
}
