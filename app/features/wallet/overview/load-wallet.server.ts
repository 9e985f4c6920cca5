/** The wallet: what there is, what moved last, and how much stands behind each of its links. */
import { listDeposits } from '../../../../contract/deposits'
import type { OutputOf } from '../../../../contract/endpoint'
import { getBalance, listAccountRecords } from '../../../../contract/wallet'
import { listPayoutMethods, listWithdrawals } from '../../../../contract/withdrawals'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import type { Language } from '../../../language/language'
import { isCoinDeposit, isCoinPayout } from '../../../terms/payout'
import { readMoneyStatus } from '../../../terms/review'
import { momentOf } from '../../../time/moment.server'
import { requireRealTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { payoutCurrency } from '../payout-name'
import type { Activity, WalletData } from './wallet-data'

const SHOWN = 4

export async function loadWallet(context: SiteContext): Promise<WalletData> {
  await requireRealTrader(context)
  const { broker, language } = context
  const [t, money, records, coins, cards, ...lists] = await Promise.all([
    fixedT(context),
    broker.call(getBalance, {}),
    broker.call(listAccountRecords, {}),
    broker.call(listPayoutMethods, { draw_type: '1' }),
    broker.call(listPayoutMethods, { draw_type: '2' }),
    broker.call(listDeposits, { type: '0' }),
    broker.call(listDeposits, { type: '1' }),
    broker.call(listWithdrawals, { type: '1' }),
    broker.call(listWithdrawals, { type: '2' }),
  ])
  const [coinDeposits, bankDeposits, coinPayouts, bankPayouts] = lists
  const activity = [
    ...[coinDeposits, bankDeposits].flatMap((list) => requireAnswer(list).data.map((one) => ofDeposit(one, language))),
    ...[coinPayouts, bankPayouts].flatMap((list) => requireAnswer(list).data.map((one) => ofWithdrawal(one, language))),
  ]
  const { balance, lock_balance: frozen } = requireAnswer(money)
  return {
    title: t('user:wallet'),
    balance,
    frozen,
    activity: activity.sort((a, b) => b.at.at - a.at.at).slice(0, SHOWN),
    counts: {
      records: requireAnswer(records).total,
      coinAddresses: requireAnswer(coins).length,
      bankCards: requireAnswer(cards).length,
    },
  }
}

function ofDeposit(one: OutputOf<typeof listDeposits>['data'][number], language: Language): Activity {
  return {
    key: `deposit ${one.id}`,
    direction: 'in',
    isCoin: isCoinDeposit(one),
    currency: payoutCurrency(one.currency_code, one.protocol_code),
    at: momentOf(one.created_at, language),
    amount: one.number,
    status: readMoneyStatus(one.status),
    statusName: '',
  }
}

function ofWithdrawal(one: OutputOf<typeof listWithdrawals>['data'][number], language: Language): Activity {
  return {
    key: `withdrawal ${one.id}`,
    direction: 'out',
    isCoin: isCoinPayout(one),
    currency: payoutCurrency(one.draw_currency.code, one.protocol),
    at: momentOf(one.created_at, language),
    amount: one.number,
    status: readMoneyStatus(one.status),
    statusName: one.status_name,
  }
}
