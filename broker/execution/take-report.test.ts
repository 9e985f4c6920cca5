import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import type { ProviderReport } from '../providers/provider'
import { fillsOf, quantityOf, type ReportFacts } from './fills-of'
import type { Fill } from './provider-orders'
import { type OrderState, takeReport } from './take-report'

const QUANTITY = 100n
const ORDER: OrderState = {
  id: 'a1',
  quantity: QUANTITY,
  status: 'sent',
  filledQuantity: 0n,
  averagePrice: 0n,
  finalKind: null,
  finalQuantity: null,
  reason: '',
  isOver: false,
}

const report = (kind: ProviderReport['kind'], facts: Partial<ProviderReport> = {}): ProviderReport => ({
  kind,
  orderId: 'a1',
  execId: kind === 'status' || kind === 'unknown' ? '' : kind,
  referredExecId: null,
  lastQuantity: 0n,
  lastPrice: 0n,
  filledQuantity: 0n,
  leavesQuantity: 0n,
  averagePrice: 0n,
  isFinal: false,
  reason: '',
  time: 1,
  ...facts,
})

/** Everything one after the other: the order, what was kept, and what a book that follows only `added` and `removed` holds. */
function play(reports: readonly ProviderReport[]) {
  let order = ORDER
  const kept: ReportFacts[] = []
  let held: Fill[] = []
  for (const one of reports) {
    const { steps, order: next } = takeReport(order, kept, one)
    for (const { report: step } of steps) {
      const { execId, kind, lastQuantity, lastPrice, referredExecId, time } = step
      kept.push({ execId, kind, lastQuantity, lastPrice, referredExecId, providerTime: time })
      held = held.filter((fill) => !step.removed.some(({ execId: gone }) => gone === fill.execId))
      held.push(...step.added)
    }
    order = next
  }
  return { order, kept, held }
}

const fill = (execId: string, quantity: bigint, price: string, filled: bigint, time = 1, isFinal = filled === QUANTITY) =>
  report('filled', { execId, lastQuantity: quantity, lastPrice: parseFixed(price), filledQuantity: filled, isFinal, time })

describe('an order', () => {
  test.each<[string, ProviderReport[], Partial<OrderState>]>([
    ['is filled by one report', [fill('x', 100n, '1.1', 100n)], { status: 'filled', isOver: true, averagePrice: parseFixed('1.1') }],
    ['is filled in parts', [fill('x', 60n, '1', 60n), fill('y', 40n, '2', 100n)], { status: 'filled', averagePrice: parseFixed('1.4') }],
    ['is not over before the fills that its end counts', [report('canceled', { filledQuantity: 60n, isFinal: true })], { isOver: false }],
    [
      'is over with them',
      [report('canceled', { filledQuantity: 60n, isFinal: true }), fill('x', 60n, '1', 60n)],
      { isOver: true, status: 'canceled', filledQuantity: 60n },
    ],
    [
      'takes a fill after its end',
      [report('canceled', { isFinal: true }), fill('x', 60n, '1', 60n)],
      { isOver: true, status: 'canceled', filledQuantity: 60n },
    ],
    [
      'gives up a fill that is busted',
      [fill('x', 100n, '1', 100n), report('busted', { referredExecId: 'x' })],
      { isOver: true, status: 'canceled', filledQuantity: 0n },
    ],
    [
      'is rejected with the reason',
      [report('rejected', { isFinal: true, reason: 'no credit' })],
      { status: 'rejected', reason: 'no credit' },
    ],
    ['that the provider never had is rejected', [report('unknown', { isFinal: true })], { status: 'rejected', isOver: true }],
    [
      'that the provider has no longer keeps its fills',
      [fill('x', 60n, '1', 60n), report('unknown', { isFinal: true })],
      { status: 'canceled', filledQuantity: 60n, isOver: true },
    ],
    ['is accepted by an answer', [report('status')], { status: 'accepted', isOver: false }],
    [
      'is filled by an answer where the reports are missing',
      [report('status', { filledQuantity: 100n, averagePrice: parseFixed('1.5'), isFinal: true })],
      { status: 'filled', averagePrice: parseFixed('1.5'), isOver: true },
    ],
    [
      'ends by an answer that says less than all',
      [fill('x', 60n, '1', 60n), report('status', { filledQuantity: 60n, isFinal: true, reason: 'it is canceled' })],
      { status: 'canceled', filledQuantity: 60n, reason: 'it is canceled' },
    ],
  ])('%s', (_, reports, state) => expect(play(reports).order).toMatchObject(state))

  test('what was stated gives way to the reports themselves, at their prices', () => {
    const answer = report('status', { filledQuantity: 100n, averagePrice: parseFixed('1.4'), isFinal: true, time: 5 })
    const { held, order } = play([answer, fill('y', 40n, '2', 100n, 2), fill('x', 60n, '1', 60n, 1)])
    expect(held.map(({ execId }) => execId).sort()).toEqual(['x', 'y'])
    expect(order).toMatchObject({ status: 'filled', averagePrice: parseFixed('1.4') })
    const half = play([answer, fill('y', 40n, '2', 100n, 2)])
    expect(half.held.find(({ execId }) => execId !== 'y')).toMatchObject({ quantity: 60n, price: parseFixed('1') })
  })
})

