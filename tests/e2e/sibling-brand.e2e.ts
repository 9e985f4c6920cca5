/**
 * A brand turns against its sibling: two brands under one parent domain are the same site to a browser, so SameSite cookies alone keep
 * nothing out. In Chromium, over TLS, behind the nginx configuration that is shipped: nothing that a page of one brand sends changes
 * anything for a trader who is signed in at the other. Without nginx or openssl on the machine the journey is counted as skipped.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright/test'
import type { Endpoint, InputOf } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { ServerProcess } from '../chaos/server-process'
import { sampleInputs } from '../fixtures/sample-inputs'
import { BASE_DOMAIN, HAS_OPENSSL, NGINX, type Nginx, startShippedNginx } from '../fixtures/shipped-nginx'
import { ask } from './plain-request'
import { SIBLING_PORT } from './ports'
import { DESKTOP, expect, test } from './site-test'

const VICTIM = `https://aurora.${BASE_DOMAIN}`
const SIBLING = `https://meridian.${BASE_DOMAIN}`
/** What Chromium shows in place of a page that may not be framed. */
const REFUSED_FRAME = 'chrome-error://chromewebdata/'
const SESSION = '__Host-candor_session'
/** Addresses of the site that take forms. */
const ACTIONS = [
  '/demo-account',
  '/logout',
  '/reset-demo',
  '/preferences',
  '/socket-ticket',
  '/trade',
  '/order',
  '/login',
  '/login/code',
  '/forgot',
  '/mine/password',
  '/mine/sessions',
  '/mine/two-step',
  '/mine/withdraw',
  '/mine/charge',
  '/mine/bank-card-list',
  '/mine/coin-address-list',
  '/mine/auth',
  '/follow',
  '/feedback',
  '/choose-company',
]

test.use(DESKTOP)
test.skip(NGINX === undefined || !HAS_OPENSSL, 'needs nginx and openssl')

let dataDir: string
let server: ServerProcess
let nginx: Nginx
let browser: Browser

const newContext = () => browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' })

