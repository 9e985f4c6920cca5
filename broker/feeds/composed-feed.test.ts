import { describe, expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { type FrozenClock, frozenClock } from '../../tests/fixtures/frozen-clock'
import { silent } from '../ground/logger'
import { CATALOGUE } from '../market/catalogue'
import type { FeedHandler, Tick } from '../market/feed'
import { MemoryCandleStore } from '../market/memory-candle-store'
import { openMarket } from '../market/open-market'
import { SimulatedFeed } from '../market/simulated-feed'
import type { Connector, ConnectorEvents } from '../sources/connector'
import { ComposedFeed, type InstrumentPlan } from './composed-feed'
import { PulledSource } from './pulled-source'

const RULES = { quietAfterMs: 800, returnAfterMs: 5_000, spike: 10_000n, disagreement: 2_000n }
const EURUSD = CATALOGUE.filter(({ code }) => code === 'EURUSD')
const [instrument = CATALOGUE[0] as (typeof CATALOGUE)[number]] = EURUSD

/** A source that says what the test has it say. */
class Spoken implements Connector {
  readonly isSimulated = false
  readonly codes = ['EURUSD']
  isClosed = false
  private events: ConnectorEvents | undefined

  constructor(readonly id: string) {}

  start(events: ConnectorEvents): void {
    this.events = events
  }

  say(bid: string, ask = bid, sourceTime: number | null = null): void {
    this.events?.quoted({ code: 'EURUSD', bid: parseFixed(bid), ask: parseFixed(ask), size: 0n, sourceTime })
  }

  confirm(): void {
    this.events?.confirmed(['EURUSD'])
  }

  withdraw(): void {
    this.events?.withdrawn(['EURUSD'], 'the test said so')
  }

  health() {
    return { state: 'live', reason: null, since: 0, gaps: 0, rejects: 0, connects: 1, latencyMs: null } as const
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

class Heard implements FeedHandler {
  readonly ticks: Tick[] = []
  readonly heldBack: Tick[] = []
  readonly past: Tick[] = []
  beats = 0
  onTick(tick: Tick) {
    this.ticks.push(tick)
  }
  onHeldBack(tick: Tick) {
    this.heldBack.push(tick)
  }
  onPastTick(tick: Tick) {
    this.past.push(tick)
  }
  onHeartbeat() {
    this.beats += 1
  }
  get last(): string {
    const tick = this.ticks.at(-1)
    return tick === undefined ? '' : `${tick.source} ${tick.bid / 1_000n}`
  }
}

function compose(ids: readonly string[], clock: FrozenClock = frozenClock(), rules: Partial<InstrumentPlan['rules']> = {}) {
  const sources = ids.map((id) => new Spoken(id))
  const plans = [{ instrument, sources: ids, rules: { ...RULES, ...rules } }]
  const feed = new ComposedFeed({ clock, logger: silent, plans, connectors: sources })
  const heard = new Heard()
  feed.start(heard, clock.now())
  const pass = (ms: number, each: () => void = () => {}) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100)
      each()
      feed.advanceTo(clock.now())
    }
  }
  return { clock, feed, heard, pass, sources: sources as [Spoken, Spoken, Spoken] }
}

