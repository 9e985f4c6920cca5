/** Doors inside the site. `require*` throws the answer to send instead; a screen that goes on may rely on what it got. */
import { data, redirect } from '@remix-run/node'
import { paths } from '../addresses/paths'
import { PAGE_ACCESS, pagePath, STEP_UP_PAGES, safeReturnPath } from '../addresses/route-access'
import type { BrokerResult, CallOptions } from '../broker-client/broker.server'
import { DEMO_RESTRICTED } from '../broker-client/failure-reasons'
import { endedSessionCookie } from '../cookies/session.server'
import { toastCookie } from '../cookies/toast.server'
import { SENDING } from '../line/sending-headers'
import type { SiteContext, TraderInfo } from './load-context.server'

/** Sends the visitor to the login page, once: the cookie of a dead session is taken away with the same answer. */
export function redirectToLogin(context: SiteContext): Response {
  const from = safeReturnPath(context.page)
  const headers = new Headers()
  if (context.session.token !== null) {
    headers.append('Set-Cookie', endedSessionCookie(context.isSecure))
    headers.append('Set-Cookie', toastCookie({ kind: 'info', textKey: 'auth:loginAgain' }, context.isSecure))
  }
  return redirect(paths.login({ from: from === '/' ? undefined : (from ?? undefined) }), { headers })
}

/** The rule for code 999: the session is over, and unless this was a first look the visitor goes to the login page. */
export function endSession(context: SiteContext, options: CallOptions): void {
  context.session.isEnded = true
  if (!options.initial) throw redirectToLogin(context)
}

export async function requireTrader(context: SiteContext): Promise<TraderInfo> {
  const trader = await context.trader()
  if (trader === null) throw redirectToLogin(context)
  // Another account has signed in since the page was shown: it neither does what that page asks for nor knows what became of it.
  const from = context.sending?.trader
  if (from != null && from !== trader.id) throw redirect(paths.login({ from: safeReturnPath(context.page) ?? undefined }))
  return trader
}

/** For what a page reads and sends by itself: whether its trader is the one that is signed in, and no other has signed in since it came. */
export async function isPageOfTrader(context: SiteContext, request: Request): Promise<boolean> {
  const trader = await context.trader()
  return trader !== null && trader.id === request.headers.get(SENDING.trader)
}

/** A demo trader gets the reason DEMO_RESTRICTED, which the account pages show as a note: an ordinary page, no error. */
export async function requireRealTrader(context: SiteContext): Promise<TraderInfo> {
  const trader = await requireTrader(context)
  if (trader.is_demo === 1) throw data({ reason: DEMO_RESTRICTED }, { status: 200 })
  return trader
}

/** Asks for a code of the authenticator and comes back to this page. */
function redirectToConfirm(context: SiteContext): Response {
  return redirect(paths.mine.confirm({ from: safeReturnPath(context.page) ?? undefined }))
}

/** Payout methods and withdrawals: a trader with two-step sign-in has given a code within the last minutes, or gives one now. */
async function requireStepUp(context: SiteContext): Promise<TraderInfo> {
  const trader = await requireTrader(context)
  // A page that only asks what became of something does nothing that a code would have to allow.
  if (context.sending?.isAsking) return trader
  if (trader.two_step === 1 && trader.step_up_until <= context.now()) throw redirectToConfirm(context)
  return trader
}

/** For actions: the minutes ran out while the form was filled in. The page is left for the code and opened again. */
export function confirmWhenAsked(context: SiteContext, result: BrokerResult<unknown>): void {
  if (!result.ok && result.error.name === 'TWO_STEP_CONFIRM_REQUIRED') throw redirectToConfirm(context)
}

/** Applies the table of the specification to the page that is being opened. */
export async function requireAccess(context: SiteContext): Promise<TraderInfo | null> {
  const path = pagePath(new URL(context.page, context.origin).pathname)
  const access = PAGE_ACCESS[path] ?? 'open'
  if (access === 'open') return context.trader()
  if (access === 'real') await requireRealTrader(context)
  return STEP_UP_PAGES.has(path) ? requireStepUp(context) : requireTrader(context)
}
