/**
 * The provider's dealing: fills what it can of an IOC order at its quotes, says what became of it, and remembers.
 *
 * Invariant: an order is written down with what came of it before anything of it is told; what could not be told is told at the next
 * logon, marked as a possible copy.
 */
import type { Field, FixMessage } from '../../broker/fix/fix-message'
import { writeNumber, writeTime } from '../../broker/fix/fix-values'
import { MsgType, Tag } from '../../broker/fix/tags'
import { type Fixed, parseFixed } from '../../rules/decimal'
import { averageOf, type Fill, fillOrder } from './fill-order'
import type { Deal, KnownOrder, ProviderBooks, UnheardReport } from './provider-books'
import type { QuoteBoard } from './quote-board'

export interface DealerFaults {
  /** Milliseconds before an order is looked at. */
  readonly delayMs: number
  /** Shares from 0 to 1: of orders refused, of fills taken back, of fills corrected by one step of the price. */
  readonly rejectShare: number
  readonly bustShare: number
  readonly correctShare: number
  /** Both are told on the session of copies alone: what reconciliation is there to find. */
  readonly isAmendingQuietly?: boolean
}

/**
 * In the life of an order: it came; it is looked at; what came of it is written down and nothing told; one report of it was told; somebody
 * asks after it.
 */
export type DealingStep = 'asked' | 'looked-at' | 'dealt' | 'told' | 'questioned'

/** Says it to a session; rejects when it cannot be written. */
type Tell = (to: string, fields: readonly Field[]) => Promise<unknown>

interface Told {
  readonly execType: string
  readonly status: string
  readonly filled: Fixed
  readonly leaves: Fixed
  readonly averagePrice: Fixed
  readonly fill?: Fill
  readonly execId?: string
  readonly more?: readonly Field[]
}

const BUST_AFTER_MS = 300
const NEW = '0'
const PENDING = 'A'
const PARTLY = '1'
const FILLED = '2'
const CANCELED = '4'
const REJECTED = '8'

export class Dealer {
  readonly #books: ProviderBooks
  readonly #board: QuoteBoard
  readonly #faults: DealerFaults
  readonly #tell: Tell
  /** The session that gets a copy of every report; empty for none. */
  readonly #copies: string
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #random: () => number
  /** Hears what was dealt, in a line for whoever watches. */
  onDealt: (line: string) => void = () => {}
  /** Hears how far an order has come, before anything else is done about it. */
  onStep: (step: DealingStep) => void = () => {}

  constructor(books: ProviderBooks, board: QuoteBoard, faults: DealerFaults, copies: string, tell: Tell, random: () => number) {
    this.#books = books
    this.#board = board
    this.#faults = faults
    this.#copies = copies
    this.#tell = tell
    this.#random = random
  }

