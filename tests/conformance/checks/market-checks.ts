/** Instruments, quotes and candles: internally consistent, aligned, and the coarse candles made of the fine ones. */
import { ENDPOINTS } from '../../../contract/index'
import type { Candle, Instrument } from '../../../contract/market'
import { PERIODS, type Period } from '../../../contract/primitives'
import { bucketEnd, bucketStart, finerPeriod } from '../../../rules/candles'
import { parseFixed } from '../../../rules/decimal'
import { changePercent } from '../../../rules/price'
import { type Check, holds, NotChecked, same } from '../check'
import { pickInstrument } from '../pick-instrument'
import { type Subject, succeeded } from '../subject'

const decimalsOf = (text: string): number => text.split('.')[1]?.replace(/0+$/, '').length ?? 0

function checkQuotation({ Code, PricePrecision, ForexQuotations }: Instrument): void {
  const { Bid, Ask, Open, Close, High, Low, Change } = ForexQuotations
  for (const [field, price] of Object.entries({ Bid, Ask, Open, Close, High, Low })) {
    holds(`${field} of ${Code}`, decimalsOf(price) <= PricePrecision, `at most ${PricePrecision} decimals`, price)
  }
  holds(`Bid and Ask of ${Code}`, parseFixed(Bid) <= parseFixed(Ask), 'Bid ≤ Ask', [Bid, Ask])
  holds(`High and Low of ${Code}`, parseFixed(Low) <= parseFixed(High), 'Low ≤ High', [Low, High])
  // Rounded to two decimals: half a hundredth either way is the same figure.
  const expected = changePercent(parseFixed(Open), parseFixed(Close))
  holds(`Change of ${Code}`, Math.abs(Number(Change) - Number(expected)) < 0.011, expected, Change)
}

const instruments: Check = {
  name: 'market.instruments',
  section: '§2 Market and trading, trade_list',
  async run(subject) {
    const list = await subject.instruments()
    holds('trade_list', list.length > 0, 'at least one instrument', list)
    const categories = succeeded(ENDPOINTS.getCategories, await subject.call(ENDPOINTS.getCategories, {}))
    const known = new Set(categories.map(({ Id }) => Id))
    for (const unique of ['Id', 'Code'] as const) same(`distinct ${unique}`, new Set(list.map((one) => one[unique])).size, list.length)
    for (const instrument of list) {
      const { Code, CategoryId, Pip, ForexMinCont, MaxLots, ForexContNum, MarginMode, HasForexMultiple } = instrument
      holds(`CategoryId of ${Code}`, known.has(CategoryId), 'one of getCategories', CategoryId)
      const [step, least, most, size] = [Pip, ForexMinCont, MaxLots, ForexContNum].map(parseFixed) as [bigint, bigint, bigint, bigint]
      holds(
        `lots of ${Code}`,
        step > 0n && least > 0n && least % step === 0n && most >= least && size > 0n,
        'a smallest order on the step',
        instrument,
      )
      if (MarginMode !== 1)
        holds(
          `leverages of ${Code}`,
          HasForexMultiple.every(({ Value }) => /^[1-9]\d{0,3}$/.test(Value)),
          'whole numbers',
          HasForexMultiple,
        )
      checkQuotation(instrument)
    }
  },
}

const search: Check = {
  name: 'market.search',
  section: '§2 Market and trading, trade_list',
  async run(subject) {
    const [first] = await subject.instruments()
    const of = async (searchCurrency: string) =>
      succeeded(ENDPOINTS.listInstruments, await subject.call(ENDPOINTS.listInstruments, { searchCurrency })).map(({ Code }) => Code)
    holds(
      'search by a code in small letters',
      (await of(first?.Code.toLowerCase() ?? '')).includes(first?.Code ?? ''),
      first?.Code ?? '',
      await of(first?.Code.toLowerCase() ?? ''),
    )
    for (const hostile of ['%', "' or 1=1", '\\', '.*']) same(`search for ${hostile}`, await of(hostile), [])
  },
}

async function candlesOf(subject: Subject, period: Period, more: { end?: string; limit?: string } = {}): Promise<readonly Candle[]> {
  const { instrument } = await anyInstrument(subject)
  const input = { forex_id: instrument.Id, period, ...more }
  return succeeded(ENDPOINTS.getCandles, await subject.call(ENDPOINTS.getCandles, input))
}

/** Candles are asked of an instrument that trades, where there is one; closed markets have candles too. */
async function anyInstrument(subject: Subject): Promise<{ instrument: Instrument }> {
  try {
    return await pickInstrument(subject)
  } catch (error) {
    const [instrument] = await subject.instruments()
    if (!(error instanceof NotChecked) || instrument === undefined) throw error
    return { instrument }
  }
}

