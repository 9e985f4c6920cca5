import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { seal, unseal } from './seal'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test.prop([bytes(32), fc.string(), fc.uint8Array({ maxLength: 64 })])('what is sealed opens again', (key, place, secret) => {
  expect(unseal(key, place, seal(key, place, secret))).toEqual(Buffer.from(secret))
})

test.prop([bytes(32), bytes(32), bytes(32)])('another master key opens nothing', (key, other, secret) => {
  fc.pre(Buffer.compare(key, other) !== 0)
  expect(unseal(other, 'a/b', seal(key, 'a/b', secret))).toBeNull()
})

const KEY = new Uint8Array(32).fill(1)
const SECRET = new Uint8Array(32).fill(2)

test('in another place it does not open: a row copied to another tenant is worthless', () => {
  const sealed = seal(KEY, 'receipt-key/aurora/1', SECRET)
  expect(unseal(KEY, 'receipt-key/meridian/1', sealed)).toBeNull()
  expect(unseal(KEY, 'receipt-key/aurora/2', sealed)).toBeNull()
})

test('the same secret is never sealed to the same text', () => {
  expect(seal(KEY, 'a', SECRET)).not.toBe(seal(KEY, 'a', SECRET))
})

test.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])('a changed byte of what is sealed is noticed', (at, change) => {
  const parts = seal(KEY, 'a', SECRET)
    .split('.')
    .map((part, index) => (index === 0 ? Buffer.from(part) : Buffer.from(part, 'base64url')))
  const all = parts.reduce((sum, part) => sum + part.length, 0)
  let place = at % all
  for (const part of parts) {
    if (place < part.length) {
      part[place] = (part[place] ?? 0) ^ change
      break
    }
    place -= part.length
  }
  const text = parts.map((part, index) => (index === 0 ? part.toString('latin1') : part.toString('base64url'))).join('.')
  expect(unseal(KEY, 'a', text)).toBeNull()
})

test.each(['', 'v1', 'v1...', 'v1.a.b.c.d', 'v2.AAAA.BBBB.CCCC', 'v1.!!.??.##'])('%j is nothing that was sealed', (text) => {
  expect(unseal(KEY, 'a', text)).toBeNull()
})
