/** The company calls: directory, state and public settings. All of it comes from the tenants' files; nothing is stored. */
import type { Company } from '../../contract/companies'
import type { Tenant } from '../../contract/tenant'
import { answering, done, forTenant, type SomeHandlers } from '../calls/handler'
import type { TenantDirectory } from '../directory/tenant-directory'
import { areaCodes } from './area-codes'
import { STATUS_ON_WIRE } from './company-status'

/** `trade_fee_type` of the base settings. */
export const FEE_TYPE_ON_WIRE = { 'per-lot': 1, 'share-of-margin': 2 } as const satisfies Record<Tenant['trading']['feeType'], number>
const SERVICE_TYPE_ON_WIRE = { frame: 1, window: 2 } as const
const VERIFY_TYPE_ON_WIRE = { 'sent-code': 1, captcha: 2 } as const satisfies Record<Tenant['registration']['verify'], number>
const MOBILE_FIELD_ON_WIRE = { none: 0, 'area-and-number': 1, number: 3 } as const satisfies Record<
  Tenant['registration']['mobileField'],
  number
>

/** `isSimulated`: no money of this server is real, whatever account it is in. */
export function companyHandlers(directory: TenantDirectory, { isSimulated }: { readonly isSimulated: boolean }) {
  return {
    listCompanies: answering(async ({ input }) => {
      const part = (input.name ?? '').trim().toLowerCase()
      // Who closes takes no new traders: nobody is led there unasked.
      const isOpen = (tenant: Tenant) => tenant.status === 'live' || input.closing === '1'
      const isShown = (tenant: Tenant) => tenant.listed && isOpen(tenant) && tenant.name.toLowerCase().includes(part)
      return done(directory.tenants.filter(isShown).map(companyOf))
    }),
    getCompanyStatus: forTenant(async ({ tenant }) => done({ status: STATUS_ON_WIRE[tenant.status], loss_url: tenant.lossUrl ?? '' })),
    getBasicInfo: forTenant(async ({ tenant }) =>
      done({
        service_link: tenant.service?.link ?? '',
        service_link_type: SERVICE_TYPE_ON_WIRE[tenant.service?.type ?? 'frame'],
        verify_reg_type: VERIFY_TYPE_ON_WIRE[tenant.registration.verify],
        trade_fee_type: FEE_TYPE_ON_WIRE[tenant.trading.feeType],
        stop_out_level: tenant.trading.stopOutLevelPercent,
        stale_after_ms: tenant.trading.staleAfterMs,
        demo_balance: tenant.trading.demoBalance,
        simulated_money: isSimulated ? 1 : 0,
        email: tenant.email,
        refused_countries: [...tenant.registration.refusedCountries],
      }),
    ),
    getSetting: forTenant(async ({ tenant, input }) =>
      done({ key: input.key, value: MOBILE_FIELD_ON_WIRE[tenant.registration.mobileField] }),
    ),
    listAreaCodes: forTenant(async ({ tenant, language }) => done(areaCodes(tenant.country, language))),
  } satisfies SomeHandlers
}

function companyOf(tenant: Tenant): Company {
  const { licence } = tenant.legal
  return {
    id: tenant.id,
    name: tenant.name,
    logo: tenant.logoPath,
    url: tenant.siteOrigin,
    subject: tenant.legal.entity,
    registered_address: tenant.legal.registeredAddress,
    location: tenant.legal.location,
    email: tenant.email,
    licence: licence === null ? null : { authority: licence.authority, number: licence.number, register_url: licence.registerUrl },
  }
}
