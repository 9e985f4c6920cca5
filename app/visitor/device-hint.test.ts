import { expect, test } from 'vitest'
import { isMobileAgent } from './device-hint.server'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (Linux; Android 16; SM-X910) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Safari/604.1', true],
  ['Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', false],
  ['', false],
])('%s: %s', (agent, isMobile) => {
  expect(isMobileAgent(new Headers({ 'user-agent': agent }))).toBe(isMobile)
})

test('the hint that newer browsers send says it by itself', () => {
  expect(isMobileAgent(new Headers({ 'sec-ch-ua-mobile': '?1' }))).toBe(true)
  expect(isMobileAgent(new Headers({ 'sec-ch-ua-mobile': '?0' }))).toBe(false)
})
