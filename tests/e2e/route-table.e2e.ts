/** The table of specification §2, row by row, for somebody who is not signed in, a demo trader and a real one: over HTTP, no browser. */
import { expect, test } from 'playwright/test'
import { ask, type PlainAnswer } from './plain-request'
import { type Brand, hostOf } from './ports'
import { openRealAccount } from './real-account'
import { textsOf } from './texts'
import { newDemoTrader } from './wire-client'

const BRAND: Brand = 'aurora'
const t = textsOf('en')

/** As the specification writes it; the second column is its "login required", the third what the page's own title says: a text key, or words. */
const TABLE = [
  ['/', 'no', 'product:title'],
  ['/trade', 'no', 'EUR/USD'],
  ['/trade?code=XAUUSD', 'no', 'XAU/USD'],
  ['/order?type=1', 'yes', 'order:title'],
  ['/order?type=0', 'yes', 'order:title'],
  ['/order?type=3', 'yes', 'order:title'],
  ['/user', 'yes', 'user:account'],
  ['/news', 'no', 'tabbar:news'],
  ['/rank', 'no', 'documentary:title'],
  ['/rank?tab=copy', 'no', 'documentary:copyTitle'],
  ['/feedback', 'no', 'user:feedback'],
  ['/feedback/wording', 'no', 'account:wording.title'],
  ['/product', 'no', null],
  ['/mine/auth', 'real account', 'user:verification'],
  ['/mine/invite', 'real account', 'user:invite'],
  ['/mine/email', 'no', 'user:companyEmail'],
  ['/mine/announcement', 'no', 'user:announcement'],
  ['/mine/password', 'real account', 'user:changePassword'],
  ['/mine/history', 'yes', 'user:accountDetail'],
  ['/mine/charge', 'real account', 'user:deposit'],
  ['/mine/withdraw', 'real account', 'user:withdraw'],
  ['/mine/chat', 'no', 'user:customerService'],
  ['/mine/system', 'yes', 'user:system'],
  ['/mine/wallet', 'real account', 'user:wallet'],
  ['/mine/bank-card-list', 'yes', 'user:bankCards'],
  ['/mine/coin-address-list', 'yes', 'user:coinAddresses'],
  ['/mine/withdraw-way?type=1', 'yes', null],
  ['/mine/withdraw-way?type=2', 'yes', null],
  ['/language', 'no', 'user:language'],
] as const
/** Pages for whoever wants to come in: a real trader is in already. */
const WAYS_IN = [
  ['/login', 'auth:logIn'],
  ['/register?invite_code=ABC123', 'auth:openAnAccount'],
  ['/forgot', 'forgot:title'],
] as const

const visit = (path: string, token: string | null): Promise<PlainAnswer> => {
  const cookies = ['lng=en', ...(token === null ? [] : [`candor_session=${encodeURIComponent(token)}`])]
  return ask({ host: hostOf(BRAND), path, headers: { cookie: cookies.join('; '), 'accept-language': 'en' } })
}
const titleOf = ({ text }: PlainAnswer) => /<title[^>]*>([^<]*)<\/title>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
/** The words of the page, without its scripts: texts of other screens travel in those. */
const wordsOf = ({ text }: PlainAnswer) => text.replace(/<script[\s\S]*?<\/script>/g, '')
/** Open to any login; a demo account reads there that payout methods are a real account's, with the way to one. */
const PAYOUT_METHODS = /^\/mine\/(?:withdraw-way|bank-card-list|coin-address-list)/
const isRestricted = (answer: PlainAnswer) => wordsOf(answer).includes(t('user:needsRealAccount'))

let demo: string
let real: string
test.beforeAll(async () => {
  demo = (await newDemoTrader(BRAND)).token
  real = (await openRealAccount(BRAND)).token
})

function expectScreen(path: string, answer: PlainAnswer, titleKey: string | null): void {
  expect([path, answer.status, answer.headers.location]).toEqual([path, 200, undefined])
  // The user center says so, too, beside what a demo account cannot open.
  if (path !== '/user') expect([path, isRestricted(answer)]).toEqual([path, false])
  const title = titleKey?.includes(':') ? t(titleKey) : (titleKey ?? '')
  expect([path, titleOf(answer)]).toEqual([path, expect.stringContaining(title)])
}

for (const [path, login, titleKey] of TABLE) {
  test(`${path} (login required: ${login})`, async () => {
    const nobody = await visit(path, null)
    if (login === 'no') expectScreen(path, nobody, titleKey)
    else expect([nobody.status, nobody.headers.location]).toEqual([302, `/login?from=${encodeURIComponent(path)}`])

    const ofDemo = await visit(path, demo)
    if (login === 'real account') expect([path, ofDemo.status, isRestricted(ofDemo)]).toEqual([path, 200, true])
    else if (PAYOUT_METHODS.test(path)) expect([path, ofDemo.status, isRestricted(ofDemo)]).toEqual([path, 200, true])
    else expectScreen(path, ofDemo, titleKey)

    expectScreen(path, await visit(path, real), titleKey)
  })
}

for (const [path, titleKey] of WAYS_IN) {
  test(`${path} is open to who has no real account`, async () => {
    expectScreen(path, await visit(path, null), titleKey)
    expectScreen(path, await visit(path, demo), titleKey)
  })
}

test('/news/detail?id shows the article of the list', async () => {
  const id = /\/news\/detail\?id=([^"&]+)"/.exec((await visit('/news', null)).text)?.[1]
  expect(id).toBeDefined()
  for (const token of [null, demo, real]) {
    const answer = await visit(`/news/detail?id=${id}`, token)
    expect([answer.status, titleOf(answer).length > 0]).toEqual([200, true])
  }
})

for (const path of ['/nothing', '/mine/nothing', '/news/nothing', '/order/1', '/index.html', '/mine']) {
  test(`${path} is no page and leads home`, async () => {
    for (const token of [null, demo, real]) {
      const { status, headers } = await visit(path, token)
      expect([path, status, headers.location]).toEqual([path, 302, '/'])
    }
  })
}

test('the way back holds the whole address with its query, and only an address of ours', async () => {
  for (const path of ['/order?type=3&x=%2F%2Fevil.example', '/mine/withdraw-way?type=2', '/mine/history?page=2']) {
    expect((await visit(path, null)).headers.location).toBe(`/login?from=${encodeURIComponent(path)}`)
  }
})
