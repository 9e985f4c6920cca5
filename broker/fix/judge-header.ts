/** Whether a message is one of this session: its version, its parties, its time, and that it says what every message has to. */
import type { Clock } from '../ground/clock'
import { FieldProblem, type FixMessage } from './fix-message'
import { readTime } from './fix-values'
import { BEGIN_STRING, MsgType, RejectReason, Tag } from './tags'

/** How far the clocks of both sides may be apart. */
const MAX_TIME_ERROR_MS = 120_000

export interface Parties {
  /** Our CompID, which the peer's messages name as their target. */
  readonly us: string
  readonly them: string
}

/** What is wrong: `isFatal` ends the session after the Reject. */
interface HeaderProblem {
  readonly problem: FieldProblem
  readonly isFatal: boolean
}

/** Why no message of this kind can be taken in at all, in English; null when it can. */
export function judgeVersion(message: FixMessage): string | null {
  const version = message.text(Tag.BeginString)
  if (version !== BEGIN_STRING) return `BeginString is ${version}, not ${BEGIN_STRING}`
  return /^[1-9]\d{0,8}$/.test(message.text(Tag.MsgSeqNum)) ? null : 'MsgSeqNum is missing or not understood'
}

export function judgeHeader(message: FixMessage, { us, them }: Parties, clock: Clock): HeaderProblem | null {
  const empty = message.fields.find(([, value]) => value === '')
  if (empty !== undefined) return minor(empty[0], RejectReason.TagWithoutValue, `tag ${empty[0]} has no value`)
  for (const [tag, expected] of [
    [Tag.SenderCompID, them],
    [Tag.TargetCompID, us],
  ] as const) {
    if (message.text(tag) !== expected) return fatal(tag, RejectReason.CompIdProblem, `tag ${tag} is not ${expected}`)
  }
  return judgeTimes(message, clock)
}

function judgeTimes(message: FixMessage, clock: Clock): HeaderProblem | null {
  const tag = Tag.SendingTime
  if (!message.has(tag)) return minor(tag, RejectReason.RequiredTagMissing, 'SendingTime is missing')
  const sentAt = readTime(message.text(tag))
  if (sentAt === null) return minor(tag, RejectReason.DataFormat, 'SendingTime is not understood')
  if (Math.abs(clock.now() - sentAt) > MAX_TIME_ERROR_MS) return fatal(tag, RejectReason.SendingTimeAccuracy, 'SendingTime is far from now')
  if (!message.isYes(Tag.PossDupFlag)) return null
  const original = Tag.OrigSendingTime
  if (!message.has(original)) {
    // Some leave it out where nothing was sent before.
    if (message.type === MsgType.SequenceReset) return null
    return minor(original, RejectReason.RequiredTagMissing, 'OrigSendingTime is missing')
  }
  const firstSentAt = readTime(message.text(original))
  if (firstSentAt === null) return minor(original, RejectReason.DataFormat, 'OrigSendingTime is not understood')
  return firstSentAt > sentAt ? minor(original, RejectReason.SendingTimeAccuracy, 'OrigSendingTime is after SendingTime') : null
}

/** The number that a gap fill leads to. @throws FieldProblem when it would lower the number. */
export function readGapFillEnd(message: FixMessage, seq: number): number {
  const next = message.needCount(Tag.NewSeqNo)
  if (next <= seq) throw new FieldProblem(Tag.NewSeqNo, RejectReason.ValueIncorrect, `NewSeqNo ${next} does not go beyond ${seq}`)
  return next
}

const minor = (tag: number, reason: number, text: string): HeaderProblem => ({
  problem: new FieldProblem(tag, reason, text),
  isFatal: false,
})

const fatal = (tag: number, reason: number, text: string): HeaderProblem => ({ ...minor(tag, reason, text), isFatal: true })
