/**
 * A broker described in one file: `tenants/<id>/tenant.json`. Strict: an unknown key, a free colour, an http link or a
 * host that another tenant holds stops that tenant (and only that one) from loading.
 *
 * Config is data, never code: no CSS, no HTML, no URL that is not https on the tenant's own allow-list.
 */
import { z } from 'zod'
import { CollectionAccountValue, DepositNetworkValue, WithdrawCurrencyValue } from './money-places'
import { DecimalIn, HttpsUrl, LANGUAGES, Language } from './primitives'

const Text = (max: number) => z.string().trim().min(1).max(max)
const HexColour = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb')
const Length = z.string().regex(/^\d{1,3}(?:\.\d{1,2})?px$/, 'a length is written like 6px')
/** A DNS name without port, lower case. The name `<id>.<BASE_DOMAIN>` is added for every tenant by itself. */
const HostName = z
  .string()
  .regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'a host is a lower-case DNS name')
export const TenantId = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, 'an id is 2–32 lower-case letters, digits and dashes')
const InstrumentCode = z.string().regex(/^[A-Z0-9]{3,16}$/)
const HostOnly = z.string().regex(/^[a-z0-9.-]{1,253}$/)

const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'a country is written as two capital letters, ISO 3166')
/** The announcement of every site names these: service is not offered there. */
export const ANNOUNCED_COUNTRIES = ['KP', 'IL', 'CN', 'VU', 'CU'] as const

export const TokenName = z.string().regex(/^[a-z0-9-]{1,32}$/)

