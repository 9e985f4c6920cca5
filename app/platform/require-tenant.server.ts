/** Screens of a company do not exist on the main site, which only lists the companies. */
import { redirect } from '@remix-run/node'
import type { Tenant } from '../../contract/tenant'
import type { SiteContext } from './load-context.server'
import { paths } from './paths'

export function requireTenant(context: SiteContext): Tenant {
  if (context.tenant === null) throw redirect(paths.product())
  return context.tenant
}
