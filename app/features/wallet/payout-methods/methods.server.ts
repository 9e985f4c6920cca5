/** The saved payout methods of one kind, and deleting one. */
import { deletePayoutMethod, listPayoutMethods } from '../../../../contract/withdrawals'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { momentOf } from '../../../time/moment.server'
import { confirmWhenAsked, requireAccess } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { shortAddress } from '../payout-name'
import type { PayoutKind } from '../withdraw/withdraw-data'
import type { MethodsData } from './method-data'

const TITLE_OF = { 1: 'user:coinAddresses', 2: 'user:bankCards' } as const satisfies Record<PayoutKind, string>
export const listPath = (type: PayoutKind): string => (type === '1' ? paths.mine.coinAddresses() : paths.mine.bankCards())

export async function loadMethods(context: SiteContext, type: PayoutKind): Promise<MethodsData> {
  await requireAccess(context)
  const { broker, language } = context
  const [t, answer] = await Promise.all([fixedT(context), broker.call(listPayoutMethods, { draw_type: type })])
  const rows = requireAnswer(answer).map((method) => ({
    id: method.id,
    code: method.draw_currency.code,
    protocol: method.draw_currency.protocol,
    detail: type === '1' ? shortAddress(method.dc_address, 12, 9) : method.payee_name,
    ending: type === '1' ? '' : method.payee_account.slice(-4),
    bankName: method.bank_name,
    usableFrom: method.usable_from > context.now() ? momentOf(method.usable_from, language) : null,
  }))
  return { title: t(TITLE_OF[type]), type, rows }
}

export async function deleteMethod(context: SiteContext, request: Request, type: PayoutKind) {
  await requireAccess(context)
  const form = await takeForm(request)
  const deleted = await context.broker.call(deletePayoutMethod, { id: textOf(form, 'id', longestOf(deletePayoutMethod).id) || 'none' })
  confirmWhenAsked(context, deleted)
  const message = deleted.ok ? ({ kind: 'success', text: deleted.msg } as const) : brokerErrorToast(deleted.error)
  return redirectWithToast(listPath(type), message, context)
}