test.beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'candor-sibling-'))
  server = await ServerProcess.start({
    port: SIBLING_PORT,
    dataDir,
    env: { BASE_DOMAIN: BASE_DOMAIN, PUBLIC_SCHEME: 'https', LOG_LEVEL: 'error' },
  })
  nginx = await startShippedNginx({ nodes: [SIBLING_PORT] })
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {}
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // The names lead here, whatever port the proxy has.
    args: [...args, `--host-resolver-rules=MAP *.${BASE_DOMAIN}:443 127.0.0.1:${nginx.port}`],
  })
})
test.afterAll(async () => {
  await browser?.close()
  await nginx?.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const askVictim = (path: string, headers: Readonly<Record<string, string>>) =>
  ask({ host: `aurora.${BASE_DOMAIN}`, port: SIBLING_PORT, path, headers })

async function call<E extends Endpoint>(token: string, endpoint: E, input: InputOf<E>) {
  const form = Object.fromEntries(Object.entries(input as Record<string, string | undefined>).flatMap(([k, v]) => (v ? [[k, v]] : [])))
  const isPost = endpoint.method === 'POST' || endpoint.postTwin
  const answer = await ask({
    host: `aurora.${BASE_DOMAIN}`,
    port: SIBLING_PORT,
    path: isPost ? endpoint.path : `${endpoint.path}?${new URLSearchParams(form)}`,
    method: isPost ? 'POST' : 'GET',
    headers: { lang: 'en', ...(token === '' ? {} : { authorization: token }) },
    ...(isPost ? { form } : {}),
  })
  const { code, msg, data } = JSON.parse(answer.text) as { code: number; msg: string; data: Record<string, unknown> }
  expect(code, `${endpoint.path}: ${msg}`).toBe(1)
  return data
}

/** All that belongs to the trader, without what the market moves. */
async function stateOf(token: string): Promise<string> {
  const { id, uid, email } = await call(token, ENDPOINTS.getTrader, {})
  const orders = await Promise.all((['1', '0', '3'] as const).map((status) => call(token, ENDPOINTS.listOrders, { status, page: '1' })))
  const standing = (order: Record<string, unknown>) => [order.Id, order.Status, order.Cont, order.StopLossPrice, order.TargetProfitPrice]
  const lists = orders.map((list) => ((list as { data?: Record<string, unknown>[] }).data ?? []).map(standing))
  const records = (await call(token, ENDPOINTS.listAccountRecords, { page: '1' })) as { total?: unknown }
  const sessions = (await call(token, ENDPOINTS.listSessions, {})) as unknown as unknown[]
  return JSON.stringify({ id, uid, email, lists, records: records.total, sessions: sessions.length })
}

/** A page of the sibling brand, made by somebody who means harm: without the policy that keeps the brand's own pages from this. */
async function hostilePage(context: BrowserContext, body = ''): Promise<Page> {
  const page = await context.newPage()
  await page.route(`${SIBLING}/attack`, (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${body}</body>` }))
  await page.goto(`${SIBLING}/attack`)
  return page
}

interface Target {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Everything that a page can make a browser send without being allowed to read the answer. */
async function attack(page: Page, targets: readonly Target[]): Promise<void> {
  await page.evaluate(async (all) => {
    const settled = (element: HTMLElement) =>
      new Promise((resolve) => {
        for (const event of ['load', 'error']) element.addEventListener(event, resolve)
        setTimeout(resolve, 5_000)
        document.body.append(element)
      })
    const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, properties: object) =>
      Object.assign(document.createElement(name), properties)
    const send = async ({ url, fields }: (typeof all)[number]) => {
      const query = `${url}?${new URLSearchParams(fields)}`
      const frame = element('iframe', { name: `f${Math.random()}` })
      document.body.append(frame)
      for (const [method, enctype] of [
        ['get', 'application/x-www-form-urlencoded'],
        ['post', 'application/x-www-form-urlencoded'],
        ['post', 'text/plain'],
        ['post', 'multipart/form-data'],
      ] as const) {
        const form = element('form', { action: url, method, enctype, target: frame.name })
        for (const [name, value] of Object.entries(fields)) form.append(element('input', { name, value }))
        document.body.append(form)
        form.submit()
      }
      const quietly = (input: string, init: RequestInit = {}) =>
        fetch(input, { mode: 'no-cors', credentials: 'include', ...init }).catch(() => null)
      const withHeader = { mode: 'cors', headers: { authorization: 'x', 'content-type': 'application/json' } } as const
      await Promise.all([
        quietly(query),
        quietly(url, { method: 'POST', body: new URLSearchParams(fields) }),
        quietly(`${url}.data`, { method: 'POST', body: new URLSearchParams(fields) }),
        quietly(url, { method: 'POST', ...withHeader, body: JSON.stringify(fields) }),
        settled(element('img', { src: query })),
        settled(element('link', { rel: 'stylesheet', href: query })),
        settled(element('script', { src: query })),
      ])
      for (const rel of ['prefetch', 'preload', 'prerender', 'dns-prefetch'])
        document.head.append(element('link', { rel, href: query, as: 'image' }))
      navigator.sendBeacon(url, new URLSearchParams(fields))
    }
    // A few at a time, as a page has connections.
    for (let first = 0; first < all.length; first += 6) await Promise.all(all.slice(first, first + 6).map(send))
  }, targets)
  // Forms are under way by themselves.
  await page.waitForLoadState('networkidle')
}

interface Trader {
  readonly context: BrowserContext
  readonly page: Page
  readonly token: string
}

/** Somebody who signed in at the victim's brand as anybody does. */
async function signedIn(): Promise<Trader> {
  const context = await newContext()
  const page = await context.newPage()
  await page.goto(`${VICTIM}/login?lng=en`)
  await page.getByRole('button', { name: 'Create a demo account' }).click()
  await page.waitForURL(/\/trade/)
  const cookie = (await context.cookies(VICTIM)).find(({ name }) => name === SESSION)
  expect(cookie).toMatchObject({ domain: `aurora.${BASE_DOMAIN}`, secure: true, httpOnly: true, path: '/' })
  return { context, page, token: decodeURIComponent(cookie?.value ?? '') }
}

test('nothing that a page of a sibling brand sends changes anything where a trader is signed in', async () => {
  const { context, page, token } = await signedIn()
  const instruments = (await call(token, ENDPOINTS.listInstruments, {})) as unknown as { Id: string; Code: string }[]
  const instrumentId = instruments.find(({ Code }) => Code === 'EURUSD')?.Id ?? ''
  const order = await call(token, ENDPOINTS.submitOrder, sampleInputs({ orderId: '', instrumentId }).submitOrder)
  const orderId = String(order.Id)
  const inputs = sampleInputs({ orderId, instrumentId })
  const before = await stateOf(token)
  expect(before).toContain(orderId)
  await page.goto('about:blank')

  const calls = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { changesState }]) => changesState)
    .map(([name, endpoint]): Target => ({ url: VICTIM + endpoint.path, fields: inputs[name] as Record<string, string> }))
  const forms = ACTIONS.map(
    (action): Target => ({ url: VICTIM + action, fields: { intent: 'close', id: orderId, lng: 'hk', scope: 'all' } }),
  )
  const sent = new Set<string>()
  context.on('request', (request) => sent.add(`${request.method()} ${request.url().split('?')[0]}`))
  const hostile = await hostilePage(context)
  await attack(hostile, [...calls, ...forms])
  expect(await stateOf(token)).toBe(before)
  for (const { url } of [...calls, ...forms]) for (const method of ['GET', 'POST']) expect([...sent]).toContain(`${method} ${url}`)

  // The same from the brand's own page, at once: it was the origin that made the difference.
  await page.goto(`${VICTIM}/order`)
  const own = await page.evaluate(() => fetch('/logout', { method: 'POST', body: new URLSearchParams() }).then(({ status }) => status))
  expect(own).toBeLessThan(400)
  const { code } = JSON.parse((await askVictim(ENDPOINTS.getTrader.path, { authorization: token })).text) as { code: number }
  expect(code).toBe(999)
})

test('a cookie that a sibling brand tosses over the parent domain signs nobody in or out, and makes no other company', async () => {
  const attacker = await signedIn()
  const toss = (page: Page) =>
    page.evaluate(
      ([token, parent]) => {
        for (const path of ['/', '/order', '/user']) {
          for (const [name, value] of [
            ['__Host-candor_session', token],
            ['candor_session', token],
            ['company_id', 'meridian'],
          ]) {
            // biome-ignore lint/suspicious/noDocumentCookie: it is what the attack is made of
            document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Domain=${parent}; Path=${path}; Secure; SameSite=None`
          }
        }
        return document.cookie
      },
      [attacker.token, BASE_DOMAIN] as const,
    )
  const nobody = await newContext()
  const planted = await toss(await hostilePage(nobody))
  expect(planted).toContain('candor_session=')
  expect(planted).not.toContain('__Host-')
  const visit = await nobody.newPage()
  await visit.goto(`${VICTIM}/order`)
  await expect(visit).toHaveURL(/\/login\?from=%2Forder$/)
  await expect(visit).toHaveTitle(/Aurora Markets/)

  const victim = await signedIn()
  await toss(await hostilePage(victim.context))
  const mine = await call(victim.token, ENDPOINTS.getTrader, {})
  const theirs = await call(attacker.token, ENDPOINTS.getTrader, {})
  const answer = await victim.page.goto(`${VICTIM}/user`)
  expect(answer?.status()).toBe(200)
  const text = await victim.page.content()
  expect(text).toContain(String(mine.uid))
  expect(text).not.toContain(String(theirs.uid))
  await expect(victim.page).toHaveTitle(/Aurora Markets/)
})

test('a sibling brand can neither frame the site, nor open its socket, nor read what it answers', async () => {
  const { context } = await signedIn()
  const hostile = await hostilePage(context, `<iframe src="${VICTIM}/trade"></iframe><iframe src="${VICTIM}/login"></iframe>`)
  await expect.poll(() => hostile.frames().map((frame) => frame.url())).toEqual([`${SIBLING}/attack`, REFUSED_FRAME, REFUSED_FRAME])
  const tried = await hostile.evaluate(async (victim) => {
    const socket = (address: string) =>
      new Promise<string>((resolve) => {
        const one = new WebSocket(address)
        one.onopen = () => resolve('open')
        one.onerror = () => resolve('refused')
      })
    const read = (url: string, init: RequestInit) =>
      fetch(url, { credentials: 'include', ...init }).then(
        () => 'read',
        () => 'refused',
      )
    return Promise.all([
      socket(`${victim.replace('https', 'wss')}/v1/ws`),
      read(`${victim}/user.data`, {}),
      read(`${victim}/socket-ticket`, { method: 'POST' }),
      read(`${victim}/resources/positions`, {}),
    ])
  }, VICTIM)
  expect(tried).toEqual(['refused', 'refused', 'refused', 'refused'])
})
