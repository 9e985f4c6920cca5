/** What the parts of the reconciliation page share. */
import { paths } from '../../../addresses/paths'
import type { Difference, DifferenceDetail } from '../../../terms/reconciliation'
import { compareDecimals, decimalText } from '../../../ui'

export const RESOLVE_KINDS = ['theirs_accepted', 'ours_stand', 'explained'] as const
export type ResolveKind = (typeof RESOLVE_KINDS)[number]

export const SHOWN = ['open', 'resolved', 'equal'] as const
type Shown = (typeof SHOWN)[number]

export function readShown(text: string | null): Shown {
  return SHOWN.find((one) => one === text) ?? 'open'
}

export function shownRows(rows: readonly Difference[], shown: Shown): readonly Difference[] {
  if (shown === 'equal') return []
  return rows.filter(({ status }) => (status === 'resolved') === (shown === 'resolved'))
}

/** The row that was asked for, also one that has just left the list; else the first. */
export function chosenRow(rows: readonly Difference[], shown: Shown, id: string): Difference | undefined {
  return rows.find((row) => row.id === id) ?? shownRows(rows, shown)[0]
}

/** Of the page, with what stays as it is. */
export function reconcileHref(
  of: { readonly company: string; readonly day: string; readonly shown: Shown },
  { id, day = of.day, shown = of.shown }: { readonly id?: string; readonly day?: string; readonly shown?: Shown },
): string {
  return paths.desk.reconcile({ company: of.company, day, show: shown === 'open' ? undefined : shown, id })
}

/** The date before or after, as text. */
export function dayBeside(day: string, by: 1 | -1): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** A row about money alone. */
export function isCharge({ theirsAmount }: Pick<Difference, 'theirsAmount'>): boolean {
  return theirsAmount !== null
}

export const money = (text: string | null, signed = false) =>
  text === null ? '–' : decimalText(text, { decimals: 2, signed, rounding: 'half-up' })

/** A price or a quantity with the decimals that it has, two at least. */
export function exact(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return decimalText(text, { decimals: Math.max(2, decimals) })
}

/** What each side says of a row, in the figure that differs. */
export function sideFigure(row: Difference, side: 'ours' | 'theirs'): string {
  if (isCharge(row)) return money(side === 'ours' ? row.oursAmount : row.theirsAmount)
  const values = row[side]
  if (values === null) return '–'
  return row.kind === 'quantity' || row.kind === 'position' || values.price === null ? exact(values.quantity) : exact(values.price)
}

/** The arithmetic that explains an amount; null where there is none to show. */
export function formulaOf({ row, mark, rate }: Pick<DifferenceDetail, 'row' | 'mark' | 'rate'>): string | null {
  const { ours, theirs, side, usdt } = row
  if (usdt === null) return null
  const by = rate === null || compareDecimals(rate, '1') === 0 ? '' : ` × ${exact(rate)}`
  const end = `${by} = ${money(usdt, true)} USDT`
  if (isCharge(row))
    return `${money(row.theirsAmount)} − ${row.oursAmount?.startsWith('-') ? `(${money(row.oursAmount)})` : money(row.oursAmount ?? '0')}${end}`
  if (row.kind === 'price' && ours?.price && theirs?.price) {
    const [first, then] = side === 'sell' ? [theirs.price, ours.price] : [ours.price, theirs.price]
    return `${exact(theirs.quantity)} × (${exact(first)} − ${exact(then)})${end}`
  }
  const only = theirs ?? ours
  if (mark === null || only?.price == null || (ours !== null && theirs !== null)) return null
  const isPlus = (side === 'buy') === (theirs !== null)
  const [first, then] = isPlus ? [mark, only.price] : [only.price, mark]
  return `${exact(only.quantity)} × (${exact(first)} − ${exact(then)})${end}`
}
