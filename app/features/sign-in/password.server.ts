/** Changing the password in a running session: a code to the trader's own address, which nobody can name another. */
import { changePassword } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { redirectWithToast } from '../../cookies/toast.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { maskedEmail, maskedMobile } from '../../ui/initials'
import { requireRealTrader } from '../../visitor/guards.server'
import type { SiteContext, TraderInfo } from '../../visitor/load-context.server'
import { areaOfMobile, loadAreas } from './areas.server'
import { answerSignIn, fieldOf, intentOf, missingFields, sentCodeOf, signInRefusal } from './form-answer.server'
import { endedPrivateCookie } from './private-cookies.server'
import { answerSendCode, readSentCode } from './sent-code.server'
import type { PasswordData } from './sign-in-data'

const maskedTarget = ({ email, mobile }: TraderInfo): string => (email === '' ? maskedMobile(mobile) : maskedEmail(email))

export async function loadPassword(request: Request, context: SiteContext): Promise<PasswordData> {
  const trader = await requireRealTrader(context)
  const t = await fixedT(context)
  const sent = readSentCode(request, context, 'change')?.sent
  const target = maskedTarget(trader)
  return {
    title: t('user:changePassword'),
    kind: trader.email === '' ? 'mobile' : 'email',
    maskedTarget: target,
    sent: sent?.target === target ? sent : null,
  }
}

async function sendToSelf(request: Request, context: SiteContext, trader: TraderInfo) {
  const kind = trader.email === '' ? 'mobile' : 'email'
  const areaId = kind === 'mobile' ? (areaOfMobile(await loadAreas(context), trader.mobile)?.id ?? '') : ''
  const account = kind === 'mobile' ? trader.mobile : trader.email
  return answerSendCode(request, context, { purpose: 'change', kind, account, areaId, target: maskedTarget(trader), values: {} })
}

export async function replacePassword(request: Request, context: SiteContext) {
  const trader = await requireRealTrader(context)
  const form = await takeForm(request)
  if (intentOf(form) === 'send-code') return sendToSelf(request, context, trader)
  const t = await fixedT(context)
  const required = { password: 'forgot:enterNewPassword', re_password: 'auth:repeatThePassword', code: 'auth:enterCode' }
  const missing = missingFields(form, required, t)
  if (missing !== null) return answerSignIn(missing)
  const oldPassword = fieldOf(form, 'old_password')
  const changed = await context.broker.call(changePassword, {
    new_password: fieldOf(form, 'password'),
    secondary_password: fieldOf(form, 're_password'),
    auth_code: sentCodeOf(form),
    ...(oldPassword === '' ? {} : { old_password: oldPassword }),
  })
  if (!changed.ok) return answerSignIn(signInRefusal(changed.error, t))
  const message = changed.msg === '' ? { textKey: 'forgot:changed' } : { text: changed.msg }
  throw redirectWithToast(paths.user(), { kind: 'success', ...message }, context, {
    headers: { 'Set-Cookie': endedPrivateCookie('code_change', context) },
  })
}
