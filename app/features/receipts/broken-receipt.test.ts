import { expect, test } from 'vitest'
import { brokenReceipts } from './broken-receipt'

test('the example is genuine as it was issued, and with any one thing changed it is not', () => {
  expect(brokenReceipts().map(({ id, isGenuine }) => [id, isGenuine])).toEqual([
    ['issued', true],
    ['price', false],
    ['time', false],
    ['lots', false],
  ])
})

test('one changed thing changes the whole hash', () => {
  const [issued, ...changed] = brokenReceipts()
  expect(issued?.own).toBe(issued?.signed)
  expect(new Set(changed.map(({ own }) => own)).size).toBe(3)
  for (const { own, signed } of changed) expect(own.slice(0, 8)).not.toBe(signed.slice(0, 8))
})
