import { expect, test } from 'vitest'
import { Kept } from './kept'

function keptForASecond() {
  let now = 0
  const kept = new Kept<number>(1_000, () => now)
  return { kept, pass: (ms: number) => (now += ms) }
}

test('is asked for once while it is kept, and once more when it is old', async () => {
  const { kept, pass } = keptForASecond()
  let asked = 0
  const read = async () => ++asked
  expect(await Promise.all([kept.get('a', read), kept.get('a', read)])).toEqual([1, 1])
  pass(999)
  expect(await kept.get('a', read)).toBe(1)
  pass(1)
  expect(await kept.get('a', read)).toBe(2)
  expect(await kept.get('b', read)).toBe(3)
})

test('a failure is told to whoever asked, and is not kept', async () => {
  const { kept } = keptForASecond()
  await expect(kept.get('a', () => Promise.reject(new Error('the store is away')))).rejects.toThrow('the store is away')
  expect(await kept.get('a', async () => 7)).toBe(7)
})

test('one that fails after it was forgotten does not take the next one with it', async () => {
  const { kept } = keptForASecond()
  let fail = (): void => undefined
  const first = kept.get('a', () => new Promise((_resolve, reject) => (fail = () => reject(new Error('late')))))
  kept.forget('a')
  expect(await kept.get('a', async () => 1)).toBe(1)
  fail()
  await expect(first).rejects.toThrow('late')
  expect(await kept.get('a', async () => 2)).toBe(1)
})
