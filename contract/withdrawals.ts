/** Withdrawals (draw) and the payout methods they go to. */
import { z } from 'zod'
import { ReviewStatus } from './deposits'
import { endpoint } from './endpoint'
import { LONGEST } from './form-bounds'
import { TypedAmount } from './money-places'
import { Decimal, Id, Milliseconds, Next, Nothing, PAGE_ASKED } from './primitives'

/** 1 coin, 2 bank: withdrawals and payout methods. */
const PayoutType = z.enum(['1', '2'])

/** What may be withdrawn now and why it may be less than the balance, and how long it takes. */
export const getWithdrawTerms = endpoint({
  method: 'GET',
  path: '/api/account/draw_terms',
  actor: 'real',
  input: z.object({}),
  output: z.object({
    balance: Decimal,
    withdrawable: Decimal,
    limited_by: z.enum(['nothing', 'open_losses', 'prices_missing']),
    open_losses: Decimal.describe('What open positions would lose at the prices of now; 0 where they gain'),
    promised_hours: z.number().int().describe('What the company promises'),
    p50_minutes: z.number().int().nullable().describe('Half of the last withdrawals were done within; null where too few were'),
    p95_minutes: z.number().int().nullable(),
    measured: z.number().int().describe('How many withdrawals the two figures are of'),
    waiting: z.number().int().describe('Withdrawals that wait at the company'),
  }),
  errors: [],
})

/** Takes a withdrawal back while nobody has decided it; the money is available again at once. */
export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/api/account/draw_cancel',
  actor: 'real',
  changesState: true,
  input: z.object({ id: Id }),
  output: Nothing,
  errors: ['WITHDRAWAL_NOT_FOUND', 'WITHDRAWAL_ALREADY_DECIDED'],
})

export const listWithdrawCurrencies = endpoint({
  method: 'GET',
  path: '/api/account/draw_symbol_list',
  actor: 'session',
  input: z.object({ type: PayoutType }),
  output: z.array(
    z.object({ id: Id, code: z.string(), protocol: z.string(), draw_rate: Decimal, fee_type: z.number().int(), usd_price: Decimal }),
  ),
  errors: [],
})

export const submitWithdrawal = endpoint({
  method: 'POST',
  path: '/api/account/draw',
  actor: 'real',
  changesState: true,
  stepUp: true,
  input: z.object({
    draw_currency_id: Id,
    number: TypedAmount,
    memo: z.string().max(LONGEST.withdrawalMemo).optional(),
    draw_method_id: Id,
  }),
  output: z.object({ id: Id }),
  errors: [
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_TOO_LARGE',
    'WITHDRAW_AMOUNT_INVALID',
    'WITHDRAW_CURRENCY_UNKNOWN',
    'PAYOUT_METHOD_UNKNOWN',
    'PAYOUT_METHOD_MISMATCH',
    'PAYOUT_METHOD_ON_HOLD',
    'WITHDRAW_AMOUNT_BELOW_FEE',
    'QUOTE_STALE',
    'WITHDRAW_AMOUNT_TOO_LARGE',
  ],
})

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/account/draw_list',
  actor: 'real',
  input: z.object({ type: PayoutType, ...PAGE_ASKED }),
  output: z.object({
    data: z.array(
      z.object({
        id: Id,
        number: Decimal,
        real_number: Decimal,
        draw_currency: z.object({ code: z.string() }),
        fee: Decimal,
        status: ReviewStatus,
        status_name: z.string(),
        created_at: Milliseconds,
        type: z.number().int(),
        address: z.string(),
        payee_account: z.string(),
        notes: z.string(),
        protocol: z.string().describe('Empty for a bank'),
        remark: z.string().describe("The trader's own words"),
        can_cancel: z.boolean(),
        place: z.number().int().nullable().describe('Place in the queue, 1 = next; null once decided'),
        decided_at: Milliseconds.nullable(),
      }),
    ),
    total: z.number().int(),
    next: Next,
  }),
  errors: [],
})

export const listPayoutMethods = endpoint({
  method: 'GET',
  path: '/api/wallet/get_draw_method',
  actor: 'session',
  input: z.object({ draw_type: PayoutType, draw_id: Id.optional() }),
  output: z.array(
    z.object({
      id: Id,
      dc_address: z.string(),
      draw_currency: z.object({ code: z.string(), protocol: z.string() }),
      draw_id: Id.describe('The withdraw currency it is for'),
      bank_name: z.string(),
      bank_address: z.string(),
      bank_swift: z.string(),
      payee_account: z.string(),
      payee_name: z.string(),
      created_at: Milliseconds,
      usable_from: Milliseconds.describe('Nothing is paid to it before'),
    }),
  ),
  errors: [],
})

export const bindPayoutMethod = endpoint({
  method: 'POST',
  path: '/api/wallet/bind_draw_method',
  actor: 'session',
  changesState: true,
  stepUp: true,
  input: z.object({
    draw_id: Id,
    type: PayoutType,
    dc_address: z.string().max(LONGEST.payout.dc_address).optional(),
    bank_name: z.string().max(LONGEST.payout.bank_name).optional(),
    bank_address: z.string().max(LONGEST.payout.bank_address).optional(),
    bank_swift: z.string().max(LONGEST.payout.bank_swift).optional(),
    payee_name: z.string().max(LONGEST.payout.payee_name).optional(),
    payee_account: z.string().max(LONGEST.payout.payee_account).optional(),
  }),
  output: z.object({ id: Id }),
  errors: [
    'DEMO_RESTRICTED',
    'WITHDRAW_CURRENCY_UNKNOWN',
    'PAYOUT_FIELDS_REQUIRED',
    'PAYOUT_ADDRESS_INVALID',
    'PAYOUT_IBAN_INVALID',
    'PAYOUT_SWIFT_INVALID',
    'CONTACT_UNPROVEN',
    'PAYOUT_METHOD_EXISTS',
    'PAYOUT_METHODS_TOO_MANY',
  ],
})

export const deletePayoutMethod = endpoint({
  method: 'POST',
  path: '/api/wallet/del_draw_method',
  actor: 'session',
  changesState: true,
  stepUp: true,
  input: z.object({ id: Id }),
  output: Nothing,
  errors: ['PAYOUT_METHOD_UNKNOWN'],
})
