/** The public keys that come with the page, so that receipts can be checked without asking anybody again. */
import { listCompanies } from '../../../contract/companies'
import type { BoundBroker } from '../../broker-client/broker.server'
import { fixedT } from '../../language/i18n.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { KnownLog } from './log-steps'
import type { TrustedKey } from './trusted-keys'

/** What signatures and proofs are checked against. */
export interface CheckedAgainst {
  /** Of this company; on the main site, of every company. The key that signs now is the first of its broker. */
  readonly keys: readonly TrustedKey[]
  /** Of the same companies. */
  readonly logs: readonly KnownLog[]
}

export interface VerifyData extends CheckedAgainst {
  readonly title: string
}

export async function loadVerify(context: SiteContext): Promise<VerifyData> {
  const [t, against] = await Promise.all([fixedT(context), loadCheckedAgainst(context)])
  return { title: t('receipt:title'), ...against }
}

export async function loadCheckedAgainst(context: SiteContext): Promise<CheckedAgainst> {
  const known = await knownOf(context)
  return { keys: known.flatMap(({ keys }) => keys), logs: known.flatMap(({ log }) => log ?? []) }
}

interface Known {
  readonly keys: readonly TrustedKey[]
  readonly log: KnownLog | null
}

async function knownOf({ tenant, broker }: SiteContext): Promise<Known[]> {
  const anonymous = broker.as(null)
  if (tenant !== null) return [await knownOfCompany(anonymous, tenant.id)]
  // A receipt outlives the business of its company.
  const companies = await anonymous.call(listCompanies, { closing: '1' })
  if (!companies.ok) return []
  return Promise.all(companies.data.map(({ id }) => knownOfCompany(broker.as(null, { tenantId: id }), id)))
}

/** None where the broker cannot be asked: the page says so and takes keys by hand. */
async function knownOfCompany(broker: BoundBroker, companyId: string): Promise<Known> {
  const statement = await broker.statement()
  if (!statement.ok) return { keys: [], log: null }
  const { receipt_keys: published, legal_name: owner, log } = statement.data
  return {
    keys: published.map(({ key_id: keyId, public_key: publicKey }) => ({ keyId, publicKey, broker: companyId, owner })),
    log: log === undefined ? null : { broker: companyId, path: log.path, keys: log.keys, ...policyOf(log) },
  }
}

/** Which witnesses a log names, and how many of them have to sign: most of them where it does not say. */
function policyOf(log: object): Pick<KnownLog, 'witnesses' | 'needed'> {
  const { witnesses, needed } = log as Partial<Pick<KnownLog, 'witnesses' | 'needed'>>
  const named = witnesses ?? []
  return { witnesses: named, needed: needed ?? Math.floor(named.length / 2) + 1 }
}
