/**
 * The session layer of FIX 4.4 over one connection, for either side: logon, numbers, gaps, heartbeats, logout. The line (fix-line.ts,
 * fix-listener.ts) brings bytes and time; a new connection gets a new session, which goes on with the numbers in the store.
 *
 * Invariants: messages are handed on in the order of their numbers, each once in a session; after something that cannot be mended the
 * peer is told why and heard no more. A method that finds such a thing returns the reason.
 */
import { type Field, FieldProblem, type FixMessage } from './fix-message'
import { writeTime } from './fix-values'
import { InboundNumbers } from './inbound-numbers'
import { judgeHeader, judgeVersion, readGapFillEnd } from './judge-header'
import { NotConnected, OutboundMessages, type OutboundOptions, type Wire } from './outbound-messages'
import type { FixNumbers } from './session-store'
import { isKnownType, MsgType, RejectReason, Tag } from './tags'

export interface SessionOptions extends OutboundOptions {
  /** Types of messages that are handed on; others are refused in the way of the protocol. */
  readonly hears: ReadonlySet<string>
  readonly logon: InitiatorLogon | AcceptorLogon
}

export interface InitiatorLogon {
  readonly role: 'initiator'
  readonly heartbeatSeconds: number
  /** Both sides begin with 1 at every logon. */
  readonly resets: boolean
  readonly username?: string
  readonly password?: string
}

export interface AcceptorLogon {
  readonly role: 'acceptor'
  /** Why the logon is refused; null when it is accepted. */
  judge(logon: FixMessage): string | null
}

export interface SessionEvents {
  opened(): void
  /**
   * A message of the application, or a Reject. It counts as received when the promise resolves; when it rejects, the connection ends and
   * the message comes again on the next one. @throws FieldProblem for a message that is to be rejected.
   */
  received(message: FixMessage): void | Promise<void>
  /** The peer is there: any message of it, after it was handed on. */
  heard(): void
  /** Messages are missing: what came before may no longer stand. */
  holed(): void
  /** They have come, or never will. */
  mended(): void
  closed(reason: string): void
}

const LOGON_PATIENCE_MS = 10_000
const LOGOUT_PATIENCE_MS = 4_000
const EXPEL_PATIENCE_MS = 2_000
const RESEND_PATIENCE_MS = 10_000
const RESEND_ASKS = 3
/** Of the heartbeat interval: silence after which the peer is asked, and after which it is given up. */
const ASK_AFTER = 1.2
const GIVE_UP_AFTER = 2.4

interface Gap {
  upTo: number
  asks: number
  askedAt: number
}

/** Goes on with the numbers in the store; `periodStart` is when the session's day or week began: older numbers begin again. */
export async function openFixSession(options: SessionOptions, events: SessionEvents, wire: Wire, periodStart: number): Promise<FixSession> {
  const { store, clock, logon } = options
  const known = await store.load()
  const isOver = known === null || known.startedAt < periodStart || (logon.role === 'initiator' && logon.resets)
  const numbers = isOver ? { nextIn: 1, nextOut: 1, startedAt: clock.now() } : known
  if (isOver) await store.restart(numbers)
  return new FixSession(options, events, wire, numbers)
}

export class FixSession {
  readonly #options: SessionOptions
  readonly #events: SessionEvents
  readonly #in: InboundNumbers
  readonly #out: OutboundMessages
  /** `expelling`: only the answer to our Logout is still heard. */
  #state: 'logging-on' | 'open' | 'leaving' | 'expelling' | 'closed' = 'logging-on'
  #heartbeatMs = Number.POSITIVE_INFINITY
  #heardAt: number
  #isAskedAlive = false
  #gap: Gap | null = null
  /** When the state it is in has lasted long enough, on the monotonic clock. */
  #deadline: number
  /** A Logout that came while messages were missing is answered by then. */
  #answerLogoutBy = Number.POSITIVE_INFINITY
  #reason = ''

