/** The withdraw page: what can be paid out and where to, what is free, how long it takes, and the records. */

import type { OutputOf } from '../../../../contract/endpoint'
import { getWithdrawTerms, listPayoutMethods, listWithdrawals, listWithdrawCurrencies } from '../../../../contract/withdrawals'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { newFormKey } from '../../../forms/keyed-form.server'
import { fixedT } from '../../../language/i18n.server'
import { isCoinPayout, readPayoutFee, readWithdrawTerms } from '../../../terms/payout'
import { readMoneyStatus } from '../../../terms/review'
import { momentOf } from '../../../time/moment.server'
import { requireAccess } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { lastOf, shortAddress } from '../payout-name'
import type { CurrencyChoice, MethodChoice, PayoutKind, WithdrawData, WithdrawRecord } from './withdraw-data'

/** More records than this are in the account detail. */
const MOST_PAGES = 25

export const kindOf = (text: string | null): PayoutKind => (text === '2' ? '2' : '1')

/** @param search `type` 1 coin, 2 bank; `method` the one that was bound just now; `page` how many pages of records are shown */
export async function loadWithdraw(context: SiteContext, search: URLSearchParams): Promise<WithdrawData> {
  await requireAccess(context)
  const { broker } = context
  const type = kindOf(search.get('type'))
  const pages = pagesOf(search.get('page'))
  const [t, currencies, methods, terms, ...lists] = await Promise.all([
    fixedT(context),
    broker.call(listWithdrawCurrencies, { type }),
    broker.call(listPayoutMethods, { draw_type: type }),
    broker.call(getWithdrawTerms, {}),
    ...Array.from({ length: pages }, (_, index) => broker.call(listWithdrawals, { type, page: String(index + 1) })),
  ])
  const bound = requireAnswer(methods).map((method) => methodChoice(context, method))
  const answers = lists.map(requireAnswer)
  const wanted = search.get('method')
  return {
    title: t('user:withdraw'),
    type,
    currencies: requireAnswer(currencies).map(currencyChoice),
    methods: bound,
    chosenMethod: bound.some(({ id }) => id === wanted) ? wanted : null,
    ...readWithdrawTerms(requireAnswer(terms)),
    records: unique(answers.flatMap(({ data }) => data)).map((record) => recordOf(context, record)),
    total: answers[0]?.total ?? 0,
    pages,
    formKey: newFormKey(),
  }
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}

export function currencyChoice(currency: OutputOf<typeof listWithdrawCurrencies>[number]): CurrencyChoice {
  const { id, code, protocol, draw_rate: rate, fee_type: fee, usd_price: usdPrice } = currency
  return { id, code, protocol, feeType: readPayoutFee(fee), rate, usdPrice }
}

type Method = OutputOf<typeof listPayoutMethods>[number]

function methodChoice({ language, now }: SiteContext, method: Method): MethodChoice {
  const isCoin = method.dc_address !== ''
  return {
    id: method.id,
    currencyId: method.draw_id,
    name: isCoin ? shortAddress(method.dc_address) : `${method.bank_name} …${method.payee_account.slice(-4)}`,
    caption: isCoin ? method.draw_currency.protocol : method.payee_name,
    usableFrom: method.usable_from > now() ? momentOf(method.usable_from, language) : null,
  }
}

type ListedWithdrawal = OutputOf<typeof listWithdrawals>['data'][number]

/** A record that moved to the next page between two reads is shown once. */
function unique(records: readonly ListedWithdrawal[]): ListedWithdrawal[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

function recordOf({ language }: SiteContext, record: ListedWithdrawal): WithdrawRecord {
  return {
    id: record.id,
    isCoin: isCoinPayout(record),
    code: record.draw_currency.code,
    protocol: record.protocol,
    last: lastOf(record.address, record.payee_account),
    at: momentOf(record.created_at, language),
    amount: record.number,
    fee: record.fee,
    receives: record.real_number,
    status: readMoneyStatus(record.status),
    statusName: record.status_name,
    notes: record.notes,
    remark: record.remark,
    canCancel: record.can_cancel,
    place: record.place,
  }
}
