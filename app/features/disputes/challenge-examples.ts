/** A case as the pages are given it, for tests. */
import type { ShownChallenge } from '../../terms/challenge'

export const AT = Date.UTC(2026, 10, 20, 14, 2, 10, 243)
export const FILL: ShownChallenge['fill'] = {
  receipt: 'a'.repeat(64),
  order: '881236',
  event: 'order_closed',
  at: AT,
  instrument: 'XAUUSD',
  side: 'buy',
  counts: 'bid',
  lots: '0.20',
  price: '4012.46',
  requested: '',
  stop: '4012.50',
  target: '',
  reason: 'stop_loss',
  kind: 'market',
  profit: '-58.8',
}
export const ANSWER: ShownChallenge['answer'] = {
  verdict: 'same',
  expected: '4012.46',
  stated: '4012.46',
  credit: '0',
  checks: [
    { name: 'receipt', outcome: 'passed', found: 'a'.repeat(64), rule: 'a'.repeat(64) },
    { name: 'sides', outcome: 'passed', found: '4012.46 / 4012.86', rule: '4012.46 / 4012.86' },
    { name: 'outside', outcome: 'not_checked', found: '', rule: '' },
  ],
}
const tick = (seq: string, bid: string, isTraded = false): ShownChallenge['ticks'][number] => ({
  ...{ source: 'sim', seq, bid, ask: '4012.86', time: AT - 10, verdict: 'accepted', isTraded },
})
export const ITEM: ShownChallenge = {
  ...{ id: '417', state: 'open', isLate: false, reason: 'not_there', order: '881236', receipt: FILL.receipt, event: 'order_closed' },
  ...{ instrument: 'XAUUSD', price: '4012.46', verdict: 'same', openedAt: AT, dueAt: AT + 86_400_000, endedAt: null },
  ...{ words: 'Another chart never went there.', fill: FILL, answer: ANSWER, decision: null },
  ticks: [tick('1', '4012.62'), tick('2', '4012.46', true), tick('3', '4012.57')],
  steps: [
    { step: 'opened', by: 'trader', at: AT, words: '' },
    { step: 'answered', by: 'rules', at: AT, words: '' },
  ],
}