  constructor(options: SessionOptions, events: SessionEvents, wire: Wire, numbers: FixNumbers) {
    this.#options = options
    this.#events = events
    this.#out = new OutboundMessages(options, wire, numbers.nextOut)
    this.#in = new InboundNumbers(numbers.nextIn, {
      keep: (nextIn) => this.#must(this.#out.inTurn(() => options.store.keepIn(nextIn))),
      failed: (error) => this.#close(`what was received could not be kept: ${String(error)}`),
    })
    this.#heardAt = options.clock.monotonic()
    this.#deadline = this.#heardAt + LOGON_PATIENCE_MS
    if (options.logon.role === 'initiator') this.#sendLogon(options.logon.heartbeatSeconds, options.logon.resets)
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /**
   * Resolves with the number of the message when it was written; rejects with `NotConnected` when it was not and never will be.
   * `fields` begin with MsgType.
   */
  send(fields: readonly Field[]): Promise<number> {
    if (this.#state !== 'open') return Promise.reject(new NotConnected('the session is not logged on'))
    const sent = this.#out.send(fields)
    this.#must(sent)
    return sent
  }

  /** Says goodbye; `closed` follows when the peer has answered, or was waited for long enough. */
  logout(): void {
    if (this.#state === 'open') this.#leave('leaving', 'logged out', LOGOUT_PATIENCE_MS)
    else if (this.#state === 'logging-on') this.#close('logged out')
  }

  /** Resolves when what was received before has been kept. Never rejects. */
  async settle(): Promise<void> {
    await this.#in.settle()
    await this.#out.inTurn(async () => {})
  }

  wireClosed(reason: string): void {
    this.#close(this.#reason || reason)
  }

  receive(message: FixMessage): void {
    if (this.#state === 'closed') return
    this.#heardAt = this.#options.clock.monotonic()
    this.#isAskedAlive = false
    if (this.#state !== 'expelling') {
      const objection = judgeVersion(message) ?? this.#judge(message, message.needCount(Tag.MsgSeqNum))
      if (objection !== null) this.#leave('expelling', objection, EXPEL_PATIENCE_MS, objection)
    } else if (message.type === MsgType.Logout) this.#close(this.#reason)
    this.#events.heard()
  }

  /** To be called several times a second. */
  tick(): void {
    const now = this.#options.clock.monotonic()
    if (this.#state === 'closed') return
    if (this.#state !== 'open') {
      if (now >= this.#deadline) this.#close(this.#reason || 'no answer to the logon')
      return
    }
    const silence = now - this.#heardAt
    if (silence >= this.#heartbeatMs * GIVE_UP_AFTER) this.#close('no answer to a test request')
    else if (silence >= this.#heartbeatMs * ASK_AFTER && !this.#isAskedAlive) {
      this.#isAskedAlive = true
      this.#post(MsgType.TestRequest, [[Tag.TestReqID, writeTime(this.#options.clock.now())]])
    } else if (now - this.#out.sentAt >= this.#heartbeatMs) this.#post(MsgType.Heartbeat, [])
    if (this.#gap !== null && now - this.#gap.askedAt >= RESEND_PATIENCE_MS) this.#askAgain(this.#gap)
    if (now >= this.#answerLogoutBy) this.#answerLogout()
  }

  #judge(message: FixMessage, seq: number): string | null {
    const found = judgeHeader(message, this.#options.parties, this.#options.clock)
    if (found === null) return this.#state === 'logging-on' ? this.#logOn(message, seq) : this.#take(message, seq)
    if (this.#state === 'logging-on') return found.problem.message
    if (seq === this.#in.next) this.#advance(seq + 1)
    this.#reject(message, found.problem)
    return found.isFatal ? found.problem.message : null
  }

  #take(message: FixMessage, seq: number): string | null {
    const { type } = message
    if (type === MsgType.SequenceReset && !message.isYes(Tag.GapFillFlag)) this.#jump(message)
    else if (type === MsgType.Logon && message.isYes(Tag.ResetSeqNumFlag) && seq === 1) this.#beginAgain(message)
    else if (seq > this.#in.next) this.#takeEarly(message, seq)
    else if (seq === this.#in.next) return this.#takeInOrder(message, seq)
    else if (!message.isYes(Tag.PossDupFlag)) return this.#tooLow(seq)
    return null
  }

  #tooLow(seq: number): string {
    return `MsgSeqNum too low, expecting ${this.#in.next} but received ${seq}`
  }

  #takeInOrder(message: FixMessage, seq: number): string | null {
    if (message.type === MsgType.Logon) return 'the session is logged on already'
    try {
      if (message.type === MsgType.SequenceReset) this.#advance(readGapFillEnd(message, seq))
      else this.#advance(seq + 1, this.#handle(message))
    } catch (error) {
      if (error instanceof FieldProblem) {
        this.#advance(seq + 1)
        this.#reject(message, error)
      } else this.#close(`a message could not be taken in: ${String(error)}`)
    }
    return null
  }

  /** A number too high. What must not wait is answered now; all of it comes again, in order, for the whole rest is asked for. */
  #takeEarly(message: FixMessage, seq: number): void {
    if (message.type === MsgType.ResendRequest || message.type === MsgType.TestRequest) {
      try {
        this.#handle(message)
      } catch {
        // It is rejected when it comes in its turn.
      }
    }
    if (message.type === MsgType.Logout) this.#answerLogoutBy = this.#options.clock.monotonic() + EXPEL_PATIENCE_MS
    this.#missUpTo(seq)
  }

  #missUpTo(seq: number): void {
    if (this.#gap !== null) {
      this.#gap.upTo = Math.max(this.#gap.upTo, seq)
      return
    }
    this.#gap = { upTo: seq, asks: 0, askedAt: 0 }
    this.#askAgain(this.#gap)
    this.#events.holed()
  }

  #askAgain(gap: Gap): void {
    const from = this.#in.next
    const reason = `messages from ${from} on were asked for and did not come`
    if (gap.asks >= RESEND_ASKS) this.#leave('expelling', reason, EXPEL_PATIENCE_MS, reason)
    gap.asks += 1
    gap.askedAt = this.#options.clock.monotonic()
    this.#post(MsgType.ResendRequest, [
      [Tag.BeginSeqNo, from],
      [Tag.EndSeqNo, 0],
    ])
  }

  #advance(next: number, taken?: void | Promise<void>): void {
    this.#in.advance(next, taken)
    if (this.#gap === null) return
    // Who sends is not asked again.
    this.#gap.askedAt = this.#options.clock.monotonic()
    if (next > this.#gap.upTo) this.#mend()
  }

  #mend(): void {
    this.#gap = null
    this.#events.mended()
    if (this.#answerLogoutBy !== Number.POSITIVE_INFINITY) this.#answerLogout()
  }

  #handle(message: FixMessage): void | Promise<void> {
    const { type } = message
    if (type === MsgType.TestRequest) this.#post(MsgType.Heartbeat, [[Tag.TestReqID, message.needText(Tag.TestReqID)]])
    else if (type === MsgType.ResendRequest) this.#resend(message)
    else if (type === MsgType.Logout) this.#answerLogout(message.text(Tag.Text))
    else if (type === MsgType.Reject || this.#options.hears.has(type)) return this.#events.received(message)
    else if (!isKnownType(type)) throw new FieldProblem(Tag.MsgType, RejectReason.InvalidMsgType, `MsgType ${type} is not one of FIX 4.4`)
    else if (type !== MsgType.Heartbeat) {
      this.#post(MsgType.BusinessMessageReject, [
        [Tag.RefSeqNum, message.text(Tag.MsgSeqNum)],
        [Tag.RefMsgType, type],
        [Tag.BusinessRejectReason, 3],
        [Tag.Text, 'this message is not supported'],
      ])
    }
  }

  /** SequenceReset in its reset mode: the peer gives up what lies between. Its own number says nothing. */
  #jump(message: FixMessage): void {
    const next = Number(message.text(Tag.NewSeqNo)) || 0
    if (next < this.#in.next) {
      const text = `NewSeqNo ${next} is below the expected ${this.#in.next}`
      this.#reject(message, new FieldProblem(Tag.NewSeqNo, RejectReason.ValueIncorrect, text))
      return
    }
    const isJump = next > this.#in.next
    const hadGap = this.#gap !== null
    if (isJump && !hadGap) this.#events.holed()
    this.#gap = null
    this.#advance(next)
    if (isJump || hadGap) this.#mend()
  }

  #resend(message: FixMessage): void {
    const { last } = this.#out
    const from = message.needCount(Tag.BeginSeqNo)
    const asked = message.needCount(Tag.EndSeqNo)
    const to = asked === 0 ? last : Math.min(asked, last)
    if (from < 1 || to < from) {
      throw new FieldProblem(Tag.BeginSeqNo, RejectReason.ValueIncorrect, `there is nothing to send again from ${from} to ${asked}`)
    }
    this.#must(this.#out.sendAgain(from, to))
  }

  #logOn(message: FixMessage, seq: number): string | null {
    const { logon } = this.#options
    const isInitiator = logon.role === 'initiator'
    if (message.type === MsgType.Logout && isInitiator) {
      this.#hearRefusal(message, seq)
      return null
    }
    const seconds = message.text(Tag.HeartBtInt)
    if (message.type !== MsgType.Logon) return 'the first message is not a Logon'
    if (!/^\d{1,4}$/.test(seconds)) return 'HeartBtInt is missing or not understood'
    const refusal = isInitiator ? null : logon.judge(message)
    if (refusal !== null) return refusal
    const resets = message.isYes(Tag.ResetSeqNumFlag)
    // The answer to our own reset finds the numbers begun already. One that we did not ask for has counted our Logon as the first.
    if (resets && !(isInitiator && logon.resets)) this.#restart(isInitiator ? 2 : 1)
    if (seq < this.#in.next) return this.#tooLow(seq)
    this.#state = 'open'
    const heartbeatSeconds = isInitiator ? logon.heartbeatSeconds : Number(seconds)
    if (heartbeatSeconds > 0) this.#heartbeatMs = heartbeatSeconds * 1_000
    if (!isInitiator) this.#sendLogon(heartbeatSeconds, resets)
    const isExpected = seq === this.#in.next
    if (isExpected) this.#advance(seq + 1)
    this.#events.opened()
    if (!isExpected) this.#missUpTo(seq)
    return null
  }

  #hearRefusal(message: FixMessage, seq: number): void {
    const text = message.text(Tag.Text)
    // Our store may be an older copy: the peer says which number it waits for, and a higher one loses nothing.
    const expected = Number(/too low.*?expect\w*\D{0,20}(\d{1,9})/i.exec(text)?.[1] ?? 0)
    if (expected > this.#out.last) this.#must(this.#out.inTurn(() => this.#options.store.keepOut(expected, null)))
    if (seq === this.#in.next) this.#advance(seq + 1)
    this.#close(`the logon was refused: ${text || 'no reason given'}`)
  }

  /** A Logon in the middle of a session that lets both sides begin with 1 again. */
  #beginAgain(message: FixMessage): void {
    this.#restart(1)
    this.#sendLogon(Number(message.text(Tag.HeartBtInt)) || this.#heartbeatMs / 1_000, true)
    this.#advance(2)
  }

  #restart(nextOut: number): void {
    this.#in.restart()
    this.#gap = null
    this.#must(this.#out.restart({ nextIn: 1, nextOut, startedAt: this.#options.clock.now() }))
  }

  #sendLogon(heartbeatSeconds: number, resets: boolean): void {
    const { logon } = this.#options
    const fields: Field[] = [
      [Tag.EncryptMethod, 0],
      [Tag.HeartBtInt, heartbeatSeconds],
    ]
    if (resets) fields.push([Tag.ResetSeqNumFlag, 'Y'])
    if (logon.role === 'initiator' && logon.username !== undefined) fields.push([Tag.Username, logon.username])
    if (logon.role === 'initiator' && logon.password !== undefined) fields.push([Tag.Password, logon.password])
    this.#post(MsgType.Logon, fields)
  }

  #reject(message: FixMessage, problem: FieldProblem): void {
    this.#post(MsgType.Reject, [
      [Tag.RefSeqNum, message.text(Tag.MsgSeqNum)],
      [Tag.RefTagID, problem.tag],
      [Tag.RefMsgType, message.type],
      [Tag.SessionRejectReason, problem.reason],
      [Tag.Text, problem.message],
    ])
  }

  #answerLogout(text = ''): void {
    this.#answerLogoutBy = Number.POSITIVE_INFINITY
    this.#reason ||= text || 'the peer logged out'
    if (this.#state === 'open') this.#leave('expelling', this.#reason, EXPEL_PATIENCE_MS)
    this.#must(this.#out.inTurn(async () => this.#close(this.#reason)))
  }

  #leave(state: 'leaving' | 'expelling', reason: string, patienceMs: number, text = ''): void {
    if (this.#state === 'closed' || this.#state === 'expelling') return
    this.#state = state
    this.#reason = reason
    this.#deadline = this.#options.clock.monotonic() + patienceMs
    this.#post(MsgType.Logout, text === '' ? [] : [[Tag.Text, text]])
  }

  #close(reason: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#out.close()
    this.#events.closed(reason)
  }

  #post(type: string, fields: readonly Field[]): void {
    this.#must(this.#out.send([[Tag.MsgType, type], ...fields]))
  }

  /** The connection does not outlive what fails here. */
  #must(work: Promise<unknown>): void {
    work.catch((error) => this.#close(`the numbers could not be kept, or nothing could be written: ${String(error)}`))
  }
}
