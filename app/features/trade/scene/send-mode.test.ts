import { expect, test } from 'vitest'
import { type KeptSendMode, modeNow, ONE_CLICK_MS } from './send-mode'

const real = { id: '7', isDemo: false }
const demo = { id: '8', isDemo: true }
const kept = (mode: KeptSendMode['mode'], usedAt = 1_000, traderId = '7'): KeptSendMode => ({ mode, traderId, usedAt })

test('a real account is asked, a demo account is not, until something is chosen', () => {
  expect(modeNow(null, real, 5_000)).toBe('confirm')
  expect(modeNow(null, demo, 5_000)).toBe('one-click')
  expect(modeNow(kept('hold'), real, 5_000)).toBe('hold')
  expect(modeNow(kept('confirm', 1_000, '8'), demo, 5_000)).toBe('confirm')
})

test('what was chosen for one account says nothing of another', () => {
  expect(modeNow(kept('one-click'), { id: '9', isDemo: false }, 2_000)).toBe('confirm')
  expect(modeNow(kept('hold'), demo, 2_000)).toBe('one-click')
})

test('sending at once ends after half an hour without an order, the other ways stay', () => {
  expect(modeNow(kept('one-click'), real, 1_000 + ONE_CLICK_MS - 1)).toBe('one-click')
  expect(modeNow(kept('one-click'), real, 1_000 + ONE_CLICK_MS)).toBe('confirm')
  expect(modeNow(kept('hold'), real, 1_000 + ONE_CLICK_MS)).toBe('hold')
  expect(modeNow(kept('one-click', 1_000, '8'), demo, 1_000 + ONE_CLICK_MS)).toBe('one-click')
})

test('a clock that was put back ends it too', () => {
  expect(modeNow(kept('one-click', 5_000), real, 4_999)).toBe('confirm')
})
