/**
 * Texts of the site that a company puts in its own words, by language and key: `{"en": {"auth:sideTitle": "…"}}`.
 *
 * Invariant: a company can change how it sounds, never what happened to an order or to money, what is at risk, who stands behind
 * the site, or that something is a demonstration. Those texts are the same on every site, so a loss cannot be renamed.
 * Whether a key exists and has the same placeholders is checked where the texts are (broker/brands/check-texts.ts).
 */
import { z } from 'zod'
import { LANGUAGES } from '../primitives'
import { plainTextProblem } from './plain-text'

const OWN_TEXT_MAX = 600
const OWN_TEXTS_MAX = 500

/** `group:part.part`, as the files in locales/ are written. */
const TextKey = z
  .string()
  .max(120)
  .regex(/^[a-z]{2,20}:[a-zA-Z0-9-]+(?:_[a-z]+)?(?:\.[a-zA-Z0-9-]+(?:_[a-z]+)?)*$/, 'a text is named like public:openAccount')

const OwnText = z
  .string()
  .trim()
  .min(1)
  .max(OWN_TEXT_MAX)
  .superRefine((text, context) => {
    // Tags of the house's own texts (`<register>…</register>`) are compared with the original; no others are left here.
    const problem = plainTextProblem(text.replace(/<\/?[a-z][a-zA-Z]*\/?>/g, ''))
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    if (/:\/\/|www\./i.test(text)) context.addIssue({ code: 'custom', message: 'holds an address: links come from the site itself' })
    if (text.includes('$t(')) context.addIssue({ code: 'custom', message: 'holds $t(, which would put another text into it' })
  })

export const OwnTexts = z
  .partialRecord(
    z.enum(LANGUAGES),
    z.record(TextKey, OwnText).refine((texts) => Object.keys(texts).length <= OWN_TEXTS_MAX, `at most ${OWN_TEXTS_MAX} texts a language`),
  )
  .default({})
export type OwnTexts = z.infer<typeof OwnTexts>

interface Protection {
  readonly keys: RegExp
  readonly why: string
}

export const PROTECTED_TEXTS: readonly Protection[] = [
  { keys: /^(?:order|trade|receipt):/, why: 'what an order does, costs and becomes is said in the same words everywhere' },
  { keys: /^(?:wallet|withdraw|bank|financial|notice):/, why: 'what happens to money is said in the same words everywhere' },
  { keys: /^documentary:/, why: 'rankings are explained in the same words everywhere' },
  { keys: /^desk:/, why: 'the desk belongs to the platform' },
  {
    keys: /^public:(?:error|settingProblem|success|connection)\b|^[a-z]+:.*(?:[Ff]ailed|[Ee]rror)/,
    why: 'it tells what went wrong or what was done',
  },
  { keys: /^public:(?:networkError|unknownError|pageFailed|brokerUnreachable|errorCode)/, why: 'it tells what went wrong' },
  { keys: /[rR]isk(?:Line|Title|Text)?$|^product:(?:risk|notice\b)|^auth:consent/, why: 'it warns of the risk' },
  { keys: /[aA]vailability(?:Line|Title)?$/, why: 'it says where no service is offered' },
  {
    keys: /[dD]emo|[sS]imulated|^auth:noEmailNeeded$|^user:(?:needsRealAccount|registerOrLogIn)$/,
    why: 'it marks what is a demonstration',
  },
  { keys: /^public:(?:honesty|footer|directory|statement|windDown)\b/, why: 'it says who stands behind the site and what its state is' },
  {
    keys: /^public:(?:balance|deposit|amountHidden)$|^product:(?:account|column|session|name|positions)\b/,
    why: 'it names money, figures or what is traded',
  },
  {
    keys: /^user:(?:deposit|withdraw|wallet|availableBalance|accountDetail|detail|review|announcementText|colours|up|down)\b/,
    why: 'it names money, figures or legal text',
  },
  {
    keys: /^account:(?:identity|email|recovery|twoStep|confirm|notMe|sessions|code)\b|^auth:(?:twoStep|strength)\b/,
    why: 'it protects the account',
  },
  { keys: /^mail:(?:deposit|withdrawal|identity|desk)-|^mail:details\b/, why: 'it tells what happened to money or papers' },
  { keys: /^mail:.*\.(?:note|sms)$|^mail:(?:new-device|password-changed|account-frozen|two-step)/, why: 'it protects the account' },
]

const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Why no company may change a text; null when it may. The forms of a plural count as their text. */
export function protectionOf(key: string): string | null {
  const text = key.replace(PLURAL, '')
  return PROTECTED_TEXTS.find(({ keys }) => keys.test(text))?.why ?? null
}
