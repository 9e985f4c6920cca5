/**
 * Pictures of the screens for comparing with the mockups: `node --import tsx tests/e2e/take-shots.ts <folder>`.
 * Looks at a server that runs already, on E2E_PORT; browser from CHROMIUM_PATH.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { listInstruments } from '../../contract/market'
import { closeOrder, submitOrder } from '../../contract/orders'
import { type Brand, originOf } from './ports'
import { type Caller, newDemoTrader, wire } from './wire-client'

const folder = process.argv[2] ?? 'shots'
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const LOOKS = [
  { name: 'aurora-dark', brand: 'aurora', language: 'en' },
  { name: 'meridian-light', brand: 'meridian', language: 'en' },
  { name: 'saffron-hk', brand: 'saffron', language: 'hk' },
  { name: 'saffron-ar', brand: 'saffron', language: 'ar' },
  { name: 'graphite-demo', brand: 'graphite', language: 'en' },
] as const satisfies readonly { name: string; brand: Brand; language: string }[]
const SIGNED_OUT = { 'home-signed-out': '/', login: '/login', language: '/language', announcement: '/mine/announcement' }
const SIGNED_IN = { home: '/', trade: '/trade?code=BTCUSDT', orders: '/order', 'orders-history': '/order?type=3', user: '/user' }

/** A trader with two positions and one closed one, so that no screen is empty. */
async function busyTrader(brand: Brand): Promise<Required<Caller>> {
  const trader = await newDemoTrader(brand)
  const instruments = await wire(trader, listInstruments, {})
  const place = (code: string, type: '1' | '2', cont: string) => {
    const instrument = instruments.find(({ Code }) => Code === code)
    const multiple = instrument?.HasForexMultiple[0]?.Value
    return wire(trader, submitOrder, { forex_id: instrument?.Id ?? '', type, status: '1', cont, ...(multiple ? { multiple } : {}) })
  }
  const closed = await place('BTCUSDT', '2', '0.01')
  await wire(trader, closeOrder, { id: closed.Id })
  await place('BTCUSDT', '1', '0.02')
  await place('EURUSD', '2', '0.05')
  return trader
}

async function shoot(page: Page, brand: Brand, name: string, path: string): Promise<void> {
  await page.goto(originOf(brand) + path)
  // The chart draws its candles after the page.
  await page.waitForTimeout(path.startsWith('/trade') ? 5_000 : 1_500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

async function shootLook(browser: Browser, look: (typeof LOOKS)[number], size: keyof typeof SIZES): Promise<void> {
  const touch = size === 'phone' ? { isMobile: true, hasTouch: true } : {}
  const context = await browser.newContext({ viewport: SIZES[size], ...touch })
  const url = originOf(look.brand)
  await context.addCookies([{ name: 'lng', value: look.language, url }])
  const page = await context.newPage()
  const prefix = `${look.name}-${size}`
  for (const [name, path] of Object.entries(SIGNED_OUT)) await shoot(page, look.brand, `${prefix}-${name}`, path)
  const { token } = await busyTrader(look.brand)
  await context.addCookies([{ name: 'candor_session', value: encodeURIComponent(token), url, httpOnly: true }])
  for (const [name, path] of Object.entries(SIGNED_IN)) await shoot(page, look.brand, `${prefix}-${name}`, path)
  if (size === 'phone') {
    await page.goto(`${url}/order`)
    await page.locator('article a').first().click()
    await page.waitForTimeout(1_000)
    await page.screenshot({ path: join(folder, `${prefix}-order-detail.png`) })
    await page.goto(`${url}/trade?code=EURUSD`)
    await page.waitForTimeout(1_000)
    await page.locator('[data-open-ticket]').click()
    await page.waitForTimeout(800)
    await page.screenshot({ path: join(folder, `${prefix}-trade-ticket.png`) })
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const look of LOOKS) {
  for (const size of ['phone', 'desktop'] as const) await shootLook(browser, look, size)
}
await browser.close()
