import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../contract/primitives'
import { checkWords } from './check-words'
import { readTerms } from './word-terms'

test.each(LANGUAGES)('nothing that a machine can see is wrong with the words of %s', (language) => {
  expect(checkWords(language).map(({ check, key, why, text }) => `${check} ${key}: ${why} — ${text}`)).toEqual([])
})

/** A label that German has in English. */
const SAME = readTerms('de').asInEnglish[0] ?? ''

describe('what it sees', () => {
  const english = new Map([
    ['trade:buy', 'Zebra'],
    ['order:side.buy', 'Zebra'],
    ['public:spread', SAME],
    ['public:share', '{{percent}}% of accounts'],
    ['public:error.ANY', 'It went wrong.'],
  ])
  const checksOf = (language: 'de' | 'tr' | 'hk' | 'en' | 'it' | 'ar', change: Readonly<Record<string, string>>) => {
    const given = new Map([
      ...english,
      ['trade:buy', 'Zebratier'],
      ['order:side.buy', 'Zebratier'],
      ['public:share', '{{percent}}% der Konten'],
    ])
    for (const [key, text] of Object.entries(change)) given.set(key, text)
    given.set('public:error.ANY', change['public:error.ANY'] ?? 'Fehler.')
    return checkWords(language, english, given).map(({ check, key }) => `${check} ${key}`)
  }

  test('a label with two renderings', () => {
    expect(checksOf('de', { 'order:side.buy': 'Streifentier' })).toEqual(['inconsistent trade:buy order:side.buy'])
  })

  test('a text that is not there', () => {
    expect(checkWords('de', new Map([...english, ['trade:sell', 'Sell']]), new Map(english)).map(({ key }) => key)).toContain('trade:sell')
  })

  test('English that was left, but for labels that are the same in the language', () => {
    expect(checksOf('de', { 'public:share': '{{percent}}% of accounts' })).toEqual(['untranslated public:share'])
    expect(SAME).not.toBe('')
    expect(checksOf('de', { 'public:spread': SAME })).toEqual([])
  })

  test.each([
    ['de', '{{percent}} % der Konten'],
    ['tr', '{{percent}}%'],
    ['hk', '帳戶,共{{percent}}%'],
    ['en', "the account's {{percent}}%"],
    ['de', 'Konten...'],
    ['de', 'Konten - alle'],
    ['de', '“Konten”'],
    ['it', '«Conti»'],
    ['hk', '帳戶(全部)'],
    ['ar', '{{percent}}% من الحسابات'],
  ] as const)('a mark that %s does not write: %s', (language, text) => {
    expect(checksOf(language, { 'public:share': text })).toContain('marks public:share')
  })

  test('a forbidden word, and not where it means something else', () => {
    expect(checksOf('en', { 'public:spread': 'Sign in' })).toContain('forbidden public:spread')
    expect(checksOf('en', { 'public:spread': '{{signIn}} spread' })).not.toContain('forbidden public:spread')
  })

  test('an error that nobody reads to its end', () => {
    expect(checksOf('de', { 'public:error.ANY': `${'wort '.repeat(26)}.` })).toEqual(['long public:error.ANY'])
  })

  test('a label that is longer than any error may be', () => {
    expect(checksOf('de', { 'public:share': 'wort '.repeat(26) })).toContain('long public:share')
  })

  test.each([
    ['a side that became the other', 'trade:ticket.longLots', 'Long {{lots}} lots', 'Short {{lots}} Lots'],
    ['a side that also says the other', 'order:kind.buy.limit', 'Buy limit', 'Buy Limit, Verkauf'],
    ['a price that became the other', 'trade:price.bid', 'Bid', 'Ask'],
    ['a size without its unit', 'trade:ticket.riskSize', '{{lots}} lots', '{{lots}}'],
    ['a simulation that looks real', 'trade:info.source', 'simulated', 'echt'],
  ])('%s', (_what, key, said, text) => {
    const found = checkWords('de', new Map([[key, said]]), new Map([[key, text]]))
    expect(found.map(({ check }) => check)).toContain('terms')
  })
})
