/** A day of execution figures as the page is given it, for tests. */
import type { DayFigures, ExecutionData, OrderClass } from './execution-data'

const UNTIL = Date.UTC(2026, 10, 21)

export const ALL: OrderClass = {
  ...{ instrument: null, type: null, orders: 48_216, filled: 47_731, rejected: 485, fillRate: '98.99' },
  tookMs: { p50: 38, p99: 164, measured: 47_731 },
  quoteAgeMs: { p50: 84, p99: 612, measured: 47_731 },
  slippage: {
    ...{ measured: 47_731, better: 11_237, same: 25_224, worse: 11_270 },
    ...{ betterBy: [6948, 2871, 1106, 312], worseBy: [6990, 2902, 1083, 295], netPips: '22.7' },
  },
  rejections: [
    { reason: 'size', count: 13 },
    { reason: 'price_moved', count: 271 },
    { reason: 'margin', count: 118 },
    { reason: 'market_closed', count: 52 },
    { reason: 'stale_price', count: 31 },
  ],
}
const none = { fillRate: null, tookMs: null, quoteAgeMs: null, slippage: null, rejections: null }
const euro: OrderClass = { ...ALL, instrument: 'EURUSD', orders: 48_200, filled: 47_720, rejected: 480, fillRate: '99.00' }
const rest: OrderClass = { ...none, instrument: null, type: null, orders: 16, filled: 11, rejected: 5 }
const few = (instrument: string, type: OrderClass['type'], orders: number): OrderClass => ({
  ...{ ...none, instrument, type, orders, filled: orders - 1, rejected: 1 },
})

export const FIGURES: DayFigures = {
  ...{ v: 1, kind: 'execution', broker: 'meridian', day: '2026-11-20', until: UNTIL, accounts: 'real', minOrders: 20 },
  classes: [
    ALL,
    { ...ALL, type: 'market', orders: 60, filled: 55, rejected: 5 },
    euro,
    { ...euro, type: 'market', orders: 44, filled: 41, rejected: 3 },
    few('GBPUSD', 'market', 9),
    few('USDJPY', 'market', 7),
    few('GBPUSD', null, 9),
    few('USDJPY', null, 7),
  ],
  others: { ...rest, instruments: 2 },
  symmetry: { measured: 40_000, better: 9000, worse: 9028, difference: '0.07', bound: '1.00', isSymmetric: true },
  stopOuts: { positions: 37, accounts: 23, accountsWithPosition: 8420 },
  paidBelowZero: '114.20',
  losing: { periodDays: 365, accounts: 8400, losing: 5746, sharePercent: '68.40' },
  withdrawals: {
    ...{ periodDays: 30, promisedHours: 24, asked: 215, paid: 203, rejected: 5, takenBack: 1, waiting: 6 },
    ...{ askedToDecided: { p50: 42, p95: 180 }, decidedToPaid: { p50: 24, p95: 120 }, askedToPaid: { p50: 66, p95: 288 } },
    overdue: [
      { band: 2, askedAt: UNTIL - 3_420 * 60_000 },
      { band: 4, askedAt: UNTIL - 2_280 * 60_000 },
    ],
  },
}

export const DATA: ExecutionData = {
  title: 'Order execution',
  filter: { day: '2026-11-20', instrument: '', type: '' },
  days: [
    { value: '2026-11-21', text: '21 Nov 2026' },
    { value: '2026-11-20', text: '20 Nov 2026' },
  ],
  instruments: [
    { code: 'EURUSD', symbol: 'EUR/USD' },
    { code: 'GBPUSD', symbol: 'GBP/USD' },
    { code: 'USDJPY', symbol: 'USD/JPY' },
  ],
  shown: {
    ...{ day: '2026-11-20', isFinal: true, untilText: '00:00', computedText: '21 Nov 2026, 00:10', differs: null },
    ...{ sha256: `30d83476${'0'.repeat(48)}a9137f8d`, entry: 4_140_883, figures: FIGURES, view: ALL },
    clock: {
      ...{ decided: ['42 min', '3 hr'], paid: ['24 min', '2 hr'], total: ['1 hr 6 min', '4 hr 48 min'] },
      overdue: [
        { key: 'a', band: 2, askedAt: '18 Nov 2026, 15:00', age: '2 days 9 hr' },
        { key: 'b', band: 4, askedAt: '19 Nov 2026, 10:00', age: '1 day 14 hr' },
      ],
    },
  },
}
