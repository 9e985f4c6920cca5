/**
 * A broker described in one file: `tenants/<id>/tenant.json`. Strict: an unknown key, a free colour, an http link or a
 * host that another tenant holds stops that tenant (and only that one) from loading.
 *
 * Config is data, never code: no CSS, no HTML, no URL that is not https on the tenant's own allow-list.
 * The parts are in contract/tenant/; every field says what it is for, and docs/tenant.md is written from that.
 */
import { z } from 'zod'
import { HttpsUrl, LANGUAGES, Language } from './primitives'
import { TenantDisputes } from './tenant/disputes'
import { Features } from './tenant/features'
import { TenantTheme, type ThemeFile } from './tenant/look'
import { OwnTexts } from './tenant/own-texts'
import { ANNOUNCED_COUNTRIES, BrokerOrigin, CountryCode, HostName, HostOnly } from './tenant/places'
import { PlainText } from './tenant/plain-text'
import { Service } from './tenant/service'
import { TenantTrading } from './tenant/trading'
import { TenantWallet } from './tenant/wallet'
import { TenantLog } from './tenant/witnesses'

export { ThemeFile } from './tenant/look'
export { ANNOUNCED_COUNTRIES, TenantId } from './tenant/places'

const Legal = z.strictObject({
  entity: PlainText(120).describe('Legal name of the company that stands behind the site'),
  registeredAddress: PlainText(200).describe('Registered address, shown on every page'),
  location: PlainText(80).describe('Town and country, shown in the directory'),
  licence: z
    .strictObject({
      authority: PlainText(120).describe('Who gave the licence'),
      number: PlainText(64).describe('Its number in the register'),
      registerUrl: HttpsUrl.describe('Where anyone can look it up, https'),
    })
    .nullable()
    .default(null)
    .describe('null: the site says that no licence is stated'),
})

const Registration = z.strictObject({
  verify: z.enum(['sent-code', 'captcha']).default('sent-code').describe('What a new trader proves: a code that was sent, or an image'),
  mobileField: z
    .enum(['none', 'area-and-number', 'number'])
    .default('none')
    .describe('How the form asks for a phone number beside the email address'),
  refusedCountries: z
    .array(CountryCode)
    .max(250)
    .refine(
      (codes) => ANNOUNCED_COUNTRIES.every((code) => codes.includes(code)),
      `the announcement names ${ANNOUNCED_COUNTRIES.join(', ')} too`,
    )
    .default([...ANNOUNCED_COUNTRIES])
    .describe('Nobody registers from here, ISO 3166; the five of the announcement are always among them'),
})

