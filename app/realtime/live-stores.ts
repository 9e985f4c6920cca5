/**
 * What the page knows about moving things: one small store an instrument, one an order, one for the account. A push
 * changes only the stores it names, so only the rows that show them are drawn again.
 *
 * Invariant: a store's value is replaced, never changed in place. Figures of orders and account are taken from the
 * broker's push as they are: they belong to one moment and add up.
 */
import type { Instrument, Quotations } from '../../contract/market'
import type { AccountFigures } from '../../contract/orders'
import type { DayMarketRow, MarginCallPush, TradePush } from '../../contract/socket'
import { isFixedText, parseFixed } from '../../rules/decimal'
import { createBeat, createCalmFamily, createCell, createCellFamily } from './cell'

export type QuoteMove = 'up' | 'down' | 'flat'

export interface LiveQuote {
  readonly open: string
  readonly close: string
  /** Percent since the day's open, signed. */
  readonly change: string
  readonly bid: string
  readonly ask: string
  readonly high: string
  readonly low: string
  /** The broker's clock at which the price was made, Unix milliseconds. */
  readonly time: number
  /** 1 = open. */
  readonly marketStatus: 0 | 1
  readonly quoteToUsdt: string
  /** Against the price before. */
  readonly move: QuoteMove
  /** The page's own clock at which the price was made, as far as the page can tell: age = now − receivedAt. */
  readonly receivedAt: number
}

export interface OrderLive {
  readonly updatePrice: string
  readonly factProfits: string
  /** Where the stop loss stands; undefined where the broker does not say. */
  readonly stopLoss: string | undefined
}

export type AccountNotice = MarginCallPush

/** What an instrument takes: sizes, and how near to the price a stop may stand. It does not move with the price. */
export type InstrumentTerms = Pick<Instrument, 'Pip' | 'ForexMinCont' | 'MaxLots' | 'MinStopDistance'>
export type QuoteSeed = Pick<Instrument, 'Id' | 'MarketStatus' | 'QuoteToUsdt' | 'ForexQuotations'> & Partial<InstrumentTerms>

/** A row of a list that moves more often than this cannot be read, and costs a slow phone its battery. */
const CALM_MS = 250
/** Rows that nobody sees follow with this. */
const RESTING_MS = 3_000

