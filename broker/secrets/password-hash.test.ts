import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash'

let stored = ''
beforeAll(async () => {
  stored = await hashPassword('correct')
})

test('the right password matches, another does not, and without an account nothing does', async () => {
  expect(await verifyPassword('correct', stored)).toBe('match')
  expect(await verifyPassword('Correct', stored)).toBe('mismatch')
  expect(await verifyPassword('correct', null)).toBe('mismatch')
  expect(await verifyPassword('', null)).toBe('mismatch')
})

test('what is stored is argon2id at the cost that OWASP asks for, with a salt of its own', async () => {
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await hashPassword('correct')).not.toBe(stored)
})

test('one password in two spellings of Unicode is one password', async () => {
  expect(await verifyPassword('e\u0301', await hashPassword('é'))).toBe('match')
  expect(await verifyPassword('ｐａｓｓ', await hashPassword('pass'))).toBe('match')
})

test('an account that does not exist costs the same time as a wrong password', async () => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 40 && !isAlike(times); round++) {
    for (const who of ['known', 'unknown'] as const) {
      const begin = performance.now()
      await verifyPassword('wrong', who === 'known' ? stored : null)
      times[who].push(performance.now() - begin)
    }
  }
  expect(isAlike(times)).toBe(true)
}, 300_000)

/** The shortest of each: whatever else the machine does only ever makes a run longer. Without a hash one would be a hundredth. */
function isAlike({ known, unknown }: Record<'known' | 'unknown', number[]>): boolean {
  if (known.length < 8) return false
  const [one, other] = [Math.min(...known), Math.min(...unknown)]
  return Math.abs(one - other) < Math.max(one, other) / 4
}

test('a storm of sign-ins is turned away instead of queued without end', async () => {
  const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
  const verdicts = await Promise.all(Array.from({ length: 60 }, () => verifyPassword('x', null)))
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(60 - 50 - atOnce)
  expect(await verifyPassword('correct', stored)).toBe('match')
}, 300_000)

test.skipIf(process.platform !== 'linux')(
  'hashes are made where prices come first: in a thread that stands back, and in no other',
  async () => {
    await verifyPassword('x', null)
    const priorities = readdirSync('/proc/self/task').map((thread) => niceOf(thread))
    expect(Math.max(...priorities)).toBe(niceOf(String(process.pid)) + 5)
  },
)

/** How far a thread stands back behind others. */
function niceOf(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
