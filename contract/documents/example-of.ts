/**
 * One plausible value for a schema, so that a reader sees what a call looks like. Every value is made up; a test holds each one
 * against the schema that it is an example of.
 */
import type { EndpointName } from '../index'
import type { JsonSchema } from './json-schema'

const NOON = 1_795_003_200_000

/** By the name of the field. What is not here is filled by its type. */
const VALUES: Readonly<Record<string, string | number | null>> = {
  // A position that was opened at the market and is still open.
  Status: 1,
  PendingKind: null,
  CloseReason: null,
  CancelReason: null,
  CompletedAt: null,
  Ask: '1.08650',
  Bid: '1.08640',
  Last: '1.08650',
  Close: '1.08650',
  Open: '1.08412',
  High: '1.08721',
  Low: '1.08377',
  Change: '+0.22',
  Code: 'EURUSD',
  ShowCode: 'EUR/USD',
  Logo: '/instruments/eu-us.svg',
  BaseAsset: 'EUR',
  QuoteCurrency: 'USD',
  NameShowTrans: 'Forex',
  Pip: '0.01',
  ForexMinCont: '0.01',
  MaxLots: '50',
  MinStopDistance: '0',
  ForexContNum: '100000',
  ContractSize: '100000',
  ForexFeeRate: '0.0005',
  PricePrecision: 5,
  QuoteToUsdt: '1',
  ConversionRate: '1',
  CloseConversionRate: '1',
  Source: 'simulated',
  Quantity: '0.1',
  Multiple: '100',
  OriginPrice: '1.08650',
  Price: '1.08650',
  UpdatePrice: '1.08640',
  FactProfits: '-1.00000000',
  all_fact_profits: '-1.00000000',
  CautionMoney: '108.65000000',
  total_margin: '108.65000000',
  lock_balance: '108.65000000',
  TradeFee: '0.05432500',
  balance: '9891.29567500',
  net_value: '9998.94567500',
  free_margin: '9890.29567500',
  risk_rate: '9202.89',
  MarginLevel: '98.41',
  TargetLossPrice: '1.08000',
  TargetProfitPrice: '0.00000',
  TrailingDistance: '0',
  StopOutPrice: '0.98817',
  ParentId: '',
  CreateTimeHandler: '18 Nov 2026, 12:00:00',
  CompleteTimeHandler: '',
  CreatedAtTran: '18 Nov 2026, 12:00:00',
  MemoTran: 'Position opened',
  Memo: '',
  Value: '-0.05432500',
  Type: 3,
  Event: 'order_opened',
  Seq: '482',
  Volume: 184,
  page: '1',
  total: 1,
  unread: 0,
  forex_id: '101',
  cont: '0.10',
  multiple: '100',
  target_price: '1.08000',
  stop_loss_price: '1.08000',
  target_profit_price: '0',
  status: 0,
  account: 'trader@example.com',
  to: 'trader@example.com',
  email: 'trader@example.com',
  mobile: '',
  password: 'a long pass phrase of yours',
  re_password: 'a long pass phrase of yours',
  new_password: 'a long pass phrase of yours',
  secondary_password: 'a long pass phrase of yours',
  auth_code: '418302',
  sms_code: '418302',
  code: '418302',
  token: 'dGhpcy1pcy1hbi1leGFtcGxlLW9mLWEtc2Vzc2lvbi1rZXk',
  ticket: 'c29ja2V0LXRpY2tldC1leGFtcGxlLTMwLXNlY29uZHM',
  demo_id: 'ZGVtby1pZC1leGFtcGxlLWtlZXAtaXQtaW4tdGhlLWFwcA',
  uid: '80412733',
  invite_code: 'K7MQ2P',
  from: '1794960000000',
  number: '100',
  address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  currency_code: 'USDT',
  protocol_code: 'TRC20',
  usdt_rate: '1.08',
  draw_rate: '1',
  usd_price: '1',
  fee: '1',
  real_number: '99.00',
  url: '/api/common/image?ref=example',
  front_pic: '/api/common/image?ref=example',
  reverse_pic: '/api/common/image?ref=example',
  proofImg: '/api/common/image?ref=example',
  b64s: 'data:image/png;base64,iVBORw0KGgo=',
  global_code: '852',
  day: '2026-11-20',
  first_day: '2026-11-01',
  today: '2026-11-21',
  stop_out_level: '50',
  stale_after_ms: 2000,
  demo_balance: '10000',
  opening: '10000.00000000',
  closing: '9891.29567500',
  balance_after: '9891.29567500',
  title: 'Markets on Wednesday',
  desc: 'What moved the day.',
  content: '<p>What moved the day.</p>',
  name: 'Example Markets',
  subject: 'Example Markets Ltd',
  salt: '0000000000000000000000000000000000000000000000000000000000000000',
  as_of: '2026-11-20',
  link: 'https://example.com/statement',
  hash: '0000000000000000000000000000000000000000000000000000000000000000',
  rows_hash: '0000000000000000000000000000000000000000000000000000000000000000',
  period: '2026-10',
  signature: 'ZXhhbXBsZQ',
  public_key: 'ZXhhbXBsZQ',
  receipt_public_key: 'ZXhhbXBsZQ',
  uri: 'otpauth://totp/Example:80412733?secret=JBSWY3DPEHPK3PXP',
  secret: 'JBSWY3DPEHPK3PXP',
}

