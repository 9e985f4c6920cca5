/**
 * Nothing moves under the finger while a page comes in on a slow network: fonts, pictures, live figures and late parts take the room
 * that was kept for them. The measure is Chromium's own (layout shifts without an input of the visitor, added up); it counts how
 * much of the screen moved and how far, not how long anything took.
 */
import type { BrowserContext, Page } from 'playwright/test'
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import { fund } from './money-account'
import { hostOf, originOf, PORTS } from './ports'
import { giveSession, openRealAccount, type RealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, PHONE, test, untilLive, usuallyOn } from './site-test'
import { openSlowLine } from './slow-line'
import { wire } from './wire-client'

const BRAND = 'aurora'
const AT_MOST = 0.02
/** About 1.6 Mbit/s: a phone in a bad place. */
const SLOW = { latencyMs: 150, bytesPerSecond: 200_000 }
const PAGES = ['/', '/trade?code=BTCUSDT', '/order', '/mine/wallet', '/news', '/mine/charge', '/user'] as const

interface Shift {
  readonly value: number
  /** What moved, for whoever has to mend it. */
  readonly moved: readonly string[]
  /** What the page had in its middle by then. */
  readonly shown: string
}
declare global {
  interface Window {
    shifts?: Shift[]
  }
}

/** A real account with money and a position, so that no screen is short. */
async function busyTrader(): Promise<RealAccount> {
  const account = await openRealAccount(BRAND)
  await fund(account, '500')
  const [instrument] = (await wire(account, listInstruments, {})).filter(({ Code }) => Code === 'BTCUSDT')
  const multiple = instrument?.HasForexMultiple.at(-1)?.Value
  await wire(account, submitOrder, {
    forex_id: instrument?.Id ?? '',
    type: '1',
    status: '1',
    cont: '0.01',
    ...(multiple === undefined ? {} : { multiple }),
  })
  return account
}

async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = []
    window.shifts = shifts
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.tagName.toLowerCase()} "${(node.textContent ?? '').trim().slice(0, 40)}"` : String(node?.nodeName)
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly): string => `${x},${y} ${width}x${height}`
    const toldOf = ({ node, previousRect, currentRect }: Source) => `${nameOf(node)}: ${placeOf(previousRect)} to ${placeOf(currentRect)}`
    interface Source {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly Source[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (!hadRecentInput)
          shifts.push({ value, moved: sources.map(toldOf), shown: document.querySelector('main')?.textContent?.slice(0, 200) ?? '' })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Everything that a page still does by itself: its scripts, its fonts, its first live figures. */
async function untilSettled(page: Page): Promise<void> {
  await untilLive(page)
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(2_000)
}

/** The browser finds the site at the other end of the slow line, under the site's own address. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const line = await openSlowLine(PORTS.open, SLOW)
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${hostOf(BRAND)} 127.0.0.1:${line.port}`]
      await use({ ...launchOptions, args })
      line.close()
    },
    { scope: 'worker' },
  ],
})

let account: RealAccount
test.beforeAll(async () => {
  account = await busyTrader()
})

for (const [layout, device] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(layout, () => {
    test.use(device)

    for (const [at, path] of PAGES.entries()) {
      test(`${path} stands still while it comes in`, usuallyOn(at % 2 === 0 ? 'phone' : 'desktop', layout), async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en')
        await giveSession(context, BRAND, account.token)
        await recordShifts(context)
        await page.goto(originOf(BRAND) + path)
        await untilSettled(page)
        const shifts = await page.evaluate(() => window.shifts ?? [])
        const moved = shifts.reduce((sum, { value }) => sum + value, 0)
        console.log(`${layout} ${path}: ${moved.toFixed(4)}`)
        expect(moved, JSON.stringify(shifts)).toBeLessThan(AT_MOST)
      })
    }
  })
}
