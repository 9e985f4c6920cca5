/** The public keys that come with the page, so that receipts can be checked without asking anybody again. */
import { listCompanies } from '../../../contract/companies'
import type { BoundBroker } from '../../broker-client/broker.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { TrustedKey } from './trusted-keys'

export interface VerifyData {
  readonly title: string
  /** Of this company; on the main site, of every company. The key that signs now is the first of its broker. */
  readonly keys: readonly TrustedKey[]
}

export async function loadVerify(context: SiteContext): Promise<VerifyData> {
  const [t, keys] = await Promise.all([fixedT(context), keysOf(context)])
  return { title: t('receipt:title'), keys }
}

async function keysOf({ tenant, broker }: SiteContext): Promise<TrustedKey[]> {
  const anonymous = broker.as(null)
  if (tenant !== null) return keysOfCompany(anonymous, tenant.id)
  // A receipt outlives the business of its company.
  const companies = await anonymous.call(listCompanies, { closing: '1' })
  if (!companies.ok) return []
  const found = await Promise.all(companies.data.map(({ id }) => keysOfCompany(broker.as(null, { tenantId: id }), id)))
  return found.flat()
}

/** None where the broker cannot be asked: the page says so and takes keys by hand. */
async function keysOfCompany(broker: BoundBroker, companyId: string): Promise<TrustedKey[]> {
  const statement = await broker.statement()
  if (!statement.ok) return []
  const { receipt_keys: published, legal_name: owner } = statement.data
  return published.map(({ key_id: keyId, public_key: publicKey }) => ({ keyId, publicKey, broker: companyId, owner }))
}
