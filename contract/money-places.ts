/**
 * Where a company takes money in and how it pays it out, as its file and its desk write it.
 *
 * Invariant: all of it is USDT on the company's side; a rate or a fee is never zero by mistake, and never above a published bound.
 * Whether an address or an account number can exist is checked where its checksum is known (broker/wallet).
 */
import { z } from 'zod'
import { DecimalIn } from './primitives'
import { plainTextProblem } from './tenant/plain-text'

/** The longest decimal on the wire, written so that texts sort as their numbers do. */
const sortable = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole.padStart(12, '0')}.${fraction.padEnd(8, '0')}`
}

export const MESSAGE = {
  between: 'outOfBounds',
  required: 'required',
  form: 'wrongForm',
} as const

export interface DecimalBounds {
  readonly min: string
  readonly max: string
}

/** A decimal between two others, both among what is allowed. */
export function decimalWithin({ min, max }: DecimalBounds) {
  return DecimalIn.refine((text) => sortable(min) <= sortable(text) && sortable(text) <= sortable(max), {
    message: MESSAGE.between,
    abort: true,
  })
}

/** The chains on which USDT comes and goes. */
export const CHAIN_PROTOCOLS = ['TRC20', 'ERC20', 'BEP20'] as const
export const ChainProtocols = z.enum(CHAIN_PROTOCOLS)
export type ChainProtocol = z.infer<typeof ChainProtocols>

/** A rate is for one unit of a currency, so the smallest currencies and the largest have room; a slip of the comma mostly has not. */
export const RATE_BOUNDS: DecimalBounds = { min: '0.00000001', max: '1000000' }
export const FIXED_FEE_BOUNDS: DecimalBounds = { min: '0', max: '100' }
export const PERCENT_FEE_BOUNDS: DecimalBounds = { min: '0', max: '10' }

/** A trader reads it and acts on it: nothing invisible may stand in it. */
const isPlain = (text: string) => plainTextProblem(text) === null
const line = (max: number) => z.string().trim().min(1, MESSAGE.required).max(max, MESSAGE.form).refine(isPlain, MESSAGE.form)
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, MESSAGE.form)

const networkShape = {
  currency: z.literal('USDT', MESSAGE.form).describe('What is sent'),
  protocol: ChainProtocols.describe('Chain it comes on'),
  address: line(128).describe('Address of the company; form and checksum of the chain are checked'),
}
export const DepositNetworkValue = z.strictObject(networkShape)
export type DepositNetworkValue = z.infer<typeof DepositNetworkValue>

export const CollectionAccountValue = z.strictObject({
  coin: CurrencyCode.describe('Currency of the wire, ISO 4217'),
  bankName: line(128).describe('Name of the bank'),
  bankAddress: line(256).describe('Address of the bank'),
  bankSwift: line(11).describe('SWIFT/BIC, 8 or 11 characters'),
  payeeName: line(128).describe('Whose account it is'),
  payeeAccount: line(64).describe('Account number, IBAN where the country of the bank has them'),
  bankRemark: z
    .string()
    .trim()
    .max(256, MESSAGE.form)
    .refine((text) => text === '' || isPlain(text), MESSAGE.form)
    .default('')
    .describe('Note shown to the trader'),
  usdtRate: decimalWithin(RATE_BOUNDS).default('1').describe('USDT credited for one unit of the coin'),
})
export type CollectionAccountValue = z.infer<typeof CollectionAccountValue>

const feeShape = {
  feeType: z.enum(['fixed', 'percent']).describe('What drawRate counts'),
  drawRate: DecimalIn.describe(
    `The fee: ${FIXED_FEE_BOUNDS.min} to ${FIXED_FEE_BOUNDS.max} USDT, or ${PERCENT_FEE_BOUNDS.min} to ${PERCENT_FEE_BOUNDS.max} percent of the amount`,
  ),
  usdPrice: decimalWithin(RATE_BOUNDS).default('1').describe('Units of the currency for one USDT'),
}

const Fee = { fixed: decimalWithin(FIXED_FEE_BOUNDS), percent: decimalWithin(PERCENT_FEE_BOUNDS) } as const

/** What is charged lies within the bounds of its kind. */
export function feeWithinBounds({ feeType, drawRate }: { feeType: 'fixed' | 'percent'; drawRate: string }): boolean {
  return Fee[feeType].safeParse(drawRate).success
}
const FEE_PROBLEM = { path: ['drawRate'], message: MESSAGE.between }

export const WithdrawCurrencyValue = z
  .strictObject({
    type: z.enum(['coin', 'bank']).describe('Paid on a chain or to a bank'),
    code: z
      .string()
      .regex(/^[A-Z]{3,4}$/, MESSAGE.form)
      .describe('USDT, or the currency of the bank account, ISO 4217'),
    protocol: z.string().max(16).default('').describe('Of a coin; empty for a bank currency'),
    ...feeShape,
  })
  .refine(feeWithinBounds, FEE_PROBLEM)
  .refine(({ type, code }) => (type === 'coin' ? code === 'USDT' : code.length === 3), { path: ['code'], message: MESSAGE.form })
  .refine(({ type, protocol }) => (type === 'coin' ? ChainProtocols.safeParse(protocol).success : protocol === ''), {
    path: ['protocol'],
    message: MESSAGE.form,
  })
export type WithdrawCurrencyValue = z.infer<typeof WithdrawCurrencyValue>

/** What of a payout currency can be changed: payout methods lean on the rest. */
export const WithdrawTermsValue = z.strictObject(feeShape).refine(feeWithinBounds, FEE_PROBLEM)
