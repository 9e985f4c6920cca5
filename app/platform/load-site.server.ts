/** Builds what every page knows about its site, and sends visitors of a closed company to where it tells them to go. */
import { redirect } from '@remix-run/node'
import { getBasicInfo, getCompanyStatus } from '../../contract/companies'
import { getBalance } from '../../contract/wallet'
import { localeUrl } from './i18n.server'
import { directionOf, languageFacts } from './language'
import type { SiteContext, TraderInfo } from './load-context.server'
import { endedSessionCookie } from './session.server'
import type { SiteData, SiteTrader } from './site'
import { publicTenant, themeOf } from './tenant.server'
import { forgottenToastCookie, readToast } from './toast.server'

export function siteTrader(trader: TraderInfo | null): SiteTrader | null {
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

/** A closed company sends everybody away; one that winds down keeps the traders who are signed in. */
function leaveClosedCompany(context: SiteContext, status: { status: number; loss_url: string }, isSignedIn: boolean): void {
  if (status.status === 0 || (status.status === 2 && isSignedIn)) return
  const allowed = context.tenant?.linkHosts ?? []
  const target = URL.canParse(status.loss_url) ? new URL(status.loss_url) : null
  // The address comes from the broker; only a host that the company's own file allows is followed.
  if (target !== null && target.protocol === 'https:' && allowed.includes(target.hostname)) throw redirect(target.href)
}

export async function loadSite(request: Request, context: SiteContext): Promise<{ site: SiteData; headers: Headers }> {
  const { tenant, broker } = context
  const anonymous = broker.as(null)
  const isSignedIn = tenant !== null && context.session.token !== null
  const [trader, basicInfo, status, balance] =
    tenant === null
      ? [null, null, null, null]
      : await Promise.all([
          context.trader().catch(() => null),
          anonymous.call(getBasicInfo, {}, { initial: true }),
          anonymous.call(getCompanyStatus, {}, { initial: true }),
          isSignedIn ? broker.call(getBalance, {}, { initial: true }) : null,
        ])
  if (status?.ok) leaveClosedCompany(context, status.data, trader !== null)

  const toast = readToast(request.headers.get('cookie'))
  const headers = new Headers()
  if (toast !== null) headers.append('Set-Cookie', forgottenToastCookie(context.isSecure))
  if (context.session.isEnded) headers.append('Set-Cookie', endedSessionCookie(context.isSecure))
  const site: SiteData = {
    tenant: tenant === null ? null : publicTenant(tenant),
    trader: siteTrader(trader),
    account: trader !== null && balance?.ok ? { balance: balance.data.balance, lockBalance: balance.data.lock_balance } : null,
    themeColour: themeOf(tenant).modes[context.preferences.mode === 'dark' ? 'dark' : 'light']['bg-surface'] ?? '',
    basicInfo: basicInfo?.ok ? basicInfo.data : null,
    language: context.language,
    dir: directionOf(context.language),
    htmlLang: languageFacts(context.language).tag,
    mode: context.preferences.mode,
    updown: context.preferences.updown,
    hideAmounts: context.preferences.hideAmounts,
    origin: context.origin,
    socketUrl: context.socketUrl,
    localeUrl: localeUrl(context.language),
    toast,
    serverTime: context.now(),
    isBrokerReachable: basicInfo === null || basicInfo.ok,
    hasDevTools: context.hasDevTools,
  }
  return { site, headers }
}
