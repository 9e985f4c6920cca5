/**
 * What a session writes: one after the other, each with its number kept before.
 *
 * Invariant: what is not written when its turn comes is refused, and never written later.
 */
import type { Clock } from '../ground/clock'
import { answerResend } from './answer-resend'
import { encodeMessage, type Field } from './fix-message'
import { writeTime } from './fix-values'
import type { Parties } from './judge-header'
import type { FixNumbers, FixStore } from './session-store'
import { Tag } from './tags'

export interface Wire {
  /** False when the connection is no longer there: then nothing was written. */
  write(bytes: Buffer): boolean
  /** Ends the connection behind what was written. */
  end(): void
}

export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

export interface OutboundOptions {
  readonly parties: Parties
  readonly store: FixStore
  readonly clock: Clock
  /** Types of messages that may be sent a second time when the peer misses them; all others are gap-filled. */
  readonly resends: ReadonlySet<string>
}

export class OutboundMessages {
  readonly #options: OutboundOptions
  readonly #wire: Wire
  #next: number
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false
  /** Of the newest one, on the monotonic clock. */
  sentAt: number

  constructor(options: OutboundOptions, wire: Wire, next: number) {
    this.#options = options
    this.#wire = wire
    this.#next = next
    this.sentAt = options.clock.monotonic()
  }

  /** The number of the newest message; 0 before the first. */
  get last(): number {
    return this.#next - 1
  }

  /** Resolves with its number when it was written. `fields` begin with MsgType. @throws NotConnected when it was not. */
  send(fields: readonly Field[]): Promise<number> {
    const seq = this.#next
    this.#next += 1
    return this.inTurn(async () => {
      if (this.#isClosed) throw new NotConnected('the connection is lost')
      const sentAt = writeTime(this.#options.clock.now())
      const isKept = this.#options.resends.has(String(fields[0]?.[1]))
      const kept = isKept ? { seq, fields: fields.map(([tag, value]) => [tag, String(value)] as const), sentAt } : null
      await this.#options.store.keepOut(seq + 1, kept)
      if (!this.#write(seq, fields, sentAt, [])) throw new NotConnected('the connection is lost')
      return seq
    })
  }

  /** Both numbers included. */
  sendAgain(from: number, to: number): Promise<void> {
    return this.inTurn(async () => {
      for (const { seq, fields, sentAt } of answerResend(await this.#options.store.findKept(from, to), from, to)) {
        const now = writeTime(this.#options.clock.now())
        const mark: Field[] = [
          [Tag.PossDupFlag, 'Y'],
          [Tag.OrigSendingTime, sentAt ?? now],
        ]
        this.#write(seq, fields, now, mark)
      }
    })
  }

  restart(numbers: FixNumbers): Promise<void> {
    this.#next = numbers.nextOut
    return this.inTurn(() => this.#options.store.restart(numbers))
  }

  /** Does something after what is being written, and before what comes next. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(task, task)
    this.#turn = done
    return done
  }

  close(): void {
    this.#isClosed = true
    this.#wire.end()
  }

  #write(seq: number, [type, ...rest]: readonly Field[], sentAt: string, mark: readonly Field[]): boolean {
    const { us, them } = this.#options.parties
    if (type === undefined || this.#isClosed) return false
    this.sentAt = this.#options.clock.monotonic()
    const header: Field[] = [type, [Tag.SenderCompID, us], [Tag.TargetCompID, them], [Tag.MsgSeqNum, seq], [Tag.SendingTime, sentAt]]
    return this.#wire.write(encodeMessage([...header, ...mark, ...rest]))
  }
}
