/**
 * Parts of a page are written once for all its readers (decision 051): nothing of one trader may ever stand in another's page, however
 * close together they ask, and a page that was put together is the one that is written at one go.
 */
import { expect, test } from 'playwright/test'
import { getTrader } from '../../contract/users'
import { getBalance } from '../../contract/wallet'
import { ask } from './plain-request'
import { hostOf } from './ports'
import { place, SERVER, STILL } from './scripted-market'
import { newDemoTrader, wire } from './wire-client'

const BRAND = 'aurora'
const PAGES = ['/', '/?category=3', '/trade', '/trade?code=BTCUSDT', '/order', '/user', '/mine/wallet', '/mine/notices', '/news', '/rank']
/** Those that a visitor may read, too. */
const VISITED: ReadonlySet<string> = new Set(['/', '/?category=3', '/trade', '/trade?code=BTCUSDT', '/news', '/rank'])
const LANGUAGES = ['en', 'ar'] as const

/** A trader with an order of their own, and what only their pages may say. */
async function trader(lots: string) {
  const caller = await newDemoTrader(BRAND, SERVER)
  const { id, uid, invite_code } = await wire(caller, getTrader, {})
  const order = await place(caller, STILL, { type: '1', status: '1', cont: lots })
  const { balance } = await wire(caller, getBalance, {})
  return { token: caller.token, marks: [id, uid, invite_code, `"${order.Id}"`, balance] }
}

async function pageOf(token: string | null, path: string, language: string): Promise<string> {
  const cookie = [`lng=${language}`, ...(token === null ? [] : [`candor_session=${encodeURIComponent(token)}`])].join('; ')
  const { status, text } = await ask({ host: hostOf(BRAND, SERVER), path, headers: { cookie, accept: 'text/html' } })
  expect(status, path).toBe(200)
  return text
}

test('pages of two traders and a visitor who ask at the same time hold nothing of each other', async () => {
  const [ann, bob] = [await trader('0.01'), await trader('0.03')]
  for (const language of LANGUAGES) {
    for (const path of PAGES) {
      const readers = Array.from({ length: 6 }, () => (VISITED.has(path) ? [ann, bob, null] : [ann, bob])).flat()
      const pages = await Promise.all(readers.map((reader) => pageOf(reader?.token ?? null, path, language)))
      for (const [index, page] of pages.entries()) {
        const reader = readers[index]
        const others = [ann, bob].filter((each) => each !== reader).flatMap(({ marks }) => marks)
        expect(
          others.filter((mark) => page.includes(mark)),
          `${path} in ${language}`,
        ).toEqual([])
        if (reader) expect(page, path).toContain(reader.marks[1])
        expect(page, path).not.toContain('data-shared-part')
      }
    }
  }
})

/** What differs from one writing to the next: nonces, keys of forms, times, and prices that move. */
const still = (page: string): string =>
  page
    .replaceAll(/nonce="[^"]*"/g, '')
    .replace(/<script[\s\S]*$/, '')
    .replaceAll(/content="[^"]*" *\/>/g, '')
    .replaceAll(/value="[0-9a-f-]{36}"/g, '')
    .replaceAll(/\d/g, '0')

test('a page of shared parts is the page that was written at one go', async () => {
  const { token } = await trader('0.02')
  for (const path of ['/news', '/mine/notices', '/mine/wallet']) {
    // The first of its kind is written whole: no other journey reads in this language.
    const [first, ...later] = [await pageOf(token, path, 'et'), await pageOf(token, path, 'et'), await pageOf(token, path, 'et')]
    for (const page of later) expect(still(page)).toBe(still(first ?? ''))
  }
})
