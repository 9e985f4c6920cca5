/** The handlers of all traders' calls, put together from the rooms: each is given what it needs, by name. */
import { parseAmount } from '../../rules/money'
import type { Handlers } from '../calls/handler'
import { companyHandlers } from '../companies/company-handlers'
import { executionHandlers } from '../companies/execution-handlers'
import { newsHandlers } from '../content/news-handlers'
import { challengeHandlers } from '../disputes/challenge-handlers'
import { feedbackHandlers } from '../feedback/feedback-handlers'
import { openAccount } from '../ledger/open-account'
import { dayReceiptHandlers } from '../log/day-receipts'
import { proofHandlers } from '../log/prove-receipts'
import { marketHandlers } from '../market/market-handlers'
import { noticeHandlers } from '../notices/notice-handlers'
import { rankingHandlers } from '../ranking/ranking-handlers'
import { receiptHandlers } from '../receipts/list-receipts'
import { userHandlers } from '../sign-in/user-handlers'
import type { UserServices } from '../sign-in/user-services'
import { companyAssets } from '../solvency/company-assets'
import { solvencyHandlers } from '../solvency/solvency-handlers'
import { openStatements } from '../statements/open-statements'
import { statementHandlers } from '../statements/statement-handlers'
import { ipCountries } from '../traders/ip-country'
import { recordHandlers } from '../wallet/account-records'
import { depositHandlers } from '../wallet/deposit-handlers'
import { payoutMethodHandlers } from '../wallet/payout-method-handlers'
import { withdrawalHandlers } from '../wallet/withdrawal-handlers'
import { watchlistHandlers } from '../watchlists/watchlist-handlers'
import type { BrokerParts } from './broker-parts'
import type { Ground } from './lay-ground'

export function builtInHandlers({ clock, logger, masterKey, tenantsDir, isSimulated = true }: BrokerParts, ground: Ground): Handlers {
  const { texts, directory, database, market, tenantMarket, trading, delivery, keyedHash, keys: signer } = ground
  const { pricing } = trading
  return {
    ...companyHandlers(directory, { isSimulated }),
    ...executionHandlers({ days: ground.executionDays, knows: (code) => market.instrument(code) !== undefined }),
    ...newsHandlers({ database, articlesOf: ground.news.articlesOf }),
    ...userHandlers({ database, delivery, keyedHash, masterKey, countryOf: ipCountries(), openBooks }),
    ...ground.identity.handlers,
    ...marketHandlers({
      market: tenantMarket,
      pricing,
      texts,
      candles: (code, period, range) => market.candles(code, period, range),
    }),
    ...trading.handlers,
    ...receiptHandlers(),
    ...proofHandlers(),
    ...dayReceiptHandlers(),
    ...challengeHandlers(),
    ...ground.alerts.handlers,
    ...rankingHandlers({ database, clock }),
    ...depositHandlers(),
    ...feedbackHandlers({ database, keyedHash }),
    ...noticeHandlers({ texts }),
    ...recordHandlers({ texts }),
    ...statementHandlers({ database, statements: openStatements({ database, signer, clock, logger, signed: ground.sealer.nudge }) }),
    ...solvencyHandlers({ assetsOf: companyAssets(tenantsDir, logger) }),
    ...withdrawalHandlers({ trading, texts }),
    ...payoutMethodHandlers({ texts }),
    ...watchlistHandlers(),
  }
}

const openBooks: UserServices['openBooks'] = (tx, tenant, { id, isDemo }, now) =>
  openAccount(tx, { tenantId: tenant.id, traderId: id, isDemo }, isDemo ? parseAmount(tenant.trading.demoBalance) : 0n, now)
