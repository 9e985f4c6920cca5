/** Balances, deposits (quick charge), withdrawals (draw) and payout methods. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { AccountFigures } from './orders'
import { Decimal, DecimalIn, Id, Milliseconds, Nothing, Page } from './primitives'

/** 1 coin, 2 bank: withdrawals and payout methods. */
const PayoutType = z.enum(['1', '2'])
export const ReviewStatus = z.number().int().min(0).max(3).describe('0 unchecked, 1 completed, 2 rejected, 3 invalid')

export const getBalance = endpoint({
  method: 'GET',
  path: '/v1/api/main/wallet/getBalance',
  actor: 'session',
  input: z.object({}),
  output: z.object({ balance: Decimal, lock_balance: Decimal.describe('Margin in use and withdrawals under way') }),
  errors: [],
})

export const getAccountDetail = endpoint({
  method: 'GET',
  path: '/v1/api/main/account/forexDetail',
  actor: 'session',
  input: z.object({}),
  output: AccountFigures.omit({ all_fact_profits: true }).extend({ lock_balance: Decimal }),
  errors: [],
})

export const AccountRecord = z.object({
  Id,
  Value: Decimal,
  Type: z.number().int().describe('10 shows Memo, any other type MemoTran'),
  Memo: z.string(),
  MemoTran: z.string(),
  CreatedAtTran: z.string(),
  CreatedAt: Milliseconds,
})
export const listAccountRecords = endpoint({
  method: 'GET',
  path: '/v1/api/main/accountLog/forexChange',
  actor: 'session',
  input: z.object({ page: Page.optional() }),
  output: z.object({ list: z.array(AccountRecord), total: z.number().int() }),
  errors: [],
})

export const listDepositNetworks = endpoint({
  method: 'GET',
  path: '/api/quickCharge/info',
  actor: 'real',
  input: z.object({}),
  output: z.array(z.object({ id: Id, address: z.string(), currency_code: z.string(), protocol_code: z.string() })),
  errors: [],
})

export const submitCoinDeposit = endpoint({
  method: 'GET',
  path: '/api/quickCharge/submit',
  actor: 'real',
  changesState: true,
  input: z.object({ number: DecimalIn, proofImg: z.string().max(512), address: z.string().max(256), charge_id: Id }),
  output: z.object({ id: Id }),
  errors: [],
})

export const listDepositBankCoins = endpoint({
  method: 'GET',
  path: '/api/quickCharge/symbols',
  actor: 'real',
  input: z.object({}),
  output: z.array(z.object({ id: Id, name: z.string() })),
  errors: [],
})

export const listCollectionAccounts = endpoint({
  method: 'GET',
  path: '/api/quickCharge/wire_info',
  actor: 'real',
  input: z.object({ bank_coin: Id }),
  output: z.array(
    z.object({
      id: Id,
      bank_name: z.string(),
      bank_address: z.string(),
      bank_swift: z.string(),
      payee_name: z.string(),
      payee_account: z.string(),
      bank_remark: z.string(),
    }),
  ),
  errors: [],
})

export const submitBankDeposit = endpoint({
  method: 'GET',
  path: '/api/quickCharge/wire_submit',
  actor: 'real',
  changesState: true,
  input: z.object({ number: DecimalIn, proofImg: z.string().max(512), wire_id: Id }),
  output: z.object({ id: Id }),
  errors: [],
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/quickCharge/quick_ist',
  actor: 'real',
  input: z.object({ type: z.enum(['0', '1']).describe('0 coin, 1 bank'), page: Page.optional() }),
  output: z.object({
    data: z.array(
      z.object({
        id: Id,
        number: Decimal,
        type: z.number().int(),
        currency_code: z.string(),
        status: ReviewStatus,
        created_at: Milliseconds,
        remark: z.string(),
      }),
    ),
    total: z.number().int(),
  }),
  errors: [],
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
  input: z.object({ draw_currency_id: Id, number: DecimalIn, memo: z.string().max(256).optional(), draw_method_id: Id }),
  output: z.object({ id: Id }),
  errors: [],
})

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/account/draw_list',
  actor: 'real',
  input: z.object({ type: PayoutType, page: Page.optional() }),
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
      }),
    ),
    total: z.number().int(),
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
      bank_name: z.string(),
      bank_address: z.string(),
      bank_swift: z.string(),
      payee_account: z.string(),
      payee_name: z.string(),
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
    dc_address: z.string().max(256).optional(),
    bank_name: z.string().max(128).optional(),
    bank_address: z.string().max(256).optional(),
    bank_swift: z.string().max(32).optional(),
    payee_name: z.string().max(128).optional(),
    payee_account: z.string().max(64).optional(),
  }),
  output: z.object({ id: Id }),
  errors: [],
})

export const deletePayoutMethod = endpoint({
  method: 'POST',
  path: '/api/wallet/del_draw_method',
  actor: 'session',
  changesState: true,
  stepUp: true,
  input: z.object({ id: Id }),
  output: Nothing,
  errors: [],
})
