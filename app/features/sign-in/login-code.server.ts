/** The second step of signing in: a code of the authenticator, or a recovery code, for the challenge that the password earned. */
import { redirect } from '@remix-run/node'
import { loginTwoStep } from '../../../contract/two-step'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { redirectWithToast } from '../../cookies/toast.server'
import { textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { answerSignIn, fieldOf, missingFields, signInRefusal } from './form-answer.server'
import { loadBoard } from './load-board.server'
import { turnAwayRealTrader } from './login.server'
import { deviceSecret, endedPrivateCookie, readChallenge, signedInHeaders } from './private-cookies.server'
import type { LoginCodeData } from './sign-in-data'

/** Back to the password, with a word why. */
function startAgain(context: SiteContext, from: string | null, text: string | undefined): Response {
  const message = text ? ({ kind: 'info', text } as const) : ({ kind: 'info', textKey: 'auth:signInTooLong' } as const)
  return redirectWithToast(paths.login({ from: from ?? undefined }), message, context, {
    headers: { 'Set-Cookie': endedPrivateCookie('challenge', context) },
  })
}

export async function loadLoginCode(request: Request, context: SiteContext): Promise<LoginCodeData> {
  const query = new URL(request.url).searchParams
  const from = safeReturnPath(query.get('from'))
  await turnAwayRealTrader(context, from)
  if (readChallenge(request, context) === null) throw startAgain(context, from, undefined)
  const [t, board] = await Promise.all([fixedT(context), loadBoard(context)])
  return { title: t('auth:twoStep.title'), from, isRecovery: query.get('recovery') === '1', board }
}

export async function signInWithCode(request: Request, context: SiteContext) {
  const form = await takeForm(request)
  const from = safeReturnPath(textOf(form, 'from'))
  const challenge = readChallenge(request, context)
  if (challenge === null) throw startAgain(context, from, undefined)
  const t = await fixedT(context)
  const missing = missingFields(form, { code: 'auth:enterCode' }, t)
  if (missing !== null) return answerSignIn(missing)

  const device = deviceSecret(request, context)
  const signedIn = await context.broker.call(loginTwoStep, { challenge, code: fieldOf(form, 'code'), device }, { initial: true })
  if (signedIn.ok) throw redirect(from ?? paths.home(), { headers: signedInHeaders(signedIn.data.token, device, context) })
  if (signedIn.error.name === 'TWO_STEP_CHALLENGE_INVALID') throw startAgain(context, from, signedIn.error.msg)
  return answerSignIn(signInRefusal(signedIn.error, t))
}
