/**
 * What the page knows about moving things: one small store an instrument, one an order, one for the account. A push
 * changes only the stores it names, so only the rows that show them are drawn again.
 *
 * Invariant: a store's value is replaced, never changed in place. Figures of orders and account are taken from the
 * broker's push as they are: they belong to one moment and add up.
 */
import { isFixedText, parseFixed } from '../../rules/decimal'
import type { AccountFigures } from '../terms/account'
import type { Instrument } from '../terms/instrument'
import type { AccountMoment, MarginCall } from '../terms/pushes'
import type { MarketRow, Quote, TradingBrake } from '../terms/quote'
import { createBeat, createCalmFamily, createCell, createCellFamily } from './cell'

export type QuoteMove = 'up' | 'down' | 'flat'

export interface LiveQuote extends Quote {
  readonly isOpen: boolean
  readonly brake?: TradingBrake | undefined
  /** USDT for one unit of the quote currency. */
  readonly quoteToUsdt: string
  /** Whose price it is now; undefined where the instrument says it once for all. */
  readonly source?: string | undefined
  /** Against the price before. */
  readonly move: QuoteMove
  /** The page's own clock at which the price was made, as far as the page can tell: age = now − receivedAt. */
  readonly receivedAt: number
}

export type OrderLive = Omit<AccountMoment['positions'][number], 'id'>

/** What an instrument takes: sizes, and how near to the price a stop may stand. It does not move with the price. */
export type InstrumentTerms = Pick<Instrument, 'lotStep' | 'minLots' | 'maxLots' | 'minStopDistance'>
export type QuoteSeed = Pick<Instrument, 'id' | 'isOpen' | 'brake' | 'quoteToUsdt' | 'quote'> & Partial<InstrumentTerms>

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
  /** Ids of the orders whose provider has not answered yet, as one text: it is another one when they are others. */
  const underWay = createCell<string | undefined>(undefined)
  const terms = new Map<string, InstrumentTerms>()
  const notices = createCell<MarginCall | null>(null)
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
      const cell = quotes(seed.id)
      if (cell.get() === undefined) cell.plant(quoteOf(seed.quote, seed, undefined, now()))
    }
  }

  function keepTerms({ id, lotStep, minLots, maxLots, minStopDistance }: QuoteSeed) {
    if (lotStep === undefined || minLots === undefined || maxLots === undefined || minStopDistance === undefined) return
    terms.set(id, { lotStep, minLots, maxLots, minStopDistance })
  }

  /** Takes newer loader data (a refetched list) into stores that already live. Not while drawing. */
  function refreshQuotes(seeds: readonly QuoteSeed[]) {
    for (const seed of seeds) {
      keepTerms(seed)
      const cell = quotes(seed.id)
      const before = cell.get()
      if (before && before.time >= seed.quote.time && isSameState(before, seed)) continue
      cell.set(quoteOf(seed.quote, seed, before, now()))
    }
  }

  /** @param brokerNow the broker's clock when it sent the rows */
  function applyDayMarket(rows: readonly MarketRow[], brokerNow: number) {
    const arrivedAt = now()
    deliver(() => {
      for (const row of rows) {
        const cell = quotes(row.id)
        const before = cell.get()
        if (before && row.time < before.time) continue
        if (before && row.time === before.time && row.last === before.last && isSameState(before, row)) continue
        cell.set(quoteOf(row, row, before, arrivedAt - Math.max(0, brokerNow - row.time)))
      }
    })
  }

  function applyAccount({ figures, positions, underWay: waitingOrders = [] }: AccountMoment) {
    const mine = traderEpoch
    deliver(() => {
      // It waited while somebody else signed in, or the person signed out.
      if (mine !== traderEpoch) return
      account.set(figures)
      holdingCount.set(positions.length)
      underWay.set(waitingOrders.join(' '))
      for (const { id, ...live } of positions) {
        const cell = orders(id)
        const before = cell.get()
        if (before?.price === live.price && before.profit === live.profit && before.stopLoss === live.stopLoss) continue
        cell.set(live)
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
    underWay,
    /** The last margin call that was told to this trader while this page was open. */
    notice: notices,
    termsOf: (instrumentId: string): InstrumentTerms | undefined => terms.get(instrumentId),
    clockOffset,
    plantQuotes,
    refreshQuotes,
    applyDayMarket,
    applyAccount,
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
      underWay.set(undefined)
      notices.set(null)
    },
  }
}

export type LiveStores = ReturnType<typeof createLiveStores>

function quoteOf(
  { open, last, change, bid, ask, high, low, time, sourceTime }: Quote,
  { isOpen, brake, quoteToUsdt, source }: Pick<MarketRow, 'isOpen' | 'brake' | 'quoteToUsdt' | 'source'>,
  before: LiveQuote | undefined,
  receivedAt: number,
): LiveQuote {
  const move = moveOf(before?.last, last, before?.move)
  return { open, last, change, bid, ask, high, low, time, sourceTime, isOpen, brake, quoteToUsdt, source, move, receivedAt }
}

type TradedState = Pick<LiveQuote, 'isOpen' | 'brake'>

/** Whether it can be traded, and why not. */
function isSameState(one: TradedState, other: TradedState): boolean {
  return one.isOpen === other.isOpen && one.brake?.reason === other.brake?.reason
}

/** A price that stays keeps the direction of the move before, as price boards do. */
function moveOf(before: string | undefined, after: string, lastMove: QuoteMove = 'flat'): QuoteMove {
  if (before === undefined || before === after || !isFixedText(before) || !isFixedText(after)) return lastMove
  const difference = parseFixed(after) - parseFixed(before)
  if (difference === 0n) return lastMove
  return difference > 0n ? 'up' : 'down'
}
