/** The deposit page: where to send in the chosen way, and what became of what was sent. */

import { listCollectionAccounts, listDepositBankCoins, listDepositNetworks, listDeposits } from '../../../../contract/deposits'
import type { OutputOf } from '../../../../contract/endpoint'
import { getWithdrawTerms } from '../../../../contract/withdrawals'
import type { BrokerResult } from '../../../broker-client/broker.server'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { newFormKey } from '../../../forms/keyed-form.server'
import { fixedT } from '../../../language/i18n.server'
import { isCoinDeposit } from '../../../terms/payout'
import { readMoneyStatus } from '../../../terms/review'
import { momentOf } from '../../../time/moment.server'
import { drawQrCode } from '../../../ui/qr-code.server'
import { requireRealTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import type { AccountChoice, DepositData, DepositKind, DepositRecord, NetworkChoice } from './deposit-data'

/** More records than this are in the account detail. */
const MOST_PAGES = 25

export const depositKindOf = (text: string | null): DepositKind => (text === '1' ? '1' : '0')

/** @param search `type` 0 coin, 1 bank; `network` or `account` the one chosen at first; `page` how many pages of records are shown */
export async function loadDeposit(context: SiteContext, search: URLSearchParams): Promise<DepositData> {
  await requireRealTrader(context)
  const type = depositKindOf(search.get('type'))
  const pages = pagesOf(search.get('page'))
  const [t, networks, accounts, balance, ...lists] = await Promise.all([
    fixedT(context),
    type === '0' ? loadNetworks(context) : [],
    type === '1' ? loadAccounts(context) : [],
    balanceOf(context),
    ...Array.from({ length: pages }, (_, index) => context.broker.call(listDeposits, { type, page: String(index + 1) })),
  ])
  const answers = lists.map(requireAnswer)
  const wanted = search.get(type === '0' ? 'network' : 'account')
  return {
    title: t('user:deposit'),
    type,
    networks,
    accounts,
    chosen: [...networks, ...accounts].some(({ id }) => id === wanted) ? wanted : null,
    balance,
    records: unique(answers.flatMap(({ data }) => data)).map((record) => recordOf(context, record)),
    total: answers[0]?.total ?? 0,
    pages,
    formKey: newFormKey(),
  }
}

/** Of a question, not of a decision: where it cannot be read, nothing is held. */
export async function balanceOf({ broker }: SiteContext): Promise<string> {
  const terms = await broker.call(getWithdrawTerms, {})
  return terms.ok ? terms.data.balance : '0'
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}

/** A company that winds down names nowhere to send to; what was sent before is still listed. */
const isRefusedByClosing = (answer: BrokerResult<unknown>): boolean => !answer.ok && answer.error.name === 'COMPANY_WINDING_DOWN'

async function loadNetworks({ broker }: SiteContext): Promise<NetworkChoice[]> {
  const networks = await broker.call(listDepositNetworks, {})
  if (isRefusedByClosing(networks)) return []
  return requireAnswer(networks).map(({ id, address, currency_code, protocol_code }) => ({
    id,
    address,
    currency: currency_code,
    protocol: protocol_code,
    qr: drawQrCode(address),
  }))
}

async function loadAccounts({ broker }: SiteContext): Promise<AccountChoice[]> {
  const answer = await broker.call(listDepositBankCoins, {})
  if (isRefusedByClosing(answer)) return []
  const coins = requireAnswer(answer)
  const lists = await Promise.all(
    coins.map(async ({ id, name }) => {
      const accounts = requireAnswer(await broker.call(listCollectionAccounts, { bank_coin: id }))
      return accounts.map((account) => accountOf(name, account))
    }),
  )
  return lists.flat()
}

function accountOf(coin: string, account: OutputOf<typeof listCollectionAccounts>[number]): AccountChoice {
  return {
    id: account.id,
    coin,
    bankName: account.bank_name,
    bankAddress: account.bank_address,
    swift: account.bank_swift,
    payee: account.payee_name,
    account: account.payee_account,
    reference: account.bank_remark,
    rate: account.usdt_rate,
  }
}

type ListedDeposit = OutputOf<typeof listDeposits>['data'][number]

/** A record that moved to the next page between two reads is shown once. */
function unique(records: readonly ListedDeposit[]): ListedDeposit[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

function recordOf({ language }: SiteContext, record: ListedDeposit): DepositRecord {
  return {
    id: record.id,
    isCoin: isCoinDeposit(record),
    currency: record.currency_code,
    protocol: record.protocol_code,
    at: momentOf(record.created_at, language),
    amount: record.number,
    status: readMoneyStatus(record.status),
    remark: record.remark,
    credited: record.credited,
  }
}
