/** The periods of statements: a month of the calendar (`2026-10`) or a tax year, which is a year of it (`2026`), both in UTC. */

export interface StatementPeriod {
  /** `2026-10` or `2026`. */
  readonly name: string
  readonly kind: 'month' | 'year'
  /** Unix milliseconds, inclusive. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

const STATEMENT_PERIOD = /^[1-9]\d{3}(-(0[1-9]|1[0-2]))?$/

/** Null for what names no period. */
export function statementPeriod(name: string): StatementPeriod | null {
  if (!STATEMENT_PERIOD.test(name)) return null
  const [year = 0, month] = name.split('-').map(Number)
  const [from, to] = month === undefined ? [Date.UTC(year), Date.UTC(year + 1)] : [Date.UTC(year, month - 1), Date.UTC(year, month)]
  return { name, kind: month === undefined ? 'year' : 'month', from, to }
}

/** Every month and year from one moment to another, the newest first; a year stands before its months. */
export function statementPeriods(since: number, now: number): StatementPeriod[] {
  const [first, last] = [new Date(since), new Date(now)]
  const periods: StatementPeriod[] = []
  for (let year = last.getUTCFullYear(); year >= first.getUTCFullYear(); year--) {
    const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(12 - index).padStart(2, '0')}`)
    for (const name of [String(year), ...months]) {
      const period = statementPeriod(name)
      if (period !== null && period.from <= now && period.to > since) periods.push(period)
    }
  }
  return periods
}
