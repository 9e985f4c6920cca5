/**
 * Receipts as a file: the canonical JSON (RFC 8785) of what the broker sent, byte for byte, so that hash and signature can
 * be checked from the file alone. Once they are in the public log their proofs stand beside them, and change nothing in them.
 */
import type { Receipt, ReceiptFile } from '../../../contract/orders'
import type { LoggedReceipt } from '../../terms/order'

/** What the file says: a receipt or a list of them, or both with the proofs of those that are in the log. */
export function receiptFile(receipts: readonly Receipt[], proofs: readonly LoggedReceipt[], isList: boolean): ReceiptFile {
  const hashes = new Set(receipts.map(({ hash }) => hash))
  const proven = proofs.flatMap(({ hash, place }) => (place !== null && hashes.has(hash) ? [{ hash, proof: place.proof }] : []))
  if (proven.length > 0) return { receipts: [...receipts], proofs: proven }
  const [only] = receipts
  return isList || only === undefined ? [...receipts] : only
}

/** `number` names one receipt of the order, counted from 1; without it the file holds all of them. */
export function receiptFileName(broker: string, orderId: string, number?: number): string {
  return number === undefined ? `${broker}-${orderId}-receipts.json` : `${broker}-${orderId}-receipt-${number}.json`
}
