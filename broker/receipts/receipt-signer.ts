/** Signs receipts with the tenant's key. Synchronous: a receipt is part of the decision it states. */
import type { Tenant } from '../../contract/tenant'

export interface SignedReceipt {
  /** Canonical JSON (RFC 8785), exactly the bytes that were signed. */
  readonly body: string
  /** SHA-256 of `body`, lower-case hex. */
  readonly hash: string
  /** Ed25519 over `body`, base64url. */
  readonly signature: string
  readonly keyId: string
}

export interface ReceiptSigner {
  /** The signed body names the key too: `key_id` is added here. @throws when the body is not JSON. */
  sign(tenant: Tenant, body: Readonly<Record<string, unknown>>): SignedReceipt
}
