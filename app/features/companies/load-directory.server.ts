/** The companies that the broker lists, for the main site. */
import { type Company, listCompanies } from '../../../contract/companies'
import { fixedT } from '../../platform/i18n.server'
import type { SiteContext } from '../../platform/load-context.server'

export interface DirectoryData {
  readonly title: string
  readonly query: string
  readonly companies: readonly Company[]
  /** Code of the failure when the list could not be read. */
  readonly failure: string | null
}

export async function loadDirectory(context: SiteContext, query: string): Promise<DirectoryData> {
  const name = query.trim().slice(0, 64)
  const [t, listed] = await Promise.all([fixedT(context.language), context.broker.as(null).call(listCompanies, name === '' ? {} : { name })])
  return {
    title: t('public:directory.title'),
    query: name,
    companies: listed.ok ? listed.data : [],
    failure: listed.ok ? null : listed.error.name,
  }
}
