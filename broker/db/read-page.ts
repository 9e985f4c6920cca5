/**
 * Pages of the lists: by number, or behind the last row of the page before (docs/decisions/053-long-lists.md).
 *
 * Only keys are stepped over, in an index that holds them, and the rows of one page are fetched: the thousandth page of a long list
 * costs little more than its first. A cursor names a place and no page, so nothing is shown twice or left out when rows come in
 * between.
 *
 * Invariant: a cursor opens nothing. It is held against the list it is given to, and only moves about within what the caller may see.
 */
import { type AnyColumn, and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { PAGE_SIZE } from '../../contract/primitives'
import { idArray, queryRows, type Tx } from './open-database'

/** What of a call says which page: `page` from 1, or `after` as an answer gave it in `next`; then `page` does not count. */
export interface PageAsked {
  readonly page?: string | undefined
  readonly after?: string | undefined
}

interface ListQuestion {
  /** Name of the list in its cursors; lists that are ordered otherwise have another one. */
  readonly list: string
  readonly from: PgTable | SQL
  readonly where: SQL | undefined
  /** What the rows are ordered by, all in one direction, the id last: whole numbers that are never null in the list. */
  readonly by: readonly AnyColumn[]
  /** Newest first where it is left out. */
  readonly isAscending?: boolean
  readonly size?: number
}

interface PageOfKeys {
  /** Of the rows of the page, in their order. */
  readonly ids: readonly bigint[]
  /** The cursor of the page behind this one; empty where there is none. */
  readonly next: string
}

/** How many rows stand before a page. */
export function offsetOf(page: string | undefined, size = PAGE_SIZE): number {
  return (Number(page ?? '1') - 1) * size
}

/** Where a page begins: so many rows from the beginning, or behind the row with these keys; undefined for what is no cursor of the list. */
export function placeOf(
  list: string,
  keys: number,
  { page, after }: PageAsked,
  size = PAGE_SIZE,
): { offset: number; after: readonly string[] } | undefined {
  if (after === undefined) return { offset: offsetOf(page, size), after: [] }
  const [name, ...values] = after.split('.')
  const isOfList = name === list && values.length === keys && values.every((value) => /^\d{1,18}$/.test(value))
  return isOfList ? { offset: 0, after: values } : undefined
}

export const cursorOf = (list: string, keys: readonly (string | number | bigint)[]): string => [list, ...keys].join('.')

/** The keys of one page; undefined where `after` is no cursor of the list. */
export async function readKeys(tx: Tx, question: ListQuestion, asked: PageAsked): Promise<PageOfKeys | undefined> {
  const { list, from, where, by, isAscending = false, size = PAGE_SIZE } = question
  const place = placeOf(list, by.length, asked, size)
  if (place === undefined) return undefined
  const row = sql`(${sql.join([...by], sql`, `)})`
  const values = sql.join(
    place.after.map((value) => sql`${value}::bigint`),
    sql`, `,
  )
  const isBehind = place.after.length === 0 ? undefined : sql`${row} ${sql.raw(isAscending ? '>' : '<')} (${values})`
  const keys = await queryRows<Record<string, string>>(
    tx,
    sql`select ${sql.join(
      by.map((column, index) => sql`${column}::text as ${sql.identifier(`key${index}`)}`),
      sql`, `,
    )} from ${from} where ${and(where, isBehind)} order by ${sql.join(
      by.map((column) => (isAscending ? asc(column) : desc(column))),
      sql`, `,
    )} limit ${sql.raw(String(size + 1))} offset ${place.offset}`,
  )
  const shown = keys.slice(0, size).map((key) => by.map((_, index) => key[`key${index}`] ?? ''))
  const last = keys.length > size ? shown.at(-1) : undefined
  return { ids: shown.map((key) => BigInt(key.at(-1) ?? '')), next: last === undefined ? '' : cursorOf(list, last) }
}

/** How many rows the whole list has, counted in an index where one holds what it is chosen by. */
export async function countRows(tx: Tx, { from, where }: Pick<ListQuestion, 'from' | 'where'>): Promise<number> {
  const [all] = await queryRows<{ total: number }>(tx, sql`select count(*)::int as total from ${from} where ${where}`)
  return all?.total ?? 0
}

type TableWithId = PgTable & { readonly id: AnyColumn }

/** The rows with these ids, in the order of the ids; what has gone meanwhile is left out. */
export async function rowsOf<Table extends TableWithId>(tx: Tx, table: Table, ids: readonly bigint[]): Promise<Table['$inferSelect'][]> {
  if (ids.length === 0) return []
  const rows = (await tx
    .select()
    .from(table as PgTable)
    .where(sql`${table.id} = any(${idArray(ids)})`)) as (Table['$inferSelect'] & { readonly id: bigint })[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of the rows of a table, and the cursor behind it; undefined where `after` is no cursor of the list. */
export async function readPage<Table extends TableWithId>(
  tx: Tx,
  table: Table,
  question: Omit<ListQuestion, 'from'>,
  asked: PageAsked,
): Promise<{ readonly rows: Table['$inferSelect'][]; readonly next: string } | undefined> {
  const keys = await readKeys(tx, { ...question, from: table }, asked)
  return keys && { rows: await rowsOf(tx, table, keys.ids), next: keys.next }
}
