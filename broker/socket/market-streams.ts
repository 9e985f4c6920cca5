/**
 * DAY_MARKET and KLINE: public prices for everybody who asked, at a measured pace.
 *
 * Invariant: what is the same for all clients of a company is turned into text once. A client that cannot keep up misses
 * intermediate prices, never the latest one: what it missed is sent as soon as its queue is short again.
 */
import type { KlinePush } from '../../contract/socket'
import type { Tenant } from '../../contract/tenant'
import type { Clock } from '../ground/clock'
import type { Connection } from './connection'
import type { MarketSource } from './sources'
import { WhileWatched } from './while-watched'

export const DAY_MARKET = 'DAY_MARKET'
const KLINE_PREFIX = 'KLINE.'
/** At most 10 DAY_MARKET pushes a second. */
const DAY_MARKET_INTERVAL_MS = 100
/** At most 4 pushes a second for each period. */
const KLINE_INTERVAL_MS = 250

/** Clients of one company, each with the codes it has missed since it fell behind. */
interface DayMarketAudience {
  readonly tenant: Tenant
  readonly changed: Set<string>
  readonly members: Map<Connection, Set<string>>
}

interface KlineAudience {
  readonly code: string
  /** Latest unsent state of each candle, by period and time: a finished candle is not lost under its successor. */
  readonly changed: Map<string, KlinePush>
  readonly members: Map<Connection, Map<string, KlinePush>>
}

export class MarketStreams {
  readonly #source: MarketSource
  readonly #clock: Clock
  readonly #dayMarket = new Map<string, DayMarketAudience>()
  readonly #klines = new Map<string, KlineAudience>()
  readonly #quotes: WhileWatched
  readonly #candles: WhileWatched

  constructor(source: MarketSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
    this.#quotes = new WhileWatched(() => {
      const timer = setInterval(() => this.flushDayMarket(), DAY_MARKET_INTERVAL_MS)
      const stop = source.onQuote((code) => {
        for (const audience of this.#dayMarket.values()) audience.changed.add(code)
      })
      return [stop, () => clearInterval(timer)]
    })
    this.#candles = new WhileWatched(() => {
      const timer = setInterval(() => this.flushKlines(), KLINE_INTERVAL_MS)
      const stop = source.onCandle((code, candle) => this.#klines.get(code)?.changed.set(candleKey(candle), candle))
      return [stop, () => clearInterval(timer)]
    })
  }

  close(): void {
    this.#quotes.stop()
    this.#candles.stop()
  }

  static codeOf(topic: string): string | undefined {
    return topic.startsWith(KLINE_PREFIX) ? topic.slice(KLINE_PREFIX.length) : undefined
  }

  joinDayMarket(connection: Connection, tenant: Tenant): () => void {
    let audience = this.#dayMarket.get(tenant.id)
    if (audience === undefined) {
      audience = { tenant, changed: new Set(), members: new Map() }
      this.#dayMarket.set(tenant.id, audience)
      this.#quotes.start()
    }
    // Those already listening get what changed so far first, so that the newcomer's snapshot contains all of it.
    this.#flushDayMarketOf(audience)
    const { members } = audience
    members.set(connection, new Set())
    connection.push(DAY_MARKET, this.#clock.now(), JSON.stringify(this.#source.dayMarket(tenant)), true)
    return () => {
      members.delete(connection)
      if (members.size > 0) return
      this.#dayMarket.delete(tenant.id)
      if (this.#dayMarket.size === 0) this.#quotes.stop()
    }
  }

  joinKline(connection: Connection, tenant: Tenant, code: string): () => void {
    let audience = this.#klines.get(code)
    if (audience === undefined) {
      audience = { code, changed: new Map(), members: new Map() }
      this.#klines.set(code, audience)
      this.#candles.start()
    }
    this.#flushKlineOf(audience)
    const { members } = audience
    members.set(connection, new Map())
    for (const candle of this.#source.currentCandles(tenant, code)) {
      connection.push(`${KLINE_PREFIX}${code}`, this.#clock.now(), JSON.stringify(candle), true)
    }
    return () => {
      members.delete(connection)
      if (members.size > 0) return
      this.#klines.delete(code)
      if (this.#klines.size === 0) this.#candles.stop()
    }
  }

  flushDayMarket(): void {
    for (const audience of this.#dayMarket.values()) this.#flushDayMarketOf(audience)
  }

  flushKlines(): void {
    for (const audience of this.#klines.values()) this.#flushKlineOf(audience)
  }

  #flushDayMarketOf({ tenant, changed, members }: DayMarketAudience): void {
    const ts = this.#clock.now()
    const rows = changed.size === 0 ? [] : this.#source.dayMarket(tenant, changed)
    const json = JSON.stringify(rows)
    for (const [connection, missed] of members) {
      if (connection.isBehind) {
        for (const code of changed) missed.add(code)
      } else if (missed.size > 0) {
        for (const code of changed) missed.add(code)
        connection.push(DAY_MARKET, ts, JSON.stringify(this.#source.dayMarket(tenant, missed)))
        missed.clear()
      } else if (rows.length > 0) {
        connection.push(DAY_MARKET, ts, json)
      }
    }
    changed.clear()
  }

  #flushKlineOf({ code, changed, members }: KlineAudience): void {
    const ts = this.#clock.now()
    const topic = `${KLINE_PREFIX}${code}`
    const due = firstOfEachPeriod(changed)
    const texts = [...due.values()].map((candle) => JSON.stringify(candle))
    for (const [connection, missed] of members) {
      if (connection.isBehind) {
        for (const [key, candle] of due) missed.set(key, candle)
      } else if (missed.size > 0) {
        for (const [key, candle] of due) missed.set(key, candle)
        for (const candle of missed.values()) connection.push(topic, ts, JSON.stringify(candle))
        missed.clear()
      } else {
        for (const text of texts) connection.push(topic, ts, text)
      }
    }
    for (const key of due.keys()) changed.delete(key)
  }
}

/** One candle a period and push: where a finished candle and its successor both wait, the successor waits for the next push. */
function firstOfEachPeriod(changed: ReadonlyMap<string, KlinePush>): Map<string, KlinePush> {
  const taken = new Set<string>()
  const due = new Map<string, KlinePush>()
  for (const [key, candle] of changed) {
    if (taken.has(candle.Period)) continue
    taken.add(candle.Period)
    due.set(key, candle)
  }
  return due
}

function candleKey({ Period, Time }: KlinePush): string {
  return `${Period} ${Time}`
}
