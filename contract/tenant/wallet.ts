/** How a company begins to take and pay money, and when a second operator has to agree. */
import { z } from 'zod'
import { CollectionAccountValue, DepositNetworkValue, decimalWithin, WithdrawCurrencyValue } from '../money-places'
import { SETTING_BOUNDS } from '../setting-bounds'

const { secondApproval, hours, promisedHours } = SETTING_BOUNDS
const hourCount = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().int().min(min).max(max)
const betweenAmounts = `${secondApproval.min} to ${secondApproval.max} USDT`

export const TenantWallet = z.strictObject({
  secondApproval: z
    .strictObject({
      depositsAbove: decimalWithin(secondApproval)
        .default('5000')
        .describe(`Credits above this need a second operator: ${betweenAmounts}; 0: always`),
      withdrawalsAbove: decimalWithin(secondApproval)
        .default('5000')
        .describe(`Payouts above this need a second operator: ${betweenAmounts}; 0: always`),
      differencesAbove: decimalWithin(secondApproval)
        .default('100')
        .describe(`Differences from a provider's books above this need a second operator: ${betweenAmounts}`),
      newAddressHours: hourCount(hours).default(24).describe('A payout to a method younger than this needs a second operator; 0: never'),
    })
    .prefault({})
    .describe('When two operators decide'),
  methodHoldHours: hourCount(hours).default(24).describe('A new payout method is not paid to before'),
  twoStepEndsHold: z
    .boolean()
    .default(true)
    .describe('A payout method can be used at once where two-step sign-in had been on for that long'),
  promisedHours: hourCount(promisedHours).default(24).describe('Within this a withdrawal is decided'),
  networks: z
    .array(DepositNetworkValue)
    .max(50)
    .default([])
    .describe('Deposit networks the company begins with; afterwards they are kept at the desk'),
  collectionAccounts: z
    .array(CollectionAccountValue)
    .max(50)
    .default([])
    .describe('Bank accounts the company begins with; afterwards they are kept at the desk'),
  withdrawCurrencies: z
    .array(WithdrawCurrencyValue)
    .max(50)
    .default([])
    .describe('Payout currencies the company begins with; afterwards they are kept at the desk'),
})
