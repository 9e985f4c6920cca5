/** What the site refuses, and what it lets no one see. */

import { listOrders } from '../../contract/orders'
import { getTrader } from '../../contract/users'
import { ask } from './plain-request'
import { hostOf, originOf, PORTS } from './ports'
import { chooseLanguage, DESKTOP, expect, open, signInAsDemo, test } from './site-test'
import { callWire, newDemoTrader } from './wire-client'

test.use(DESKTOP)

test('a host that is not ours gets a neutral page that names no company', async () => {
  const ours = ['Aurora', 'Meridian', 'Saffron', 'Graphite', 'Candor']
  for (const host of [
    `evil.example:${PORTS.open}`,
    `aurora.localhost.evil.example:${PORTS.open}`,
    `nobody.localhost:${PORTS.open}`,
    `127.0.0.1:${PORTS.open}`,
  ]) {
    const answer = await ask({ host, path: '/' })
    expect(answer.status, host).toBe(421)
    for (const name of ours) expect(answer.text).not.toContain(name)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('a form from another origin changes nothing', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: originOf('meridian') },
    { origin: 'null' },
    {},
    { origin: originOf('aurora'), 'sec-fetch-site': 'same-site' },
    { origin: originOf('aurora'), 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    for (const path of ['/demo-account', '/logout', '/login', '/trade', '/preferences']) {
      const answer = await ask({ host: hostOf('aurora'), path, method: 'POST', headers, form: { lng: 'en' } })
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
  const own = await ask({
    host: hostOf('aurora'),
    path: '/preferences',
    method: 'POST',
    headers: { origin: originOf('aurora') },
    form: { lng: 'en' },
  })
  expect(own.status).toBe(302)
})

test('every page has a strict policy with a fresh nonce, and works under it', async ({ page, context }) => {
  await chooseLanguage(context, 'aurora', 'en')
  const nonces = new Set<string>()
  const visit = async (path: string) => {
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest() && response.status() === 200)
    await open(page, 'aurora', path)
    const policy = (await (await answer).headerValue('content-security-policy')) ?? ''
    const nonce = /script-src 'self' 'nonce-([\w+/=]{22,})'/.exec(policy)?.[1]
    expect(nonce, path).toBeTruthy()
    nonces.add(nonce ?? '')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    // What the policy forbids is told in the console, and the fixture fails on it; it needs a moment to happen.
    await page.waitForTimeout(300)
  }
  const signedOut = ['/', '/trade', '/login', '/language', '/mine/announcement']
  for (const path of signedOut) await visit(path)
  await signInAsDemo(context, 'aurora')
  const signedIn = ['/', '/trade?code=BTCUSDT', '/order', '/order?type=3', '/user', '/mine/system']
  for (const path of signedIn) await visit(path)
  expect(nonces.size).toBe(signedOut.length + signedIn.length)
})

test('the session is in a cookie that scripts cannot read, and the page’s HTML does not hold it', async ({ page, context }) => {
  const token = await signInAsDemo(context, 'aurora')
  await open(page, 'aurora', '/trade')
  expect(await page.evaluate(() => document.cookie)).not.toContain(token)
  expect(await page.content()).not.toContain(token)
})

test('a session of one brand is nobody on another brand', async ({ page, context }) => {
  const token = await signInAsDemo(context, 'aurora')
  await context.addCookies([{ name: 'candor_session', value: encodeURIComponent(token), url: originOf('meridian'), httpOnly: true }])
  await chooseLanguage(context, 'meridian', 'en')
  await open(page, 'meridian', '/order')
  await expect(page).toHaveURL(/\/login\?from=%2Forder$/)
  await open(page, 'aurora', '/order')
  await expect(page).toHaveURL(`${originOf('aurora')}/order`)
})

test('a token of one brand is answered 999 by another brand’s API', async () => {
  const { token } = await newDemoTrader('aurora')
  expect((await callWire({ brand: 'aurora', token }, getTrader, {})).code).toBe(1)
  for (const brand of ['meridian', 'saffron', 'graphite'] as const) {
    expect((await callWire({ brand, token }, getTrader, {})).code).toBe(999)
    expect((await callWire({ brand, token }, listOrders, { status: '1', page: '1' })).code).toBe(999)
  }
})
