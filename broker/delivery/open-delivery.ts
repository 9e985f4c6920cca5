/** Opens the way out for mails and texts. */
import type { Clock } from '../clock'
import type { Database } from '../db/open-database'
import type { Logger } from '../logger'
import type { Texts } from '../texts'
import type { KeyedHash } from '../users/keyed-hash'
import type { Delivery } from './delivery'

/** `url` is `smtp://user:password@host:587` or `smtps://…`. Without `from` a tenant's own address is the sender. */
export interface MailSettings {
  readonly url: string
  readonly from?: string | undefined
}

/**
 * A text is one POST to `url`. `twilio`: the Messages call of its REST interface (form fields, basic authentication with `user` and
 * `token`); `json`: `{to, from, text}` with `token` as a bearer.
 */
export interface SmsSettings {
  readonly kind: 'twilio' | 'json'
  readonly url: string
  readonly user?: string | undefined
  readonly token?: string | undefined
  readonly from?: string | undefined
}

export interface DeliveryParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly texts: Texts
  readonly masterKey: Uint8Array
  readonly keyedHash: KeyedHash
  readonly mail?: MailSettings | undefined
  readonly sms?: SmsSettings | undefined
  /** A message that nothing is configured to carry is shown to the developer; otherwise it waits in the queue until something is. */
  readonly showsUndeliverable: boolean
}

export function openDelivery(_parts: DeliveryParts): Delivery {
  return { async queue() {}, nudge() {}, async flush() {}, shown: async () => [], async close() {} }
}
