/** Messages to the owner of an account about the account itself. */
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { Tx } from '../db/open-database'
import type { MessageKind, Recipient } from '../delivery/delivery'
import type { TraderRow } from '../traders/trader-row'
import type { UserServices } from './user-services'

interface OwnerMessage {
  readonly tenant: Tenant
  readonly row: Pick<TraderRow, 'email' | 'mobile'>
  readonly language: Language
  readonly kind: MessageKind
  readonly values?: Readonly<Record<string, string>>
  /** Unix milliseconds after which it is not worth sending. */
  readonly expiresAt?: number
}

/** Queues a message to the address the trader signs in with; a demo account has none and is told nothing. */
export async function tellOwner(
  tx: Tx,
  { delivery }: Pick<UserServices, 'delivery'>,
  { row, ...message }: OwnerMessage,
  now: number,
): Promise<void> {
  const recipient = recipientOf(row)
  if (recipient !== undefined) await delivery.queue(tx, { ...message, recipient }, now)
}

/** Where the owner of an account is written to; undefined for a demo account. */
export function recipientOf({ email, mobile }: OwnerMessage['row']): Recipient | undefined {
  if (email !== null) return { channel: 'email', to: email }
  return mobile === null ? undefined : { channel: 'sms', to: mobile }
}
