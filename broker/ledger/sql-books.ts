/**
 * Books kept in the database. Opening locks the account row and reads its open orders; keeping writes everything that was
 * recorded in one statement.
 *
 * Invariants: the account is written only while it still has the version it was opened with, an order only while it still
 * has the status and version it was opened with; otherwise the whole unit of work is rolled back. Ids are taken before they
 * are written, so that a receipt can name its ledger entries; ids of a unit that is rolled back are never used again.
 */
import { formatFixed, MAX_FIXED } from '../../rules/decimal'
import { BALANCE_DECIMALS } from '../../rules/money'
import { type Outcome, refused } from '../calls/handler'
import { type Database, queryText, type Tx } from '../db/open-database'
import { ORDER_STATUS } from '../db/statuses'
import { invariant } from '../ground/invariant'
import type { AccountBooks, BooksStore, LockedAccount, UnitResult } from './account-books'
import { keepCharges } from './funding-charges'
import { readOrder } from './order-columns'
import { BalanceTooLarge, type IdSource, type OpenedBooks, RecordedBooks } from './recorded-books'
import { endRoute } from './routed-orders'
import { keepCancelled, waitingWithdrawals } from './withdrawal-books'
import { writeBooks } from './written-books'

/** How many ids a unit of work may use before it has to ask for more. */
interface IdCounts {
  readonly orders: number
  readonly transactions: number
  readonly entries: number
}

/** An order with its fee and protection, or its close. */
const USUAL_IDS: IdCounts = { orders: 2, transactions: 3, entries: 8 }

/** What is asked of providers: written behind the books in the same transaction, and sent once that is committed. */
export interface RouteKeeper {
  /** The ids of the provider orders. */
  keep(tx: Tx, books: Pick<RecordedBooks, 'account' | 'routes' | 'now'>): Promise<readonly string[]>
  send(ids: readonly string[]): void
}

/** Writes what a unit of work asks of providers. */
type KeepRoutes = (tx: Tx, books: RecordedBooks) => Promise<void>

interface BooksRules {
  /** Absent where no unit of work asks a provider. */
  readonly routes?: RouteKeeper | undefined
  /** Asked in each transaction beside the books, without waiting for it first: where it rejects, nothing is kept. */
  readonly mayAct?: ((tx: Tx) => Promise<void>) | undefined
}

export function sqlBooksStore(database: Database, now: () => number, { routes, mayAct }: BooksRules = {}): BooksStore {
  return {
    async withBooks(tenantId, traderId, work) {
      let ids: readonly string[] = []
      const keepIds = async (tx: Tx, books: RecordedBooks) => {
        ids = (await routes?.keep(tx, books)) ?? []
      }
      const result = await database.withTenant(
        tenantId,
        async (tx) => {
          ids = []
          const allowed = mayAct?.(tx)
          // Whoever waits for it hears of a refusal; until then it must not count as one that nobody heard of.
          allowed?.catch(() => {})
          const kept = await runOnBooks(tx, tenantId, traderId, now(), work, routes && keepIds)
          await allowed
          await kept?.written
          return kept
        },
        { mayBeginAnew: true },
      )
      routes?.send(ids)
      return result
    },
  }
}

const refuseRoutes: KeepRoutes = () => Promise.reject(new Error('nothing is asked of a provider here'))

interface SqlUnitResult<T> extends UnitResult<T> {
  /** Resolves when what was kept is written; wait for it before the transaction is committed. */
  readonly written: Promise<void>
}

/** One unit of work inside an open transaction; `undefined` when there is no such account. Nothing is written when it refuses. */
export async function runOnBooks<T>(
  tx: Tx,
  tenantId: string,
  traderId: bigint,
  now: number,
  work: (books: AccountBooks) => Outcome<T>,
  keepRoutes: KeepRoutes = refuseRoutes,
): Promise<SqlUnitResult<T> | undefined> {
  const opened = await openBooks(tx, tenantId, traderId, now)
  if (opened === null) return undefined
  let books = new RecordedBooks(opened, opened.ids)
  let outcome: Outcome<T>
  try {
    outcome = decideOn(books, work)
  } catch (error) {
    if (!(error instanceof IdsRanOut)) throw error
    books = new RecordedBooks(opened, await takeIds(tx, opened.orders.length + (opened.withdrawals?.length ?? 0)))
    outcome = decideOn(books, work)
  }
  if (!outcome.ok || !books.hasChanges) return { outcome, kept: null, written: Promise.resolve() }
  const written = keepBooks(tx, books, keepRoutes)
  // Whoever waits for it hears of a failure; until then it must not count as one that nobody heard of.
  written.catch(() => {})
  return { outcome, kept: { account: books.account, changed: books.changed }, written }
}

