import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyPassword } from './verify-password'

const salt = Buffer.alloc(16, 7)
const stored = `scrypt$${salt.toString('base64url')}$${scryptSync('correct', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }).toString('base64url')}`

test('the right password matches, another does not, and without an account nothing does', async () => {
  expect(await verifyPassword('correct', stored)).toBe('match')
  expect(await verifyPassword('Correct', stored)).toBe('mismatch')
  expect(await verifyPassword('correct', null)).toBe('mismatch')
})

test('one password in two spellings of Unicode is one password', async () => {
  const key = scryptSync('é', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }).toString('base64url')
  expect(await verifyPassword('e\u0301', `scrypt$${salt.toString('base64url')}$${key}`)).toBe('match')
})

test('a storm of sign-ins is turned away instead of queued without end', async () => {
  const verdicts = await Promise.all(Array.from({ length: 30 }, () => verifyPassword('x', null)))
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(8)
  expect(await verifyPassword('correct', stored)).toBe('match')
}, 30_000)