export const TenantFile = z
  .strictObject({
    $schema: z.string().optional(),
    name: Text(48).describe('Shown beside the mark'),
    title: Text(48).describe('Title of the site; DEMO marks the whole site as a demonstration'),
    legal: z.strictObject({
      entity: Text(120).describe('Legal name of the company that stands behind the site'),
      registeredAddress: Text(200),
      location: Text(80),
      licence: z
        .strictObject({ authority: Text(120), number: Text(64), registerUrl: HttpsUrl })
        .nullable()
        .default(null),
    }),
    email: z.email().max(254),
    hosts: z.array(HostName).max(20).default([]).describe("The tenant's own domains, besides its subdomain"),
    listed: z.boolean().default(true).describe('Shown in the directory of the main site'),
    status: z.enum(['live', 'closed', 'wind-down']).default('live'),
    lossUrl: HttpsUrl.optional().describe('Where visitors are sent when the company is closed; its host must be in linkHosts'),
    linkHosts: z.array(HostOnly).max(20).default([]).describe('Hosts that lossUrl and serviceLink may point to'),
    complaintOrigin: HttpsUrl.optional(),
    languages: z
      .array(Language)
      .min(1)
      .default([...LANGUAGES]),
    defaultLanguage: Language.default('hk'),
    country: CountryCode.default('HK').describe("The company's own country, ISO 3166: first in the area list"),
    theme: z.strictObject({
      name: TokenName.describe('A file in themes/'),
      defaultMode: z.enum(['light', 'dark']).default('light'),
      followSystem: z.boolean().default(false).describe('Without a choice of the visitor, use the system preference'),
      light: z.record(TokenName, HexColour).default({}),
      dark: z.record(TokenName, HexColour).default({}),
      radius: z.strictObject({ xs: Length, sm: Length, md: Length, lg: Length }).partial().default({}),
      priceColours: z.enum(['green-up', 'red-up', 'blue-up']).optional(),
    }),
    service: z
      .strictObject({ link: HttpsUrl, type: z.enum(['frame', 'window']).default('frame') })
      .optional()
      .describe('Customer service page; its host must be in linkHosts'),
    registration: z
      .strictObject({
        verify: z.enum(['sent-code', 'captcha']).default('sent-code'),
        mobileField: z.enum(['none', 'area-and-number', 'number']).default('none'),
        refusedCountries: z
          .array(CountryCode)
          .max(250)
          .default([...ANNOUNCED_COUNTRIES])
          .describe('Nobody registers from here, ISO 3166; the five of the announcement are always among them'),
      })
      .prefault({}),
    wallet: z
      .strictObject({
        secondApproval: z
          .strictObject({
            depositsAbove: DecimalIn.default('5000').describe('Credits above this, in USDT, need a second operator'),
            withdrawalsAbove: DecimalIn.default('5000').describe('Payouts above this, in USDT, need a second operator'),
            newAddressHours: z
              .number()
              .int()
              .min(0)
              .max(720)
              .default(24)
              .describe('A payout to a method younger than this needs a second operator; 0: never'),
          })
          .prefault({}),
        methodHoldHours: z.number().int().min(0).max(720).default(24).describe('A new payout method is not paid to before'),
        twoStepEndsHold: z.boolean().default(true).describe('With two-step sign-in a new payout method can be used at once'),
        promisedHours: z.number().int().min(1).max(720).default(24).describe('Within this a withdrawal is decided'),
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
      .prefault({}),
    trading: z
      .strictObject({
        instruments: z.array(InstrumentCode).min(1).optional().describe('Codes that are offered; all of the catalogue when absent'),
        mode: z
          .enum(['normal', 'close-only', 'cancel-only'])
          .default('normal')
          .describe('close-only: no new orders; cancel-only: nothing opens, closes or fires, pending orders can be cancelled'),
        feeType: z.enum(['per-lot', 'share-of-margin']).default('share-of-margin'),
        stopOutLevelPercent: DecimalIn.default('50').describe('Margin level at which positions are closed; 50–100'),
        staleAfterMs: z.number().int().min(500).max(10_000).default(2_000),
        demoBalance: DecimalIn.default('10000'),
        maxLeverage: z.number().int().min(1).max(1000).optional().describe('Offers no leverage above this'),
        overrides: z
          .record(
            InstrumentCode,
            z.strictObject({
              mode: z
                .enum(['normal', 'close-only', 'off'])
                .optional()
                .describe('close-only: no new orders of it; off: not offered either. Positions can always be closed'),
              spread: DecimalIn.optional().describe('In price units, laid round the mid'),
              feeRate: DecimalIn.optional(),
              leverages: z.array(z.number().int().min(1).max(1000)).max(12).optional().describe('Empty: no leverage is configured'),
              minLots: DecimalIn.optional(),
              maxLots: DecimalIn.optional(),
              minStopDistance: DecimalIn.optional().describe(
                'How near a stop loss, take profit or target may stand to the price, in price units',
              ),
            }),
          )
          .default({}),
      })
      .prefault({}),
  })
  .superRefine((tenant, context) => {
    const stopOut = Number(tenant.trading.stopOutLevelPercent)
    if (stopOut < 50 || stopOut > 100) {
      context.addIssue({
        code: 'custom',
        path: ['trading', 'stopOutLevelPercent'],
        message: 'the stop-out level lies between 50 and 100 percent',
      })
    }
    const allowed = new Set(tenant.linkHosts)
    const checkLink = (path: (string | number)[], link: string | undefined) => {
      if (link !== undefined && !allowed.has(new URL(link).hostname)) {
        context.addIssue({ code: 'custom', path, message: `${new URL(link).hostname} is not in linkHosts` })
      }
    }
    checkLink(['lossUrl'], tenant.lossUrl)
    checkLink(['service', 'link'], tenant.service?.link)
    if (tenant.status !== 'live' && tenant.lossUrl === undefined) {
      context.addIssue({ code: 'custom', path: ['lossUrl'], message: `a company that is ${tenant.status} needs a lossUrl` })
    }
    const missing = ANNOUNCED_COUNTRIES.filter((country) => !tenant.registration.refusedCountries.includes(country))
    if (missing.length > 0) {
      context.addIssue({
        code: 'custom',
        path: ['registration', 'refusedCountries'],
        message: `the announcement names ${missing.join(', ')} too`,
      })
    }
    if (!tenant.languages.includes(tenant.defaultLanguage)) {
      context.addIssue({ code: 'custom', path: ['defaultLanguage'], message: 'the default language must be one of languages' })
    }
  })
export type TenantFile = z.infer<typeof TenantFile>

/** A theme: token values for both modes, shape and fonts. Values are colours, shadows and lengths from a closed grammar. */
const TokenValue = z
  .string()
  // Quotes only in pairs: the name of a font may hold a digit and is then written as a string.
  .regex(/^(?:[#a-z0-9 .,()/%+_-]|"[a-z0-9 -]{1,60}"){1,160}$/i)
  .refine((value) => !/url|expression|import|@|[;{}]/i.test(value), 'not a plain token value')
export const ThemeFile = z.strictObject({
  $schema: z.string().optional(),
  name: TokenName,
  modes: z.strictObject({ light: z.record(TokenName, TokenValue), dark: z.record(TokenName, TokenValue) }),
  shape: z.record(TokenName, TokenValue),
})
export type ThemeFile = z.infer<typeof ThemeFile>

/** A tenant as the process uses it: the file, the place it came from, and everything derived from both. */
export interface Tenant extends TenantFile {
  readonly id: string
  /** Exact hosts (with port where the base domain has one) that this tenant answers on. */
  readonly siteHosts: readonly string[]
  /** Origin of the tenant's site, e.g. `http://aurora.localhost:3000`. */
  readonly siteOrigin: string
  /** True when the title is DEMO: the whole site is a demonstration and says so everywhere. */
  readonly isDemoSite: boolean
  readonly themeTokens: ThemeFile
  /** Public paths of the brand's pictures. */
  readonly logoPath: string
  readonly iconPath: string
}
