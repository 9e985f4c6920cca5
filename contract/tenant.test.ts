import { describe, expect, test } from 'vitest'
import { rightTenantFile, TenantFile } from './tenant'
import { protectionOf } from './tenant/own-texts'

const LEAST = {
  name: 'Nova Trading',
  legal: { entity: 'Nova Trading Ltd', registeredAddress: '1 Harbour Road, Valletta', location: 'Valletta, Malta' },
  email: 'help@nova.example',
}
/** What is wrong with a file; the quick way finds it right or wrong alike, whatever was judged before. */
const problemsOf = (changes: Record<string, unknown>) => {
  const content = { ...LEAST, ...changes }
  const judged = TenantFile.safeParse(content)
  for (const _again of [1, 2]) expect(rightTenantFile(content)).toEqual(judged.success ? judged.data : null)
  return (judged.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('what is no file of a company at all is nothing', () => {
  for (const content of [null, 'brand', 7, [], [LEAST], {}, { ...LEAST, colour: 'red' }]) expect(rightTenantFile(content)).toBeNull()
})

test('name, legal facts and an email address are enough', () => {
  expect(TenantFile.parse(LEAST)).toMatchObject({
    status: 'live',
    languages: expect.arrayContaining(['hk', 'en', 'ar']),
    theme: { name: 'graphite', light: {} },
    features: { ranking: true, news: true, invite: true, chat: true },
    texts: {},
    trading: { riskProfile: 'standard', stopOutLevelPercent: '50', overrides: {} },
    wallet: { networks: [], promisedHours: 24 },
  })
})

describe('a broker of its own', () => {
  test.each([
    'https://broker.nova.example',
    'https://broker.nova.example:8443',
    'http://localhost:3100',
    'http://nova.localhost:3100',
    'http://127.0.0.1:3100',
    'http://[::1]:3100',
  ])('may be at %s', (brokerOrigin) => expect(problemsOf({ brokerOrigin })).toEqual([]))

  test.each([
    'http://broker.nova.example',
    'https://broker.nova.example/',
    'https://broker.nova.example/v1',
    'https://user:password@broker.nova.example',
    'https://broker.nova.example?x',
    'wss://broker.nova.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'javascript:alert(1)',
    'broker.nova.example',
    '',
  ])('is not at %s', (brokerOrigin) =>
    expect(problemsOf({ brokerOrigin }).join()).toContain('brokerOrigin: a broker is written as an origin'))
})

describe('a name is what is seen of it', () => {
  test.each([
    ['an override of the direction', 'Nova \u202egnidarT', 'U+202E'],
    ['an isolate', 'Nova \u2066x\u2069', 'U+2066'],
    ['a control character', 'Nova\u0007', 'U+0007'],
    ['a line break', 'Nova\nTrading', 'U+000A'],
    ['a space of no width', 'No\u200bva', 'U+200B'],
    ['a soft hyphen', 'No\u00adva', 'U+00AD'],
    ['a private character', 'Nova \ue000', 'U+E000'],
    ['half a pair', 'Nova \ud800', 'U+D800'],
    ['piled marks', 'No\u0301\u0301\u0301\u0301va', 'piles more marks'],
    ['a tag', 'Nova <b>', 'never HTML'],
    ['nothing to read', '—', 'no letter and no digit'],
  ])('%s is refused', (_what, name, reason) => expect(problemsOf({ name }).join()).toContain(reason))

  test.each(['Nova & Söhne', "O'Neill “FX”", '極光市場', 'شرکت\u200cها', 'नोवा ट्रेडिंग', 'Ñandú 24/7'])('%s is a name', (name) =>
    expect(problemsOf({ name })).toEqual([]))

  test.each(['demo', 'Demo', 'dEmO'])('the title %s is a slip: a demonstration is marked by DEMO', (title) =>
    expect(problemsOf({ title })).toEqual(['title: a demonstration is titled DEMO, in capitals']))
})

test('rules about several fields are judged beside whatever else is wrong', () => {
  const problems = problemsOf({
    email: 'nobody',
    colour: 'red',
    status: 'closed',
    languages: ['en'],
    defaultLanguage: 'fr',
    texts: { de: {} },
    service: { link: 'https://chat.elsewhere.example/' },
    complaintOrigin: 'https://complain.elsewhere.example',
  })
  expect(problems).toEqual([
    'email: Invalid email address',
    ': Unrecognized key: "colour"',
    'service.link: chat.elsewhere.example is not in linkHosts',
    'complaintOrigin: complain.elsewhere.example is not in linkHosts',
    'lossUrl: a company that is closed needs a lossUrl',
    'defaultLanguage: the default language must be one of languages',
    'texts.de: this language is not one of languages',
  ])
})

describe('texts in own words', () => {
  const ownText = (text: string) => problemsOf({ texts: { en: { 'auth:sideTitle': text } } }).join()
  test.each([
    ['See https://evil.example', 'links come from the site itself'],
    ['See www.evil.example', 'links come from the site itself'],
    ['$t(public:riskLine)', 'another text'],
    ['<img src=x onerror=alert(1)>', 'never HTML'],
    ['gnp.\u202eexe', 'U+202E'],
    ['x'.repeat(601), 'Too big'],
  ])('%s is refused', (text, reason) => expect(ownText(text)).toContain(reason))

  test.each([
    'public:riskLine',
    'product:risk',
    'trade:ticket.riskLine',
    'account:invite.risk',
    'auth:consent',
    'auth:consentRequired',
    'public:demoRibbon',
    'public:demoBadge',
    'user:simulatedBalance',
    'public:footer.noLicence',
    'public:footer.simulated',
    'public:windDown.text',
    'public:error.MARKET_CLOSED',
    'public:availabilityLine',
    'user:announcementText.risk',
    'order:close.title',
    'wallet:statement.title',
    'receipt:verdict.genuine',
    'desk:title',
    'product:name.NGAS',
    'mail:withdrawal-completed.body',
    'mail:code-register.note',
    'mail:new-device.body',
  ])('%s is the same on every site', (key) => expect(protectionOf(key)).toEqual(expect.any(String)))

  test.each([
    'auth:sideTitle',
    'public:openAccount',
    'tabbar:quotes',
    'product:promo.title',
    'mail:code-register.subject',
    'news:title',
  ])('%s may be said in other words', (key) => expect(protectionOf(key)).toBeNull())
})
