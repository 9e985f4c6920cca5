/**
 * What outlives a connection: the numbers of a session, and the messages that its peer may ask for again.
 *
 * Invariant: a number is kept before its message is sent, and counts as received only after its message was taken in; so whatever
 * moment a process dies at, no number is used twice and nothing is lost.
 */

export interface FixNumbers {
  /** The number that the next message of the peer has, and that our next one gets; from 1. */
  readonly nextIn: number
  readonly nextOut: number
  /** Unix milliseconds at which both began with 1. */
  readonly startedAt: number
}

export interface KeptMessage {
  readonly seq: number
  /** As it was sent, without head and tail: MsgType, then what the message says. */
  readonly fields: readonly (readonly [tag: number, value: string])[]
  /** SendingTime of the first time. */
  readonly sentAt: string
}

/** Kept messages of a session: what is older can only be gap-filled. */
export const MAX_KEPT = 1_000

export interface FixStore {
  /** Null for a session that never was. */
  load(): Promise<FixNumbers | null>
  /** Both numbers begin again and no message is kept. */
  restart(numbers: FixNumbers): Promise<void>
  /** `message` is null for one that is never sent again. */
  keepOut(nextOut: number, message: KeptMessage | null): Promise<void>
  keepIn(nextIn: number): Promise<void>
  /** Both numbers included, ascending; only what is still kept. */
  findKept(from: number, to: number): Promise<KeptMessage[]>
}

/** Numbers that end with the process. */
export function memoryFixStore(): FixStore {
  let numbers: FixNumbers | null = null
  let kept: KeptMessage[] = []
  const known = (): FixNumbers => numbers ?? { nextIn: 1, nextOut: 1, startedAt: 0 }
  return {
    load: async () => numbers,
    async restart(next) {
      numbers = next
      kept = []
    },
    async keepOut(nextOut, message) {
      numbers = { ...known(), nextOut }
      if (message !== null) kept = [...kept.filter(({ seq }) => seq > message.seq - MAX_KEPT), message]
    },
    async keepIn(nextIn) {
      numbers = { ...known(), nextIn }
    },
    findKept: async (from, to) => kept.filter(({ seq }) => seq >= from && seq <= to),
  }
}
