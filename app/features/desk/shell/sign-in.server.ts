/** Signing in at the desk and changing one's password, with or without JavaScript. */

import { redirect } from '@remix-run/node'
import { changeOperatorPassword, deskLogin, deskLogout } from '../../../../contract/desk/session'
import { OPERATOR_IDLE_MINUTES } from '../../../../contract/told-limits'
import { paths } from '../../../addresses/paths'
import { deskCookie, endedDeskCookie } from '../../../cookies/desk-session.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { requireDesk, requireOperator } from '../../../visitor/desk-guards.server'
import { safeDeskPath } from '../../../visitor/desk-login.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { answerSignIn, fieldOf, missingFields, signInRefusal, valuesOf } from '../../sign-in/form-answer.server'

const LONGEST = longestOf(deskLogin)

interface DeskLoginData {
  readonly title: string
  readonly from: string | null
}

export async function loadDeskLogin(request: Request, context: SiteContext): Promise<DeskLoginData> {
  requireDesk(context)
  const from = safeDeskPath(new URL(request.url).searchParams.get('from'))
  if (context.desk.token !== null && (await context.desk.operator()) !== null) throw redirect(from ?? paths.desk.home())
  const t = await fixedT(context)
  return { title: t('desk:shell.login.title'), from }
}

export async function signInAtDesk(request: Request, context: SiteContext) {
  requireDesk(context)
  const form = await takeForm(request)
  const values = valuesOf(form)
  const t = await fixedT(context)
  const required = {
    account: 'desk:shell.login.nameRequired',
    password: 'desk:shell.login.passwordRequired',
    code: 'desk:shell.login.codeRequired',
  }
  const missing = missingFields(form, required, t)
  if (missing !== null) return answerSignIn({ values, ...missing })
  const proof = {
    name: fieldOf(form, 'account').slice(0, LONGEST.name),
    password: fieldOf(form, 'password'),
    code: fieldOf(form, 'code').slice(0, LONGEST.code),
  }
  const signedIn = await context.desk.broker.as(null).call(deskLogin, proof, { initial: true })
  if (!signedIn.ok) {
    const tooMany = signedIn.error.name === 'TOO_MANY_REQUESTS' ? { message: t('desk:shell.login.tooMany') } : {}
    return answerSignIn({ values, ...signInRefusal(signedIn.error, t), ...tooMany })
  }
  throw redirect(safeDeskPath(textOf(form, 'from')) ?? paths.desk.home(), {
    headers: { 'Set-Cookie': deskCookie(signedIn.data.token, context.isSecure) },
  })
}

/** The cookie goes even when the broker cannot be reached. */
export async function signOutOfDesk(request: Request, context: SiteContext): Promise<Response> {
  requireDesk(context)
  const isIdle = textOf(await takeForm(request), 'why') === 'idle'
  if (context.desk.token !== null) await context.desk.broker.call(deskLogout, {}, { initial: true })
  const textKey = isIdle ? 'desk:shell.signedOutIdle' : 'desk:shell.signedOut'
  const values = { minutes: String(OPERATOR_IDLE_MINUTES) }
  return redirectWithToast(paths.desk.login(), { kind: 'info', textKey, values }, context, {
    headers: { 'Set-Cookie': endedDeskCookie(context.isSecure) },
  })
}

export async function replaceOwnPassword(request: Request, context: SiteContext) {
  await requireOperator(context)
  const form = await takeForm(request)
  const t = await fixedT(context)
  const required = {
    old_password: 'desk:shell.login.passwordRequired',
    password: 'desk:shell.login.passwordRequired',
    code: 'desk:shell.login.codeRequired',
  }
  const missing = missingFields(form, required, t)
  if (missing !== null) return answerSignIn(missing)
  if (fieldOf(form, 'password') !== fieldOf(form, 're_password')) {
    return answerSignIn({ problems: { re_password: t('desk:shell.newPassword.differ') } })
  }
  const changed = await context.desk.broker.call(changeOperatorPassword, {
    old_password: fieldOf(form, 'old_password'),
    new_password: fieldOf(form, 'password'),
    code: fieldOf(form, 'code').slice(0, LONGEST.code),
  })
  if (!changed.ok) return answerSignIn(signInRefusal(changed.error, t))
  throw redirectWithToast(paths.desk.home(), { kind: 'success', textKey: 'desk:shell.newPassword.changed' }, context)
}
