/**
 * The journeys' own `test`: a page that logs an error, throws, asks for something that is not there or breaks the content
 * security policy fails the test it happened in. What a test provokes on purpose it names in `tolerated`.
 */
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import { type Brand, originOf, type ServerName, type Site } from './ports'
import { writeDownMessages } from './said'
import { newDemoTrader } from './wire-client'

interface Options {
  tolerated: RegExp | null
}
interface Fixtures {
  faults: string[]
}

/** Only with E2E_ALL=1, as in `npm run test:long`. */
export const LONG = { tag: '@long' } as const
/** A journey that goes the same way on every size of screen is walked on one of them by default, and on the others in the long run. */
export const usuallyOn = (usual: string, layout: string): { readonly tag?: string } => (layout === usual ? {} : LONG)

/** Milliseconds for a journey of many pages or texts, several times what it takes alone; @param whole those of the long run */
export const walkLimit = (whole = 3_600_000): number => (process.env.E2E_ALL === '1' ? whole : 300_000)

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const DESKTOP = { viewport: { width: 1440, height: 900 } } as const

/** Remix tells the console of a load that it gave up because the visitor went on before it had arrived. */
const ABANDONED_LOAD = /^AbortError: signal is aborted/

/** A context that a journey opens besides its own is watched like it. */
export async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error' && !ABANDONED_LOAD.test(message.text()))
      faults.push(`console: ${message.text()} (${message.page()?.url() ?? ''})`)
  })
  context.on('weberror', (thrown) => {
    const error = thrown.error()
    if (!ABANDONED_LOAD.test(`${error.name}: ${error.message}`)) faults.push(`page error: ${error.stack ?? error.message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left takes its unfinished requests with it; that is no fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request failed: ${reason} ${request.url()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`)
  })
  await writeDownMessages(context)
}

export const test = base.extend<Fixtures & Options>({
  tolerated: [null, { option: true }],
  faults: [
    async ({ context, tolerated }, use) => {
      const faults: string[] = []
      await watch(context, faults)
      await use(faults)
      expect(faults.filter((fault) => tolerated?.test(fault) !== true)).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export async function chooseLanguage(context: BrowserContext, site: Site, language: string, server: ServerName = 'open'): Promise<void> {
  await context.addCookies([{ name: 'lng', value: language, url: originOf(site, server) }])
}

/** Signs the browser in as a fresh demo trader, and gives the token for reading exact figures. */
export async function signInAsDemo(context: BrowserContext, brand: Brand, server: ServerName = 'open'): Promise<string> {
  const { token } = await newDemoTrader(brand, server)
  await context.addCookies([{ name: 'candor_session', value: encodeURIComponent(token), url: originOf(brand, server), httpOnly: true }])
  return token
}

/** The token that the site keeps in its HttpOnly cookie: out of reach for a script, but not for the test. */
export async function sessionToken(context: BrowserContext, brand: Brand, server: ServerName = 'open'): Promise<string | null> {
  const cookies = await context.cookies(originOf(brand, server))
  const cookie = cookies.find(({ name }) => name === 'candor_session')
  return cookie === undefined ? null : decodeURIComponent(cookie.value)
}

/** Waits until the page answers to finger and key: texts of the server are there before its scripts are. */
export async function untilLive(page: Page, timeout = 45_000): Promise<void> {
  await page.waitForFunction(() => 'live' in document.documentElement.dataset, undefined, { timeout })
}

export async function open(page: Page, site: Site, path: string, server: ServerName = 'open'): Promise<void> {
  await page.goto(originOf(site, server) + path)
  await untilLive(page)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Waits until the text of a place is another one than now. */
export async function expectToMove(read: () => Promise<string | null>): Promise<void> {
  const before = await read()
  await expect.poll(read, { intervals: [100, 200, 300] }).not.toBe(before)
}
