import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { canonicalText, sha256Hex } from './canonical-json'

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27] }, '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}'],
  [
    { '\u20ac': 'Euro', '\r': 'CR', '1': 'One', '\u{1f600}': 'Smile', '\u00f6': 'o', '\ufb33': 'Dalet' },
    '{"\\r":"CR","1":"One","ö":"o","€":"Euro","😀":"Smile","\ufb33":"Dalet"}',
  ],
  [{ text: '\u20ac$\u000F\nA\'B"\\\\"/' }, '{"text":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'],
  [[null, true, false, '', {}, []], '[null,true,false,"",{},[]]'],
  [-0, '0'],
])('%j is written %s, as RFC 8785 says', (value, text) => {
  expect(canonicalText(value)).toBe(text)
})

test.each([[10n], [Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [undefined]])('%s is not JSON', (value) => {
  expect(() => canonicalText(value)).toThrow()
})

test.prop([fc.jsonValue()])('the canonical form of what it says is itself', (value) => {
  const text = canonicalText(JSON.parse(JSON.stringify(value)))
  expect(canonicalText(JSON.parse(text))).toBe(text)
})

test('a hash is of the UTF-8 bytes', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256Hex('€')).toBe(sha256Hex(Buffer.from([0xe2, 0x82, 0xac]).toString()))
})
