/** The words of a statement in the reader's language, the same on the page, on paper and in the file. */
import type { TFunction } from 'i18next'
import { dateTimeFormat } from '../../../language/intl'
import type { Language } from '../../../language/language'
import { KIND_KEYS, type StatementKind, type StatementRow } from '../../../terms/period-statement'

export const kindName = (t: TFunction, kind: StatementKind): string => t(KIND_KEYS[kind])

/** `EURUSD Long`; empty where nothing was traded. */
export function tradedName(t: TFunction, { instrument, side }: Pick<StatementRow, 'instrument' | 'side'>): string {
  if (instrument === '') return ''
  return side === '' ? instrument : `${instrument} ${t(side === 'buy' ? 'order:long' : 'order:short')}`
}

/** `October 2026`, or `Tax year 2026`. */
export function periodName(t: TFunction, language: Language, { period, from }: { readonly period: string; readonly from: number }): string {
  if (period.length === 4) return t('wallet:statement.taxYear', { year: period })
  return dateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(from)
}

/** `1 Nov 2026, 00:00:06`, in UTC. */
export const utcMoment = (language: Language, at: number): string =>
  dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }).format(at)

/** `2026-11-01 00:00:06`, the same in every language: on paper and in files. */
export const plainMoment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
