import type { DataLoadMore, KLineData } from 'klinecharts'
import { describe, expect, test } from 'vitest'
import type { Period } from '../../../../contract/primitives'
import type { Candle } from '../../../terms/candle'
import { type CandleRequest, CHART_PERIODS, createCandleFeed, type FeedState, PAGE_OF_CANDLES } from './candle-feed'

const candle = (Time: number, Close = 1): Candle => ({ time: Time, open: 1, high: 2, low: 0.5, close: Close, volume: 10 })
const page = (count: number, from: number, step = 60_000) => Array.from({ length: count }, (_, index) => candle(from + index * step))
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

interface Answer {
  request: CandleRequest
  resolve(candles: readonly Candle[]): void
  reject(): void
}

function setUp() {
  const answers: Answer[] = []
  const states: FeedState[] = []
  const frames: (() => void)[] = []
  const listeners = new Map<string, (candle: Candle) => void>()
  let holes = 0
  const feed = createCandleFeed({
    fetchCandles: (request) =>
      new Promise((resolve, reject) => answers.push({ request, resolve, reject: () => reject(new Error('network')) })),
    subscribe(code, period, listener) {
      listeners.set(`${code} ${period}`, listener)
      return () => listeners.delete(`${code} ${period}`)
    },
    onNextFrame(run) {
      frames.push(run)
      return () => frames.splice(frames.indexOf(run), 1)
    },
    onState: (state) => states.push(state),
    onHole: () => {
      holes += 1
    },
    wait: () => Promise.resolve(),
  })
  const shown: { code: string; bars: KLineData[]; more: DataLoadMore | undefined }[] = []
  const series = (code: string, period: Period) => ({
    symbol: { ticker: code, pricePrecision: 5, volumePrecision: 2 },
    period: CHART_PERIODS[period],
  })
  const open = (code: string, period: Period = '1min', timestamp: number | null = null) =>
    void feed.getBars({
      type: timestamp === null ? 'init' : 'forward',
      timestamp,
      ...series(code, period),
      callback: (bars, more) => shown.push({ code, bars, more }),
    })
  const live: KLineData[] = []
  const listen = (code: string, period: Period = '1min') =>
    feed.subscribeBar({ ...series(code, period), callback: (bar) => live.push(bar) })
  const push = (code: string, each: Candle, period: Period = '1min') => listeners.get(`${code} ${period}`)?.(each)
  const drawFrame = () => {
    for (const frame of frames.splice(0)) frame()
  }
  return { feed, answers, states, frames, listeners, shown, live, open, listen, push, drawFrame, holes: () => holes }
}

describe('history', () => {
  test('the first page is the newest candles, and older pages end before the oldest candle', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    expect(chart.answers[0]?.request).toMatchObject({ code: 'EURUSD', period: '1min', limit: PAGE_OF_CANDLES })
    expect(chart.answers[0]?.request.end).toBeUndefined()
    chart.answers[0]?.resolve(page(PAGE_OF_CANDLES, 60_000_000))
    await settle()
    chart.open('EURUSD', '1min', 60_000_000)
    expect(chart.answers[1]?.request.end).toBe(60_000_000)
    chart.answers[1]?.resolve(page(3, 0))
    await settle()
    expect(chart.shown.map(({ bars, more }) => [bars.length, more])).toEqual([
      [PAGE_OF_CANDLES, { forward: true, backward: false }],
      [3, { forward: false, backward: false }],
    ])
    expect(chart.states).toEqual(['loading', 'ready'])
  })

  test('a slow answer for the instrument that was left is never shown', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.open('BTCUSDT')
    expect(chart.answers[0]?.request.signal.aborted).toBe(true)
    chart.answers[1]?.resolve(page(2, 0))
    await settle()
    chart.answers[0]?.resolve(page(5, 0))
    await settle()
    expect(chart.shown.map(({ code, bars }) => [code, bars.length])).toEqual([['BTCUSDT', 2]])
  })

  test('an older page that was asked for before the period changed is never shown', async () => {
    const chart = setUp()
    chart.open('EURUSD', '1min', 60_000_000)
    chart.open('EURUSD', '1day')
    chart.answers[0]?.resolve(page(5, 0))
    await settle()
    expect(chart.shown).toEqual([])
  })

  test('a failed first page says so and frees the chart', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.answers[0]?.reject()
    await settle()
    expect(chart.states).toEqual(['loading', 'error'])
    expect(chart.shown).toEqual([{ code: 'EURUSD', bars: [], more: { forward: false, backward: false } }])
  })

  test('a failure of the instrument that was left is silent', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.open('BTCUSDT')
    chart.answers[0]?.reject()
    await settle()
    expect(chart.states).toEqual(['loading', 'loading'])
  })

  test('an older page is asked for twice before paging stops', async () => {
    const chart = setUp()
    chart.open('EURUSD', '1min', 60_000_000)
    chart.answers[0]?.reject()
    await settle()
    chart.answers[1]?.reject()
    await settle()
    expect(chart.shown).toEqual([{ code: 'EURUSD', bars: [], more: false }])
    expect(chart.states).toEqual([])
  })

  test('an older page brings no candle twice, and a page that brings nothing ends the history', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.answers[0]?.resolve(page(PAGE_OF_CANDLES, 60_000_000))
    await settle()
    chart.open('EURUSD', '1min', 60_000_000)
    chart.answers[1]?.resolve(page(PAGE_OF_CANDLES, 60_000_000))
    await settle()
    expect(chart.shown.at(-1)).toEqual({ code: 'EURUSD', bars: [], more: { forward: false, backward: false } })
  })

  test('an instrument without candles is empty', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.answers[0]?.resolve([])
    await settle()
    expect(chart.states).toEqual(['loading', 'empty'])
  })
})

