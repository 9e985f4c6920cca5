/** A unit of work on an account's books inside a call's transaction; what was kept is told to the copy in memory after the commit. */

import type { Endpoint } from '../../contract/endpoint'
import type { Tenant } from '../../contract/tenant'
import type { AuditActor } from '../audit-trail/audit-actions'
import type { Call, Outcome } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { invariant } from '../ground/invariant'
import type { AccountBooks } from '../ledger/account-books'
import type { RecordedBooks } from '../ledger/recorded-books'
import { runOnBooks } from '../ledger/sql-books'
import { type TradeUnit, watchTicks } from '../ledger/trade-unit'
import type { TradingContext } from './trading-context'

/** What of a call a unit of work needs; a trader's call and one of the operators' desk both have it. */
export type BooksCall = Pick<Call<Endpoint>, 'now' | 'afterCommit' | 'inDoubt'> & {
  /** Where nothing but the books is written: the writes are sent behind the last answer. Without it they are waited for. */
  readonly writeLast?: Call<Endpoint>['writeLast'] | undefined
  readonly tx: Tx
  readonly tenant: Tenant
}

/** Whose books, and who decides: `trader:<id>` or `operator:<name>`. */
export interface BooksOf {
  readonly traderId: bigint
  readonly actor: AuditActor
}

export async function decideOnBooks<T>(
  context: TradingContext,
  { tx, tenant, now, afterCommit, inDoubt, writeLast }: BooksCall,
  { traderId, actor }: BooksOf,
  decide: (unit: TradeUnit) => Outcome<T>,
): Promise<Outcome<T>> {
  const { providers } = context
  const sent: string[] = []
  const work = (books: AccountBooks) => {
    // As the tenant is now: it may have been halted while the call waited for the books.
    const present = context.tenant(tenant.id) ?? tenant
    const outcome = decide({ services: context, tenant: present, books, actor })
    if (outcome.ok) watchTicks(context.pricing, books)
    return outcome
  }
  const keep = providers && (async (inner: Tx, books: RecordedBooks) => void sent.push(...(await providers.keep(inner, books))))
  const result = await runOnBooks(tx, tenant.id, traderId, now, work, keep)
  invariant(result !== undefined, 'every trader has an account')
  const { kept, written } = result
  if (kept !== null) {
    if (writeLast === undefined) await written
    else writeLast(written)
    inDoubt(() => context.inDoubt(kept.account))
    afterCommit(() => {
      context.book.apply(kept.account, kept.changed)
      providers?.send(sent)
    })
  }
  return result.outcome
}
