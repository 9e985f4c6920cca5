/** Deposits (quick charge): where to send, and the proof that it was sent. Credited when the desk has found the money. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { TypedAmount } from './money-places'
import { Decimal, Id, Milliseconds, Next, PAGE_ASKED } from './primitives'

/** Of deposits and withdrawals. */
export const ReviewStatus = z.number().int().min(0).max(3).describe('0 unchecked, 1 completed, 2 rejected, 3 invalid')

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
  input: z.object({ number: TypedAmount, proofImg: z.string().max(512), address: z.string().max(256), charge_id: Id }),
  output: z.object({ id: Id }),
  errors: [
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_TOO_LARGE',
    'DEPOSIT_AMOUNT_INVALID',
    'DEPOSIT_NETWORK_UNKNOWN',
    'DEPOSIT_ADDRESS_CHANGED',
    'DEPOSIT_PROOF_REQUIRED',
    'TOO_MANY_OPEN_DEPOSITS',
    'IMAGE_REFERENCE_INVALID',
  ],
})

/** Without one the answer is COLLECTION_ACCOUNT_UNKNOWN, as for an account that is not there: no way to pay was chosen. */
const WireId = z
  .string()
  .max(64)
  .regex(/^[\w.:-]*$/)
  .default('')

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
      usdt_rate: Decimal.describe('USDT credited for one unit of the coin'),
    }),
  ),
  errors: [],
})

export const submitBankDeposit = endpoint({
  method: 'GET',
  path: '/api/quickCharge/wire_submit',
  actor: 'real',
  changesState: true,
  input: z.object({ number: TypedAmount, proofImg: z.string().max(512), wire_id: WireId }),
  output: z.object({ id: Id }),
  errors: [
    'AMOUNT_TOO_PRECISE',
    'AMOUNT_TOO_LARGE',
    'DEPOSIT_AMOUNT_INVALID',
    'COLLECTION_ACCOUNT_UNKNOWN',
    'DEPOSIT_PROOF_REQUIRED',
    'TOO_MANY_OPEN_DEPOSITS',
    'IMAGE_REFERENCE_INVALID',
  ],
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/quickCharge/quick_ist',
  actor: 'real',
  input: z.object({ type: z.enum(['0', '1']).describe('0 coin, 1 bank'), ...PAGE_ASKED }),
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
        protocol_code: z.string().describe('Empty for a wire'),
        credited: z.string().describe('USDT that was credited; empty until then'),
      }),
    ),
    total: z.number().int(),
    next: Next,
  }),
  errors: [],
})
