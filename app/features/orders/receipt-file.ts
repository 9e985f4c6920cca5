/**
 * Receipts as a file: the canonical JSON (RFC 8785) of what the broker sent, byte for byte, so that hash and signature can
 * be checked from the file alone.
 */
import canonicalize from 'canonicalize'

/** `number` names one receipt of the order, counted from 1; without it the file holds all of them. */
export function receiptFileName(broker: string, orderId: string, number?: number): string {
  return number === undefined ? `${broker}-${orderId}-receipts.json` : `${broker}-${orderId}-receipt-${number}.json`
}

/** @throws TypeError for what JSON cannot say. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('nothing to write as canonical JSON')
  return text
}

/** Hands the file to the browser. */
export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([canonicalText(value)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
