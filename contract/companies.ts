/** Companies (our tenants) and their public settings. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, Id, Milliseconds } from './primitives'

export const Company = z.object({
  id: Id,
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  subject: z.string().describe('Legal name'),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
})
export type Company = z.infer<typeof Company>

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/company/getCompany',
  actor: 'anonymous',
  input: z.object({ name: z.string().max(64).optional() }),
  output: z.array(Company),
  errors: [],
})

export const getCompanyStatus = endpoint({
  method: 'GET',
  path: '/api/company/getCompanyStatus',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({ status: z.number().int().min(0).max(2).describe('0 live, 1 closed, 2 wind-down'), loss_url: z.string() }),
  errors: ['COMPANY_UNKNOWN'],
})

export const getBasicInfo = endpoint({
  method: 'GET',
  path: '/api/basicSet/getBasicInfo',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({
    service_link: z.string(),
    service_link_type: z.number().int().describe('1 framed in the page, 2 opened in a new window'),
    verify_reg_type: z.number().int().describe('1 sent code, 2 image captcha'),
    trade_fee_type: z.number().int().describe('1 per lot, 2 share of margin'),
    stop_out_level: Decimal.describe('Margin level in percent at which positions are closed'),
    stale_after_ms: z.number().int().describe('Age at which a quote can no longer be traded'),
    demo_balance: Decimal,
    simulated_money: z
      .union([z.literal(0), z.literal(1)])
      .optional()
      .describe('1 where no money of the server is real: nothing must be sent to the addresses it shows'),
    email: z.string().optional().describe('Support address as it is now'),
    refused_countries: z.array(z.string()).optional().describe('Nobody registers from here, ISO 3166'),
  }),
  errors: ['COMPANY_UNKNOWN'],
})
export type BasicInfo = z.infer<typeof getBasicInfo.output>

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/default/setting',
  actor: 'anonymous',
  input: z.object({ key: z.enum(['is_show_mobile']) }),
  output: z.object({ key: z.string(), value: z.number().int() }),
  errors: ['COMPANY_UNKNOWN'],
})

export const AreaCode = z.object({ id: Id, code: z.string(), global_code: z.string() })
export const listAreaCodes = endpoint({
  method: 'GET',
  path: '/api/default/area_list',
  actor: 'anonymous',
  input: z.object({}),
  output: z.array(AreaCode),
  errors: ['COMPANY_UNKNOWN'],
})

export const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/default/captcha',
  actor: 'anonymous',
  input: z.object({}),
  output: z.object({ id: z.string(), b64s: z.string().describe('A data URL') }),
  errors: [],
})

/** What `/.well-known/broker.json` says. */
export const BrokerStatement = z.object({
  legal_name: z.string(),
  address: z.string(),
  licence: z.object({ authority: z.string(), number: z.string(), register_url: z.string() }).nullable(),
  is_demo_site: z.boolean(),
  execution_model: z.string(),
  price_source: z.string(),
  price_source_is_simulated: z.boolean(),
  fees: z.object({ trade_fee_type: z.number().int(), spread: z.record(z.string(), Decimal) }),
  stop_out_level: Decimal,
  receipt_public_key: z.string().nullable().describe('Ed25519, 32 bytes in base64url: the key that signs now'),
  receipt_keys: z.array(z.object({ key_id: z.string(), public_key: z.string() })).describe('Every key that ever signed'),
  generated_at: Milliseconds,
})
export type BrokerStatement = z.infer<typeof BrokerStatement>
