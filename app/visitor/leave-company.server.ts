/** Where a company that closes sends people, and who stays: the traders of one that winds down, and the pages that lead them to their money. */
import { redirect } from '@remix-run/node'
import { getCompanyStatus } from '../../contract/companies'
import { paths } from '../addresses/paths'
import { PAGE_ACCESS, pagePath } from '../addresses/route-access'
import type { SiteContext } from './load-context.server'

interface CompanyStatus {
  readonly status: number
  readonly loss_url: string
}

const CLOSED = 1

/** The link of a mail turns these mails off as long as one may still lie in a mailbox. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set([paths.alertMail()])

/** A signed-out trader must be able to come to their money, in their language, and to check their receipts. */
const OPEN_IN_WIND_DOWN: ReadonlySet<string> = new Set([
  paths.login(),
  paths.loginCode(),
  paths.forgot(),
  paths.notMe(),
  paths.proof(),
  paths.verify(),
  paths.language(),
])

/** The address to leave for, or null for whoever may stay. */
export function leavingAddress(context: SiteContext, { status, loss_url }: CompanyStatus, isSignedIn: boolean): string | null {
  if (status === 0) return null
  const path = pagePath(new URL(context.page, context.origin).pathname)
  if (ALWAYS_OPEN.has(path)) return null
  if (status !== CLOSED && (isSignedIn || OPEN_IN_WIND_DOWN.has(path))) return null
  // The address comes from the broker; only a host that the company's own file allows is followed.
  const target = URL.canParse(loss_url) ? new URL(loss_url) : null
  const isAllowed = target?.protocol === 'https:' && (context.tenant?.linkHosts ?? []).includes(target.hostname)
  return isAllowed && target !== null ? target.href : null
}

/**
 * Before any loader of a whole page: its own guard would lead a visitor to the login page first. Data requests are left to the root
 * loader, whose redirect the page's script understands.
 */
export async function leaveBeforeLoading(context: SiteContext, request: Request): Promise<Response | null> {
  if (context.tenant === null || context.tenant.status === 'live') return null
  const { pathname } = new URL(request.url)
  if (!Object.hasOwn(PAGE_ACCESS, pagePath(pathname))) return null
  // A broker that cannot be asked is told by the page itself.
  const [answer, trader] = await Promise.all([
    context.broker.as(null).call(getCompanyStatus, {}, { initial: true }),
    context.trader().catch(() => null),
  ])
  const address = answer.ok ? leavingAddress(context, answer.data, trader !== null) : null
  return address === null ? null : redirect(address)
}
