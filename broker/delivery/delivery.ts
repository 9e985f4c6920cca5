/**
 * Mails and texts: written into the transaction that causes them, carried out of the process behind its commit.
 *
 * Invariant: a message is lost by nothing but the end of its own time: it is queued with its cause or not at all, and stays queued
 * until a server has taken it.
 */
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { Tx } from '../db/open-database'

/** Each kind has its texts in `locales/<language>/mail.json`. */
export const MESSAGE_KINDS = [
  'code-register',
  'code-reset',
  'already-registered',
  'new-device',
  'password-changed',
  'account-frozen',
  'two-step-on',
  'two-step-off',
  'identity-approved',
  'identity-rejected',
  'deposit-completed',
  'deposit-rejected',
  'deposit-invalid',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-invalid',
  'desk-frozen',
  'desk-thawed',
  'desk-signed-out',
  'desk-two-step-off',
  'price-reached',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** `to`: an e-mail address, or an E.164 number without `+`. */
export interface Recipient {
  readonly channel: 'email' | 'sms'
  readonly to: string
}

export interface MessageDraft {
  readonly tenant: Tenant
  readonly recipient: Recipient
  readonly kind: MessageKind
  readonly language: Language
  /**
   * Fill the placeholders of the kind's texts: `code`, `minutes`, `link`, `device`, `time`, `country`, `reason`, `amount`, `currency`, `fee`, `received`, `number`, `instrument`, `price`, `bid`. `time` in Unix
   * milliseconds and `country` as ISO 3166 alpha-2 are written out in the reader's language. `link` is an address or a path of the
   * company's own site; any other throws. Only `new-device` and `price-reached` need one: the others know where they lead.
   */
  readonly values?: Readonly<Record<string, string>>
  /** Unix milliseconds after which it is not worth sending; a code's end. */
  readonly expiresAt?: number
}

/** What `/dev/outbox.json` lists, newest first. */
export interface ShownMessage {
  readonly channel: 'email' | 'sms'
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The code in it, empty where it has none. */
  readonly code: string
  /** Unix milliseconds. */
  readonly at: number
}

export interface Delivery {
  /** Writes the message in the caller's transaction. Nothing leaves before the commit. */
  queue(tx: Tx, draft: MessageDraft, now: number): Promise<void>
  /** Something was committed: sends soon. Cheap, may be called for every commit. */
  nudge(): void
  /** Resolves when everything that was due has been tried once. */
  flush(): Promise<void>
  /** The newest messages of a company, for the developer's outbox; `to` exactly as addressed. */
  shown(tenantId: string, to?: string): Promise<readonly ShownMessage[]>
  close(): Promise<void>
}
