import { createMemoryHistory, createRouter, UNSAFE_ErrorResponseImpl as ErrorResponse, type LoaderFunction } from '@remix-run/router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type KeptRoute, type KeptRouter, keepPages, purposeOf } from './keep-page'
import { LineLost } from './line-lost'
import { type LineEvent, LineState } from './line-state'
import { formName } from './send'

const LOST = new LineLost('ERR_NETWORK', true)

/** Two pages whose data come by a line that can be lost. */
async function site({ code }: { code?: () => Promise<void> } = {}) {
  const failing: { with: unknown } = { with: null }
  let reads = 0
  const loader: LoaderFunction = () => {
    reads += 1
    if (failing.with !== null) throw failing.with
    return { read: reads }
  }
  const action = vi.fn(async () => ({ done: true }) as unknown)
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/login?from=x'] }),
    routes: [
      { id: 'login', path: 'login', loader, action: () => action(), hasErrorBoundary: true },
      { id: 'home', path: 'home', loader, hasErrorBoundary: true, ...(code ? { lazy: async () => ({ handle: {} }) } : {}) },
    ],
  }).initialize()
  await vi.waitFor(() => expect(router.state.navigation.state === 'idle' && router.state.initialized).toBe(true))
  const line = new LineState()
  const events: LineEvent[] = []
  line.listen((event) => events.push(event))
  keepPages({ router: router as unknown as KeptRouter, line, reach: code ?? (async () => undefined) })
  open.push(router)
  const idle = () => vi.waitFor(() => expect([router.state.navigation.state, router.state.revalidation]).toEqual(['idle', 'idle']))
  return { router, line, events, failing, action, idle, shown: () => router.state.location.pathname + router.state.location.search }
}

/** What waits for the line goes on after its test, and must not reach a page any more. */
const open: { dispose(): void }[] = []
afterEach(() => {
  for (const router of open.splice(0)) router.dispose()
})

beforeEach(() => {
  // The router takes a place without a document for a server.
  const document = { createElement() {} }
  vi.stubGlobal('window', {
    history: { state: null },
    location: new URL('http://site/'),
    document,
    addEventListener() {},
    removeEventListener() {},
  })
})

test('a page that cannot be read anew keeps what it has, says why once, and is read when the line is back', async () => {
  const { router, line, events, failing, idle } = await site()
  const before = router.state.loaderData.login
  failing.with = LOST
  router.revalidate()
  await idle()
  expect([router.state.errors, router.state.loaderData.login]).toEqual([null, before])
  expect(events).toEqual([{ kind: 'lost', code: 'ERR_NETWORK' }])
  failing.with = null
  line.tryNow()
  await vi.waitFor(() => expect(router.state.loaderData.login).not.toEqual(before))
  expect(events).toHaveLength(1)
})

test('a broker that the site cannot reach takes no page away either', async () => {
  const { router, events, failing, idle } = await site()
  const before = router.state.loaderData.login
  failing.with = new ErrorResponse(503, '', { code: 'NETWORK_ERROR' })
  router.revalidate()
  await idle()
  expect([router.state.errors, router.state.loaderData.login]).toEqual([null, before])
  expect(events).toEqual([{ kind: 'lost', code: 'NETWORK_ERROR' }])
})

test('a step to a page that does not come is taken back', async () => {
  const { router, events, failing, idle, shown } = await site()
  failing.with = LOST
  void router.navigate('/home')
  await vi.waitFor(() => expect(events).toEqual([{ kind: 'lost', code: 'ERR_NETWORK' }]))
  await idle()
  expect([shown(), router.state.errors]).toEqual(['/login?from=x', null])
  failing.with = null
  await router.navigate('/home')
  expect(shown()).toBe('/home')
})

