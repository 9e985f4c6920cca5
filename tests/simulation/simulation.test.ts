import { expect, test } from 'vitest'
import { hashOnlySigner, testSigner } from '../fixtures/test-signer'
import { simulatedBrands } from './brands'
import { simulate } from './simulate'

const tenants = simulatedBrands()
const run = (seed: number, events: number, signer = hashOnlySigner) => simulate({ seed, events, tenants, signer })

test('the same seed gives the same state, another seed another', async () => {
  const first = await run(77, 600)
  expect(first).toMatchObject({ failure: null, events: 600 })
  expect((await run(77, 600)).hash).toBe(first.hash)
  expect((await run(78, 600)).hash).not.toBe(first.hash)
}, 60_000)

test('with real signatures the engine decides the same', async () => {
  const signed = await run(77, 300, testSigner)
  expect(signed.failure).toBeNull()
  expect(signed.hash).toBe((await run(77, 300)).hash)
}, 60_000)

/** What a run must have met, or it proves nothing. */
const MUST_HAPPEN = [
  ...[
    'crashed',
    'crash-before-commit',
    'crash-after-commit',
    'refused-by-store',
    'unreachable',
    'run-twice',
    'retry',
    'fault',
    'freeze',
    'burst',
  ],
  ...['market ok', 'pending ok', 'close ok', 'part ok', 'edit ok', 'cancel ok', 'reverse ok', 'all ok', 'reset ok'],
  ...['end manual', 'end stop_loss', 'end take_profit', 'end stop_out', 'end demo_reset', 'end trader', 'end insufficient_margin'],
  ...[
    'refused MARKET_CLOSED',
    'refused QUOTE_STALE',
    'refused INSUFFICIENT_MARGIN',
    'refused PRICE_MOVED',
    'refused TRADING_PAUSED',
    'margin call',
    'ledger funding',
  ],
  ...['asking filled', 'asking part_filled', 'asking not_filled', 'refused PROVIDER_DOWN', 'refused ORDER_UNDER_WAY', 'end not_filled'],
  ...['whole', 'parts', 'part', 'nothing', 'refused', 'silent', 'forgot', 'busted', 'corrected', 'away', 'back'].map(
    (what) => `provider ${what}`,
  ),
  ...['order lost', 'reports lost', 'report twice', 'line broke', 'line broke at an order'],
]

test('thirty seeds hold every invariant, and meet every kind of event, end and refusal', async () => {
  const met = new Map<string, number>()
  for (let seed = 1; seed <= 30; seed++) {
    const { failure, tally } = await run(seed, 1_000)
    expect(failure).toBeNull()
    for (const [what, times] of tally) met.set(what, (met.get(what) ?? 0) + times)
  }
  expect(MUST_HAPPEN.filter((what) => !met.has(what))).toEqual([])
}, 180_000)