/** What cannot be kept is refused, so that a trigger stays armed and a trader hears why. */
function decideOn<T>(books: RecordedBooks, work: (books: AccountBooks) => Outcome<T>): Outcome<T> {
  try {
    return work(books)
  } catch (error) {
    if (!(error instanceof BalanceTooLarge)) throw error
    return refused('BALANCE_TOO_LARGE', { max: formatFixed(MAX_FIXED, BALANCE_DECIMALS) })
  }
}

async function openBooks(tx: Tx, tenantId: string, traderId: bigint, now: number): Promise<(OpenedBooks & { ids: IdSource }) | null> {
  // Both are sent at once; the second is carried out, and takes its view of the table, only when the first holds the lock.
  const key = [tenantId, traderId.toString()]
  const [[row], rows] = await Promise.all([queryText(tx, LOCK_ACCOUNT, key), queryText(tx, OPEN_ORDERS, key)])
  const orders = rows.map(readOrder)
  if (row === undefined) return null
  const account = readAccount(tenantId, traderId, row)
  const withdrawals = account.lockedWithdrawal === 0n ? [] : await waitingWithdrawals(tx, tenantId, traderId)
  return { account, orders, withdrawals, now, ids: idSource(row) }
}

function readAccount(tenantId: string, traderId: bigint, row: Record<string, unknown>): LockedAccount {
  return {
    tenantId,
    traderId,
    isDemo: row.is_demo === true,
    balance: BigInt(row.balance as string),
    lockedMargin: BigInt(row.locked_margin as string),
    lockedWithdrawal: BigInt(row.locked_withdrawal as string),
    openOrders: Number(row.open_orders),
    marginCallLevel: Number(row.margin_call_level),
    receiptHash: (row.receipt_hash as string | null) ?? null,
    version: Number(row.version),
  }
}

/** Ids for a unit that ends every open order and every withdrawal of the account. */
async function takeIds(tx: Tx, ends: number): Promise<IdSource> {
  const { orders, transactions, entries } = USUAL_IDS
  const counts = { orders: orders + ends, transactions: transactions + 2 * ends, entries: entries + 5 * ends }
  const [row] = await queryText(tx, `select ${idColumns(counts)}`, [])
  invariant(row !== undefined, 'a select without a table has one row')
  return idSource(row)
}

function idColumns({ orders, transactions, entries }: IdCounts): string {
  const column = (name: string, next: string, count: number) =>
    `(select string_agg(id::text, ',' order by id) from (select ${next} as id from generate_series(1, ${count})) ids) as ${name}_ids`
  return [
    column('trade_order', 'drawn_id()', orders),
    column('ledger_transaction', "nextval('ledger_transaction_id_seq')", transactions),
    column('ledger_entry', "nextval('ledger_entry_id_seq')", entries),
  ].join(', ')
}

const LOCK_ACCOUNT = `select is_demo, balance::text, locked_margin::text, locked_withdrawal::text, open_orders, margin_call_level,
    receipt_hash, version, ${idColumns(USUAL_IDS)}
  from trading_account where tenant_id = $1 and trader_id = $2::bigint for update`
const OPEN_ORDERS = `select * from trade_order
  where tenant_id = $1 and trader_id = $2::bigint and status <> ${ORDER_STATUS.completed} order by id`

/** A unit of work needed more ids than were taken for it. */
class IdsRanOut extends Error {}

function idSource(row: Record<string, unknown>): IdSource {
  const take = (name: string) => {
    const ids = String(row[`${name}_ids`]).split(',').map(BigInt)
    return () => {
      const id = ids.shift()
      if (id === undefined) throw new IdsRanOut(`no ids left of ${name}`)
      return id
    }
  }
  return { nextOrderId: take('trade_order'), nextTransactionId: take('ledger_transaction'), nextEntryId: take('ledger_entry') }
}

/** @throws when the account or an order is not as it was opened: then nothing may be kept. */
async function keepBooks(tx: Tx, books: RecordedBooks, keepRoutes: KeepRoutes): Promise<void> {
  const { account, now, cancelled, charges, routes, endedRoutes } = books
  const { accounts, orders } = await writeBooks(tx, books)
  invariant(accounts === 1, 'a locked account is as it was opened')
  invariant(orders === books.updated.size, 'an order of a locked account is as it was opened')
  if (charges.length > 0) await keepCharges(tx, account, charges)
  for (const { routeId, end } of endedRoutes) await endRoute(tx, account.tenantId, routeId, end, now)
  if (routes.length > 0) await keepRoutes(tx, books)
  for (const { withdrawal, transactionId } of cancelled) await keepCancelled(tx, account, { withdrawal, transactionId, now })
}
