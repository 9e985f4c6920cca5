/** What an audit entry changed, value by value, as short text: the same for settings, money, orders and accounts. */
import type { AuditEvent } from '../../contract/desk/audit'

const LONGEST = 500

export function changeOf(before: unknown, after: unknown): AuditEvent['change'] {
  const [old, fresh] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((name) => ({ name, before: flat(old[name]), after: flat(fresh[name]) }))
    .filter((part) => part.before !== part.after)
}

function valuesOf(values: unknown): Readonly<Record<string, unknown>> {
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {}
}

function flat(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = Array.isArray(value) ? value.map(flat).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
