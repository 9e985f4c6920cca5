/**
 * The company's settings at the desk: reading them, wishing for a change, agreeing to one.
 *
 * Invariant: what touches money or rules takes effect when a second operator agrees, and only while the value is still what it
 * was when the wish was made. Values travel as one JSON text; their forms and bounds stand in setting-values.ts.
 */
import { z } from 'zod'
import { Decimal, Id, Milliseconds, Next, PAGE_ASKED } from '../primitives'
import { deskEndpoint } from './desk-endpoint'
import { BASE_VALUES, InstrumentBounds, SettingArea } from './setting-values'

const row = { id: Id, active: z.boolean(), created_at: Milliseconds, updated_at: Milliseconds }

/** A flat value as it is compared and shown: texts, numbers, switches, lists of them. */
export const SettingValue = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]))
export type SettingValue = z.infer<typeof SettingValue>

const NetworkSetting = z.object({ ...row, currency: z.string(), protocol: z.string(), address: z.string() })
const AccountSetting = z.object({
  ...row,
  coin: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  bankSwift: z.string(),
  payeeName: z.string(),
  payeeAccount: z.string(),
  bankRemark: z.string(),
  usdtRate: Decimal,
})
const CurrencySetting = z.object({
  ...row,
  type: z.enum(['coin', 'bank']),
  code: z.string(),
  protocol: z.string(),
  feeType: z.enum(['fixed', 'percent']),
  drawRate: Decimal,
  usdPrice: Decimal,
})
export const InstrumentSetting = z.object({
  code: z.string(),
  show_code: z.string(),
  category: z.string().describe('Code of the category'),
  mode: z.enum(['normal', 'close-only', 'off']),
  spread: Decimal,
  feeRate: Decimal,
  leverages: z.array(z.number().int()),
  minLots: Decimal,
  maxLots: Decimal,
  /** Of a fixed margin: no leverage is chosen. */
  is_fixed_margin: z.boolean(),
  bounds: InstrumentBounds,
})
export type InstrumentSetting = z.infer<typeof InstrumentSetting>

export const getSettings = deskEndpoint({
  method: 'GET',
  path: 'settings',
  access: 'settings.read',
  input: {},
  output: z.object({
    networks: z.array(NetworkSetting),
    accounts: z.array(AccountSetting),
    currencies: z.array(CurrencySetting),
    base: z.object(BASE_VALUES),
    instruments: z.array(InstrumentSetting),
    link_hosts: z.array(z.string()).describe('Hosts that a service link may point to'),
    fee_type: z.enum(['per-lot', 'share-of-margin']),
    waiting: z.array(z.string()).describe('`<area>/<target>` of what has a change waiting'),
  }),
  errors: [],
})
export type DeskSettings = z.infer<typeof getSettings.output>

export const SettingChange = z.object({
  id: Id,
  area: SettingArea,
  target: z.string().describe('Id of the row, section of the base settings or code of the instrument; empty for a new row'),
  before: SettingValue.nullable(),
  after: SettingValue,
  reason: z.string(),
  status: z.enum(['waiting', 'applied', 'refused']),
  requested_by: z.string(),
  requested_at: Milliseconds,
  decided_by: z.string(),
  decided_at: Milliseconds.nullable(),
  affected_positions: z
    .number()
    .int()
    .nullable()
    .describe('Open positions that would be closed on other terms than they are now; null where none could, or where it is decided'),
  is_stale: z.boolean().describe('The value is no longer what it was: it can only be refused'),
  is_own: z.boolean().describe('The operator who asks is the one who made the wish'),
})
export type SettingChange = z.infer<typeof SettingChange>

export const listSettingChanges = deskEndpoint({
  method: 'GET',
  path: 'setting_changes',
  access: 'settings.read',
  input: { status: z.enum(['waiting', 'decided']), ...PAGE_ASKED },
  output: z.object({ data: z.array(SettingChange), total: z.number().int(), next: Next }),
  errors: [],
})

const Reason = z.string().trim().max(500)

/** `waiting`: for a second operator. `applied`: it touches neither money nor rules, and stands already. */
export const requestSettingChange = deskEndpoint({
  method: 'POST',
  path: 'setting_change',
  access: 'settings.change',
  input: {
    area: SettingArea,
    target: z.string().max(64).optional(),
    value: z.string().max(8_000).describe('JSON'),
    seen: z.string().max(8_000).optional().describe('JSON of the value that the operator saw when changing it'),
    reason: Reason,
  },
  output: z.object({ id: z.string().describe('Empty when it is applied at once'), status: z.enum(['waiting', 'applied']) }),
  errors: [
    'NOT_FOUND',
    'DESK_REASON_REQUIRED',
    'DESK_VALUE_INVALID',
    'PAYOUT_ADDRESS_INVALID',
    'PAYOUT_SWIFT_INVALID',
    'PAYOUT_IBAN_INVALID',
    'DESK_CHANGE_STALE',
  ],
})

/** Refusing needs a reason; who made the wish may take it back, but never agree to it. */
export const decideSettingChange = deskEndpoint({
  method: 'POST',
  path: 'decide_setting_change',
  access: 'settings.change',
  input: { id: Id, decision: z.enum(['apply', 'refuse']), reason: Reason.optional() },
  output: z.object({ status: z.enum(['applied', 'refused']) }),
  errors: [
    'NOT_FOUND',
    'DESK_ALREADY_DECIDED',
    'DESK_REASON_REQUIRED',
    'DESK_SAME_PERSON',
    'DESK_CHANGE_STALE',
    'DESK_VALUE_INVALID',
    'PAYOUT_ADDRESS_INVALID',
    'PAYOUT_SWIFT_INVALID',
    'PAYOUT_IBAN_INVALID',
  ],
})

export const SETTING_CALLS = { getSettings, listSettingChanges, requestSettingChange, decideSettingChange }
