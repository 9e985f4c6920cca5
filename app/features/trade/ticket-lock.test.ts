import { expect, test } from 'vitest'
import { newDraft } from './ticket-draft'
import { btcUsdt, eurUsd, figures } from './ticket-fixtures'
import { type LockFacts, sideLock, ticketLock } from './ticket-lock'
import { summarise } from './ticket-summary'
import { readAccount, readBrokerTerms, readQuote, readTerms } from './ticket-terms'

function facts(change: Partial<LockFacts> = {}, lots = '0.01', instrument = eurUsd): LockFacts {
  const terms = readTerms(instrument)
  const draft = { ...newDraft(terms), lots }
  const broker = readBrokerTerms({ trade_fee_type: 1, stop_out_level: '50', stale_after_ms: 2000 })
  const quote = readQuote(instrument.ForexQuotations, instrument.QuoteToUsdt)
  const summary = summarise({ terms, draft, quote, broker, account: readAccount(figures, [], instrument.Id) })
  return { terms, draft, isSignedIn: true, isMarketOpen: true, isOffline: false, isStale: false, summary, ...change }
}

test.each([
  ['nothing when all is well', facts(), null],
  ['signed out before anything else', facts({ isSignedIn: false, isMarketOpen: false, isOffline: true }), 'signed-out'],
  ['no leverage before a closed market', facts({ isMarketOpen: false }, '0.01', { ...eurUsd, HasForexMultiple: [] }), 'no-leverage'],
  ['a closed market before a lost connection', facts({ isMarketOpen: false, isOffline: true, isStale: true }), 'closed'],
  ['a lost connection before an old price', facts({ isOffline: true, isStale: true }), 'offline'],
  ['an old price before the fields', facts({ isStale: true }, ''), 'stale'],
  ['the fields before the margin', facts({}, '50.005'), 'lots'],
  ['a price that is not there', facts({ summary: null }), 'no-price'],
  ['margin above free margin', facts({}, '50'), 'margin'],
])('the buttons are locked by: %s', (_, given, kind) => {
  expect(ticketLock(given)?.kind ?? null).toBe(kind)
})

test('the missing amount is named', () => {
  expect(ticketLock(facts({}, '10'))).toEqual({ kind: 'margin', missing: 171_280_000_000n })
})

test('with a spread only the dearer side may be locked', () => {
  const spread = {
    ...btcUsdt,
    ForexFeeRate: '0',
    HasForexMultiple: [{ Value: '1' }],
    ForexQuotations: { ...btcUsdt.ForexQuotations, Bid: '99990', Ask: '100010' },
  }
  const given = facts({}, '0.10', spread)
  expect([ticketLock(given), sideLock('buy', given)?.kind, sideLock('sell', given)]).toEqual([null, 'margin', null])
})
