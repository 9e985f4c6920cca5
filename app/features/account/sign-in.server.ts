/** The login screen on the server: its data, and signing in with or without JavaScript. */
import { redirect } from '@remix-run/node'
import { getBasicInfo, listAreaCodes } from '../../../contract/companies'
import { listInstruments } from '../../../contract/market'
import { login } from '../../../contract/users'
import { fixedT } from '../../platform/i18n.server'
import { regionName } from '../../platform/intl'
import type { SiteContext } from '../../platform/load-context.server'
import { paths } from '../../platform/paths'
import { safeReturnPath } from '../../platform/route-access'
import { sessionCookie } from '../../platform/session.server'
import type { AreaChoice, BoardRow, LoginData, LoginFailure, LoginKind } from './login-data'

/** Shown beside the form; a company that does not offer one of them shows the next of its list. */
const BOARD_CODES = ['EURUSD', 'XAUUSD', 'BTCUSDT', 'US500']

async function loadAreas(context: SiteContext): Promise<AreaChoice[]> {
  const areas = await context.broker.as(null).call(listAreaCodes, {})
  if (!areas.ok) return []
  return areas.data.map(({ id, code, global_code }) => ({
    id,
    globalCode: global_code,
    label: `+${global_code} ${regionName(context.language, code)}`,
  }))
}

async function loadBoard(context: SiteContext): Promise<BoardRow[]> {
  const listed = await context.broker.as(null).call(listInstruments, {})
  if (!listed.ok) return []
  const wanted = BOARD_CODES.flatMap((code) => listed.data.filter((instrument) => instrument.Code === code))
  const others = listed.data.filter((instrument) => !wanted.includes(instrument))
  return [...wanted, ...others].slice(0, 4)
}

export async function loadLogin(context: SiteContext, { from, kind }: { from: string | null; kind: LoginKind }): Promise<LoginData> {
  const [t, areas, board, settings] = await Promise.all([
    fixedT(context.language),
    kind === 'mobile' ? loadAreas(context) : [],
    loadBoard(context),
    context.broker.as(null).call(getBasicInfo, {}),
  ])
  return { title: t('auth:logIn'), kind, from, areas, board, demoBalance: settings.ok ? settings.data.demo_balance : null }
}

/** Digits of a phone number as people write it; a leading zero of the national form is dropped. */
export function wireMobile(globalCode: string, typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (typed.trim().startsWith('+')) return digits
  return globalCode.replace(/\D/g, '') + digits.replace(/^0+/, '')
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A redirect with the session on success; else what to show. The password never travels back to the page. */
export async function signIn(context: SiteContext, form: FormData): Promise<Response | LoginFailure> {
  const kind: LoginKind = textOf(form, 'login_type') === 'mobile' ? 'mobile' : 'email'
  const typed = textOf(form, 'account').trim().slice(0, 254)
  const password = textOf(form, 'password').slice(0, 256)
  const areaId = textOf(form, 'area_id').slice(0, 64)
  const failure = (rest: Partial<LoginFailure>): LoginFailure => ({ kind, account: typed, areaId, fields: {}, message: '', ...rest })

  const fields = {
    ...(typed === '' ? { account: kind === 'mobile' ? 'auth:enterPhone' : 'auth:enterEmail' } : {}),
    ...(password === '' ? { password: 'auth:enterPassword' } : {}),
  }
  if (Object.keys(fields).length > 0) return failure({ fields })

  const area = kind === 'mobile' ? (await loadAreas(context)).find((choice) => choice.id === areaId) : undefined
  const account = kind === 'mobile' ? wireMobile(area?.globalCode ?? '', typed) : typed
  const signedIn = await context.broker.as(null).call(login, { account, password, login_type: kind })
  if (!signedIn.ok) {
    const { msg } = signedIn.error
    return failure(msg === '' ? { messageKey: 'public:networkError' } : { message: msg })
  }
  return redirect(safeReturnPath(textOf(form, 'from')) ?? paths.home(), {
    headers: { 'Set-Cookie': sessionCookie(signedIn.data.token, context.isSecure) },
  })
}
