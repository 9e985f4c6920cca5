/** Asks for a code again in a running session, and leads back to where the trader wanted to go. */
import { data, redirect } from '@remix-run/node'
import { confirmTwoStep } from '../../../contract/two-step'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { longestOf, textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { ConfirmAnswer, ConfirmData } from './confirm-page'

const wayOn = (from: string | null): string => safeReturnPath(from) ?? paths.user()

export async function loadConfirm(context: SiteContext, from: string | null): Promise<ConfirmData> {
  const trader = await requireRealTrader(context)
  // Nothing to ask: two-step sign-in is off, or a code was given just now.
  if (trader.two_step === 0 || trader.step_up_until > context.now()) throw redirect(wayOn(from))
  const t = await fixedT(context)
  return { title: t('account:confirm.title'), from: safeReturnPath(from) }
}

export async function giveCode(context: SiteContext, request: Request) {
  await requireRealTrader(context)
  const form = await takeForm(request)
  const from = textOf(form, 'from')
  const confirmed = await context.broker.call(confirmTwoStep, { code: textOf(form, 'code', longestOf(confirmTwoStep).code) })
  if (confirmed.ok || confirmed.error.name === 'TWO_STEP_NOT_ON') return redirect(wayOn(from))
  const t = await fixedT(context)
  return data<ConfirmAnswer>({ message: confirmed.error.msg || t('public:connection.askAgain') }, { status: 422 })
}
