/**
 * A connector to any exchange that ccxt knows, for those that have no adapter of ours. ccxt keeps the books and checks them where it can; its
 * books are of doubles, so a price of more digits than a double carries is not quoted.
 */
import { type Fixed, isFixedText, parseFixed } from '../../rules/decimal'
import type { Connector, ConnectorEvents, ConnectorHealth } from '../sources/connector'
import { type Ccxt, type CcxtBook, runCcxt } from './run-ccxt'

interface CcxtSourceSettings {
  /** The connector's name in the market's file. */
  readonly id: string
  readonly exchange: string
  /** ccxt's name of each of our codes: `{ "BTCUSD": "BTC/USDT" }`. */
  readonly symbols: Readonly<Record<string, string>>
  /** Books, or the tickers of an exchange that has no sockets for books. */
  readonly by?: 'book' | 'ticker' | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds without news of a market after which its price no longer stands. */
  readonly silenceMs?: number | undefined
}

const SILENCE_MS = 30_000
/** Decimals of so many digits come out of a double as they went in. */
const DIGITS_OF_A_DOUBLE = 15

interface Watched {
  readonly code: string
  last: string | null
  silence?: NodeJS.Timeout | undefined
}

/** @param now Unix milliseconds */
export function ccxtConnector(settings: CcxtSourceSettings, now: () => number): Connector {
  const { id, exchange, by = 'book', silenceMs = SILENCE_MS } = settings
  const bySymbol = new Map(Object.entries(settings.symbols).map(([code, symbol]): [string, Watched] => [symbol, { code, last: null }]))
  const counts = { gaps: 0, rejects: 0, connects: 0 }
  let health: Pick<ConnectorHealth, 'state' | 'reason' | 'since' | 'latencyMs'> = {
    ...{ state: 'connecting', reason: null, since: now(), latencyMs: null },
  }
  let events: ConnectorEvents | null = null
  let ccxt: Ccxt | null = null

  const turn = (state: ConnectorHealth['state'], reason: string | null): void => {
    health = { ...health, state, reason, since: health.state === state ? health.since : now() }
  }

  const withdraw = (watched: readonly Watched[], reason: string): void => {
    const gone = watched.filter(({ last }) => last !== null)
    for (const each of watched) {
      clearTimeout(each.silence)
      each.last = null
    }
    if (gone.length > 0)
      events?.withdrawn(
        gone.map(({ code }) => code),
        reason,
      )
  }

  const hear = ({ symbol, bid, ask, time }: CcxtBook): void => {
    const watched = bySymbol.get(symbol)
    if (watched === undefined) return
    clearTimeout(watched.silence)
    watched.silence = setTimeout(() => withdraw([watched], `nothing was heard of ${symbol} for ${silenceMs / 1000} s`), silenceMs)
    const [bidPrice, askPrice] = [readPrice(bid), readPrice(ask)]
    if (bidPrice === null || askPrice === null) counts.rejects += 1
    if (bidPrice === null || askPrice === null || bidPrice >= askPrice) {
      withdraw([watched], `its bid ${bid || 'of nothing'} and its ask ${ask || 'of nothing'} are no price`)
      return
    }
    turn('live', null)
    if (time !== null) health = { ...health, latencyMs: now() - time }
    const pair = `${bid} ${ask}`
    if (watched.last === pair) events?.confirmed([watched.code])
    else events?.quoted({ code: watched.code, bid: bidPrice, ask: askPrice, size: 0n, sourceTime: time })
    watched.last = pair
  }

  return {
    id,
    isSimulated: false,
    codes: Object.keys(settings.symbols),
    start(listens) {
      events = listens
      const terms = { exchange, settings: settings.settings ?? {}, symbols: [...bySymbol.keys()], watches: by }
      ccxt = runCcxt(terms, {
        opened({ markets }) {
          counts.connects += 1
          const unknown = [...bySymbol].filter(([symbol]) => markets[symbol] === undefined)
          const names = unknown.map(([symbol]) => symbol).join(', ')
          turn('connecting', unknown.length > 0 ? `${exchange} has no ${names}` : 'no book came yet')
          if (unknown.length > 0)
            events?.withdrawn(
              unknown.map(([, { code }]) => code),
              `${exchange} has no ${names}`,
            )
        },
        book: hear,
        lost(symbol, reason) {
          const watched = bySymbol.get(symbol)
          if (watched !== undefined) withdraw([watched], reason)
          if ([...bySymbol.values()].every(({ last }) => last === null)) turn('down', reason)
        },
        ended(reason) {
          turn('down', reason)
          withdraw([...bySymbol.values()], reason)
        },
      })
    },
    health: () => ({ ...health, ...counts }),
    async close() {
      events = null
      withdraw([...bySymbol.values()], '')
      await ccxt?.close()
    },
  }
}

/** Null for what is no price, or may not be the one that was sent. */
function readPrice(text: string): Fixed | null {
  const digits = text.replace('.', '').replace(/^0+/, '')
  return isFixedText(text) && digits.length <= DIGITS_OF_A_DOUBLE && /[1-9]/.test(digits) && !text.startsWith('-') ? parseFixed(text) : null
}
