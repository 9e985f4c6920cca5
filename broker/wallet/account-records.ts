/**
 * A trader's account as lines of a book: every movement of its money with words for it, a page of them or a whole period.
 *
 * Invariants: the value of a line is what the movement changed of the available balance, so the lines of any period add up to the
 * difference of its two balances; the parts of a line add up to its value. A line is the ledger's; nothing here is kept a second time.
 * Lines are numbered within their account: the ledger counts over all companies, and that is nobody's to know.
 */

import { type SQL, sql } from 'drizzle-orm'
import { type Language, PAGE_SIZE } from '../../contract/primitives'
import type { AccountRecord, getStatement, listAccountRecords } from '../../contract/wallet'
import { DAY_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { badCursor, done, forTrader, type Handler, refused, type SomeHandlers } from '../calls/handler'
import { queryRows, type Tx } from '../db/open-database'
import { cursorOf, placeOf } from '../db/read-page'
import { formatMoment } from '../ground/moment'
import type { Texts } from '../ground/texts'
import type { HouseAccount, TraderAccount, TransactionKind } from '../ledger/entries'
import { getAccount } from '../ledger/open-account'

/** The wire's numbers of what a line is about. 10 is kept for lines with words of their own (`Memo`). */
export const RECORD_TYPES: Readonly<Record<TransactionKind, number>> = {
  deposit: 1,
  withdrawal_request: 2,
  withdrawal_return: 3,
  withdrawal_complete: 4,
  order_open: 5,
  order_close: 6,
  negative_balance_protection: 7,
  demo_grant: 8,
  demo_reset: 9,
  funding: 11,
  order_reserve: 12,
  order_release: 13,
  correction: 14,
}

const LONGEST_DAYS = 366
const MOST_LINES = 10_000

interface Line {
  /** Of all lines of the account, from 1. */
  readonly line: string
  readonly kind: TransactionKind
  readonly at: number
  readonly value: bigint
  /** What the words name: the instrument and number of an order, the number of a deposit or withdrawal. */
  readonly instrument: string
  readonly number: string
  readonly parts: NonNullable<AccountRecord['Parts']>
}

const bookedOn = (account: TraderAccount | HouseAccount) => sql`coalesce((select sum(e.amount) from ledger_entry e
  where e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = ${account}), 0)`

/** What an order moves of the available balance, by where its other side is booked. */
const PARTS = [
  { name: 'margin', account: 'trader:margin' },
  { name: 'fee', account: 'house:fees' },
  { name: 'profit', account: 'house:trading' },
] as const satisfies readonly { name: NonNullable<AccountRecord['Parts']>[number]['Name']; account: TraderAccount | HouseAccount }[]
const PARTS_OF: Partial<Record<TransactionKind, readonly string[]>> = {
  order_open: ['margin', 'fee'],
  order_close: ['margin', 'profit'],
  order_reserve: ['margin'],
  order_release: ['margin'],
}

const COLUMNS = sql`t.line::text as line, t.kind, t.created_at::text as at, ${bookedOn('trader:available')}::text as value,
  ${sql.join(
    PARTS.map(({ name, account }) => sql`${bookedOn(account)}::text as ${sql.identifier(name)}`),
    sql`, `,
  )},
  coalesce(o.instrument_code, '') as instrument,
  coalesce(t.order_id,
    (select d.id from deposit d where d.tenant_id = t.tenant_id and d.trader_id = t.trader_id and d.transaction_id = t.id),
    (select w.id from withdrawal w where w.tenant_id = t.tenant_id and w.trader_id = t.trader_id
      and (w.request_transaction_id = t.id or w.end_transaction_id = t.id)),
    (select c.id from challenge c where c.tenant_id = t.tenant_id and c.transaction_id = t.id))::text as number`
const withOrders = (lines: SQL) => sql`from (${lines}) t left join trade_order o on o.tenant_id = t.tenant_id and o.id = t.order_id`
const linesOf = (tenantId: string, traderId: string) =>
  withOrders(
    sql`select *, row_number() over (order by id) as line from ledger_transaction where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint`,
  )

const LIST = 'records'

/**
 * A page of the lines, the newest first, with their numbers. The ledger's ids are nobody's to know, so a cursor names the number of a
 * line; how many there are is kept with the account, and the lines before a page are stepped over in an index.
 */
function newestLines(
  tenantId: string,
  traderId: string,
  { offset, after }: { readonly offset: number; readonly after: readonly string[] },
): SQL {
  const [line] = after
  const skipped = line === undefined ? sql`${offset}::bigint` : sql`greatest(0, a.movements - ${line}::bigint + 1)`
  return withOrders(sql`select l.*, k.line from trading_account a cross join lateral (
      select n.id, a.movements - ${skipped} - row_number() over (order by n.id desc) + 1 as line from (
        select id from ledger_transaction where tenant_id = ${tenantId} and trader_id = ${traderId}::bigint
        order by id desc limit ${sql.raw(String(PAGE_SIZE))} offset ${skipped}
      ) n
    ) k join ledger_transaction l on l.tenant_id = ${tenantId} and l.id = k.id
    where a.tenant_id = ${tenantId} and a.trader_id = ${traderId}::bigint`)
}

export function recordHandlers({ texts }: { readonly texts: Texts }) {
  return { listAccountRecords: listHandler(texts), getStatement: statementHandler(texts) } satisfies SomeHandlers
}

function listHandler(texts: Texts): Handler<typeof listAccountRecords> {
  return forTrader(async ({ tx, tenant, trader, input, language }) => {
    const place = placeOf(LIST, 1, input)
    if (place === undefined) return badCursor()
    const lines = await readLines(tx, sql`${newestLines(tenant.id, trader.id, place)} order by t.line desc`)
    const account = await getAccount(tx, tenant.id, BigInt(trader.id))
    const last = lines.at(-1)
    return done({
      list: lines.map((line) => record(texts, line, language)),
      total: account?.movements ?? 0,
      next: last === undefined || last.line === '1' ? '' : cursorOf(LIST, [last.line]),
    })
  })
}

function statementHandler(texts: Texts): Handler<typeof getStatement> {
  return forTrader(async ({ tx, tenant, trader, input, language }) => {
    const [from, to] = [Number(input.from), Number(input.to)]
    if (to <= from || to - from > LONGEST_DAYS * DAY_MS) return refused('STATEMENT_PERIOD_INVALID', { days: String(LONGEST_DAYS) })
    const mine = sql`t.tenant_id = ${tenant.id} and t.trader_id = ${trader.id}::bigint`
    // Movements are only ever added, with the time of now: what is before the period stands.
    const lines = await readLines(
      tx,
      sql`${linesOf(tenant.id, trader.id)} where t.created_at >= ${from} and t.created_at < ${to}
        order by t.created_at, t.line limit ${MOST_LINES + 1}`,
    )
    const [before] = await queryRows<{ sum: string }>(
      tx,
      sql`select coalesce(sum(e.amount), 0)::text as sum from ledger_entry e
          join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
          where ${mine} and e.account = 'trader:available' and t.created_at < ${from}`,
    )
    const opening = BigInt(before?.sum ?? '0')
    let balance = opening
    const entries = lines.slice(0, MOST_LINES).map((line) => {
      balance += line.value
      return { ...record(texts, line, language), balance_after: formatAmount(balance) }
    })
    return done({
      from,
      to,
      opening: formatAmount(opening),
      closing: formatAmount(balance),
      entries,
      is_complete: lines.length <= MOST_LINES,
    })
  })
}

async function readLines(tx: Tx, which: SQL): Promise<Line[]> {
  const rows = await queryRows<
    Record<'line' | 'kind' | 'at' | 'value' | 'instrument' | 'margin' | 'fee' | 'profit', string> & { number: string | null }
  >(tx, sql`select ${COLUMNS} ${which}`)
  return rows.map(({ line, kind, at, value, instrument, number, ...booked }) => ({
    line,
    kind: kind as TransactionKind,
    at: Number(at),
    value: BigInt(value),
    instrument,
    number: number ?? '',
    parts: PARTS.filter(({ name }) => PARTS_OF[kind as TransactionKind]?.includes(name)).map(({ name }) => ({
      Name: name,
      Value: formatAmount(-BigInt(booked[name])),
    })),
  }))
}

function record(texts: Texts, { line, kind, at, value, instrument, number, parts }: Line, language: Language): AccountRecord {
  return {
    Id: line,
    Value: formatAmount(value),
    Type: RECORD_TYPES[kind],
    Memo: '',
    MemoTran: texts.text(language, `wallet:record.${kind}`, { instrument, number }).trim(),
    CreatedAtTran: formatMoment(at, language),
    CreatedAt: at,
    ...(parts.length === 0 ? {} : { Parts: parts }),
  }
}
