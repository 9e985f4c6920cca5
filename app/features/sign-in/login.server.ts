/** The login screen on the server: its data, and signing in with or without JavaScript. */
import { redirect } from '@remix-run/node'
import { getBasicInfo } from '../../../contract/companies'
import { login } from '../../../contract/users'
import { paths } from '../../addresses/paths'
import { safeReturnPath } from '../../addresses/route-access'
import { COOKIE, readCookie } from '../../cookies/cookies'
import { textOf } from '../../forms/form-text.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { loadAreas, wireMobile } from './areas.server'
import { accountRequired, answerSignIn, fieldOf, kindOf, missingFields, signInRefusal, valuesOf } from './form-answer.server'
import { loadBoard } from './load-board.server'
import { challengeCookie, deviceCookie, deviceSecret, readAccount, signedInHeaders } from './private-cookies.server'
import type { LoginData } from './sign-in-data'

const NO_AREAS = { list: [], usual: '' }

/** Somebody with a real account has nothing to do here; a demo trader may go over to a real one. */
export async function turnAwayRealTrader(context: SiteContext, from: string | null): Promise<void> {
  const trader = await context.trader()
  if (trader !== null && trader.is_demo === 0) throw redirect(from ?? paths.home())
}

export async function loadLogin(request: Request, context: SiteContext): Promise<LoginData> {
  const query = new URL(request.url).searchParams
  const from = safeReturnPath(query.get('from'))
  await turnAwayRealTrader(context, from)
  const kind = kindOf(query.get('type'))
  const [t, areas, board, settings] = await Promise.all([
    fixedT(context),
    kind === 'mobile' ? loadAreas(context) : NO_AREAS,
    loadBoard(context),
    context.broker.as(null).call(getBasicInfo, {}),
  ])
  return {
    title: t('auth:logIn'),
    kind,
    from,
    areas,
    values: readAccount(request, context) ?? {},
    demoBalance: settings.ok ? settings.data.demo_balance : null,
    hasDemo: Boolean(readCookie(request.headers.get('cookie'), COOKIE.demoId)),
    board,
  }
}

/** Throws the redirect of a sign-in that worked, or half worked; else the answer for the page. */
export async function signIn(request: Request, context: SiteContext) {
  const form = await takeForm(request)
  const kind = kindOf(textOf(form, 'login_type'))
  const values = valuesOf(form)
  const t = await fixedT(context)
  const missing = missingFields(form, { account: accountRequired(kind), password: 'auth:enterPassword' }, t)
  if (missing !== null) return answerSignIn({ values, ...missing })

  const typed = fieldOf(form, 'account')
  const area = kind === 'mobile' ? (await loadAreas(context)).list.find(({ id }) => id === values.area_id) : undefined
  const account = kind === 'mobile' ? wireMobile(area, typed) : typed
  const device = deviceSecret(request, context)
  const from = safeReturnPath(textOf(form, 'from'))
  // The token of the session that is left goes along: the broker ends that session with this sign-in.
  const credentials = { account, password: fieldOf(form, 'password'), login_type: kind, device }
  const signedIn = await context.broker.call(login, credentials, { initial: true })
  if (signedIn.ok) throw redirect(from ?? paths.home(), { headers: signedInHeaders(signedIn.data.token, device, context) })

  const { error } = signedIn
  const challenge = error.details.challenge ?? ''
  if (error.name === 'TWO_STEP_CODE_REQUIRED' && challenge !== '') {
    const headers = new Headers()
    headers.append('Set-Cookie', challengeCookie(challenge, context))
    headers.append('Set-Cookie', deviceCookie(device, context))
    throw redirect(paths.loginCode({ from: from ?? undefined }), { headers })
  }
  return answerSignIn({ values, ...signInRefusal(error, t) })
}