describe('one source at a time', () => {
  test('the preferred one is handed out, digit for digit, under its own name and with its own time', () => {
    const { heard, clock, sources } = compose(['lp1', 'lp2'])
    sources[1].say('1.16400', '1.16402')
    sources[0].say('1.16428', '1.16431', clock.now() - 12)
    expect(heard.ticks).toMatchObject([
      { source: 'lp2', bid: parseFixed('1.164'), ask: parseFixed('1.16402'), isTwoSided: true, time: clock.now() },
    ])
    sources[1].say('1.16401', '1.16403')
    expect(heard.last).toBe('lp2 116401')
  })

  test('one that falls silent is left within a second, and the next one stands by its price with its own age', () => {
    const { heard, pass, sources, clock } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428')
    pass(500, () => sources[1].say('1.16430'))
    expect(heard.last).toBe('lp1 116428')
    pass(500, () => clock.monotonic() < 1_000_700 && sources[1].confirm())
    expect(heard.ticks.at(-1)).toMatchObject({ source: 'lp2', bid: parseFixed('1.16430'), heardAt: 1_000_600 })
  })

  test('two silent sources leave the last one where it was: nothing is made up', () => {
    const { heard, pass, sources } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428')
    pass(10_000)
    expect(heard.ticks).toHaveLength(1)
  })

  test('a source that is back is taken again only when it has held for a while', () => {
    const { heard, pass, sources } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428')
    pass(2_000, () => sources[1].say('1.16430'))
    expect(heard.last).toBe('lp2 116430')
    const both = () => {
      sources[0].say('1.16429')
      sources[1].say('1.16430')
    }
    pass(4_900, both)
    expect(heard.last).toBe('lp2 116430')
    pass(300, both)
    expect(heard.last).toBe('lp1 116429')
  })

  test('a withdrawal moves on at once', () => {
    const { heard, sources } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428')
    sources[1].say('1.16430')
    sources[0].withdraw()
    expect(heard.last).toBe('lp2 116430')
  })

  test('numbers and times of an instrument never run backwards, whatever the sources say', () => {
    const { heard, pass, sources, clock } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428', '1.16428', clock.now() + 60_000)
    sources[0].say('1.16428', '1.16428', clock.now() - 60_000)
    clock.setWall(clock.now() - 3_600_000)
    pass(1_000, () => sources[1].say('1.16430'))
    for (const [index, tick] of heard.ticks.entries()) {
      const before = heard.ticks[index - 1]
      if (before === undefined) continue
      expect(tick.seq).toBeGreaterThan(before.seq)
      expect(tick.time).toBeGreaterThanOrEqual(before.time)
    }
    expect(heard.ticks.length).toBeGreaterThan(2)
  })
})

describe('the clocks of sources', () => {
  test('one that is ahead is an alarm, is shown as it is, and decides neither time nor age', () => {
    const { feed, heard, sources, clock } = compose(['lp1'])
    sources[0].say('1.16428', '1.16431', clock.now() + 3_600_000)
    expect(feed.health().alarms).toMatchObject([{ kind: 'clock-off', source: 'lp1', detail: '3600000 ms' }])
    expect(feed.health().sources).toMatchObject([{ id: 'lp1', clockOffMs: 3_600_000, isClockOff: true }])
    expect(heard.ticks).toMatchObject([{ time: clock.now(), sourceTime: clock.now() + 3_600_000 }])
  })

  test('one that is behind neither makes a price old nor moves candles into the past', () => {
    const { feed, heard, pass, sources, clock } = compose(['lp1', 'lp2'])
    pass(12_000, () => sources[0].say('1.16428', '1.16431', clock.now() - 3_600_000))
    expect(feed.health().sources[0]).toMatchObject({ clockOffMs: -3_600_000, isClockOff: true })
    expect(heard.last).toBe('lp1 116428')
    expect(heard.ticks.at(-1)?.time).toBe(clock.now())
    expect(feed.health().instruments[0]?.sources[0]).toMatchObject({ isChosen: true, isFresh: true })
  })

  test('prices without a time of their source have none', () => {
    const { feed, heard, sources } = compose(['lp1'])
    sources[0].say('1.16428')
    expect(heard.ticks[0]).not.toHaveProperty('sourceTime')
    expect(feed.health().sources).toMatchObject([{ clockOffMs: null, isClockOff: false }])
  })
})

describe('what is held back', () => {
  test.each([
    ['crossed', '1.16431', '1.16428'],
    ['not above zero', '0', '1.16428'],
    ['finer than the grid of the instrument', '1.164285', '1.164290'],
  ])('%s: the next source is traded on', (_, bid, ask) => {
    const { heard, sources, pass } = compose(['lp1', 'lp2'])
    sources[0].say('1.16428')
    sources[1].say('1.16430')
    sources[0].say(bid, ask)
    expect(heard.heldBack).toMatchObject([{ source: 'lp1', bid: parseFixed(bid) }])
    pass(1_000, () => sources[1].confirm())
    expect(heard.last).toBe('lp2 116430')
  })

  test('a jump that no other source shows', () => {
    const { heard, sources, pass } = compose(['lp1', 'lp2'])
    const both = () => {
      sources[0].say('1.16428')
      sources[1].say('1.16430')
    }
    pass(1_000, both)
    sources[0].say('1.28070')
    expect(heard.heldBack).toMatchObject([{ source: 'lp1' }])
    expect(heard.last).toBe('lp2 116430')
    expect(heard.ticks.some(({ bid }) => bid > parseFixed('1.2'))).toBe(false)
  })

  test('a jump that the others show too is the market', () => {
    const { heard, sources, pass } = compose(['lp1', 'lp2', 'lp3'])
    const all = (price: string) => () => {
      for (const source of sources) source.say(price)
    }
    pass(1_000, all('1.16428'))
    pass(1_500, all('1.18000'))
    expect(heard.last).toMatch(/ 118000$/)
    expect(heard.heldBack.length).toBeGreaterThan(0)
  })

  test('of a single source: until it has stood for a second', () => {
    const { heard, sources, pass } = compose(['lp1'])
    pass(1_000, () => sources[0].say('1.16428'))
    pass(900, () => sources[0].say('1.18000'))
    expect(heard.last).toBe('lp1 116428')
    pass(300, () => sources[0].say('1.18000'))
    expect(heard.last).toBe('lp1 118000')
  })

  test('the same news from a broken source is said once', () => {
    const { feed, sources, pass } = compose(['lp1'])
    pass(3_000, () => sources[0].say('1.2', '1.1'))
    expect(feed.health().alarms).toMatchObject([{ kind: 'held-back', detail: 'crossed' }])
  })
})

