/**
 * What people call the parameters of a call: text keys of the words that a refusal names a field with. The wire's names are for
 * programs (`details.parameter`).
 *
 * Invariant: total by its type, so that a new parameter does not compile without a name or the word that nobody types it.
 */
import type { DESK_ENDPOINTS } from './desk'
import type { ENDPOINTS } from './index'

type Calls = typeof ENDPOINTS & typeof DESK_ENDPOINTS
type ParameterOf<Name extends keyof Calls> = keyof Calls[Name]['input']['shape'] & string
type Parameter = { [Name in keyof Calls]: ParameterOf<Name> }[keyof Calls]

/** Sent by the client itself, or picked from what it was given: named as on the wire. */
const NOT_TYPED = null

const FIELD_NAMES: Readonly<Record<Parameter, string | null>> = {
  account: 'public:field.account',
  to: 'public:field.account',
  password: 'public:field.password',
  re_password: 'public:field.repeatPassword',
  new_password: 'public:field.newPassword',
  secondary_password: 'public:field.repeatPassword',
  old_password: 'public:field.oldPassword',
  sms_code: 'public:field.code',
  auth_code: 'public:field.code',
  code: 'public:field.code',
  captcha: 'public:field.captcha',
  area_id: 'public:field.country',
  invite_code: 'public:field.inviteCode',
  mobile: 'public:field.phone',
  email: 'public:field.email',
  name: 'public:field.name',
  card_id: 'public:field.idNumber',
  front_pic: 'public:field.idFront',
  reverse_pic: 'public:field.idBack',
  searchCurrency: 'public:field.search',
  q: 'public:field.search',
  reference: 'public:field.search',

  forex_id: 'public:field.instrument',
  instrument: 'public:field.instrument',
  cont: 'public:field.lots',
  multiple: 'public:field.leverage',
  target_price: 'public:field.orderPrice',
  stop_loss_price: 'public:field.stopLoss',
  target_profit_price: 'public:field.takeProfit',
  trailing_distance: 'public:field.trailingDistance',
  price: 'public:field.price',
  alert_price: 'public:field.price',
  alert_percent: 'public:field.percent',
  max_slippage: 'public:field.slippage',
  period: 'public:field.period',

  number: 'public:field.amount',
  amount: 'public:field.amount',
  proofImg: 'public:field.proof',
  address: 'bank:field.dc_address',
  charge_id: 'public:field.network',
  bank_coin: 'public:field.currency',
  wire_id: 'public:field.bankAccount',
  draw_currency_id: 'public:field.currency',
  draw_id: 'public:field.currency',
  draw_method_id: 'public:field.payoutMethod',
  memo: 'public:field.note',
  dc_address: 'bank:field.dc_address',
  bank_name: 'bank:field.bank_name',
  bank_address: 'bank:field.bank_address',
  bank_swift: 'bank:field.bank_swift',
  payee_name: 'bank:field.payee_name',
  payee_account: 'bank:field.payee_account',

  text: 'public:field.message',
  picture: 'public:field.picture',
  words: 'account:wording.words',
  words_language: 'account:wording.language',
  reason: 'mail:details.reason',
  note: 'public:field.note',

  mode: NOT_TYPED,
  span: NOT_TYPED,
  what: NOT_TYPED,
  after: NOT_TYPED,
  action: NOT_TYPED,
  actor: NOT_TYPED,
  area: NOT_TYPED,
  before: NOT_TYPED,
  category_id: NOT_TYPED,
  challenge: NOT_TYPED,
  change: NOT_TYPED,
  closing: NOT_TYPED,
  columns: NOT_TYPED,
  company: NOT_TYPED,
  decision: NOT_TYPED,
  demo_id: NOT_TYPED,
  device: NOT_TYPED,
  direction: NOT_TYPED,
  draw_type: NOT_TYPED,
  end: NOT_TYPED,
  filter: NOT_TYPED,
  from: NOT_TYPED,
  full: NOT_TYPED,
  id: NOT_TYPED,
  instruments: NOT_TYPED,
  key: NOT_TYPED,
  kind: NOT_TYPED,
  resolve_as: NOT_TYPED,
  day: NOT_TYPED,
  limit: NOT_TYPED,
  login_type: NOT_TYPED,
  matching: NOT_TYPED,
  object: NOT_TYPED,
  page: NOT_TYPED,
  place: NOT_TYPED,
  publish_at: NOT_TYPED,
  ref: NOT_TYPED,
  scope: NOT_TYPED,
  order: NOT_TYPED,
  receipt: NOT_TYPED,
  seen: NOT_TYPED,
  sends_mail: NOT_TYPED,
  shows_name: NOT_TYPED,
  side: NOT_TYPED,
  size: NOT_TYPED,
  sort: NOT_TYPED,
  state: NOT_TYPED,
  status: NOT_TYPED,
  take_over: NOT_TYPED,
  target: NOT_TYPED,
  texts: NOT_TYPED,
  token: NOT_TYPED,
  type: NOT_TYPED,
  value: NOT_TYPED,
  version: NOT_TYPED,
  words_key: NOT_TYPED,
  words_screen: NOT_TYPED,
}

/** Where a parameter means something else than in the other calls. */
const OF_CALL: { readonly [Name in keyof Calls]?: { readonly [Field in ParameterOf<Name>]?: string } } = {
  changeWatchlists: { name: 'product:watchlist.name' },
  getStatement: { from: 'wallet:statement.from', to: 'wallet:statement.to' },
  listCompanies: { name: 'public:field.search' },
  setRankingProfile: { name: 'public:field.rankingName' },
  submitOrder: { type: 'public:field.side' },
}

/** Key of the words for a parameter; undefined for one that nobody types, or that the call does not have. */
export function fieldTextKey(call: keyof Calls, parameter: string): string | undefined {
  const own = OF_CALL[call] as Readonly<Record<string, string>> | undefined
  return own?.[parameter] ?? (Object.hasOwn(FIELD_NAMES, parameter) ? (FIELD_NAMES[parameter as Parameter] ?? undefined) : undefined)
}
