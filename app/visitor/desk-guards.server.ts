/** Doors inside the desk. The broker checks every call again; these only decide which page is shown. */
import { redirect } from '@remix-run/node'
import type { Permission } from '../../contract/desk/roles'
import type { OperatorInfo } from '../../contract/desk/session'
import { paths } from '../addresses/paths'
import { redirectToDeskLogin } from './desk-login.server'
import type { SiteContext } from './load-context.server'

export type DeskCompany = OperatorInfo['companies'][number]

/** The desk is on its own host: anywhere else its addresses are those of no page. */
export function requireDesk(context: SiteContext): void {
  if (context.siteKind !== 'desk') throw redirect(paths.home())
}

export async function requireOperator(context: SiteContext): Promise<OperatorInfo> {
  requireDesk(context)
  const operator = await context.desk.operator()
  if (operator === null) throw redirectToDeskLogin(context)
  return operator
}

/** The company that `?company=` names, else the operator's first; null for somebody who works for none. */
export function deskCompany(request: Request, operator: OperatorInfo): DeskCompany | null {
  const named = new URL(request.url).searchParams.get('company')
  return operator.companies.find(({ id }) => id === named) ?? operator.companies[0] ?? null
}

/** The operator and the company of a page; who may not open it there is led to what they may open. */
export async function requireDeskCompany(
  request: Request,
  context: SiteContext,
  permission: Permission,
): Promise<{ readonly operator: OperatorInfo; readonly company: DeskCompany }> {
  const operator = await requireOperator(context)
  const company = deskCompany(request, operator)
  if (company === null || !company.permissions.includes(permission)) throw redirect(paths.desk.home({ company: company?.id }))
  return { operator, company }
}
