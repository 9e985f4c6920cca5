import { describe, expect, test } from 'vitest'
import { endsSession, filesOf, secondsToWait, wayOf } from './requests'

const ORIGIN = 'https://aurora.example'
const way = (path: string, { method = 'GET', mode = 'cors', origin = ORIGIN } = {}) => wayOf({ url: origin + path, method, mode }, ORIGIN)

describe('what the worker keeps', () => {
  test.each(['/assets/entry.client-Bx3.js', '/assets/root-1a.css', '/assets/manifest-8.js'])('the hashed %s for ever', (path) => {
    expect(way(path)).toBe('asset')
  })

  test.each([
    '/fonts/inter-latin.woff2',
    '/flags/gb.svg',
    '/coins/btc.svg',
    '/brands/aurora/logo.svg?v=1',
    '/brands/aurora/icon.png',
  ])('%s until there is a newer one', (path) => {
    expect(way(path)).toBe('file')
  })

  test.each([
    '/_root.data',
    '/order.data?type=1',
    '/user.data',
    '/mine/wallet.data',
    '/mine/wallet',
    '/trade.data?code=EURUSD',
    '/resources/positions',
    '/resources/image?ref=1',
    '/resources/history-file',
    '/resources/order-proof?id=1&what=receipts',
    '/socket-ticket',
    '/session-ended',
    '/api/order/list',
    '/v1/orders',
    '/locales/../mine/wallet.json',
    '/healthz',
    '/offline',
    '/sw.js',
    '/manifest.json',
    '/assets/',
    '/assets/../mine/wallet',
    '/assets%2f..%2fmine/wallet.js',
    '/mine/assets/x.js',
    '/brands/aurora/../../mine/logo.svg',
    '/fonts/',
  ])('nothing of %s', (path) => {
    expect(way(path)).toBe('network')
  })

  test('the texts of a language for the pages that need no network', () => {
    expect(way('/locales/en.0123456789abcdef.json')).toBe('text')
  })

  test('with a page the files that it names, each once', () => {
    const html = `<link href="/assets/root-1a.css"><link href="/locales/ar.0f.json"><script>import "/assets/entry-2b.js"; import a from '/assets/entry-2b.js'</script>
      <style>@font-face{src:url(/fonts/inter.woff2)}</style><a href="/mine/wallet">wallet</a><img src="https://elsewhere.example/assets/x.js">`
    expect(filesOf(html)).toEqual(['/assets/root-1a.css', '/locales/ar.0f.json', '/assets/entry-2b.js', '/fonts/inter.woff2'])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('nothing of what is sent with %s', (method) => {
    for (const path of ['/assets/entry.client-Bx3.js', '/fonts/inter-latin.woff2', '/order', '/']) {
      expect(way(path, { method, mode: path === '/' ? 'navigate' : 'cors' })).toBe('network')
    }
  })

  test('nothing of another origin', () => {
    for (const origin of ['https://saffron.example', 'http://aurora.example', 'https://aurora.example:8443']) {
      expect(way('/assets/entry.client-Bx3.js', { origin })).toBe('network')
      expect(way('/', { origin, mode: 'navigate' })).toBe('network')
    }
  })

  test.each([
    '/',
    '/trade?code=EURUSD',
    '/user',
    '/mine/wallet',
    '/assets/entry.client-Bx3.js',
  ])('a visit to %s is a page: asked of the network each time', (path) => {
    expect(way(path, { mode: 'navigate' })).toBe('page')
  })
})

describe('the end of a session', () => {
  const ends = (path: string, method: string) => endsSession({ url: ORIGIN + path, method })

  test('is a logout, with scripts or without, or a session that was ended elsewhere', () => {
    expect(ends('/logout', 'POST')).toBe(true)
    expect(ends('/logout.data', 'POST')).toBe(true)
    expect(ends('/session-ended?from=%2F', 'GET')).toBe(true)
    expect(ends('/session-ended.data?from=%2F', 'GET')).toBe(true)
  })

  test('is nothing else', () => {
    expect(ends('/logout', 'GET')).toBe(false)
    expect(ends('/login', 'POST')).toBe(false)
    expect(ends('/mine/logout', 'POST')).toBe(false)
  })
})

test('whoever asks for a page again by hand waits for it, others are shown the offline page after a while', () => {
  expect(secondsToWait({ cache: 'default' })).toBeGreaterThan(0)
  expect(secondsToWait({ cache: 'no-cache' })).toBeNull()
  expect(secondsToWait({ cache: 'reload' })).toBeNull()
})