/** Where the least that can be sent says too little. */
const INPUTS: { readonly [Name in EndpointName]?: Readonly<Record<string, string>> } = {
  submitOrder: { forex_id: '101', type: '1', status: '1', cont: '0.10', multiple: '100', stop_loss_price: '1.08000' },
}

/** What a client might send: all that is needed, and what makes it make sense. */
export function exampleInput(name: EndpointName, input: JsonSchema, named: Named): Readonly<Record<string, string>> {
  return INPUTS[name] ?? (exampleOf(input, named, false) as Readonly<Record<string, string>>)
}

export type ExampleValue = null | boolean | number | string | readonly ExampleValue[] | { readonly [name: string]: ExampleValue }
type Named = Readonly<Record<string, JsonSchema>>

/** @param named the components that references lead to. @param isWhole false leaves out what may be left out: what a client sends at least. */
export function exampleOf(schema: JsonSchema, named: Named, isWhole: boolean, field = ''): ExampleValue {
  const inner = (part: unknown, name: string) => exampleOf(part as JsonSchema, named, isWhole, name)
  if (typeof schema.$ref === 'string') return inner(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, field)
  if ('const' in schema) return schema.const as ExampleValue
  if (Array.isArray(schema.enum))
    return schema.enum.includes(VALUES[field]) ? (VALUES[field] as ExampleValue) : (schema.enum[0] as ExampleValue)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return inner(choices.find((choice) => isKnown(choice, field)) ?? choices.find(isTelling) ?? choices[0], field)
  // What may be null beside a text or a number.
  if (Array.isArray(schema.type)) return inner({ ...schema, type: schema.type.find((type) => type !== 'null') }, field)
  if (schema.type === 'object') return exampleObject(schema, isWhole, inner)
  if (schema.type === 'array') return [inner(schema.items ?? {}, field)]
  return exampleScalar(schema, field)
}

const isKnown = ({ type, const: only }: JsonSchema, field: string): boolean =>
  field in VALUES && (VALUES[field] === null ? type === 'null' : only === VALUES[field])

/** The empty text and null say that there is nothing: an example shows what there is otherwise. */
const isTelling = ({ type, const: only }: JsonSchema): boolean => type !== 'null' && only !== ''

function exampleObject(schema: JsonSchema, isWhole: boolean, inner: (part: unknown, name: string) => ExampleValue): ExampleValue {
  const required = new Set(schema.required as string[] | undefined)
  const fields = Object.entries((schema.properties ?? {}) as Record<string, unknown>)
  return Object.fromEntries(fields.filter(([name]) => isWhole || required.has(name)).map(([name, part]) => [name, inner(part, name)]))
}

function exampleScalar(schema: JsonSchema, field: string): ExampleValue {
  const value = VALUES[field]
  if (schema.type === 'string') return exampleText(schema, field, value)
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (/(At|_at|Time|Open|Close|until|generated|from|to)$/.test(field) && schema.minimum === 0) return NOON
  if (schema.type === 'integer') return typeof value === 'number' ? value : 1
  return Number(value ?? 1)
}

function exampleText({ pattern }: JsonSchema, field: string, value: string | number | null | undefined): string {
  const fits = (text: string) => typeof pattern !== 'string' || new RegExp(pattern).test(text)
  return [String(value ?? ''), '101', '0', '1795003200000', '0'.repeat(64), field].find((text) => text !== '' && fits(text)) ?? 'text'
}
