/** A number in a sentence: which sentences have a form for each kind of number, and why the others need none. */
import { expect, test } from 'vitest'
import { UNDO_MS } from '../../app/features/desk/use-decisions'
import { MOST_DRAWINGS } from '../../app/features/trade/chart/drawings'
import { MOST_PRESETS } from '../../app/features/trade/ticket/presets'
import { COUNTED_DETAIL } from '../../contract/error-values'
import { CHALLENGE_WORDS, FEEDBACK_TEXT, LONGEST, WATCHLISTS, WORDING_TEXT } from '../../contract/form-bounds'
import { LANGUAGE_TAGS } from '../../contract/language-tags'
import { LANGUAGES } from '../../contract/primitives'
import { SETTING_BOUNDS } from '../../contract/setting-bounds'
import {
  AUDIT_ROWS_MAX,
  IMAGE_LIMITS,
  OPERATOR_IDLE_MINUTES,
  REASON_MAX,
  SHORTEST_PASSWORD,
  STEP_UP_MINUTES,
} from '../../contract/told-limits'
import { TYPED_MONEY_DECIMALS } from '../../contract/typed-money'
import { MIN_SAMPLE } from '../../rules/ranking'
import { isPluralForm, readTexts, withoutForm } from '../../scripts/words/read-texts'
import { filesUnder, isTest, withoutComments } from './source-files'

const english = readTexts('en')
const plurals = new Set([...english.keys()].filter(isPluralForm).map(withoutForm))

/** Sentences of one form, with the number that they are written for: a constant. With another they need forms. */
const ALWAYS: Readonly<Record<string, readonly [written: number, now: number]>> = {
  'account:confirm.lead': [5, STEP_UP_MINUTES],
  'account:feedback.textBounds': [2000, FEEDBACK_TEXT.max],
  'public:error.CHALLENGE_WORDS_INVALID': [1000, CHALLENGE_WORDS],
  'desk:shell.signedOutIdle': [30, OPERATOR_IDLE_MINUTES],
  'desk:settings.problem.list': [12, SETTING_BOUNDS.leverages],
  'desk:review.sending': [5, UNDO_MS / 1_000],
  'desk:audit.many': [10_000, AUDIT_ROWS_MAX],
  'account:wording.wordsMissing': [600, WORDING_TEXT.max],
  'account:wording.betterMissing': [600, WORDING_TEXT.max],
  'documentary:empty.text': [5, MIN_SAMPLE],
  'documentary:name.help': [24, LONGEST.rankingName],
  'public:error.RANKING_NAME_INVALID': [24, LONGEST.rankingName],
  'public:error.PASSWORD_TOO_SHORT': [8, SHORTEST_PASSWORD],
  'public:error.IMAGE_TOO_MANY_PIXELS': [24, IMAGE_LIMITS.pixels / 1_000_000],
  'public:error.AMOUNT_TOO_PRECISE': [2, TYPED_MONEY_DECIMALS],
  'public:error.DESK_REASON_REQUIRED': [500, REASON_MAX],
  'public:error.FEEDBACK_TEXT_INVALID': [2000, FEEDBACK_TEXT.max],
  'trade:chart.draw.full': [100, MOST_DRAWINGS],
  'public:error.WATCHLIST_LIMIT': [20, WATCHLISTS.lists],
  'public:error.WATCHLIST_FULL': [50, WATCHLISTS.instruments],
  'trade:preset.full': [12, MOST_PRESETS],
}

/** Sentences of one form whose number is not 1 either. */
const NEVER_ONE: Readonly<Record<string, string>> = {
  'bank:hint.too-long': 'the length of an address on a chain',
  'desk:people.reference.none': 'the hours for which answers are kept, of one constant',
  'desk:review.unusual': 'how often an amount holds the balance, from a hundred on',
  'public:error.STATEMENT_PERIOD_INVALID': 'the days of a year',
  'trade:chart.tableTitle': 'a chart has hundreds of candles',
}

/** Names of placeholders that are whole numbers. Lots, pips and amounts are shown with decimals, so their noun stands as it is. */
const WHOLE_NUMBERS =
  'attempt count days decimals hours least length limit links max megabytes megapixels min minutes most number open pending rows seconds shown times total'
/** What may follow a number without being counted: a unit, a word of the sentence. */
const NO_NOUN = /^(?:s|ms|min|h|d|MB|USDT|lots|pips|of|to|in|or|and|for|from|at|by|was|is|ago|requested|returned|paid)\b/

/** Whether the English sentence has a noun after one of its whole numbers. */
function countsSomething(text: string): boolean {
  return [...text.matchAll(/\{\{(\w+)\}\} (?=[a-zA-Z])/g)].some(
    ({ 0: whole, 1: name = '', index }) => WHOLE_NUMBERS.split(' ').includes(name) && !NO_NOUN.test(text.slice(index + whole.length)),
  )
}

test('a sentence that counts something has plural forms, or a reason to have one form', () => {
  const single = [...english].filter(([key, text]) => !isPluralForm(key) && countsSomething(text)).map(([key]) => key)
  const excused = [...Object.keys(ALWAYS), ...Object.keys(NEVER_ONE)]
  expect(single.filter((key) => !excused.includes(key))).toEqual([])
  // A text that is gone, or has forms by now, is no longer excused.
  expect(excused.filter((key) => !single.includes(key))).toEqual([])
})

test.each(Object.entries(ALWAYS))('the number in %s is the one that it was written for', (_key, [written, now]) => {
  expect(now).toBe(written)
})

test.each(LANGUAGES)('every counted sentence of %s has the categories of its language, and those alone', (language) => {
  const categories = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories
  const texts = [...readTexts(language).keys()].filter(isPluralForm)
  const formsOf = (base: string) => texts.filter((key) => withoutForm(key) === base).map((key) => key.slice(base.length + 1))
  for (const base of plurals) {
    const hasZero = english.has(`${base}_zero`)
    const wanted = new Set<string>(hasZero ? [...categories, 'zero'] : categories)
    const forms = formsOf(base)
    expect(
      [...wanted].filter((form) => !forms.includes(form)),
      base,
    ).toEqual([])
    // i18next asks for a form of nothing in every language, so it may be there.
    expect(
      forms.filter((form) => !wanted.has(form) && form !== 'zero'),
      base,
    ).toEqual([])
  }
})

test('the detail that an error counts is the one its text has, and only texts with forms count', () => {
  const counted = Object.entries(COUNTED_DETAIL)
  for (const [name, detail] of counted) expect(english.get(`public:error.${name}_other`), name).toContain(`{{${detail}}}`)
  const withForms = [...plurals].filter((key) => key.startsWith('public:error.')).map((key) => key.slice('public:error.'.length))
  expect(withForms.toSorted()).toEqual(counted.map(([name]) => name).toSorted())
})

test('whoever says a counted sentence says the number', () => {
  const isCounted = (key: string): boolean =>
    [...plurals].some((base) => base === key || (!key.includes(':') && base.slice(base.indexOf(':') + 1) === key))
  const unsaid = filesUnder(['app', 'broker'])
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = withoutComments(file.text)
      return [...text.matchAll(/\bt(?:[A-Z]\w*)?\(\s*['"`]([\w.:-]+)['"`]/g)]
        .filter(({ 1: key = '' }) => isCounted(key))
        .map(({ 0: said, index }) => text.slice(index, index + said.length + 160))
        .filter((said) => !/\bcount\b|errorValues/.test(said))
        .map((said) => `${file.path} ${said}`)
    })
  expect(unsaid).toEqual([])
})