test('and so is one whose code does not come; a reload of the document would lose the page', async () => {
  let isReachable = false
  const { router, events, idle, shown } = await site({
    code: async () => {
      if (!isReachable) throw new LineLost('ERR_NETWORK', true)
    },
  })
  void router.navigate('/home')
  await vi.waitFor(() => expect(events).toEqual([{ kind: 'lost', code: 'ERR_NETWORK' }]))
  await idle()
  expect(shown()).toBe('/login?from=x')
  isReachable = true
  await router.navigate('/home')
  expect(shown()).toBe('/home')
})

test('a form that was never sent leaves its page as it is', async () => {
  const { router, action, idle, shown } = await site()
  action.mockRejectedValueOnce(new LineLost('ERR_INTERNET_DISCONNECTED', false))
  const formData = new FormData()
  void router.navigate('/login?from=x', { formMethod: 'post', formData })
  await vi.waitFor(() => expect(action).toHaveBeenCalled())
  await idle()
  expect([shown(), router.state.errors]).toEqual(['/login?from=x', null])
  await router.navigate('/login?from=x', { formMethod: 'post', formData })
  expect(router.state.actionData).toEqual({ login: { done: true } })
})

test('what is wrong with a page itself is still shown in its place', async () => {
  const { router, failing, shown } = await site()
  failing.with = new Error('a mistake of ours')
  await router.navigate('/home')
  expect([shown(), router.state.errors]).toEqual(['/home', { home: failing.with }])
  failing.with = new ErrorResponse(404, '', null)
  await router.navigate('/login')
  expect(router.state.errors).toEqual({ login: failing.with })
})

test.each([
  ['/order?type=1', {}, 'kept'],
  ['/order?type=3', {}, 'inside'],
  ['/resources/positions', {}, 'inside'],
  ['/user', { location: { pathname: '/user', search: '' } }, 'step'],
  ['/order?type=3', { location: { pathname: '/order', search: '?type=3' }, formMethod: 'get' }, 'step'],
  ['/order?type=1', { location: { pathname: '/order', search: '?type=1' }, formMethod: 'post' }, 'kept'],
  [
    '/order?type=1',
    { location: { pathname: '/order', search: '?type=1', state: { _isRedirect: true } }, formMethod: 'POST' },
    'follows-form',
  ],
  ['/user', { location: { pathname: '/user', search: '' }, formMethod: 'POST' }, 'follows-form'],
])('on the orders page, %s asked for during %j is %s', (page, navigation, purpose) => {
  const router = { state: { location: { pathname: '/order', search: '?type=1' }, navigation } } as unknown as KeptRouter
  expect(purposeOf(router, page)).toBe(purpose)
})

test('what a page brings with its code is kept as well', async () => {
  const route: KeptRoute = {
    id: 'late',
    lazy: async () => ({ action: () => Promise.reject(new LineLost('ERR_INTERNET_DISCONNECTED', false)) }),
  }
  const state = {
    location: { pathname: '/', search: '' },
    navigation: { state: 'idle' },
    loaderData: {},
    fetchers: new Map([['f', { state: 'submitting', formAction: '/late', data: 'as before' }]]),
  }
  keepPages({
    router: { routes: [route], state, subscribe: () => () => undefined, deleteFetcher() {} } as unknown as KeptRouter,
    line: new LineState(),
    reach: async () => undefined,
  })
  const brought = await route.lazy?.()
  expect(await brought?.action?.({ request: new Request('http://site/late', { method: 'POST' }) })).toBe('as before')
})

test('whoever sends a form and goes away is known to have gone; a form whose answer has come is nobody’s business', async () => {
  const { router, line, action, idle } = await site()
  let answer = (_: unknown): void => undefined
  action.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const formData = new FormData()
  formData.set('key', 'k1')
  router.fetch('a', 'login', '/login', { formMethod: 'post', formEncType: 'application/x-www-form-urlencoded', formData })
  await vi.waitFor(() => expect(action).toHaveBeenCalled())
  router.deleteFetcher('a')
  const form = formName('/login', formData)
  expect([line.takeLeft(form), line.takeLeft(form)]).toEqual([true, false])
  answer({ done: true })
  await idle()
  router.deleteFetcher('a')
  expect(line.takeLeft(form)).toBe(false)
})
