/**
 * What is wrong with the words of a language, as far as a machine can see it. Meaning is left to people: docs/terms.
 */
import { isPluralForm, readTexts, withoutForm } from './read-texts'
import { readTerms, type WordTerms } from './word-terms'

export const WORD_CHECKS = ['missing', 'untranslated', 'forbidden', 'inconsistent', 'marks', 'long', 'terms'] as const
type WordCheck = (typeof WORD_CHECKS)[number]

interface WordProblem {
  readonly check: WordCheck
  readonly key: string
  readonly text: string
  readonly why: string
}

type Texts = ReadonlyMap<string, string>

/** Longer sentences are not read to their end where something has just gone wrong, and longer labels nowhere. */
const MOST_WORDS = 25
/** Texts that say what is wrong, wherever they stand. */
const SAYS_WHAT_IS_WRONG =
  /[:.](?:error|settingProblem|problem|lock|fault|hint)\.|(?:[uU]nreadable|Failed|failed|Wrong|wrong|missing|Missing|notSent|tooMuch|tooLarge)(?:\.|$)/
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const CHINESE_OR_JAPANESE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
/** The quotation marks of each language; Korean has one pair for labels and one for words. */
const QUOTES: Readonly<Record<string, string>> = {
  hk: '「」',
  jp: '「」',
  kr: '‘’“”',
  fr: '«»',
  ru: '«»',
  ar: '«»',
  fa: '«»',
  de: '„“',
  cs: '„“',
  et: '„“',
  fi: '”',
}
const ALL_QUOTES = /[“”„‚‘«»‹›「」『』]/gu
const MARKS: readonly {
  readonly mark: RegExp
  readonly why: string
  readonly only?: readonly string[]
  readonly not?: readonly string[]
}[] = [
  { mark: /(?:\d|\}\})[\s\u00a0\u202f]%/u, why: 'a percent sign follows its number at once' },
  { mark: /(?:\d|\}\})%(?!\w)/u, why: 'the percent sign stands before its number', only: ['tr'] },
  { mark: /%[\d{]/u, why: 'the percent sign stands after its number', not: ['tr'] },
  {
    mark: /(?<!\u2066[^\u2069]*)(?:\d|\}\})%/u,
    why: 'a percentage stands between U+2066 and U+2069 where the text runs from right to left',
    only: ['ar', 'fa'],
  },
  { mark: /\.\.\./u, why: 'an ellipsis is one sign: …' },
  { mark: / (?:-|--) /u, why: 'a dash is – or —' },
  { mark: /(?<=\p{L})'(?=\p{L})/u, why: 'an apostrophe is ’' },
  { mark: /(?<![=\w])"/u, why: 'quotation marks are those of the language' },
  {
    mark: new RegExp(`[${CHINESE_OR_JAPANESE}][,;:!?()](?!\\d)|[()][${CHINESE_OR_JAPANESE}]`, 'u'),
    why: 'marks inside Chinese and Japanese are of full width',
  },
  { mark: new RegExp(`[${CHINESE_OR_JAPANESE}]\\.(?:\\s|$)`, 'u'), why: 'a sentence ends with 。' },
  { mark: new RegExp(`[${CJK}]\\s[,.;!?]`, 'u'), why: 'no space before a mark' },
]

export function checkWords(language: string, english: Texts = readTexts('en'), texts: Texts = readTexts(language)): WordProblem[] {
  const terms = readTerms(language)
  const isEnglish = language === 'en'
  return [
    ...missing(english, texts),
    ...(isEnglish ? [] : untranslated(english, texts, terms)),
    ...forbidden(texts, terms),
    ...(isEnglish ? [] : inconsistent(english, texts, terms)),
    ...marks(language, texts),
    ...long(texts),
    ...swapped(english, texts, terms),
  ]
}

function missing(english: Texts, texts: Texts): WordProblem[] {
  const own = new Set([...texts.keys()].map(withoutForm))
  return [...english]
    .filter(([key]) => !own.has(withoutForm(key)))
    .map(([key, text]) => ({ check: 'missing', key, text, why: 'there is no text' }))
}

/** Placeholders, tags, figures and names of three capitals are of no language. */
const wordsOf = (text: string): string => text.replaceAll(/\{\{.*?\}\}|<.*?>|\b[A-Z0-9]{2,}\b|[\d\s\p{P}\p{S}]/gu, '')

function untranslated(english: Texts, texts: Texts, { asInEnglish }: WordTerms): WordProblem[] {
  const allowed = new Set(asInEnglish)
  return [...texts]
    .filter(([key, text]) => english.get(key) === text && wordsOf(text).length > 2 && !allowed.has(text))
    .map(([key, text]) => ({ check: 'untranslated', key, text, why: 'it is the English text' }))
}

function forbidden(texts: Texts, terms: WordTerms): WordProblem[] {
  return terms.forbidden.flatMap(({ word, say, except }) => {
    const pattern = new RegExp(word, 'iu')
    return [...texts]
      .filter(([key, text]) => pattern.test(text.replaceAll(/\{\{.*?\}\}/g, '')) && !except.some((place) => key.startsWith(place)))
      .map(([key, text]): WordProblem => ({ check: 'forbidden', key, text, why: `“${pattern.exec(text)?.[0] ?? word}”: say ${say}` }))
  })
}

/** A label of one meaning in English has one rendering. */
function inconsistent(english: Texts, texts: Texts, { differs }: WordTerms): WordProblem[] {
  const byLabel = new Map<string, string[]>()
  for (const [key, label] of english) if (!isPluralForm(key)) byLabel.set(label, [...(byLabel.get(label) ?? []), key])
  return [...byLabel].flatMap(([label, keys]): WordProblem[] => {
    const renderings = new Set(keys.map((key) => texts.get(key)).filter((text) => text !== undefined))
    if (renderings.size < 2 || Object.hasOwn(differs, label)) return []
    return [
      {
        check: 'inconsistent',
        key: keys.join(' '),
        text: [...renderings].join(' | '),
        why: `“${label}” has ${renderings.size} renderings`,
      },
    ]
  })
}

function marks(language: string, texts: Texts): WordProblem[] {
  const held = MARKS.filter(({ only, not }) => (only?.includes(language) ?? true) && !(not?.includes(language) ?? false))
  return [...texts].flatMap(([key, text]) =>
    [...held.filter(({ mark }) => mark.test(text)).map(({ why }) => why), ...foreignQuotes(language, text)].map(
      (why): WordProblem => ({ check: 'marks', key, text, why }),
    ),
  )
}

function foreignQuotes(language: string, text: string): string[] {
  const own = QUOTES[language] ?? '“”'
  return [...text.matchAll(ALL_QUOTES)].flatMap(([mark]) => (own.includes(mark) ? [] : [`quotation marks here are ${own}, not ${mark}`]))
}

/** Errors are read in haste, buttons and labels at a glance. Languages without spaces between words are not counted. */
function long(texts: Texts): WordProblem[] {
  return [...texts]
    .filter(([key, text]) => SAYS_WHAT_IS_WRONG.test(withoutForm(key)) || !/[.!?。؟।]/u.test(text))
    .filter(([, text]) => text.split(/[.!?。؟।]\s*/u).some((sentence) => sentence.split(/\s+/).length > MOST_WORDS))
    .map(([key, text]) => ({ check: 'long', key, text, why: `a sentence of an error, or a label, has more than ${MOST_WORDS} words` }))
}

type Term = keyof WordTerms['terms']

/** English words of trading, by the term that stands for them. */
const SPOKEN: Readonly<Record<Term, { readonly word: RegExp; readonly opposite?: Term }>> = {
  buy: { word: /\bbuy(?:ing)?\b/iu, opposite: 'sell' },
  sell: { word: /\bsell(?:ing)?\b/iu, opposite: 'buy' },
  long: { word: /(?<!as |too )\blong\b(?! as)/iu, opposite: 'short' },
  short: { word: /\bshort\b/iu, opposite: 'long' },
  bid: { word: /\bbid\b/iu, opposite: 'ask' },
  ask: { word: /^ask$/iu, opposite: 'bid' },
  lots: { word: /\blots\b/iu },
  pips: { word: /\bpips\b/iu },
  simulated: { word: /\bsimulated\b/iu },
}
/** Where these words are of trading and of nothing else. */
const OF_TRADING = /^(?:trade|order|receipt|product):/

/** A side, a price or a unit that became its opposite, or nothing. */
function swapped(english: Texts, texts: Texts, { terms }: WordTerms): WordProblem[] {
  return [...english]
    .filter(([key]) => OF_TRADING.test(key))
    .flatMap(([key, said]) =>
      (Object.keys(SPOKEN) as Term[]).flatMap((term): WordProblem[] => {
        const text = texts.get(key)?.replaceAll(/\{\{.*?\}\}/g, '')
        const { word, opposite } = SPOKEN[term]
        const plain = said.replaceAll(/\{\{.*?\}\}/g, '')
        if (text === undefined || !word.test(plain)) return []
        const problem = (why: string): WordProblem[] => [{ check: 'terms', key, text, why: `“${said}”: ${why}` }]
        if (!new RegExp(terms[term], 'iu').test(text)) return problem(`nothing says “${term}” (${terms[term]})`)
        if (opposite === undefined || SPOKEN[opposite].word.test(plain)) return []
        return new RegExp(terms[opposite], 'iu').test(text) ? problem(`it says “${opposite}” as well`) : []
      }),
    )
}
