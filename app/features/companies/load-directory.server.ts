/** The companies that the broker lists, for the main site. */
import { listCompanies, type Company as WireCompany } from '../../../contract/companies'
import { COOKIE, readCookie } from '../../cookies/cookies'
import { fixedT } from '../../language/i18n.server'
import { type InOwnNames, inOwnNames } from '../../terms/own-names'
import type { SiteContext } from '../../visitor/load-context.server'

export type Company = InOwnNames<WireCompany>

export interface DirectoryData {
  readonly title: string
  readonly query: string
  readonly companies: readonly Company[]
  /** The company that this browser chose last: a hint of what to show first, and nothing more. */
  readonly lastId: string | null
  /** Code of the failure when the list could not be read. */
  readonly failure: string | null
}

export async function loadDirectory(context: SiteContext, query: string, cookieHeader: string | null): Promise<DirectoryData> {
  const lastId = readCookie(cookieHeader, COOKIE.company)
  const name = query.trim().slice(0, 64)
  const [t, listed] = await Promise.all([fixedT(context), context.broker.as(null).call(listCompanies, name === '' ? {} : { name })])
  return {
    title: t('public:directory.title'),
    query: name,
    lastId,
    companies: listed.ok ? inOwnNames(listed.data).toSorted((left, right) => Number(right.id === lastId) - Number(left.id === lastId)) : [],
    failure: listed.ok ? null : listed.error.name,
  }
}