describe('the live candle', () => {
  async function setUpLive() {
    const chart = setUp()
    chart.open('EURUSD')
    chart.answers[0]?.resolve(page(2, 0))
    await settle()
    chart.listen('EURUSD')
    return chart
  }

  test('many pushes between two frames are drawn once, the last of each candle, in order', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(60_000, 1.1))
    chart.push('EURUSD', candle(60_000, 1.2))
    chart.push('EURUSD', candle(120_000, 1.3))
    expect(chart.frames).toHaveLength(1)
    chart.drawFrame()
    expect(chart.live.map(({ timestamp, close }) => [timestamp, close])).toEqual([
      [60_000, 1.2],
      [120_000, 1.3],
    ])
  })

  test('a frame that was waiting when the instrument changed draws nothing', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(60_000))
    const waiting = [...chart.frames]
    chart.open('BTCUSDT')
    for (const frame of waiting) frame()
    expect(chart.live).toEqual([])
  })

  test('a candle that was left out is noticed once, and the series is read anew', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(60_000))
    chart.drawFrame()
    chart.push('EURUSD', candle(300_000))
    expect(chart.holes()).toBe(1)
    chart.push('EURUSD', candle(300_000))
    expect(chart.holes()).toBe(1)
  })

  test('a candle that follows one whose end nobody saw makes the series be read anew, once', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(120_000))
    expect(chart.holes()).toBe(1)
    chart.push('EURUSD', candle(120_000))
    chart.drawFrame()
    expect(chart.holes()).toBe(1)
    expect(chart.live.map(({ timestamp }) => timestamp)).toEqual([120_000])
  })

  test('a candle that was seen to its end is followed by the next one without a question', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(60_000))
    chart.push('EURUSD', candle(120_000))
    chart.drawFrame()
    chart.push('EURUSD', candle(180_000))
    expect(chart.holes()).toBe(0)
  })

  test('what a live candle brought is still there when the newest page is read anew', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(60_000, 1.5))
    chart.drawFrame()
    chart.open('EURUSD')
    chart.answers[1]?.resolve([candle(60_000, 1.6), candle(120_000)])
    await settle()
    expect(chart.shown.at(-1)?.bars.map(({ timestamp, close }) => [timestamp, close])).toEqual([
      [0, 1],
      [60_000, 1.6],
      [120_000, 1],
    ])
    expect(chart.states).toEqual(['loading', 'ready', 'ready'])
  })

  test('what could not be read anew stays in view and is called old; nothing is drawn beyond the hole', async () => {
    const chart = await setUpLive()
    chart.push('EURUSD', candle(300_000))
    chart.open('EURUSD')
    chart.answers[1]?.reject()
    await settle()
    chart.listen('EURUSD')
    expect(chart.states.at(-1)).toBe('stale')
    expect(chart.shown.at(-1)?.bars).toHaveLength(2)
    chart.push('EURUSD', candle(300_000))
    chart.drawFrame()
    expect(chart.live).toEqual([])
    chart.push('EURUSD', candle(360_000))
    expect(chart.holes()).toBe(2)
  })

  test('after a failed first page no live candle stands alone, until the series is read again', async () => {
    const chart = setUp()
    chart.open('EURUSD')
    chart.answers[0]?.reject()
    await settle()
    chart.listen('EURUSD')
    expect(chart.listeners.size).toBe(0)
    chart.open('EURUSD')
    chart.answers[1]?.resolve(page(2, 0))
    await settle()
    chart.listen('EURUSD')
    expect(chart.listeners.size).toBe(1)
  })

  test('a chart that is gone listens to nothing', async () => {
    const chart = await setUpLive()
    chart.feed.stop()
    expect(chart.listeners.size).toBe(0)
  })
})
