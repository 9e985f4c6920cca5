/**
 * What takes a message out of the house: one carrier a channel.
 *
 * Invariant: the reason of a failure is in our own words. What a server answers may quote the recipient or the text, and reasons are
 * stored and logged.
 */
import type { MessageContent } from './compose-message'

export interface OutgoingMessage {
  /** The same for every attempt of one message, and no other's: by it a server can tell a repetition. */
  readonly reference: string
  readonly content: MessageContent
  /** Unix milliseconds. */
  readonly createdAt: number
}

export interface Carrier {
  /** Resolves when the server has taken the message over. @throws SendFailure */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>
  close(): void
}

export class SendFailure extends Error {
  override readonly name = 'SendFailure'
  constructor(
    readonly reason: string,
    /** The server will never take this message: it is not tried again. */
    readonly isPermanent: boolean,
  ) {
    super(reason)
  }
}
