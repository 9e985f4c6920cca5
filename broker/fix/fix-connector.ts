/**
 * Prices over FIX: asks for each instrument once it is logged on, keeps a book of what comes and quotes its best bid and ask.
 *
 * Invariant: what is quoted is the best of a book without a hole. After a hole, a lost connection or a refusal the codes are
 * withdrawn first and asked for anew; a price that is sent a second time (PossDup) is history and never quoted.
 */
import { FIXED_ONE, type Fixed } from '../../rules/decimal'
import type { Clock } from '../ground/clock'
import type { Connector, ConnectorEvents, ConnectorHealth } from '../sources/connector'
import { FixLine, type FixLineServices, type FixPeer } from './fix-line'
import { type Field, FieldProblem, type FixMessage } from './fix-message'
import { readDateAndTime, readTime } from './fix-values'
import { askForPrices, askForSecurities } from './market-data-messages'
import { PriceBook } from './price-book'
import { MsgType, RejectReason, Tag } from './tags'

export interface FixConnectorOptions {
  readonly id: string
  readonly peer: FixPeer
  readonly isSimulated: boolean
  /** Our code, the symbol by which the peer knows it, and how many units a lot has: sizes over FIX are units. */
  readonly instruments: readonly { readonly code: string; readonly symbol: string; readonly contractSize: Fixed }[]
  /** 1: the best price alone; 0: the whole book. */
  readonly marketDepth: number
  /** Whether the peer sends changes, or the whole book each time. */
  readonly updates: 'full' | 'incremental'
  /** Whether the peer is asked for its list of instruments, and one that is not on it is given up. */
  readonly asksSecurities: boolean
}

const HEARS = [
  MsgType.MarketDataSnapshot,
  MsgType.MarketDataIncrement,
  MsgType.MarketDataRequestReject,
  MsgType.SecurityList,
  MsgType.BusinessMessageReject,
] as const
const CONFIRM_EVERY_MS = 1_000
const LOST_CHANGE = 'a change of what was never told'

interface Subscription {
  readonly code: string
  readonly symbol: string
  readonly contractSize: Fixed
  readonly book: PriceBook
  /** Names the request whose answers count; answers to an earlier one are history. */
  requestId: string
  /** The number of that request, for a refusal that names nothing else. */
  requestSeq: number
  isQuoted: boolean
}

export function openFixConnector(options: FixConnectorOptions, services: FixLineServices): Connector {
  return new FixConnector(options, services)
}

class FixConnector implements Connector {
  readonly id: string
  readonly isSimulated: boolean
  readonly codes: readonly string[]
  readonly #options: FixConnectorOptions
  readonly #clock: Clock
  readonly #line: FixLine
  readonly #subscriptions: readonly Subscription[]
  #events: ConnectorEvents | null = null
  #requests = 0
  #listed = new Set<string>()
  #confirmedAt = Number.NEGATIVE_INFINITY
  #latencyMs: number | null = null

