/**
 * Where a company takes money in and how it pays it out, as its file and its desk write it.
 *
 * Invariant: all of it is USDT on the company's side; a rate or a fee is never zero by mistake, and never above a published bound.
 * Whether an address or an account number can exist is checked where its checksum is known (broker/wallet).
 */
import { z } from 'zod'
import { DecimalIn, isAtMost, refusing } from './primitives'
import { plainTextProblem } from './tenant/plain-text'
import { TYPED_MONEY_DECIMALS, TYPED_MONEY_EXAMPLE, TYPED_MONEY_MAX } from './typed-money'

export const MESSAGE = {
  between: 'outOfBounds',
  required: 'required',
  form: 'wrongForm',
  grid: 'offStep',
} as const

interface DecimalBounds {
  readonly min: string
  readonly max: string
}

/** A decimal between two others, both among what is allowed. */
export function decimalWithin({ min, max }: DecimalBounds) {
  return DecimalIn.refine((text) => isAtMost(min, text) && isAtMost(text, max), { message: MESSAGE.between, abort: true })
}

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').replace(/0+$/, '').length
/** No more decimals than `most`; zeros at the end are none. */
export function hasAtMostDecimals(text: string, most: number): boolean {
  return decimalsOf(text) <= most
}

/**
 * USDT, locked money counted in, up to which an account is credited. Far below what the books can keep, so that whatever trading
 * makes of it can be booked.
 */
export const CREDITED_BALANCE_MAX = '10000000000'

/** An amount that a person types: of a deposit, of a withdrawal, of what an operator found. */
export const TypedAmount = DecimalIn.refine(
  (text) => hasAtMostDecimals(text, TYPED_MONEY_DECIMALS),
  refusing(MESSAGE.grid, 'AMOUNT_TOO_PRECISE', { decimals: String(TYPED_MONEY_DECIMALS), example: TYPED_MONEY_EXAMPLE }),
)
  .refine((text) => isAtMost(text, TYPED_MONEY_MAX), refusing(MESSAGE.between, 'AMOUNT_TOO_LARGE', { max: TYPED_MONEY_MAX }))
  .describe(`At most ${TYPED_MONEY_DECIMALS} decimals and at most ${TYPED_MONEY_MAX}`)

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
    `The fee: ${FIXED_FEE_BOUNDS.min} to ${FIXED_FEE_BOUNDS.max} USDT with at most ${TYPED_MONEY_DECIMALS} decimals, or ${PERCENT_FEE_BOUNDS.min} to ${PERCENT_FEE_BOUNDS.max} percent of the amount`,
  ),
  usdPrice: decimalWithin(RATE_BOUNDS).default('1').describe('Units of the currency for one USDT'),
}

const Fee = { fixed: decimalWithin(FIXED_FEE_BOUNDS), percent: decimalWithin(PERCENT_FEE_BOUNDS) } as const

/** What is charged lies within the bounds of its kind. */
function feeWithinBounds({ feeType, drawRate }: { feeType: 'fixed' | 'percent'; drawRate: string }): boolean {
  return Fee[feeType].safeParse(drawRate).success
}
const FEE_PROBLEM = { path: ['drawRate'], message: MESSAGE.between }
/** A fee that is an amount is one that could be typed, so that what is left of an amount has no more decimals than it. */
const isFeeOnGrid = ({ feeType, drawRate }: { feeType: 'fixed' | 'percent'; drawRate: string }) =>
  feeType === 'percent' || hasAtMostDecimals(drawRate, TYPED_MONEY_DECIMALS)
const FEE_OFF_GRID = { path: ['drawRate'], message: MESSAGE.grid }

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
  .refine(isFeeOnGrid, FEE_OFF_GRID)
  .refine(({ type, code }) => (type === 'coin' ? code === 'USDT' : code.length === 3), { path: ['code'], message: MESSAGE.form })
  .refine(({ type, protocol }) => (type === 'coin' ? ChainProtocols.safeParse(protocol).success : protocol === ''), {
    path: ['protocol'],
    message: MESSAGE.form,
  })
export type WithdrawCurrencyValue = z.infer<typeof WithdrawCurrencyValue>

/** What of a payout currency can be changed: payout methods lean on the rest. */
export const WithdrawTermsValue = z.strictObject(feeShape).refine(feeWithinBounds, FEE_PROBLEM).refine(isFeeOnGrid, FEE_OFF_GRID)