describe('sources that are apart', () => {
  const apart = (one: Spoken, other: Spoken) => () => {
    one.say('1.16428')
    other.say('1.17200')
  }

  test('two: the instrument is disputed, and settled when they have been at one for a second', () => {
    const { feed, sources, pass } = compose(['lp1', 'lp2'])
    pass(200, apart(sources[0], sources[1]))
    expect(feed.isDisputed('EURUSD')).toBe(false)
    pass(500, apart(sources[0], sources[1]))
    expect(feed.isDisputed('EURUSD')).toBe(true)
    pass(900, apart(sources[0], sources[0]))
    expect(feed.isDisputed('EURUSD')).toBe(true)
    sources[1].say('1.16428')
    pass(2_000, () => {
      sources[0].say('1.16428')
      sources[1].say('1.16429')
    })
    expect(feed.isDisputed('EURUSD')).toBe(false)
    expect(feed.health().alarms.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['disputed', 'settled']))
  })

  test('it does not end because one of the two falls silent', () => {
    const { feed, sources, pass } = compose(['lp1', 'lp2'])
    pass(1_000, apart(sources[0], sources[1]))
    pass(30_000, () => sources[0].say('1.16428'))
    expect(feed.isDisputed('EURUSD')).toBe(true)
  })

  test('a price that stands still while the market moves is found out', () => {
    const { feed, sources, pass } = compose(['lp1', 'lp2'])
    let moved = 116_428
    pass(5_000, () => {
      sources[0].confirm()
      if (moved === 116_428) sources[0].say('1.16428')
      moved += 8
      sources[1].say(`1.${moved - 100_000}`)
    })
    expect(feed.isDisputed('EURUSD')).toBe(true)
  })

  test('one against two that agree is left out, and the instrument goes on', () => {
    const { feed, heard, sources, pass } = compose(['lp1', 'lp2', 'lp3'])
    const odd = () => {
      sources[0].say('1.17200')
      sources[1].say('1.16428')
      sources[2].say('1.16429')
    }
    pass(1_000, odd)
    expect(feed.isDisputed('EURUSD')).toBe(false)
    expect(heard.last).toBe('lp2 116428')
    expect(feed.health().instruments[0]?.sources.map(({ isLeftOut }) => isLeftOut)).toEqual([true, false, false])
  })
})

