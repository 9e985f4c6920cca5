/** A new payout method: what it can be for, and saving it. Leads back to where the trader came from. */
import { getRealName } from '../../../../contract/identity'
import { bindPayoutMethod, listWithdrawCurrencies } from '../../../../contract/withdrawals'
import { paths } from '../../../addresses/paths'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { answerForm, formKeyOf, newFormKey, onceBy, refusalOf } from '../../../forms/keyed-form.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { confirmWhenAsked, requireAccess, requireRealTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { currencyChoice, kindOf } from '../withdraw/load-withdraw.server'
import type { PayoutKind } from '../withdraw/withdraw-data'
import { BANK_FIELDS, type BindAnswer, type BindData, type BindField, type BindValues } from './method-data'
import { listPath } from './methods.server'

const VERIFIED = 2
const LONGEST = longestOf(bindPayoutMethod)
const FIELD_OF: Readonly<Record<string, BindField>> = {
  WITHDRAW_CURRENCY_UNKNOWN: 'draw_id',
  PAYOUT_ADDRESS_INVALID: 'dc_address',
  PAYOUT_IBAN_INVALID: 'payee_account',
  PAYOUT_SWIFT_INVALID: 'bank_swift',
}
const fieldsOf = (type: PayoutKind): readonly BindField[] => (type === '1' ? ['draw_id', 'dc_address'] : ['draw_id', ...BANK_FIELDS])
const fromOf = (text: string | null): BindData['from'] => (text === 'withdraw' ? 'withdraw' : null)

/** @param search `type` 1 coin, 2 bank; `from=withdraw` leads back there; `currency` is chosen at first */
export async function loadBind(context: SiteContext, search: URLSearchParams): Promise<BindData> {
  await requireRealTrader(context)
  await requireAccess(context)
  const { broker } = context
  const type = kindOf(search.get('type'))
  const [t, listed, verified] = await Promise.all([
    fixedT(context),
    broker.call(listWithdrawCurrencies, { type }),
    type === '2' ? broker.call(getRealName, {}) : null,
  ])
  const currencies = requireAnswer(listed).map(currencyChoice)
  const from = fromOf(search.get('from'))
  const wanted = currencies.find(({ id }) => id === search.get('currency')) ?? currencies[0]
  const titleKey = type === '1' ? 'bank:addCoin' : 'bank:addBank'
  return {
    title: t(titleKey),
    titleKey,
    backTo: from === 'withdraw' ? paths.mine.withdraw({ type }) : listPath(type),
    type,
    currencies,
    currency: wanted?.id ?? '',
    holder: verified?.ok === true && verified.data.review_status === VERIFIED ? verified.data.name : '',
    from,
    formKey: newFormKey(),
  }
}

export async function bindMethod(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  await requireAccess(context)
  const form = await takeForm(request)
  const type = kindOf(textOf(form, 'type'))
  const fields = fieldsOf(type)
  const values: BindValues = Object.fromEntries(fields.map((field) => [field, textOf(form, field).trim().slice(0, LONGEST[field])]))
  const formKey = formKeyOf(form)
  const missing = fields.filter((field) => !values[field])
  if (missing.length > 0) {
    const t = await fixedT(context)
    const problems = Object.fromEntries(missing.map((field) => [field, t('bank:required')]))
    return answerForm<BindAnswer>({ problems, message: '', values, formKey }, 422)
  }
  const { draw_id = '', ...destination } = values
  const bound = await context.broker.call(bindPayoutMethod, { draw_id, type, ...destination }, onceBy(formKey))
  confirmWhenAsked(context, bound)
  if (!bound.ok) {
    const { status, ...refused } = refusalOf(bound.error, { formKey, field: FIELD_OF[bound.error.name] })
    return answerForm<BindAnswer>({ ...refused, values }, status)
  }
  const isFromWithdraw = fromOf(textOf(form, 'from')) === 'withdraw'
  const back = isFromWithdraw ? paths.mine.withdraw({ type, method: bound.data.id }) : listPath(type)
  return redirectWithToast(back, { kind: 'success', text: bound.msg }, context)
}
