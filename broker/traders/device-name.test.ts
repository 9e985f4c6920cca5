import { expect, test } from 'vitest'
import { deviceName } from './device-name'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'

test.each([
  [CHROME, 'Chrome, Windows', 'desktop'],
  [IPHONE, 'Safari, iOS', 'phone'],
  [IPAD, 'Safari, iOS', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox, Linux', 'desktop'],
  ['curl/8.1', '', 'other'],
  [
    'URGENT: your money is not safe, call +44 20 7946 0000 or open https://evil.example/help now/1.0 (Windows NT 10.0)',
    'Windows',
    'desktop',
  ],
  ['Call +44 20 7946 0000/1.0 (Macintosh)', 'macOS', 'desktop'],
  ['<script>alert(1)</script>', '', 'other'],
  ['', '', 'other'],
  [' ', '', 'other'],
] as const)('%j is %j, a %s', (userAgent, name, kind) => {
  expect(deviceName(userAgent)).toEqual({ name, kind })
})
