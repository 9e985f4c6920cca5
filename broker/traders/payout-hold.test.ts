import { expect, test } from 'vitest'
import { HOUR_MS } from '../../rules/durations'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { heldFromNow } from './payout-hold'

const NOW = Date.UTC(2026, 10, 18, 12)
const [tenant] = testTenants()
if (tenant === undefined) throw new Error('no company')
const WEEK = { ...tenant, wallet: { ...tenant.wallet, methodHoldHours: 24 * 7 } }
const DAY = { ...tenant, wallet: { ...tenant.wallet, methodHoldHours: 24 } }

test('payouts wait for as long as the company says', () => {
  expect(heldFromNow(DAY, { payoutsHeldUntil: null }, NOW)).toBe(NOW + 24 * HOUR_MS)
})

test('a hold that was longer when it began is not ended sooner by a second change', () => {
  const first = heldFromNow(WEEK, { payoutsHeldUntil: null }, NOW)
  expect(heldFromNow(DAY, { payoutsHeldUntil: first }, NOW + HOUR_MS)).toBe(first)
})