/** @param now the page's clock, Unix milliseconds */
export function createLiveStores(now: () => number) {
  const quotes = createCellFamily<LiveQuote>()
  const orders = createCellFamily<OrderLive>()
  const account = createCell<AccountFigures | undefined>(undefined)
  const holdingCount = createCell<number | undefined>(undefined)
  const terms = new Map<string, InstrumentTerms>()
  const notices = createCell<AccountNotice | null>(null)
  /** Broker's clock minus the page's, milliseconds; null until the broker was heard. */
  const clockOffset = createCell<number | null>(null)
  /** Pushes that wait while a page is being drawn; null when nothing has to wait. */
  let waiting: (() => void)[] | null = null

  /** Counts the changes of the person who is signed in. */
  let traderEpoch = 0

  function deliver(apply: () => void) {
    if (waiting === null) apply()
    else waiting.push(apply)
  }

  function tellWaiting() {
    const pushes = waiting ?? []
    if (waiting !== null) waiting = []
    for (const apply of pushes) apply()
  }

  /**
   * Puts loader data where nothing is known yet, without telling anybody: safe while React is drawing.
   * On the server and while hydrating this is what the rows show.
   */
  function plantQuotes(seeds: readonly QuoteSeed[]) {
    for (const seed of seeds) {
      keepTerms(seed)
      const cell = quotes(seed.Id)
      if (cell.get() === undefined) cell.plant(quoteOf(seed.ForexQuotations, seed, undefined, now()))
    }
  }

  function keepTerms({ Id, Pip, ForexMinCont, MaxLots, MinStopDistance }: QuoteSeed) {
    if (Pip === undefined || ForexMinCont === undefined || MaxLots === undefined || MinStopDistance === undefined) return
    terms.set(Id, { Pip, ForexMinCont, MaxLots, MinStopDistance })
  }

  /** Takes newer loader data (a refetched list) into stores that already live. Not while drawing. */
  function refreshQuotes(seeds: readonly QuoteSeed[]) {
    for (const seed of seeds) {
      keepTerms(seed)
      const cell = quotes(seed.Id)
      const before = cell.get()
      if (before && before.time >= seed.ForexQuotations.Time && before.marketStatus === seed.MarketStatus) continue
      cell.set(quoteOf(seed.ForexQuotations, seed, before, now()))
    }
  }

  /** @param brokerNow the broker's clock when it sent the rows */
  function applyDayMarket(rows: readonly DayMarketRow[], brokerNow: number) {
    const arrivedAt = now()
    deliver(() => {
      for (const row of rows) {
        const cell = quotes(row.Id)
        const before = cell.get()
        if (before && row.Time < before.time) continue
        if (before && row.Time === before.time && row.Close === before.close && row.MarketStatus === before.marketStatus) continue
        cell.set(quoteOf(row, row, before, arrivedAt - Math.max(0, brokerNow - row.Time)))
      }
    })
  }

  function applyTrade(push: TradePush) {
    const mine = traderEpoch
    deliver(() => {
      // It waited while somebody else signed in, or the person signed out.
      if (mine !== traderEpoch) return
      const { orders: rows, ...figures } = push
      account.set(figures)
      holdingCount.set(rows.length)
      for (const row of rows) {
        const cell = orders(row.Id)
        const before = cell.get()
        const isSame = before?.updatePrice === row.UpdatePrice && before.factProfits === row.FactProfits
        if (isSame && before.stopLoss === row.TargetLossPrice) continue
        cell.set({ updatePrice: row.UpdatePrice, factProfits: row.FactProfits, stopLoss: row.TargetLossPrice })
      }
    })
  }

  return {
    quote: quotes,
    /** The same for rows of a list, told at most four times a second. */
    calmQuote: createCalmFamily(quotes, CALM_MS),
    /** For rows out of sight. */
    restingBeat: createBeat(RESTING_MS),
    order: orders,
    account,
    holdingCount,
    /** The last margin call that was told to this trader while this page was open. */
    notice: notices,
    termsOf: (instrumentId: string): InstrumentTerms | undefined => terms.get(instrumentId),
    clockOffset,
    plantQuotes,
    refreshQuotes,
    applyDayMarket,
    applyTrade,
    heardClock: (brokerNow: number) => clockOffset.set(brokerNow - now()),
    /** From here on pushes wait for `tellWaiting` or `release`, in their order. */
    hold() {
      waiting ??= []
    },
    tellWaiting,
    release() {
      tellWaiting()
      waiting = null
    },
    /** Another person is signed in, or nobody: what belonged to the last one is forgotten. */
    forgetTrader() {
      traderEpoch += 1
      tellWaiting()
      account.set(undefined)
      holdingCount.set(undefined)
      notices.set(null)
    },
  }
}

export type LiveStores = ReturnType<typeof createLiveStores>

function quoteOf(
  prices: Quotations,
  state: { readonly MarketStatus: 0 | 1; readonly QuoteToUsdt: string },
  before: LiveQuote | undefined,
  receivedAt: number,
): LiveQuote {
  return {
    open: prices.Open,
    close: prices.Close,
    change: prices.Change,
    bid: prices.Bid,
    ask: prices.Ask,
    high: prices.High,
    low: prices.Low,
    time: prices.Time,
    marketStatus: state.MarketStatus,
    quoteToUsdt: state.QuoteToUsdt,
    move: moveOf(before?.close, prices.Close, before?.move),
    receivedAt,
  }
}

/** A price that stays keeps the direction of the move before, as price boards do. */
function moveOf(before: string | undefined, after: string, lastMove: QuoteMove = 'flat'): QuoteMove {
  if (before === undefined || before === after || !isFixedText(before) || !isFixedText(after)) return lastMove
  const difference = parseFixed(after) - parseFixed(before)
  if (difference === 0n) return lastMove
  return difference > 0n ? 'up' : 'down'
}
