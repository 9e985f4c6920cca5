/** Asks for a payout, or takes one back. Works without scripts: a refusal is the page again with what was typed. */
import { cancelWithdrawal, submitWithdrawal } from '../../../../contract/withdrawals'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { answerForm, formKeyOf, onceBy, refusalOf } from '../../../forms/keyed-form.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { confirmWhenAsked, requireAccess } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { LONGEST_AMOUNT, readAmount } from '../typed-amount'
import { kindOf } from './load-withdraw.server'
import type { WithdrawAnswer, WithdrawField } from './withdraw-data'

const LONGEST = longestOf(submitWithdrawal)
const FIELD_OF: Readonly<Record<string, WithdrawField>> = {
  WITHDRAW_AMOUNT_INVALID: 'amount',
  AMOUNT_TOO_PRECISE: 'amount',
  AMOUNT_TOO_LARGE: 'amount',
  WITHDRAW_AMOUNT_BELOW_FEE: 'amount',
  WITHDRAW_AMOUNT_TOO_LARGE: 'amount',
  WITHDRAW_CURRENCY_UNKNOWN: 'currency',
  PAYOUT_METHOD_UNKNOWN: 'method',
  PAYOUT_METHOD_MISMATCH: 'method',
  PAYOUT_METHOD_ON_HOLD: 'method',
}

export async function actOnWithdrawals(context: SiteContext, request: Request) {
  await requireAccess(context)
  const form = await takeForm(request)
  return textOf(form, 'intent') === 'cancel' ? takeBack(context, form) : ask(context, form)
}

async function takeBack(context: SiteContext, form: FormData) {
  const back = paths.mine.withdraw({ type: kindOf(textOf(form, 'type')) })
  const cancelled = await context.broker.call(cancelWithdrawal, { id: textOf(form, 'id', longestOf(cancelWithdrawal).id) || 'none' })
  if (!cancelled.ok) return redirectWithToast(back, brokerErrorToast(cancelled.error), context)
  return redirectWithToast(back, { kind: 'success', text: cancelled.msg }, context)
}

async function ask(context: SiteContext, form: FormData) {
  const type = kindOf(textOf(form, 'type'))
  const typed = {
    amount: textOf(form, 'number', LONGEST_AMOUNT),
    memo: textOf(form, 'memo', LONGEST.memo),
    currency: textOf(form, 'draw_currency_id', LONGEST.draw_currency_id),
    method: textOf(form, 'draw_method_id', LONGEST.draw_method_id),
    formKey: formKeyOf(form),
  }
  const t = await fixedT(context)
  const { value: amount, problem } = readAmount(typed.amount, 'USDT', 'withdraw:enterAmount', t)
  const problems: Partial<Record<WithdrawField, string>> = {
    ...(typed.currency === '' && { currency: t('withdraw:chooseCurrency') }),
    ...(typed.method === '' && { method: t('withdraw:chooseMethod') }),
    ...(problem !== undefined && { amount: problem }),
  }
  if (Object.keys(problems).length > 0) return answerForm<WithdrawAnswer>({ ...typed, problems, message: '' }, 422)
  const asked = await context.broker.call(
    submitWithdrawal,
    { draw_currency_id: typed.currency, draw_method_id: typed.method, number: amount, memo: typed.memo },
    onceBy(typed.formKey),
  )
  confirmWhenAsked(context, asked)
  if (asked.ok) return redirectWithToast(paths.mine.withdraw({ type }), { kind: 'success', text: asked.msg }, context)
  const { status, ...refused } = refusalOf(asked.error, { formKey: typed.formKey, field: FIELD_OF[asked.error.name] })
  return answerForm<WithdrawAnswer>({ ...typed, ...refused }, status)
}
