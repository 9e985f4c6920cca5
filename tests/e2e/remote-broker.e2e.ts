/** A broker elsewhere, known only by its contract: the site works on it, and tells its failures apart. */
import type { Page } from 'playwright/test'
import { EXPIRED_TOKEN } from '../fixtures/remote-broker'
import { originOf } from './ports'
import { UNREACHABLE_TOKEN } from './remote-tokens'
import { expectSaid } from './said'
import { chooseLanguage, expect, expectToMove, open, PHONE, test } from './site-test'

test.use(PHONE)

/** The remote broker's socket: answers every subscription, and its one price moves. */
async function remoteSocket(page: Page): Promise<void> {
  await page.routeWebSocket('wss://broker.example/v1/ws?company_id=aurora', (socket) => {
    const sequence = new Map<string, number>()
    const push = (topic: string, data: unknown, isSnapshot = false) => {
      const seq = (sequence.get(topic) ?? 0) + 1
      sequence.set(topic, seq)
      socket.send(JSON.stringify({ topic, seq, ts: Date.now(), ...(isSnapshot ? { snapshot: true } : {}), data }))
    }
    const quote = (close: string) => ({
      Id: '7001',
      Open: '1.16031',
      Close: close,
      Change: '+1.20',
      Bid: close,
      Ask: close,
      High: '1.17492',
      Low: '1.15986',
      Time: Date.now(),
      MarketStatus: 1,
      QuoteToUsdt: '1',
    })
    let ticks = 0
    const timer = setInterval(() => {
      if (sequence.has('DAY_MARKET')) push('DAY_MARKET', [quote(`1.1743${ticks++ % 10}`)])
    }, 300)
    socket.onClose(() => clearInterval(timer))
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as { event: string; topic?: string }
      if (message.event === 'ping') return socket.send(JSON.stringify({ event: 'pong', ts: Date.now() }))
      socket.send(JSON.stringify({ event: message.event, code: 1, msg: '', ...(message.topic ? { topic: message.topic } : {}) }))
      if (message.event === 'sub' && message.topic === 'DAY_MARKET') push('DAY_MARKET', [quote('1.17428')], true)
    })
  })
}

test.beforeEach(async ({ context, page }) => {
  await chooseLanguage(context, 'aurora', 'en', 'remote')
  await remoteSocket(page)
})

test('the market and the account of a broker elsewhere are shown, and its prices move', async ({ page }) => {
  await open(page, 'aurora', '/', 'remote')
  const row = page.getByRole('row').filter({ hasText: 'EUR/USD' })
  await expect(row).toBeVisible()
  await expectToMove(() => row.textContent())
  await open(page, 'aurora', '/login', 'remote')
  await page.getByRole('button', { name: 'Create a demo account' }).click()
  await expect(page).toHaveURL(`${originOf('aurora', 'remote')}/trade`)
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await expect(page.getByRole('main')).toContainText('777.00')
})

test.describe('with a session that has ended', () => {
  test('code 999 leads to the login page once, with the way back and a message', async ({ page, context }) => {
    const url = originOf('aurora', 'remote')
    await context.addCookies([{ name: 'candor_session', value: EXPIRED_TOKEN, url, httpOnly: true }])
    const logins: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && new URL(request.url()).pathname === '/login') logins.push(request.url())
    })
    await open(page, 'aurora', '/order?type=3', 'remote')
    await expect(page).toHaveURL(`${url}/login?from=%2Forder%3Ftype%3D3`)
    await expectSaid(page, 'Please log in again')
    expect(logins).toHaveLength(1)
    expect((await context.cookies(url)).some(({ name }) => name === 'candor_session')).toBe(false)
    // Browsing goes on without the session.
    await open(page, 'aurora', '/', 'remote')
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  })
})

test.describe('without a line to the broker', () => {
  test.use({ tolerated: /status (of )?503/ })
  test('a broker that cannot be reached gives the error screen with its code, and nobody is logged out', async ({ page, context }) => {
    const url = originOf('aurora', 'remote')
    await context.addCookies([{ name: 'candor_session', value: UNREACHABLE_TOKEN, url, httpOnly: true }])
    await open(page, 'aurora', '/order', 'remote')
    await expect(page.getByRole('heading', { name: /The trading server cannot be reached|Orders could not be loaded/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await expect(page.getByText(/^Code /)).toBeVisible()
    await expect(page).toHaveURL(`${url}/order`)
    expect((await context.cookies(url)).some(({ name }) => name === 'candor_session')).toBe(true)
  })
})
