/**
 * A provider of liquidity over FIX.
 *
 * Invariants: an order is written once or refused, and after a lost connection never sent again: the peer is asked after it. A report
 * counts as received only when whoever listens has kept it. Copies (PossDup, PossResend) are handed on: an `execId` tells them.
 */
import { NOTHING_FILLED, type Provider, type ProviderEvents, type ProviderOrder, type ProviderPosition } from '../providers/provider'
import { readExecutionReport } from './execution-report'
import { FixLine, type FixLineServices, type FixPeer, type LineHealth } from './fix-line'
import type { Field, FixMessage } from './fix-message'
import { askAfterOrder, askForPositions, newOrder } from './order-messages'
import { NotConnected } from './outbound-messages'
import { PositionQuestion } from './position-question'
import { MsgType, Tag } from './tags'

interface FixProviderOptions {
  readonly id: string
  readonly peer: FixPeer
  /** Empty where the peer needs none. */
  readonly account: string
  readonly instruments: readonly { readonly code: string; readonly symbol: string }[]
}

export interface FixProvider extends Provider {
  /** How the connection is doing, for the desk. */
  health(): LineHealth
}

const HEARS = [MsgType.ExecutionReport, MsgType.BusinessMessageReject, MsgType.RequestForPositionsAck, MsgType.PositionReport] as const
/** BusinessRejectReason: the id that was asked for is not known. */
const UNKNOWN_ID = '1'
/** What was sent with which number, for a refusal that names nothing else. */
const MAX_SENT = 1_000

interface Sent {
  readonly type: string
  readonly order: ProviderOrder
}

export function openFixProvider(options: FixProviderOptions, services: FixLineServices): FixProvider {
  return new OpenFixProvider(options, services)
}

class OpenFixProvider implements FixProvider {
  readonly id: string
  readonly #options: FixProviderOptions
  readonly #services: FixLineServices
  readonly #line: FixLine
  readonly #sent = new Map<number, Sent>()
  readonly #questions = new Map<string, PositionQuestion>()
  #events: ProviderEvents | null = null
  #asked = 0

  constructor(options: FixProviderOptions, services: FixLineServices) {
    this.id = options.id
    this.#options = options
    this.#services = services
    this.#line = new FixLine(options.id, options.peer, services, HEARS, {
      opened: () => this.#events?.connected(true, ''),
      received: (message) => this.#receive(message),
      heard: () => {},
      holed: () => {},
      // Who fills a hole may leave reports out: everything under way is asked after again.
      mended: () => this.#events?.connected(true, 'messages were missing'),
      closed: (reason) => this.#lose(reason),
    })
  }

  get isConnected(): boolean {
    return this.#line.isOpen
  }

  health(): LineHealth {
    return this.#line.health
  }

  start(events: ProviderEvents): void {
    this.#events = events
    this.#line.start()
  }

  async submit(order: ProviderOrder): Promise<void> {
    const fields = newOrder({ order, symbol: this.#symbolOf(order.code), account: this.#options.account, time: this.#services.clock.now() })
    await this.#sendFor(order, fields, MsgType.NewOrderSingle)
  }

  async askAfter(order: ProviderOrder): Promise<void> {
    const fields = askAfterOrder({ order, symbol: this.#symbolOf(order.code), account: this.#options.account })
    await this.#sendFor(order, fields, MsgType.OrderStatusRequest)
  }

  async positions(): Promise<readonly ProviderPosition[]> {
    this.#asked += 1
    const now = this.#services.clock.now()
    const requestId = `positions-${now.toString(36)}-${this.#asked}`
    const question = new PositionQuestion((symbol) => this.#codeOf(symbol))
    this.#questions.set(requestId, question)
    try {
      await this.#line.send(askForPositions(requestId, this.#options.account, now))
      return await question.answer
    } finally {
      question.close()
      this.#questions.delete(requestId)
    }
  }

  async close(): Promise<void> {
    this.#events = null
    await this.#line.close()
  }

  async #sendFor(order: ProviderOrder, fields: readonly Field[], type: string): Promise<void> {
    const seq = await this.#line.send(fields)
    this.#sent.set(seq, { type, order })
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > MAX_SENT && oldest !== undefined) this.#sent.delete(oldest)
  }

  #receive(message: FixMessage): void | Promise<void> {
    switch (message.type) {
      case MsgType.ExecutionReport:
        return this.#events?.reported(readExecutionReport(message))
      case MsgType.Reject:
      case MsgType.BusinessMessageReject:
        return this.#hearRefusal(message)
    }
    this.#questions.get(message.text(Tag.PosReqID))?.hear(message)
  }

  /** Of an order: it is over. Of a question after an order: only when the peer says that it does not know the order. */
  #hearRefusal(message: FixMessage): void | Promise<void> {
    const sent = this.#sent.get(message.needCount(Tag.RefSeqNum))
    const type = message.text(Tag.RefMsgType) || sent?.type
    const reason = message.text(Tag.Text) || `reason ${message.text(Tag.BusinessRejectReason) || message.text(Tag.SessionRejectReason)}`
    if (type === MsgType.RequestForPositions) {
      for (const question of this.#questions.values()) question.refuse(reason)
    }
    const orderId = message.text(Tag.BusinessRejectRefID) || sent?.order.id
    if (orderId === undefined || message.isYes(Tag.PossDupFlag)) return
    const time = message.needTime(Tag.SendingTime)
    if (type === MsgType.NewOrderSingle) {
      return this.#events?.reported({
        ...NOTHING_FILLED,
        isFinal: true,
        kind: 'rejected',
        orderId,
        execId: `refused-${orderId}`,
        reason,
        time,
      })
    }
    if (type === MsgType.OrderStatusRequest && message.text(Tag.BusinessRejectReason) === UNKNOWN_ID) {
      return this.#events?.reported({ ...NOTHING_FILLED, isFinal: true, kind: 'unknown', orderId, reason, time })
    }
  }

  #lose(reason: string): void {
    // The numbers of the next connection may begin again.
    this.#sent.clear()
    for (const question of this.#questions.values()) question.refuse(reason)
    this.#events?.connected(false, reason)
  }

  #symbolOf(code: string): string {
    const known = this.#options.instruments.find((instrument) => instrument.code === code)
    if (known === undefined) throw new NotConnected(`${this.id} does not deal in ${code}`)
    return known.symbol
  }

  /** A symbol that is not one of ours stays as it is: it is held all the same. */
  #codeOf(symbol: string): string {
    return this.#options.instruments.find((instrument) => instrument.symbol === symbol)?.code ?? symbol
  }
}