describe('hours, and new plans while it runs', () => {
  test('what is quoted while the market is closed is of the past', () => {
    const { heard, sources } = compose(['lp1'], frozenClock(Date.parse('2026-11-21T12:00:00Z')))
    sources[0].say('1.16428')
    expect([heard.ticks.length, heard.past.length]).toEqual([0, 1])
  })

  test('a source that is given again goes on; one that is gone is closed and not traded on', async () => {
    const { feed, heard, sources, pass } = compose(['lp1', 'lp2'])
    const added = new Spoken('lp3')
    pass(500, () => {
      sources[0].say('1.16428')
      sources[1].say('1.16430')
    })
    await feed.replan([{ instrument, sources: ['lp3', 'lp2'], rules: RULES }], [sources[1], added])
    expect([sources[0].isClosed, sources[1].isClosed]).toEqual([true, false])
    sources[1].say('1.16431')
    expect(heard.last).toBe('lp2 116431')
    sources[0].say('1.16400')
    expect(heard.last).toBe('lp2 116431')
    pass(6_000, () => added.say('1.16433'))
    expect(heard.last).toBe('lp3 116433')
  })

  test('stopping resolves when every connection has ended, also where one does not end well', async () => {
    const { feed, sources } = compose(['lp1', 'lp2'])
    const ended: string[] = []
    sources[0].close = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      ended.push('lp1')
    }
    sources[1].close = () => Promise.reject(new Error('no logout came'))
    await feed.stop()
    expect(ended).toEqual(['lp1'])
  })

  test('new plans resolve when the old have closed and the new were started, one after the other', async () => {
    const { feed, sources } = compose(['lp1'])
    const order: string[] = []
    const noting = (source: Spoken) => {
      const [start, close] = [source.start.bind(source), source.close.bind(source)]
      source.start = (events) => {
        order.push(`start ${source.id}`)
        start(events)
      }
      source.close = async () => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push(`close ${source.id}`)
        await close()
      }
      return source
    }
    noting(sources[0])
    const [second, third] = [noting(new Spoken('lp2')), noting(new Spoken('lp3'))]
    const plan = (id: string) => [{ instrument, sources: [id], rules: RULES }]
    const both = [feed.replan(plan('lp2'), [second]), feed.replan(plan('lp3'), [third])]
    await both[0]
    expect(order).toEqual(['close lp1', 'start lp2'])
    await both[1]
    expect(order).toEqual(['close lp1', 'start lp2', 'close lp2', 'start lp3'])
    expect([second.isClosed, third.isClosed]).toEqual([true, false])
  })

  test('a plan that did not change keeps what is known of its sources', async () => {
    const { feed, sources, pass } = compose(['lp1', 'lp2'])
    pass(1_000, () => {
      sources[0].say('1.16428')
      sources[1].say('1.17200')
    })
    await feed.replan([{ instrument, sources: ['lp1', 'lp2'], rules: { ...RULES } }], sources.slice(0, 2))
    expect(feed.isDisputed('EURUSD')).toBe(true)
  })
})

test('the market over it: no trigger and no new order by a disputed price, and each quote names its source', async () => {
  const clock = frozenClock()
  const [one, other] = [new Spoken('lp1'), new Spoken('lp2')]
  const feed = new ComposedFeed({
    clock,
    logger: silent,
    plans: [{ instrument, sources: ['lp1', 'lp2'], rules: RULES }],
    connectors: [one, other],
  })
  const market = await openMarket({
    clock,
    feed: { kind: 'own', feed },
    candleStore: new MemoryCandleStore(),
    logger: silent,
    hasTimers: false,
  })
  const pass = (ms: number, each: () => void) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100)
      each()
      market.advance()
    }
  }
  pass(500, () => {
    one.say('1.16428', '1.16431', clock.now() - 7)
    other.say('1.16429', '1.16430')
  })
  expect(market.quote('EURUSD')).toMatchObject({ source: 'lp1', isConfirmed: true, isTwoSided: true, time: clock.now() - 7 })
  expect(market.quoteAgeMs('EURUSD')).toBe(0)
  other.say('1.16500', '1.16400')
  expect(market.recentTicks('EURUSD').at(-1)).toMatchObject({ source: 'lp2', verdict: 'quarantined' })
  pass(700, () => other.say('1.16430'))
  expect(market.quote('EURUSD')?.source).toBe('lp1')
  pass(300, () => other.confirm())
  expect(market.quote('EURUSD')?.source).toBe('lp2')
  expect(market.quoteAgeMs('EURUSD')).toBeLessThanOrEqual(400)
  expect([market.isSimulated, market.isSimulatedSource('lp2'), market.source]).toEqual([false, false, 'lp1, lp2'])
  await market.stop()
  expect([one.isClosed, other.isClosed]).toEqual([true, true])
})

test('a simulated market as a source keeps its spread to the company and its past to itself', async () => {
  const clock = frozenClock()
  const simulated = new PulledSource('made-up', new SimulatedFeed({ seed: 'candor', instruments: EURUSD }))
  const feed = new ComposedFeed({
    clock,
    logger: silent,
    plans: [{ instrument, sources: ['made-up'], rules: RULES }],
    connectors: [simulated],
  })
  const store = new MemoryCandleStore()
  const market = await openMarket({ clock, feed: { kind: 'own', feed }, candleStore: store, logger: silent, hasTimers: false })
  for (let i = 0; i < 10; i++) {
    clock.advance(200)
    market.advance()
  }
  expect(market.quote('EURUSD')).toMatchObject({ source: 'made-up', isTwoSided: false, isConfirmed: true })
  expect(market.isSimulated).toBe(true)
  expect((await market.candles('EURUSD', '1min')).length).toBeGreaterThan(100)
  await market.stop()
})