/** What a provider did with an order, as reports in its own order. */
const history = fc
  .array(
    fc.record({
      quantity: fc.bigInt({ min: 1n, max: 30n }),
      price: fc.bigInt({ min: 1n, max: 1_000n }),
      fate: fc.integer({ min: 0, max: 5 }),
    }),
    {
      maxLength: 5,
    },
  )
  .map((parts) => {
    const reports: ProviderReport[] = [report('accepted', { execId: 'new', time: 1 })]
    let filled = 0n
    const truth: bigint[] = []
    const say = (kind: ProviderReport['kind'], facts: Partial<ProviderReport>) =>
      reports.push(report(kind, { filledQuantity: filled, time: reports.length + 1, ...facts }))
    parts.forEach(({ quantity, price }, index) => {
      const last = quantity > QUANTITY - filled ? QUANTITY - filled : quantity
      if (last === 0n) return
      filled += last
      truth[index] = last
      say('filled', { execId: `f${index}`, lastQuantity: last, lastPrice: price, isFinal: filled === QUANTITY })
    })
    if (filled < QUANTITY) say('canceled', { execId: 'end', isFinal: true })
    parts.forEach(({ fate, price }, index) => {
      const was = truth[index]
      if (was === undefined || fate > 2) return
      if (fate === 0) {
        filled -= was
        truth[index] = 0n
        say('busted', { execId: `b${index}`, referredExecId: `f${index}`, isFinal: true })
        return
      }
      const now = was > 1n ? was - 1n : was
      filled += now - was
      truth[index] = now
      say('corrected', { execId: `c${index}`, referredExecId: `f${index}`, lastQuantity: now, lastPrice: price + 1n, isFinal: true })
      if (fate === 2)
        say('corrected', { execId: `d${index}`, referredExecId: `c${index}`, lastQuantity: now, lastPrice: price + 2n, isFinal: true })
    })
    // The order is over by then: whatever an answer says after its end may be said at any moment.
    const end = reports.findIndex(({ kind, isFinal }) => isFinal && (kind === 'filled' || kind === 'canceled'))
    const answers = reports
      .slice(end)
      .map(({ filledQuantity, time }) => report('status', { filledQuantity, averagePrice: 500n, isFinal: true, time }))
    return { reports, filled, answers }
  })

test('whatever order the reports come in, twice or with answers between them, the fills are those of the provider', () => {
  fc.assert(
    fc.property(
      history,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.boolean(),
      ({ reports, filled, answers }, chance, asks) => {
        const shuffled = [...reports, ...reports.filter((_, index) => index % 2 === 0), ...(asks ? [...answers, ...answers] : [])]
          .map((one) => ({ one, at: chance.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const { order, held, kept } = play(shuffled)
        expect(quantityOf(held)).toBe(filled)
        expect(held).toEqual(expect.arrayContaining(fillsOf(kept)))
        expect(order.filledQuantity).toBe(filled)
        expect(order.isOver).toBe(true)
        expect(new Set(kept.map(({ execId }) => execId)).size).toBe(kept.length)
        expect(held.filter(({ execId }) => execId.startsWith('stated'))).toEqual([])
      },
    ),
    { numRuns: 3_000 },
  )
})
