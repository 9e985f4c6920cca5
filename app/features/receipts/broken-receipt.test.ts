import { expect, test } from 'vitest'
import { BREAK_IDS, BREAKS, breakReceipt } from './broken-receipt'

test('the example is genuine as it was issued, and with any one thing changed it is not', () => {
  expect(BREAK_IDS.map((id) => [id, breakReceipt(BREAKS[id]).changed, breakReceipt(BREAKS[id]).isGenuine])).toEqual([
    ['issued', [], true],
    ['price', ['price'], false],
    ['time', ['time'], false],
    ['lots', ['lots'], false],
  ])
})

test('one changed thing changes the whole hash', () => {
  const [issued, ...changed] = BREAK_IDS.map((id) => breakReceipt(BREAKS[id]))
  expect(issued?.own).toBe(issued?.signed)
  expect(new Set(changed.map(({ own }) => own)).size).toBe(3)
  for (const { own, signed } of changed) expect(own.slice(0, 8)).not.toBe(signed.slice(0, 8))
})

test.each([
  ['another number of digits', { lots: '0.2' }, ['lots']],
  ['no number at all', { price: 'a lot' }, ['price']],
  ['no moment', { time: '2026-13-40 11:02:47.318' }, ['time']],
  ['nothing', { price: '', time: '' }, ['price', 'time']],
] as const)('%s in its place is another text', (_name, facts, changed) => {
  const broken = breakReceipt({ ...BREAKS.issued, ...facts })
  expect(broken.changed).toEqual(changed)
  expect(broken.isGenuine).toBe(false)
  expect(broken.own).not.toBe(broken.signed)
})
