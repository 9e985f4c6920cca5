/**
 * Puts a message into words: the texts of its kind in the reader's language, as a mail (subject, plain text, HTML) or as one short
 * text.
 *
 * Invariant: every link leads to the company's own site, and nothing a stranger could choose (the name of a device) breaks a line,
 * opens a tag or turns into a link in a mail program.
 */
import { dateTag, LANGUAGE_TAGS } from '../../contract/language-tags'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { invariant } from '../ground/invariant'
import type { Texts } from '../ground/texts'
import type { MessageDraft, MessageKind } from './delivery'
import { htmlMail, type MailContent, textMail } from './mail-template'

/** Everything a carrier needs, and all that is sealed. */
export interface MessageContent {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Empty for a text message. */
  readonly html: string
  readonly code: string
  /** BCP 47. */
  readonly languageTag: string
  readonly sender: { readonly name: string; readonly email: string }
}

/** Where the buttons of a kind lead; `link` is the one that the caller gives. The label is the kind's text of the same name. */
const ACTIONS: Readonly<Record<MessageKind, Readonly<Record<string, string | null>>>> = {
  'code-register': {},
  'code-reset': {},
  'already-registered': { logIn: '/login', newPassword: '/forgot' },
  'new-device': { notMe: null },
  'password-changed': { newPassword: '/forgot' },
  'account-frozen': { newPassword: '/forgot' },
  'two-step-on': { notMe: null },
  'two-step-off': { newPassword: '/forgot' },
  'identity-approved': { openSite: '/' },
  'identity-rejected': { sendAgain: '/mine/auth' },
  'deposit-completed': { openWallet: '/mine/wallet' },
  'deposit-rejected': { openWallet: '/mine/charge' },
  'deposit-invalid': { openWallet: '/mine/charge' },
  'withdrawal-completed': { openWallet: '/mine/wallet' },
  'withdrawal-rejected': { openWallet: '/mine/wallet' },
  'withdrawal-invalid': { openWallet: '/mine/wallet' },
  'desk-frozen': {},
  'desk-thawed': { logIn: '/login' },
  'desk-signed-out': { logIn: '/login' },
  'desk-two-step-off': { logIn: '/login' },
  'price-reached': { openAlerts: '/mine/alerts', turnOff: null },
}
/** Values that are listed with their names instead of standing in a sentence. */
const DETAILS = ['device', 'country', 'time', 'reason'] as const

export async function composeMessage(house: Texts, draft: MessageDraft): Promise<MessageContent> {
  const { tenant, language, kind, recipient } = draft
  const texts = house.of(tenant)
  const values = textValues(draft)
  const said = values.minutes === undefined ? values : { ...values, count: Number(values.minutes) }
  const say = (key: string): string => texts.text(language, `mail:${key}`, said).trim()
  const base = {
    to: recipient.to,
    code: values.code ?? '',
    languageTag: LANGUAGE_TAGS[language],
    sender: { name: tenant.name, email: tenant.email },
  }
  const subject = oneLine(`${tenant.isDemoSite ? '[DEMO] ' : ''}${say(`${kind}.subject`)}`)
  if (recipient.channel === 'sms') {
    const sms = say(`${kind}.sms`)
    return { ...base, subject, text: oneLine(tenant.isDemoSite ? `[DEMO] ${sms}` : sms), html: '' }
  }
  const mail: MailContent = {
    tenant,
    language,
    languageTag: base.languageTag,
    subject,
    demoLine: tenant.isDemoSite ? texts.text(language, 'public:demoRibbon') : '',
    body: say(`${kind}.body`),
    code: base.code,
    details: DETAILS.filter((name) => (values[name] ?? '') !== '').map((name) => ({
      name: say(`details.${name}`),
      value: values[name] ?? '',
    })),
    actions: actionsOf(kind, tenant, values.link ?? '').map(({ name, link }) => ({ label: say(`actions.${name}`), link })),
    note: say(`${kind}.note`),
    footer: [say('automatic'), tenant.legal.entity, tenant.legal.registeredAddress, texts.text(language, 'public:riskLine')],
  }
  return { ...base, subject, text: textMail(mail), html: await htmlMail(mail) }
}

function actionsOf(kind: MessageKind, tenant: Tenant, given: string): { name: string; link: string }[] {
  return Object.entries(ACTIONS[kind])
    .map(([name, path]) => ({ name, link: path === null ? given : linkTo(tenant, path) }))
    .filter(({ link }) => link !== '')
}

/** An address of the company's own site. @throws InvariantError for any other. */
function linkTo(tenant: Tenant, link: string): string {
  const url = new URL(link, tenant.siteOrigin)
  invariant(url.origin === new URL(tenant.siteOrigin).origin, 'a message links to its own site only')
  return url.href
}

function textValues({ tenant, kind, language, values = {} }: MessageDraft): Readonly<Record<string, string>> {
  const clean = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(value)]))
  const firstPath = Object.values(ACTIONS[kind])[0]
  const link = clean.link || (firstPath ?? '')
  return {
    ...clean,
    ...(clean.device !== undefined && { device: plainName(clean.device) }),
    ...(clean.country !== undefined && { country: countryName(language, clean.country) }),
    ...(clean.time !== undefined && { time: readableTime(language, clean.time) }),
    link: link === '' ? '' : linkTo(tenant, link),
    company: tenant.name,
    email: tenant.email,
  }
}

/** Controls would end a header or a line; marks that turn the writing direction would hide what an address says. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

function oneLine(text: string): string {
  return text.replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim().slice(0, 1_000)
}

/** The name of a browser comes from whoever sends it: `evil.example` in it must not become a link in the reader's mail program. */
function plainName(name: string): string {
  return oneLine(name.replace(/[@:]|\/\//g, ' ').replace(/\.(?=\p{L})/gu, ' ')).slice(0, 100)
}

function countryName(language: Language, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return plainName(country)
  return new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region', style: 'short' }).of(country) ?? country
}

/** Unix milliseconds become a date in UTC, since nobody knows where the mail is read; any other text stays. */
function readableTime(language: Language, time: string): string {
  if (!/^\d{12,14}$/.test(time)) return time
  const format = new Intl.DateTimeFormat(dateTag(LANGUAGE_TAGS[language]), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(Number(time))} UTC`
}
