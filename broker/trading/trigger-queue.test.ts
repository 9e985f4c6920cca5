import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TriggerDirection, TriggerQueue } from './trigger-queue'

test.each<[TriggerDirection, bigint[], bigint, bigint[]]>([
  ['at-or-below', [10n, 30n, 20n], 31n, []],
  ['at-or-below', [10n, 30n, 20n], 30n, [30n]],
  ['at-or-below', [10n, 30n, 20n], 15n, [30n, 20n]],
  ['at-or-below', [10n, 30n, 20n], 1n, [30n, 20n, 10n]],
  ['at-or-above', [10n, 30n, 20n], 9n, []],
  ['at-or-above', [10n, 30n, 20n], 10n, [10n]],
  ['at-or-above', [10n, 30n, 20n], 25n, [10n, 20n]],
])('%s %s: a price of %s reaches %s', (direction, waiting, price, reached) => {
  const queue = new TriggerQueue<bigint>(direction)
  for (const one of waiting) queue.add(one, one)
  expect(queue.takeReached(price)).toEqual(reached)
  expect(queue.takeReached(price)).toEqual([])
  expect(queue.size).toBe(waiting.length - reached.length)
})

test('a stop that is edited all day long leaves nothing behind', () => {
  const queue = new TriggerQueue<number>('at-or-below')
  let handle = queue.add(5n, 0)
  for (let edit = 1; edit <= 10_000; edit++) {
    const next = queue.add(BigInt(5 + (edit % 7)), edit)
    handle.withdraw()
    handle.withdraw()
    handle = next
  }
  expect(queue.size).toBe(1)
  expect(queue.kept).toBeLessThan(200)
  expect(queue.takeReached(0n)).toEqual([10_000])
})

test('it always agrees with a plain list', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), price: fc.bigInt({ min: 0n, max: 50n }) }),
    fc.record({ kind: fc.constant('withdraw' as const), index: fc.nat(200) }),
    fc.record({ kind: fc.constant('take' as const), price: fc.bigInt({ min: 0n, max: 50n }) }),
  )
  fc.assert(
    fc.property(fc.constantFrom<TriggerDirection>('at-or-below', 'at-or-above'), fc.array(step, { maxLength: 400 }), (direction, steps) => {
      const queue = new TriggerQueue<number>(direction)
      const waiting = new Map<number, bigint>()
      const handles: { withdraw(): void }[] = []
      for (const one of steps) {
        if (one.kind === 'add') {
          waiting.set(handles.length, one.price)
          handles.push(queue.add(one.price, handles.length))
        } else if (one.kind === 'withdraw') {
          handles[one.index]?.withdraw()
          waiting.delete(one.index)
        } else {
          const isReached = (price: bigint) => (direction === 'at-or-below' ? one.price <= price : one.price >= price)
          const expected = [...waiting].filter(([, price]) => isReached(price)).map(([id]) => id)
          for (const id of expected) waiting.delete(id)
          expect(queue.takeReached(one.price).sort((a, b) => a - b)).toEqual(expected)
        }
        expect(queue.size).toBe(waiting.size)
      }
    }),
  )
})
