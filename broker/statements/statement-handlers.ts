/**
 * Statements as a trader asks for them. Each call opens what it needs by itself: one that waits for a long statement holds no connection.
 *
 * Invariant: an account is its trader's alone; a period that ended before it was opened, or has not begun, does not exist.
 */
import type { Endpoint, OutputOf } from '../../contract/endpoint'
import type { getPeriodStatement, listStatementRows, listStatements } from '../../contract/statements'
import { type StatementPeriod, statementPeriod, statementPeriods } from '../../rules/statement-period'
import {
  badCursor,
  done,
  forTenant,
  type Handler,
  inOwnTransactions,
  type Outcome,
  refused,
  type SomeHandlers,
  type TenantCall,
} from '../calls/handler'
import type { Database } from '../db/open-database'
import { cursorOf, placeOf } from '../db/read-page'
import { proveStatement } from '../log/prove-receipts'
import { findTraderSince } from './find-trader-since'
import { SETTLED_MS, type StatementOwner, type Statements } from './open-statements'
import { readPart } from './read-rows'
import { signedPeriods } from './statement-store'

interface StatementServices {
  readonly database: Database
  readonly statements: Statements
}

const LIST = 'statement'
const FEW = 100

export function statementHandlers(services: StatementServices) {
  return {
    listStatements: listHandler(services),
    getPeriodStatement: periodHandler(services),
    listStatementRows: rowsHandler(services),
  } satisfies SomeHandlers
}

type OwnHandler<E extends Endpoint> = (call: TenantCall<E>, owner: StatementOwner) => Promise<Outcome<OutputOf<E>>>

const forOwner = <E extends Endpoint>(handler: OwnHandler<E>): Handler<E> =>
  inOwnTransactions(
    forTenant((call) => {
      const { tenant, trader } = call
      // Nobody has looked at the session before: the call opens its own transactions.
      if (trader === null) return Promise.resolve(refused('SESSION_INVALID'))
      return handler(call, { tenant, traderId: trader.id, uid: trader.uid, isDemo: trader.isDemo })
    }),
  )

const listHandler = ({ database }: StatementServices): Handler<typeof listStatements> =>
  forOwner(async ({ tenant, now }, { traderId }) => {
    const owner = { tenantId: tenant.id, traderId }
    const [since, signed] = await database.withTenant(tenant.id, async (tx) => [
      await findTraderSince(tx, owner),
      await signedPeriods(tx, owner),
    ])
    const stateOf = ({ name, to }: StatementPeriod) => (signed.has(name) ? 'signed' : now < to + SETTLED_MS ? 'running' : 'closed')
    return done({
      periods: statementPeriods(since, now).map((period) => ({
        period: period.name,
        from: period.from,
        to: period.to,
        state: stateOf(period),
      })),
    })
  })

const periodHandler = (services: StatementServices): Handler<typeof getPeriodStatement> =>
  forOwner(async (call, owner) => {
    const period = await livedPeriod(services, owner, call)
    if (period === null) return refused('NOT_FOUND')
    const { name, from, to } = period
    const asked = await services.statements.ask(owner, period)
    const { state } = asked
    if (asked.state === 'preparing')
      return done({ ...{ period: name, from, to, state }, progress: asked.progress, summary: null, signed: null, proof: null })
    const { rows } = asked.summary
    const { signed } = asked
    const { id } = owner.tenant
    const proof = signed === null ? null : await services.database.withTenant(id, (tx) => proveStatement(tx, id, signed.hash))
    return done({
      ...{ period: name, from, to, state },
      progress: { done: rows, of: rows },
      summary: asked.summary,
      ...{ signed, proof },
    })
  })

const rowsHandler = (services: StatementServices): Handler<typeof listStatementRows> =>
  forOwner(async (call, owner) => {
    const place = placeOf(LIST, 1, call.input)
    if (place === undefined) return badCursor()
    const period = await livedPeriod(services, owner, call)
    if (period === null) return refused('NOT_FOUND')
    const made = await services.statements.wait(owner, period)
    if (made === 'busy') return refused('TOO_MANY_REQUESTS')
    const shown = Number(place.after[0] ?? '0')
    const part = made.parts.findLast(({ rows }) => rows <= shown)
    if (part === undefined || shown >= made.summary.rows) return done({ rows: [], next: '' })
    const { id: tenantId } = owner.tenant
    const read = await services.database.withTenant(tenantId, (tx) => readPart(tx, { tenantId, traderId: owner.traderId }, period, part))
    // A running period may have more rows by now than were summed.
    const most = Math.min(Number(call.input.size ?? FEW), made.summary.rows - shown)
    const rows = read.rows.slice(shown - part.rows).slice(0, most)
    const behind = shown + rows.length
    return done({ rows: [...rows], next: rows.length > 0 && behind < made.summary.rows ? cursorOf(LIST, [behind]) : '' })
  })

/** Null for a period that the account has not lived in. */
async function livedPeriod(
  { database }: StatementServices,
  { tenant, traderId }: StatementOwner,
  { input, now }: { readonly input: { readonly period: string }; readonly now: number },
): Promise<StatementPeriod | null> {
  const period = statementPeriod(input.period)
  if (period === null || period.from > now) return null
  const since = await database.withTenant(tenant.id, (tx) => findTraderSince(tx, { tenantId: tenant.id, traderId }))
  return period.to > since ? period : null
}