const TenantFields = z.strictObject({
  $schema: z.string().max(300).optional().describe('Lets editors complete the file: ../tenant.schema.json'),
  name: PlainText(48).describe('Shown beside the mark'),
  title: PlainText(48)
    .refine((title) => title === 'DEMO' || title.toUpperCase() !== 'DEMO', 'a demonstration is titled DEMO, in capitals')
    .optional()
    .describe('Title of the site, the name when absent; DEMO marks the whole site as a demonstration'),
  legal: Legal.describe('Who stands behind the site'),
  email: z.email().max(254).describe('Support address, and sender of mails; later kept at the desk'),
  hosts: z.array(HostName).max(20).default([]).describe("The tenant's own domains, besides its subdomain"),
  listed: z.boolean().default(true).describe('Shown in the directory of the main site'),
  status: z
    .enum(['live', 'closed', 'wind-down'])
    .default('live')
    .describe('wind-down: no new risk, money or people, everything that ends a trade works; closed: everybody is sent to lossUrl'),
  lossUrl: HttpsUrl.optional().describe('Where visitors are sent when the company is closed; its host must be in linkHosts'),
  linkHosts: z
    .array(HostOnly)
    .max(20)
    .default([])
    .describe('Hosts that lossUrl, complaintOrigin, service.link and disputes.ombudsman may point to'),
  complaintOrigin: HttpsUrl.optional().describe('Where complaints are taken; its host must be in linkHosts'),
  brokerOrigin: BrokerOrigin.optional().describe(
    'Where the broker of this company answers, when it is not the one of this process: https://host[:port], or http on this machine',
  ),
  languages: z
    .array(Language)
    .min(1)
    .refine((codes) => new Set(codes).size === codes.length, 'a language is listed twice')
    .default([...LANGUAGES])
    .describe('Languages that are offered, in this order'),
  defaultLanguage: Language.default('hk').describe('Shown to whoever asks for none of them; must be one of languages'),
  firstLanguage: z
    .enum(['browser', 'own'])
    .default('browser')
    .describe(
      "What a first visit is shown in. browser: the browser's language where it is offered, else defaultLanguage; own: defaultLanguage",
    ),
  country: CountryCode.default('HK').describe("The company's own country, ISO 3166: first in the area list"),
  theme: TenantTheme.prefault({}).describe('Colours, shape and font'),
  features: Features.prefault({}).describe('Pages that a company may leave out; money, records, risk and legal text are always there'),
  texts: OwnTexts.describe('Texts of the site in own words, by language and key; those about money, risk, orders and law are protected'),
  service: Service.optional().describe('Customer service: its hours, and the page of a chat provider where there is one'),
  registration: Registration.prefault({}).describe('Who may open an account, and how; later kept at the desk'),
  wallet: TenantWallet.prefault({}).describe('Money in and out; later kept at the desk'),
  trading: TenantTrading.prefault({}).describe('What is traded and on which terms'),
  disputes: TenantDisputes.prefault({}).describe(
    'Challenges of fills: until when, how soon they are answered, and who looks at decisions from outside',
  ),
  log: TenantLog.optional().describe('Who signs the checkpoints of the public log of receipts besides the company; nobody when absent'),
})
type TenantFields = z.infer<typeof TenantFields>

/** A rule about several fields; it is judged as soon as these alone are right, whatever else is wrong. */
interface Across {
  readonly needs: { readonly [Key in keyof TenantFields]?: true }
  readonly judge: (tenant: TenantFields) => { readonly path: readonly string[]; readonly message: string } | null
}

const outsideLinkHosts = ({ linkHosts }: TenantFields, link: string | undefined): string | null => {
  const host = link === undefined ? null : new URL(link).hostname
  return host === null || linkHosts.includes(host) ? null : `${host} is not in linkHosts`
}
const at = (path: readonly string[], message: string | null) => (message === null ? null : { path, message })

const ACROSS: readonly Across[] = [
  { needs: { linkHosts: true, lossUrl: true }, judge: (tenant) => at(['lossUrl'], outsideLinkHosts(tenant, tenant.lossUrl)) },
  {
    needs: { linkHosts: true, service: true },
    judge: (tenant) => at(['service', 'link'], outsideLinkHosts(tenant, tenant.service?.link)),
  },
  {
    needs: { linkHosts: true, complaintOrigin: true },
    judge: (tenant) => at(['complaintOrigin'], outsideLinkHosts(tenant, tenant.complaintOrigin)),
  },
  {
    needs: { linkHosts: true, disputes: true },
    judge: (tenant) => at(['disputes', 'ombudsman', 'url'], outsideLinkHosts(tenant, tenant.disputes.ombudsman?.url)),
  },
  {
    needs: { status: true, lossUrl: true },
    judge: ({ status, lossUrl }) =>
      at(['lossUrl'], status !== 'live' && lossUrl === undefined ? `a company that is ${status} needs a lossUrl` : null),
  },
  {
    needs: { languages: true, defaultLanguage: true },
    judge: ({ languages, defaultLanguage }) =>
      at(['defaultLanguage'], languages.includes(defaultLanguage) ? null : 'the default language must be one of languages'),
  },
  {
    needs: { languages: true, texts: true },
    judge: ({ languages, texts }) => {
      // English stands behind every language, so its texts are always used.
      const unused = Object.keys(texts).find((code) => code !== 'en' && !languages.some((language) => language === code))
      return at(['texts', unused ?? ''], unused === undefined ? null : 'this language is not one of languages')
    },
  },
]

