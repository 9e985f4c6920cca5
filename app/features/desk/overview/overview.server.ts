/** The first page of the desk: queues with what waits and since when, who decides, and whether the house is well. */
import { getDeskOverview, listApprovers } from '../../../../contract/desk/overview'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { inOwnNames } from '../../../terms/own-names'
import { deskCompany, requireOperator } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'

export async function loadOverview(request: Request, context: SiteContext) {
  const operator = await requireOperator(context)
  const company = deskCompany(request, operator)
  const t = await fixedT(context)
  const title = t('desk:shell.overview')
  if (company === null) return { title, overview: null }
  const { broker } = context.desk
  const [overview, approvers] = await Promise.all([
    broker.call(getDeskOverview, { company: company.id }),
    broker.call(listApprovers, { company: company.id }),
  ])
  return {
    title,
    overview: {
      company: company.id,
      now: context.now(),
      permissions: company.permissions,
      ...inOwnNames(requireAnswer(overview)),
      approvers: inOwnNames(requireAnswer(approvers)),
    },
  }
}
export type OverviewData = Awaited<ReturnType<typeof loadOverview>>
export type Overview = NonNullable<OverviewData['overview']>
