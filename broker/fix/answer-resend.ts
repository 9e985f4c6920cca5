/** What is sent for a ResendRequest: the messages that may be sent again, and gap fills over all others. */
import type { Field } from './fix-message'
import type { KeptMessage } from './session-store'
import { MsgType, Tag } from './tags'

interface ResentMessage {
  readonly seq: number
  readonly fields: readonly Field[]
  /** SendingTime of the first time; null for a gap fill. */
  readonly sentAt: string | null
}

/** `kept` are the messages from `from` to `to`, ascending. */
export function answerResend(kept: readonly KeptMessage[], from: number, to: number): ResentMessage[] {
  const answer: ResentMessage[] = []
  let next = from
  const fillTo = (seq: number): void => {
    if (seq <= next) return
    const fields: Field[] = [
      [Tag.MsgType, MsgType.SequenceReset],
      [Tag.GapFillFlag, 'Y'],
      [Tag.NewSeqNo, seq],
    ]
    answer.push({ seq: next, fields, sentAt: null })
  }
  for (const message of kept) {
    fillTo(message.seq)
    answer.push(message)
    next = message.seq + 1
  }
  fillTo(to + 1)
  return answer
}
