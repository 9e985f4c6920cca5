/** Reading a receipt's body, which may have been written by anybody: every fact is looked at before it is shown. */
type Body = Readonly<Record<string, unknown>>

const RECEIPT_EVENTS = [
  'order_placed',
  'order_sent',
  'order_opened',
  'order_closed',
  'order_cancelled',
  'order_edited',
  'adjustment',
] as const
const RECEIPT_REASONS = [
  'market',
  'limit',
  'stop',
  'trader',
  'manual',
  'take_profit',
  'stop_loss',
  'stop_out',
  'cancelled',
  'insufficient_margin',
  'not_filled',
  'demo_reset',
  'funding',
  'negative_balance_protection',
  'correction',
] as const

/** Text of a fact; null where it is absent or not a text. */
export function textOf(body: Body, name: string): string | null {
  const value = body[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function partOf(body: Body, name: string): Body | null {
  const value = body[name]
  return isPart(value) ? value : null
}

/** Whether it is a body of its own. */
export function isPart(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `event.order_opened`; an event that this page does not know is just a receipt. */
export function eventKey(body: Body): string {
  const event = RECEIPT_EVENTS.find((one) => one === body.event)
  return `event.${event ?? 'other'}`
}

/** Key of the words for a reason, or null where there are none. */
export function reasonKey(reason: string): string | null {
  const known = RECEIPT_REASONS.find((one) => one === reason)
  return known === undefined ? null : `reason.${known}`
}

/** `2026-11-18 14:00:03.120 UTC`, the same for everybody who reads the receipt; null where it is no time. */
export function utcText(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > 8.64e15) return null
  return new Date(value).toISOString().replace('T', ' ').replace('Z', ' UTC')
}

interface LedgerPosting {
  readonly transaction: string
  readonly entries: readonly string[]
}

export function ledgerOf(body: Body): LedgerPosting[] {
  if (!Array.isArray(body.ledger)) return []
  return (body.ledger as unknown[]).flatMap((posting) => {
    const { transaction, entries } = (posting ?? {}) as Record<string, unknown>
    if (typeof transaction !== 'string' || !Array.isArray(entries)) return []
    return [{ transaction, entries: (entries as unknown[]).map(String) }]
  })
}
