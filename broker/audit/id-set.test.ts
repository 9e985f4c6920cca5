import { expect, test } from 'vitest'
import { IdSet } from './id-set'

test('what was added is there, once, and nothing else is', () => {
  const ids = new IdSet()
  for (const id of ['1', '8191', '8192', '7000000', '1']) ids.add(id)
  expect(ids.size).toBe(4)
  expect(ids.largest).toBe(7_000_000n)
  expect(['1', '8191', '8192', '7000000'].map((id) => ids.has(id))).toEqual([true, true, true, true])
  expect(['0', '2', '8190', '8193', '9000000'].map((id) => ids.has(id))).toEqual([false, false, false, false, false])
})

test('packed and unpacked it is the same, and several become one', () => {
  const [one, other] = [new IdSet(), new IdSet()]
  for (const id of ['5', '20000']) one.add(id)
  for (const id of ['6', '5']) other.add(id)
  const all = IdSet.unpack(JSON.parse(JSON.stringify(one.pack())), other.pack())
  expect([all.size, all.largest, all.has('5'), all.has('6'), all.has('20000'), all.has('7')]).toEqual([3, 20_000n, true, true, true, false])
})