  /** What a session has not heard yet. */
  async catchUp(owner: string): Promise<void> {
    for (const report of this.#books.books.unheard.filter(({ to }) => to === owner)) await this.#tellOne(report)
  }

  take(message: FixMessage, owner: string): void {
    // What it says is read before anything waits: a mistake in it is answered at once.
    const order = readOrder(message, owner)
    this.onStep('asked')
    const limit = message.text(Tag.OrdType) === '2' ? message.needNumber(Tag.Price) : null
    const isNew = this.#books.books.orders[order.id] === undefined
    // Known from here on, so that whoever asks after it while it waits hears of it.
    if (isNew) this.#books.books.orders[order.id] = order
    this.#later(() => this.#deal(order, limit, isNew), this.#faults.delayMs)
  }

  /** What was still to be done is left as it is kept: as if the machine had stopped. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #later(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }

  answerStatus(message: FixMessage, owner: string): void {
    this.onStep('questioned')
    const id = message.needText(Tag.ClOrdID)
    const question: Field[] = message.has(Tag.OrdStatusReqID) ? [[Tag.OrdStatusReqID, message.text(Tag.OrdStatusReqID)]] : []
    const known = this.#books.books.orders[id]
    if (known === undefined) {
      const unknown = { id, symbol: message.text(Tag.Symbol), side: 'buy', quantity: '0', owner } as const
      const told = { execType: 'I', status: REJECTED, filled: 0n, leaves: 0n, averagePrice: 0n, execId: '0' }
      this.#say(
        this.#reportOf(unknown, { ...told, more: [...question, [Tag.OrdRejReason, 5], [Tag.Text, 'there is no such order']] }),
        owner,
      )
      return
    }
    const told = { execType: 'I', status: known.status, filled: parseFixed(known.filled), leaves: 0n, execId: '0' }
    this.#say(this.#reportOf(known, { ...told, averagePrice: parseFixed(known.averagePrice), more: question }), owner)
  }

  answerPositions(message: FixMessage, owner: string): void {
    const requestId = message.needText(Tag.PosReqID)
    const held = Object.entries(this.#books.books.positions).filter(([, quantity]) => parseFixed(quantity) !== 0n)
    const common = (): Field[] => [
      [Tag.PosMaintRptID, this.#books.drawId('P')],
      [Tag.PosReqID, requestId],
      [Tag.TotalNumPosReports, held.length],
      [Tag.PosReqResult, held.length === 0 ? 2 : 0],
      [Tag.Account, 'demo'],
      [Tag.AccountType, 1],
    ]
    this.#say([[Tag.MsgType, MsgType.RequestForPositionsAck], ...common(), [Tag.PosReqStatus, 0]], owner)
    for (const [symbol, text] of held) {
      const quantity = parseFixed(text)
      this.#say(
        [
          [Tag.MsgType, MsgType.PositionReport],
          ...common(),
          [Tag.ClearingBusinessDate, message.text(Tag.ClearingBusinessDate)],
          [Tag.Symbol, symbol],
          [Tag.NoPositions, 1],
          [Tag.PosType, 'TQ'],
          quantity > 0n ? [Tag.LongQty, writeNumber(quantity)] : [Tag.ShortQty, writeNumber(-quantity)],
        ],
        owner,
      )
    }
    this.#books.save()
  }

  #deal(order: KnownOrder, limit: Fixed | null, isNew: boolean): void {
    this.onStep('looked-at')
    const quote = this.#board.quoteOf(order.symbol)
    const isRefused = this.#random() < this.#faults.rejectShare
    if (!isNew) this.#refuse(order, 6, 'this ClOrdID was used before')
    else if (quote === null) this.#refuse(order, 1, 'there is no price')
    else if (isRefused) this.#refuse(order, 0, 'refused by chance')
    else this.#fill(order, fillOrder(order.side, parseFixed(order.quantity), limit, order.side === 'buy' ? quote.asks : quote.bids))
  }

  #fill(order: KnownOrder, fills: readonly Fill[]): void {
    const quantity = parseFixed(order.quantity)
    const reports = [this.#reportOf(order, { execType: NEW, status: NEW, filled: 0n, leaves: quantity, averagePrice: 0n })]
    let filled = 0n
    const executed: (Fill & { readonly execId: string })[] = []
    for (const fill of fills) {
      filled += fill.quantity
      const execId = this.#books.drawId('E')
      executed.push({ ...fill, execId })
      const status = filled === quantity ? FILLED : PARTLY
      const averagePrice = averageOf(executed)
      reports.push(this.#reportOf(order, { execType: 'F', status, filled, leaves: quantity - filled, averagePrice, fill, execId }))
    }
    const averagePrice = averageOf(executed)
    if (filled < quantity) reports.push(this.#reportOf(order, { execType: CANCELED, status: CANCELED, filled, leaves: 0n, averagePrice }))
    const status = filled === quantity ? FILLED : CANCELED
    const kept = { ...order, filled: writeNumber(filled), averagePrice: writeNumber(averagePrice), status }
    this.#books.books.orders[order.id] = kept
    this.#move(order, filled)
    for (const fill of executed) this.#books.note(null, dealOf(order, fill, fill.execId), Date.now())
    this.#publish(order, reports)
    this.#tellDealt(kept, filled === 0n ? 'nothing at this limit' : `${kept.filled} filled at ${kept.averagePrice}`)
    for (const fill of executed) this.#repent(kept, fill)
  }

  #refuse(order: KnownOrder, reason: number, text: string): void {
    const { orders } = this.#books.books
    if (orders[order.id]?.status === PENDING) orders[order.id] = { ...order, status: REJECTED }
    const told = { execType: REJECTED, status: REJECTED, filled: 0n, leaves: 0n, averagePrice: 0n }
    const more: Field[] = [
      [Tag.OrdRejReason, reason],
      [Tag.Text, text],
    ]
    this.#publish(order, [this.#reportOf(order, { ...told, more })])
    this.#tellDealt(order, `refused, ${text}`)
  }

  /** A fill that did not happen, or happened one step of the price off. */
  #repent(order: KnownOrder, fill: Fill & { readonly execId: string }): void {
    const chance = this.#random()
    const isBust = chance < this.#faults.bustShare
    if (!isBust && chance >= this.#faults.bustShare + this.#faults.correctShare) return
    this.#later(() => {
      const known = this.#books.books.orders[order.id] ?? order
      const filled = parseFixed(known.filled) - (isBust ? fill.quantity : 0n)
      const corrected = isBust ? fill : { ...fill, price: fill.price + 1_000n }
      this.#books.books.orders[order.id] = { ...known, filled: writeNumber(filled) }
      if (isBust) this.#move(order, -fill.quantity)
      const was = dealOf(order, fill, fill.execId)
      this.#books.note(was, isBust ? null : { ...was, price: writeNumber(corrected.price) }, Date.now())
      const told = { execType: isBust ? 'H' : 'G', status: CANCELED, filled, leaves: 0n, averagePrice: corrected.price, fill: corrected }
      const hearers = this.#faults.isAmendingQuietly ? [this.#copies] : [order.owner, this.#copies]
      this.#publish(order, [this.#reportOf(order, { ...told, more: [[Tag.ExecRefID, fill.execId]] })], hearers)
      this.#tellDealt(order, isBust ? `fill ${fill.execId} taken back` : `fill ${fill.execId} corrected`)
    }, BUST_AFTER_MS)
  }

  #tellDealt({ id, side, quantity, symbol }: KnownOrder, outcome: string): void {
    this.onDealt(`${side} ${quantity} ${symbol}, order ${id}: ${outcome}; position ${this.#books.books.positions[symbol] ?? '0'}`)
  }

  #move(order: KnownOrder, quantity: Fixed): void {
    const { positions } = this.#books.books
    const held = parseFixed(positions[order.symbol] ?? '0')
    positions[order.symbol] = writeNumber(held + (order.side === 'buy' ? quantity : -quantity))
  }

  #reportOf(order: Pick<KnownOrder, 'id' | 'symbol' | 'side' | 'quantity'>, told: Told): Field[] {
    const { fill } = told
    return [
      [Tag.MsgType, MsgType.ExecutionReport],
      [Tag.OrderID, `O-${order.id}`],
      [Tag.ClOrdID, order.id],
      [Tag.ExecID, told.execId ?? this.#books.drawId('E')],
      [Tag.ExecType, told.execType],
      [Tag.OrdStatus, told.status],
      [Tag.Symbol, order.symbol],
      [Tag.Side, order.side === 'buy' ? 1 : 2],
      [Tag.OrderQty, order.quantity],
      ...(fill === undefined
        ? []
        : ([
            [Tag.LastQty, writeNumber(fill.quantity)],
            [Tag.LastPx, this.#board.priceText(order.symbol, fill.price)],
          ] as const)),
      [Tag.LeavesQty, writeNumber(told.leaves)],
      [Tag.CumQty, writeNumber(told.filled)],
      [Tag.AvgPx, writeNumber(told.averagePrice)],
      [Tag.TransactTime, writeTime(Date.now())],
      ...(told.more ?? []),
    ]
  }

  #publish(order: KnownOrder, reports: readonly Field[][], hearers: readonly string[] = [order.owner, this.#copies]): void {
    const receivers = hearers.filter((name) => name !== '')
    const told = reports.flatMap((fields) =>
      receivers.map((to): UnheardReport => ({ id: this.#books.drawId('R'), to, fields, isTried: false })),
    )
    this.#books.books.unheard.push(...told)
    this.#books.save()
    this.onStep('dealt')
    for (const report of told) void this.#tellOne(report)
  }

  async #tellOne(report: UnheardReport): Promise<void> {
    const [type, ...rest] = report.fields
    if (type === undefined) return
    const fields: Field[] = report.isTried ? [type, [Tag.PossResend, 'Y'], ...rest] : [...report.fields]
    try {
      report.isTried = true
      await this.#tell(report.to, fields)
    } catch {
      return
    }
    this.#books.books.unheard = this.#books.books.unheard.filter(({ id }) => id !== report.id)
    this.#books.save()
    this.onStep('told')
  }

  #say(fields: readonly Field[], to: string): void {
    this.#tell(to, fields).catch(() => {})
  }
}

function dealOf({ id: order, symbol, side }: KnownOrder, { quantity, price }: Fill, id: string): Deal {
  return { id, order, symbol, side, quantity: writeNumber(quantity), price: writeNumber(price), time: Date.now() }
}

/** @throws FieldProblem */
function readOrder(message: FixMessage, owner: string): KnownOrder {
  return {
    id: message.needText(Tag.ClOrdID),
    symbol: message.needText(Tag.Symbol),
    side: message.needText(Tag.Side) === '1' ? 'buy' : 'sell',
    quantity: writeNumber(message.needNumber(Tag.OrderQty)),
    filled: '0',
    averagePrice: '0',
    status: PENDING,
    owner,
  }
}
