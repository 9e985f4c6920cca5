/**
 * Who may open a page: the table of specification §2, and our own `/feedback/wording`, `/proof`, `/verify`, `/verify/day`, `/execution`, `/developers`, `/login/code`, `/not-me`, `/alert-mail`, alerts, sessions, two-step sign-in,
 * statement, solvency, challenges and notices. `session` needs any signed-in trader, `real` a real account (a demo
 * trader is shown why not). Payout methods may be looked at by any login, adding one is a real account's. A path that is not here is not a page of the site.
 */
import type { Feature, Features } from '../../contract/tenant/features'

type Access = 'open' | 'session' | 'real'

export const PAGE_ACCESS: Readonly<Record<string, Access>> = {
  '/': 'open',
  '/trade': 'open',
  '/order': 'session',
  '/user': 'session',
  '/news': 'open',
  '/news/detail': 'open',
  '/rank': 'open',
  '/feedback': 'open',
  '/feedback/wording': 'open',
  '/login': 'open',
  '/login/code': 'open',
  '/not-me': 'open',
  '/alert-mail': 'open',
  '/register': 'open',
  '/forgot': 'open',
  '/product': 'open',
  '/language': 'open',
  '/proof': 'open',
  '/verify': 'open',
  '/verify/day': 'open',
  '/execution': 'open',
  '/developers': 'open',
  '/mine/auth': 'real',
  '/mine/invite': 'real',
  '/mine/email': 'open',
  '/mine/announcement': 'open',
  '/mine/password': 'real',
  '/mine/sessions': 'session',
  '/mine/two-step': 'real',
  '/mine/confirm': 'real',
  '/mine/history': 'session',
  '/mine/statements': 'session',
  '/mine/solvency': 'session',
  '/mine/challenges': 'session',
  '/mine/challenge': 'session',
  '/mine/notices': 'session',
  '/mine/alerts': 'session',
  '/mine/charge': 'real',
  '/mine/withdraw': 'real',
  '/mine/chat': 'open',
  '/mine/system': 'session',
  '/mine/wallet': 'real',
  '/mine/bank-card-list': 'session',
  '/mine/coin-address-list': 'session',
  '/mine/withdraw-way': 'session',
}

/** What the main site has, which lists the companies and trades nothing; every other page leads to its start. */
export const MAIN_SITE_PAGES: ReadonlySet<string> = new Set(['/', '/product', '/language', '/verify', '/developers'])

/** Pages that a company may leave out, and the switch in its file. Nothing about money, records, risk or law is among them. */
export const PAGE_FEATURES: Readonly<Record<string, Feature>> = {
  '/rank': 'ranking',
  '/news': 'news',
  '/news/detail': 'news',
  '/mine/invite': 'invite',
  '/mine/chat': 'chat',
}

/** Whether the company has the page; `href` may carry a query. Without a company every page is there. */
export function isPageShown(href: string, features: Features | undefined): boolean {
  const feature = PAGE_FEATURES[pagePath(href.split('?')[0] ?? href)]
  return feature === undefined || features?.[feature] !== false
}

/** Pages that ask a trader with two-step sign-in for a code again. */
export const STEP_UP_PAGES: ReadonlySet<string> = new Set(['/mine/withdraw', '/mine/withdraw-way'])

/** Pages that make no sense as the way back after signing in. */
const NOT_A_WAY_BACK = new Set(['/login', '/login/code', '/not-me', '/alert-mail', '/register', '/forgot', '/mine/confirm'])

/**
 * The path in the one spelling that the table has: lower case, no trailing or double slash, nothing percent-encoded. The router takes
 * every spelling of a page for that page, so whoever looks a path up in the table must, too.
 */
export function pagePath(pathname: string): string {
  const spelled = decodePath(pathname)
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
  return spelled.length > 1 ? spelled.replace(/\/$/, '') : spelled
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * A way back that may be followed, or null. It is one of our own pages: one leading slash, no backslash, no control
 * character, nothing that a browser could read as another origin.
 */
export function safeReturnPath(from: string | null | undefined): string | null {
  if (from == null || from.length > 512 || !/^\/(?![/\\])/.test(from)) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused here.
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(from)) return null
  let url: URL
  try {
    url = new URL(from, 'http://site.invalid')
  } catch {
    return null
  }
  const path = pagePath(url.pathname)
  if (url.origin !== 'http://site.invalid' || !Object.hasOwn(PAGE_ACCESS, path) || NOT_A_WAY_BACK.has(path)) return null
  return path + url.search
}