export const TenantFile = ACROSS.reduce((schema, { needs, judge }) => {
  const needed = TenantFields.pick(needs).strip()
  return schema.check(
    z.superRefine(
      (tenant: TenantFields, context) => {
        const found = judge(tenant)
        if (found !== null) context.addIssue({ code: 'custom', path: [...found.path], message: found.message })
      },
      { when: ({ value, issues }) => issues.length === 0 || needed.safeParse(value).success },
    ),
  )
}, TenantFields)
export type TenantFile = TenantFields

/** Sections that were right, by their text; what is each brand's own does not stay here for long. */
const rightOnes = new Map<string, unknown>()
const MAX_RIGHT = 500

/**
 * The file as the schema gives it; null when anything in it is wrong: then only the schema says what. Of thousands of brands on one
 * platform most sections are the same text, which is judged once.
 */
export function rightTenantFile(content: unknown): TenantFile | null {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null
  const written = content as Readonly<Record<string, unknown>>
  if (Object.keys(written).some((key) => !Object.hasOwn(TenantFields.shape, key))) return null
  const file: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(TenantFields.shape)) {
    const judged = rightSection(key, schema, written[key])
    if (judged === null) return null
    if (judged.value !== undefined) file[key] = judged.value
  }
  const fields = file as TenantFields
  return ACROSS.every(({ judge }) => judge(fields) === null) ? fields : null
}

function rightSection(key: string, schema: z.ZodType, value: unknown): { readonly value: unknown } | null {
  const isLarge = value === undefined || typeof value === 'object'
  const text = isLarge ? `${key} ${JSON.stringify(value)}` : ''
  if (isLarge && rightOnes.has(text)) return { value: rightOnes.get(text) }
  const judged = schema.safeParse(value)
  if (!judged.success) return null
  if (isLarge) {
    if (rightOnes.size >= MAX_RIGHT) rightOnes.clear()
    rightOnes.set(text, judged.data)
  }
  return { value: judged.data }
}

/** What of a file can be judged further by itself, although something else in it is wrong. */
export type TenantSections = { readonly [Key in 'theme' | 'texts' | 'wallet' | 'trading' | 'log']?: TenantFields[Key] | undefined }

/** The sections that are right by themselves. */
export function rightSections(content: unknown): TenantSections {
  if (typeof content !== 'object' || content === null) return {}
  const { theme, texts, wallet, trading, log } = TenantFields.shape
  const written = content as Readonly<Record<string, unknown>>
  return {
    theme: theme.safeParse(written.theme).data,
    texts: texts.safeParse(written.texts).data,
    wallet: wallet.safeParse(written.wallet).data,
    trading: trading.safeParse(written.trading).data,
    log: log.safeParse(written.log).data,
  }
}

/** A tenant as the process uses it: the file, the place it came from, and everything derived from both. */
export interface Tenant extends TenantFile {
  readonly id: string
  readonly title: string
  /** Exact hosts (with port where the base domain has one) that this tenant answers on. */
  readonly siteHosts: readonly string[]
  /** Those of them that have the API and the socket and no pages, see `apiHostsOf`. */
  readonly apiHosts: readonly string[]
  /** Origin of the tenant's site, e.g. `http://aurora.localhost:3000`. */
  readonly siteOrigin: string
  /** True when the title is DEMO: the whole site is a demonstration and says so everywhere. */
  readonly isDemoSite: boolean
  /** What its pages and mails are painted with: its theme with its own look over it, corrected where it could not be read. */
  readonly palette: ThemeFile
  /** Public paths of the brand's pictures. */
  readonly logoPath: string
  readonly iconPath: string
}