  constructor(options: FixConnectorOptions, services: FixLineServices) {
    this.id = options.id
    this.isSimulated = options.isSimulated
    this.codes = options.instruments.map(({ code }) => code)
    this.#options = options
    this.#clock = services.clock
    this.#subscriptions = options.instruments.map((instrument) => {
      return { ...instrument, book: new PriceBook(options.marketDepth === 1), requestId: '', requestSeq: 0, isQuoted: false }
    })
    this.#line = new FixLine(options.id, options.peer, services, HEARS, {
      opened: () => this.#ask(),
      received: (message) => this.#receive(message),
      heard: () => this.#confirm(),
      holed: () => this.#withdraw(this.#subscriptions, 'messages are missing'),
      mended: () => this.#subscribe(this.#subscriptions),
      closed: (reason) => this.#withdraw(this.#subscriptions, reason),
    })
  }

  start(events: ConnectorEvents): void {
    this.#events = events
    this.#line.start()
  }

  health(): ConnectorHealth {
    return { ...this.#line.health, latencyMs: this.#latencyMs }
  }

  async close(): Promise<void> {
    this.#events = null
    await this.#line.close()
  }

  #ask(): void {
    this.#listed = new Set()
    if (this.#options.asksSecurities) this.#send(askForSecurities(this.#nextId('list')))
    this.#subscribe(this.#subscriptions)
  }

  #subscribe(subscriptions: readonly Subscription[]): void {
    for (const subscription of subscriptions) {
      subscription.book.clear()
      subscription.requestId = this.#nextId(subscription.code)
      subscription.requestSeq = 0
      const { marketDepth, updates } = this.#options
      const { requestId, symbol } = subscription
      this.#send(askForPrices({ requestId, symbol, marketDepth, updates }), (seq) => {
        subscription.requestSeq = seq
      })
    }
  }

  #receive(message: FixMessage): void {
    if (message.isYes(Tag.PossDupFlag)) return
    switch (message.type) {
      case MsgType.MarketDataSnapshot:
        this.#replace(message)
        break
      case MsgType.MarketDataIncrement:
        this.#change(message)
        break
      case MsgType.MarketDataRequestReject:
      case MsgType.BusinessMessageReject:
      case MsgType.Reject:
        this.#hearRefusal(message)
        break
      case MsgType.SecurityList:
        this.#hearList(message)
        break
    }
  }

  #replace(message: FixMessage): void {
    const subscription = this.#answered(message)
    if (subscription === undefined) return
    const entries = message.group(Tag.NoMDEntries)
    subscription.book.replace(entries)
    this.#quote(subscription, entries[0] ?? message, message)
  }

  /** Several instruments may change in one message; each is quoted once, as it stands after all of them. */
  #change(message: FixMessage): void {
    const changed = new Map<Subscription, FixMessage>()
    const lost = new Set<Subscription>()
    const own = this.#answered(message)
    for (const entry of message.group(Tag.NoMDEntries)) {
      const subscription = entry.has(Tag.Symbol) ? this.#ofSymbol(entry.text(Tag.Symbol)) : own
      if (subscription === undefined || (message.has(Tag.MDReqID) && subscription !== own)) continue
      if (!subscription.book.apply(entry)) lost.add(subscription)
      changed.set(subscription, entry)
    }
    for (const [subscription, entry] of changed) {
      if (!lost.has(subscription)) this.#quote(subscription, entry, message)
    }
    if (lost.size === 0) return
    this.#withdraw([...lost], LOST_CHANGE)
    this.#subscribe([...lost])
  }

  #quote(subscription: Subscription, entry: FixMessage, message: FixMessage): void {
    const best = subscription.book.best()
    if (best === null) {
      this.#withdraw([subscription], 'the source quotes no bid or no ask')
      return
    }
    subscription.isQuoted = true
    const sourceTime = timeOf(entry, message)
    if (sourceTime !== null) this.#latencyMs = this.#clock.now() - sourceTime
    const size = (best.size * FIXED_ONE) / subscription.contractSize
    this.#events?.quoted({ code: subscription.code, ...best, size, sourceTime })
  }

  #hearRefusal(message: FixMessage): void {
    const [id, seq] = [message.text(Tag.MDReqID), message.text(Tag.RefSeqNum)]
    const refused = this.#subscriptions.find(({ requestId, requestSeq }) => (id === '' ? String(requestSeq) === seq : requestId === id))
    if (refused === undefined) return
    const text = message.text(Tag.Text) || `reason ${message.text(Tag.MDReqRejReason) || 'not given'}`
    refused.requestId = ''
    refused.requestSeq = 0
    this.#withdraw([refused], `the source refused it: ${text}`, true)
  }

  #hearList(message: FixMessage): void {
    if (!['', '0'].includes(message.text(Tag.SecurityRequestResult))) return
    for (const entry of message.group(Tag.NoRelatedSym)) this.#listed.add(entry.needText(Tag.Symbol))
    const total = message.has(Tag.TotNoRelatedSym) ? message.needCount(Tag.TotNoRelatedSym) : 0
    if (message.text(Tag.LastFragment) === 'N' || this.#listed.size < total) return
    for (const subscription of this.#subscriptions) {
      if (this.#listed.has(subscription.symbol)) continue
      subscription.requestId = ''
      this.#withdraw([subscription], `the source does not list ${subscription.symbol}`, true)
    }
  }

  /** The instrument whose present request a message answers. */
  #answered(message: FixMessage): Subscription | undefined {
    const id = message.text(Tag.MDReqID)
    if (id !== '') return this.#subscriptions.find(({ requestId }) => requestId === id)
    return message.has(Tag.Symbol) ? this.#ofSymbol(message.text(Tag.Symbol)) : undefined
  }

  #ofSymbol(wanted: string): Subscription | undefined {
    return this.#subscriptions.find(({ symbol, requestId }) => symbol === wanted && requestId !== '')
  }

  /** `always`: also where nothing was quoted yet, for the reason is news. */
  #withdraw(subscriptions: readonly Subscription[], reason: string, always = false): void {
    const standing = subscriptions.filter(({ isQuoted }) => isQuoted || always)
    for (const subscription of standing) {
      subscription.isQuoted = false
      subscription.book.clear()
    }
    if (standing.length > 0) {
      this.#events?.withdrawn(
        standing.map(({ code }) => code),
        reason,
      )
    }
  }

  #confirm(): void {
    const now = this.#clock.monotonic()
    if (now - this.#confirmedAt < CONFIRM_EVERY_MS) return
    this.#confirmedAt = now
    const codes = this.#subscriptions.filter(({ isQuoted }) => isQuoted).map(({ code }) => code)
    if (codes.length > 0) this.#events?.confirmed(codes)
  }

  #nextId(what: string): string {
    this.#requests += 1
    return `${what}-${this.#clock.now().toString(36)}-${this.#requests}`
  }

  /** What cannot be sent is asked for after the next logon. */
  #send(fields: readonly Field[], sent: (seq: number) => void = () => {}): void {
    this.#line.send(fields).then(sent, () => {})
  }
}

/** When the source says the price was made; else when it sent it. */
function timeOf(entry: FixMessage, message: FixMessage): number | null {
  const sentAt = message.text(Tag.SendingTime)
  if (!entry.has(Tag.MDEntryTime)) return readTime(message.text(Tag.TransactTime) || sentAt)
  const time = readDateAndTime(entry.text(Tag.MDEntryDate), entry.text(Tag.MDEntryTime), sentAt)
  if (time === null) throw new FieldProblem(Tag.MDEntryTime, RejectReason.DataFormat, 'MDEntryTime is not understood')
  return time
}