function checkCandles(what: string, period: Period, candles: readonly Candle[]): void {
  for (const [index, { Time, Open, High, Low, Close }] of candles.entries()) {
    same(`${what}: Time is the start of a ${period} bucket`, Time, bucketStart(period, Time))
    const before = candles[index - 1]?.Time ?? -1
    holds(`${what}: order of Time`, Time > before, `after ${before}`, Time)
    holds(`${what}: ${Time}`, Low <= Math.min(Open, Close) && High >= Math.max(Open, Close) && Low > 0, 'Low ≤ Open, Close ≤ High', [
      Open,
      High,
      Low,
      Close,
    ])
  }
}

const candles = (period: Period): Check => ({
  name: `market.candles-${period}`,
  section: '§2 Market and trading, kline',
  async run(subject) {
    const { instrument } = await anyInstrument(subject)
    const all = await candlesOf(subject, period)
    holds(`kline ${period}`, all.length <= 500, 'at most 500 without a limit', all.length)
    checkCandles(`kline ${period}`, period, all)
    const recent = succeeded(
      ENDPOINTS.getRecentCandles,
      await subject.call(ENDPOINTS.getRecentCandles, { forex_id: instrument.Id, period }),
    )
    holds(`abbreviated_cache_kline ${period}`, recent.length <= 60, 'at most 60', recent.length)
    checkCandles(`abbreviated_cache_kline ${period}`, period, recent)
    same(`kline ${period} with limit 3`, (await candlesOf(subject, period, { limit: '3' })).length, Math.min(3, all.length))
    const middle = all[Math.floor(all.length / 2)]
    if (middle === undefined || all.length < 3) return
    const older = await candlesOf(subject, period, { end: String(middle.Time), limit: '2' })
    holds(
      `kline ${period} before ${middle.Time}`,
      older.every(({ Time }) => Time < middle.Time),
      'only candles that start before `end`',
      older,
    )
    same(`kline ${period}: the last one before ${middle.Time}`, older.at(-1)?.Time, all[Math.floor(all.length / 2) - 1]?.Time)
  },
})

/** Up to rounding of the sum: volumes are JSON numbers. */
const isAbout = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other))

const merged = (period: Period, finer: Period): Check => ({
  name: `market.merged-${period}`,
  section: '§2 Market and trading, kline',
  async run(subject) {
    const fine = await candlesOf(subject, finer, { limit: '1000' })
    const coarse = await candlesOf(subject, period)
    const [from, to] = [fine[0]?.Time ?? 0, fine.at(-1)?.Time ?? 0]
    // The first bucket may begin before the fine candles do, and the last one is still under way.
    const whole = coarse.filter(({ Time }) => Time > from && bucketEnd(period, Time) <= to)
    if (whole.length === 0) throw new NotChecked(`a finished ${period} candle covered by ${finer} ones`)
    for (const { Time, Open, High, Low, Close, Volume } of whole) {
      const parts = fine.filter((part) => part.Time >= Time && part.Time < bucketEnd(period, Time))
      holds(`${period} candle at ${Time}`, parts.length > 0, `${finer} candles in it`, 'none')
      const expected = [
        parts[0]?.Open,
        Math.max(...parts.map((part) => part.High)),
        Math.min(...parts.map((part) => part.Low)),
        parts.at(-1)?.Close,
      ]
      same(`${period} candle at ${Time} made of ${finer} ones: [Open, High, Low, Close]`, [Open, High, Low, Close], expected)
      const volume = parts.reduce((sum, part) => sum + part.Volume, 0)
      holds(`Volume of the ${period} candle at ${Time}`, isAbout(volume, Volume), String(volume), Volume)
    }
  },
})

const unknown: Check = {
  name: 'market.unknown-instrument',
  section: '§2 Market and trading, kline',
  async run(subject) {
    for (const endpoint of [ENDPOINTS.getCandles, ENDPOINTS.getRecentCandles]) {
      const answer = await subject.call(endpoint, { forex_id: '999999999', period: '1min' })
      same(`${endpoint.path} of an instrument that is not offered`, answer.outcome, 'INSTRUMENT_NOT_FOUND')
    }
  },
}

export const MARKET_CHECKS: readonly Check[] = [
  instruments,
  search,
  unknown,
  ...PERIODS.map(candles),
  ...PERIODS.flatMap((period) => {
    const finer = finerPeriod(period)
    return finer === null ? [] : [merged(period, finer)]
  }),
]
