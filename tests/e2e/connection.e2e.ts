/** A lost socket: it shows at once, trading is locked with the reason, and it heals by itself. */
import type { Page, WebSocketRoute } from 'playwright/test'
import { chooseLanguage, DESKTOP, expect, expectToMove, open, signInAsDemo, test } from './site-test'

test.use({ ...DESKTOP, tolerated: /ERR_INTERNET_DISCONNECTED/ })

/** Stands between page and server; while `isDown` every socket is cut. */
async function cuttableSocket(page: Page) {
  const line = { isDown: false, sockets: new Set<WebSocketRoute>() }
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    if (line.isDown) return void socket.close({ code: 1012 })
    socket.connectToServer()
    line.sockets.add(socket)
  })
  return {
    async cut() {
      line.isDown = true
      for (const socket of line.sockets) await socket.close({ code: 1012 })
      line.sockets.clear()
    },
    mend() {
      line.isDown = false
    },
  }
}

const price = (page: Page) => page.getByRole('region', { name: 'BTC/USDT price' })
const buy = (page: Page) => page.getByRole('button', { name: /^Buy/ })

test('when the server drops the socket, the bar shows, buy and sell are locked, and all comes back by itself', async ({
  page,
  context,
}) => {
  await chooseLanguage(context, 'meridian', 'en')
  await signInAsDemo(context, 'meridian')
  const line = await cuttableSocket(page)
  await open(page, 'meridian', '/trade?code=BTCUSDT')
  await expectToMove(() => price(page).textContent())
  await expect(buy(page)).toBeEnabled()

  await line.cut()
  await expect(page.getByText('Reconnecting.').first()).toBeVisible()
  await expect(page.getByText(/Prices as of \d\d:\d\d:\d\d/)).toBeVisible()
  await expect(buy(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Sell/ })).toBeDisabled()
  await expect(
    page.getByText('No connection. Orders can be placed again when prices are live.').locator('visible=true').first(),
  ).toBeVisible()

  line.mend()
  await expect(page.getByText('Connected again.')).toBeVisible()
  await expect(buy(page)).toBeEnabled()
  await expectToMove(() => price(page).textContent())
})

test('a device without a network says so, and goes on when the network is back', async ({ page, context }) => {
  await chooseLanguage(context, 'meridian', 'en')
  await signInAsDemo(context, 'meridian')
  await open(page, 'meridian', '/trade?code=BTCUSDT')
  await expectToMove(() => price(page).textContent())
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await expect(buy(page)).toBeDisabled()
  await context.setOffline(false)
  await expect(buy(page)).toBeEnabled()
  await expectToMove(() => price(page).textContent())
})
