/**
 * Calls that a company leaves out with the page they are for (`features` in its file): they answer like a call that is not carried out.
 * News stay: the specification promises them of every company, and a company without any answers an empty list.
 */
import type { EndpointName } from '../../contract/index'
import type { Tenant } from '../../contract/tenant'
import type { Feature } from '../../contract/tenant/features'

const FEATURE_OF: { readonly [Name in EndpointName]?: Feature } = {
  listRanking: 'ranking',
  getRankingProfile: 'ranking',
  setRankingProfile: 'ranking',
  getInvite: 'invite',
}

export function isLeftOut(tenant: Pick<Tenant, 'features'> | null, name: EndpointName): boolean {
  const feature = FEATURE_OF[name]
  return feature !== undefined && tenant?.features[feature] === false
}
