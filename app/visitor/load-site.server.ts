/** Builds what every page knows about its site, and sends visitors of a closed company to where it tells them to go. */
import { redirect } from '@remix-run/node'
import { getBasicInfo, getCompanyStatus } from '../../contract/companies'
import type { Tenant } from '../../contract/tenant'
import { getBalance, listNotices } from '../../contract/wallet'
import { honestFacts } from '../brand/honest-facts'
import { publicTenant } from '../brand/public-tenant'
import { endedDeskCookie } from '../cookies/desk-session.server'
import { endedSessionCookie } from '../cookies/session.server'
import { forgottenToastCookie, readToast } from '../cookies/toast.server'
import { localeUrl } from '../language/i18n.server'
import { directionOf, languageFacts } from '../language/language'
import { barColoursOf } from '../palette/brand-css.server'
import { readBrokerStatement } from '../terms/broker-statement'
import { readCompanyTerms } from '../terms/company'
import { fontsOf } from '../ui/fonts'
import { leavingAddress } from './leave-company.server'
import type { SiteContext, TraderInfo } from './load-context.server'
import type { SiteData, SiteTrader } from './site'

function siteTrader(trader: TraderInfo | null): SiteTrader | null {
  if (trader === null) return null
  return {
    id: trader.id,
    uid: trader.uid,
    email: trader.email,
    mobile: trader.mobile,
    isDemo: trader.is_demo === 1,
    inviteCode: trader.invite_code,
  }
}

const STATUSES: Readonly<Record<number, Tenant['status']>> = { 0: 'live', 1: 'closed', 2: 'wind-down' }

export async function loadSite(request: Request, context: SiteContext): Promise<{ site: SiteData; headers: Headers }> {
  const { tenant, palette, broker } = context
  const anonymous = broker.as(null)
  const isSignedIn = tenant !== null && context.session.token !== null
  const [trader, basicInfo, status, balance, notices, statement] =
    tenant === null
      ? [null, null, null, null, null, null]
      : await Promise.all([
          context.trader().catch(() => null),
          anonymous.call(getBasicInfo, {}, { initial: true, shared: true }),
          anonymous.call(getCompanyStatus, {}, { initial: true, shared: true }),
          isSignedIn ? broker.call(getBalance, {}, { initial: true }) : null,
          isSignedIn ? broker.call(listNotices, {}, { initial: true }) : null,
          anonymous.statement(),
        ])
  const leaving = status?.ok ? leavingAddress(context, status.data, trader !== null) : null
  if (leaving !== null) throw redirect(leaving)

  const toast = readToast(request.headers.get('cookie'), context.isSecure)
  const headers = new Headers()
  if (toast !== null) headers.append('Set-Cookie', forgottenToastCookie(context.isSecure))
  if (context.session.isEnded) headers.append('Set-Cookie', endedSessionCookie(context.isSecure))
  if (context.desk.isEnded) headers.append('Set-Cookie', endedDeskCookie(context.isSecure))
  const site: SiteData = {
    kind: context.siteKind,
    // What the company's desk has changed stands at the broker; its file is what it began with.
    tenant:
      tenant === null
        ? null
        : {
            ...publicTenant(tenant),
            ...(basicInfo?.ok && basicInfo.data.email ? { email: basicInfo.data.email } : {}),
            ...(status?.ok ? { status: STATUSES[status.data.status] ?? tenant.status } : {}),
          },
    trader: siteTrader(trader),
    account: trader !== null && balance?.ok ? { balance: balance.data.balance, lockBalance: balance.data.lock_balance } : null,
    ...(trader !== null && notices?.ok && { unreadNotices: notices.data.unread }),
    barColours: barColoursOf(palette),
    companyTerms: basicInfo?.ok ? readCompanyTerms(basicInfo.data) : null,
    honesty: statement?.ok ? honestFacts(readBrokerStatement(statement.data)) : null,
    language: context.language,
    dir: directionOf(context.language),
    htmlLang: languageFacts(context.language).tag,
    mode: context.preferences.mode,
    updown: context.preferences.updown,
    hideAmounts: context.preferences.hideAmounts,
    origin: context.origin,
    socketUrl: context.socketUrl,
    localeUrl: localeUrl(context.language, tenant),
    fonts: fontsOf(context.language, palette.shape['font-display']),
    toast,
    serverTime: context.now(),
    isBrokerReachable: basicInfo === null || basicInfo.ok,
    hasDevTools: context.hasDevTools,
  }
  return { site, headers }
}
