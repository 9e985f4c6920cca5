/** Screens of a company do not exist on the main site, which only lists the companies; those that it leaves out do not exist at all. */
import { redirect } from '@remix-run/node'
import type { Tenant } from '../../contract/tenant'
import { paths } from '../addresses/paths'
import { isPageShown } from '../addresses/route-access'
import type { SiteContext } from './load-context.server'

export function requireTenant(context: SiteContext): Tenant {
  // Like any address that is no page (routes/not-found.ts).
  if (context.tenant === null) throw redirect(paths.home())
  if (!isPageShown(new URL(context.page, context.origin).pathname, context.tenant.features)) throw redirect(paths.home())
  return context.tenant
}
