/**
 * What can be set at the desk, in which form, and within which bounds. The bounds are published: here, at the desk and in docs/settings.md.
 *
 * Invariant: no value here is a price, a quote or a candle: those come from the feed, and nobody at the desk can touch them.
 * The message of a problem is the last part of its text key (`public:settingProblem.<message>`).
 */
import { z } from 'zod'
import {
  CollectionAccountValue,
  DepositNetworkValue,
  decimalWithin,
  hasAtMostDecimals,
  MESSAGE,
  WithdrawCurrencyValue,
  WithdrawTermsValue,
} from '../money-places'
import { HttpsUrl } from '../primitives'
import { SETTING_BOUNDS } from '../setting-bounds'
import { ANNOUNCED_COUNTRIES } from '../tenant/places'

export const SETTING_AREAS = ['deposit_network', 'collection_account', 'withdraw_currency', 'base', 'instrument'] as const
export const SettingArea = z.enum(SETTING_AREAS)
export type SettingArea = z.infer<typeof SettingArea>

/** Sections of the base settings: each is set as a whole. Only `support` takes effect without a second operator. */
export const BASE_SECTIONS = ['support', 'registration', 'money', 'trading', 'risk'] as const
export type BaseSection = (typeof BASE_SECTIONS)[number]

export { SETTING_BOUNDS }

const flag = z.boolean()
const whole = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.number().int(MESSAGE.form).min(min, MESSAGE.between).max(max, MESSAGE.between)

/** Offered or not: the one thing that is changed of an address. A new address is a new row, and the old one is switched off. */
const SwitchValue = z.strictObject({ active: flag })

const NewNetworkValue = DepositNetworkValue.extend({ active: flag.default(true) })
const AccountValue = CollectionAccountValue.extend({ active: flag.default(true) })
const NewCurrencyValue = WithdrawCurrencyValue.safeExtend({ active: flag.default(true) })
const CurrencyValue = WithdrawTermsValue.safeExtend({ active: flag })

/** `XAUUSD=2500000`: the limit of one instrument. */
const LIMIT_PATTERN = /^[A-Z0-9]{3,16}=\d{1,10}$/
const InstrumentLimit = z
  .string()
  .regex(LIMIT_PATTERN, MESSAGE.form)
  .refine((text) => decimalWithin(SETTING_BOUNDS.exposureLimit).safeParse(text.split('=')[1]).success, MESSAGE.between)

const CountryCode = z.string().regex(/^[A-Z]{2}$/, MESSAGE.form)

export const BASE_VALUES = {
  support: z.strictObject({
    email: z.email(MESSAGE.form).max(254, MESSAGE.form),
    /** Empty: no service page. */
    serviceLink: z.union([z.literal(''), HttpsUrl], MESSAGE.form),
    serviceType: z.enum(['frame', 'window']),
  }),
  registration: z.strictObject({
    verify: z.enum(['sent-code', 'captcha']),
    mobileField: z.enum(['none', 'area-and-number', 'number']),
    refusedCountries: z
      .array(CountryCode)
      .max(250, MESSAGE.between)
      .refine((codes) => ANNOUNCED_COUNTRIES.every((code) => codes.includes(code)), 'announcedCountries')
      .refine((codes) => new Set(codes).size === codes.length, 'duplicate'),
  }),
  money: z.strictObject({
    depositsAbove: decimalWithin(SETTING_BOUNDS.secondApproval),
    withdrawalsAbove: decimalWithin(SETTING_BOUNDS.secondApproval),
    /** What was stored before there was such a limit has the one that stood then. */
    differencesAbove: decimalWithin(SETTING_BOUNDS.secondApproval).default('100'),
    newAddressHours: whole(SETTING_BOUNDS.hours),
    methodHoldHours: whole(SETTING_BOUNDS.hours),
    twoStepEndsHold: flag,
    promisedHours: whole(SETTING_BOUNDS.promisedHours),
  }),
  trading: z.strictObject({
    staleAfterMs: whole(SETTING_BOUNDS.staleAfterMs),
    demoBalance: decimalWithin(SETTING_BOUNDS.demoBalance),
  }),
  risk: z.strictObject({
    totalLimit: decimalWithin(SETTING_BOUNDS.exposureLimit),
    instrumentLimit: decimalWithin(SETTING_BOUNDS.exposureLimit),
    limits: z
      .array(InstrumentLimit)
      .max(200, MESSAGE.between)
      .refine((all) => new Set(all.map((text) => text.split('=')[0])).size === all.length, 'duplicate'),
    warnPercent: whole(SETTING_BOUNDS.warnPercent),
    feedAgeMs: whole(SETTING_BOUNDS.feedAgeMs),
    feedGaps: whole(SETTING_BOUNDS.feedGaps),
    rejectPercent: whole(SETTING_BOUNDS.rejectPercent),
    latencyMs: whole(SETTING_BOUNDS.latencyMs),
  }),
} as const satisfies Record<BaseSection, z.ZodType>

/** Within which an instrument's terms can be set for a company. */
export const InstrumentBounds = z.object({
  max_spread: z.string(),
  price_decimals: z.number().int(),
  max_fee_rate: z.string(),
  max_leverage: z.number().int(),
  lot_step: z.string(),
  lot_decimals: z.number().int(),
  max_lots: z.string(),
})
export type InstrumentBounds = z.infer<typeof InstrumentBounds>

/** A lot step is a power of ten, so a size lies on it when it has no more decimals. */
export function instrumentValue(bounds: InstrumentBounds) {
  const onGrid = (decimals: number) => [(text: string) => hasAtMostDecimals(text, decimals), MESSAGE.grid] as const
  const lots = decimalWithin({ min: bounds.lot_step, max: bounds.max_lots }).refine(...onGrid(bounds.lot_decimals))
  return z
    .strictObject({
      mode: z.enum(['normal', 'close-only', 'off']),
      spread: decimalWithin({ min: '0', max: bounds.max_spread }).refine(...onGrid(bounds.price_decimals)),
      feeRate: decimalWithin({ min: '0', max: bounds.max_fee_rate }),
      leverages: z
        .array(whole({ min: SETTING_BOUNDS.leverage.min, max: bounds.max_leverage }))
        .max(SETTING_BOUNDS.leverages, MESSAGE.between)
        .refine((all) => new Set(all).size === all.length, 'duplicate'),
      minLots: lots,
      maxLots: lots,
    })
    .refine(({ minLots, maxLots }) => decimalWithin({ min: minLots, max: bounds.max_lots }).safeParse(maxLots).success, {
      path: ['maxLots'],
      message: 'belowMinimum',
    })
}
export type InstrumentValue = z.infer<ReturnType<typeof instrumentValue>>

/** The schema of a value: of a new row, or of what can be changed of one that is there. */
export function rowSchema(area: Exclude<SettingArea, 'base' | 'instrument'>, isNew: boolean): z.ZodType {
  if (area === 'deposit_network') return isNew ? NewNetworkValue : SwitchValue
  if (area === 'collection_account') return AccountValue
  return isNew ? NewCurrencyValue : CurrencyValue
}
