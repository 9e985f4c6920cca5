import { expect, test } from 'vitest'
import { LOCALES_DIR } from '../../tests/fixtures/test-tenants'
import { englishTexts, textProblems } from './check-texts.server'

const english = englishTexts(LOCALES_DIR)
const problemOf = (key: string, text: string, language: 'en' | 'ar' = 'en') => textProblems({ [language]: { [key]: text } }, english)[0]

test.each([
  ['a text without placeholders', 'auth:sideTitle', 'Trade with Nova.'],
  ['a placeholder in another place', 'public:brandHome', 'Home of {{name}}'],
  ['spaces in the braces', 'public:brandHome', 'Home of {{ name }}'],
  ['a plural form that English has not', 'account:invite.joined_few', '{{count}} joined'],
])('%s is taken', (_what, key, text) => expect(problemOf(key, text)).toBeUndefined())

test.each([
  ['a name that no text has', 'auth:sideTitel', 'x', /no text of this name/, /did you mean "auth:sideTitle"/],
  ['a lost placeholder', 'public:brandHome', 'Home', /placeholder \{\{name\}\} is missing/, /the original is: \{\{name\}\}, home/],
  ['another placeholder', 'public:brandHome', '{{name}} {{code}}', /placeholder \{\{code\}\} is not in the original/, /./],
  ['a broken placeholder', 'auth:sideTitle', 'Trade with {{', /placeholder \{\{…\}\} is not in the original/, /./],
  ['a tag of its own', 'auth:sideTitle', 'Trade <b>now</b>', /tag <b> is not in the original/, /./],
  ['a protected text', 'public:riskLine', 'Trading is safe.', /the same on every site: it warns of the risk/, /take it out/],
])('%s is refused with how to mend it', (_what, key, text, reason, mend) => {
  expect(problemOf(key, text)).toMatchObject({
    path: `texts.en.${key}`,
    reason: expect.stringMatching(reason),
    mend: expect.stringMatching(mend),
  })
})

test('every text of the house that is not protected may be put in its own words unchanged', () => {
  const own = Object.fromEntries(english)
  const wrong = textProblems({ en: own }, english).filter(({ reason }) => !reason.startsWith('this text is the same on every site'))
  expect(wrong).toEqual([])
})
