/**
 * Finding a trader, and what the desk sees of them.
 *
 * Invariant: real accounts of the call's company only. The address and number are whole only for who may freeze: support helps by
 * the account's number and sees enough of them to compare with what somebody says. Who does not see an address cannot find it out
 * letter by letter either: their search takes whole ones.
 */
import { and, desc, eq, isNotNull, like, or, sql } from 'drizzle-orm'
import type { endTraderSessions, getDeskTrader, listTraders } from '../../contract/desk/people'
import { formatAmount } from '../../rules/money'
import { badCursor, done, refused } from '../calls/handler'
import { maskedAddress } from '../calls/ip-address'
import type { Tx } from '../db/open-database'
import { countRows, readPage } from '../db/read-page'
import { auditEvent, deposit, trader, tradingAccount, withdrawal } from '../db/schema'
import { livingSessions } from '../sessions/session-store'
import { deviceName } from '../traders/device-name'
import type { TraderRow } from '../traders/trader-row'
import type { RecordLook } from './audit-look'
import type { CallOperator, DeskCall, DeskHandler } from './desk-handler'
import { accountFacts } from './review-facts'

const SHOWN_MOVES = 20
const SHOWN_HISTORY = 50

export const listTradersHandler: DeskHandler<typeof listTraders> = async ({ tx, tenant, operator, input }) => {
  const wanted = and(
    eq(trader.tenantId, tenant.id),
    isReal,
    input.state === 'frozen' ? isNotNull(trader.frozenAt) : undefined,
    matchTyped(input.q, operator),
  )
  const page = await readPage(tx, trader, { list: 'traders', where: wanted, by: [trader.id] }, input)
  if (page === undefined) return badCursor()
  return done({
    data: page.rows.map((row) => shownTrader(row, operator)),
    total: await countRows(tx, { from: trader, where: wanted }),
    next: page.next,
  })
}

/** In the text of the statement, so that their index is found. */
const isReal = sql`not ${trader.isDemo}`

/** What a person typed means itself: `%` and `_` find nothing but themselves. */
function matchTyped(typed: string | undefined, { permissions }: Pick<CallOperator, 'permissions'>) {
  const text = (typed ?? '').trim().toLowerCase()
  if (text === '') return undefined
  const prefixOf = (value: string) => `${value.replace(/[\\%_]/g, '\\$&')}%`
  const seesContact = permissions.has('traders.freeze')
  const matches = (column: typeof trader.email | typeof trader.mobile, value: string) =>
    seesContact ? like(column, prefixOf(value)) : eq(column, value)
  const digits = text.replace(/[\s()+-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  return or(
    matches(trader.email, text),
    isNumber ? like(trader.uid, prefixOf(digits)) : undefined,
    isNumber ? matches(trader.mobile, digits) : undefined,
  )
}

export function getDeskTraderHandler(recordLook: RecordLook): DeskHandler<typeof getDeskTrader> {
  return async (call) => {
    const { tx, tenant, operator, input, now } = call
    const row = await findRealTrader(call, BigInt(input.id))
    if (row === undefined) return refused('NOT_FOUND')
    const facts = await accountFacts(tx, tenant.id, row.id)
    const [account] = await tx
      .select({ openOrders: tradingAccount.openOrders })
      .from(tradingAccount)
      .where(and(eq(tradingAccount.tenantId, tenant.id), eq(tradingAccount.traderId, row.id)))
    const sessions = await livingSessions(tx, row.id.toString(), now)
    const shown = {
      ...shownTrader(row, operator),
      balance: facts.balance,
      locked: facts.locked,
      open_orders: account?.openOrders ?? 0,
      identity: facts.identity,
      has_two_step: row.twoStepSince !== null,
      two_step_off:
        row.twoStepOffBy === null ? null : { by: row.twoStepOffBy, at: row.twoStepOffAt ?? 0, reason: row.twoStepOffReason ?? '' },
      deposits: await moves(tx, deposit, tenant.id, row.id),
      withdrawals: await moves(tx, withdrawal, tenant.id, row.id),
      sessions: sessions.map(({ userAgent, address, createdAt, lastSeenAt }) => ({
        device: deviceName(userAgent).name,
        address: maskedAddress(address),
        created_at: createdAt,
        last_seen_at: lastSeenAt,
      })),
      history: await historyOfTrader(tx, tenant.id, row.id),
    }
    // Last: what is answered does not hold the look itself.
    await recordLook(call, lookAt(row.id))
    return done(shown)
  }
}

export const lookAt = (traderId: bigint) => ({ action: 'trader.viewed', object: `trader:${traderId}`, traderId }) as const

type TraderCall = Pick<DeskCall<typeof endTraderSessions>, 'tx' | 'tenant'>

export async function findRealTrader({ tx, tenant }: TraderCall, id: bigint): Promise<TraderRow | undefined> {
  const [row] = await tx
    .select()
    .from(trader)
    .where(and(eq(trader.tenantId, tenant.id), eq(trader.id, id), eq(trader.isDemo, false)))
  return row
}

async function moves(tx: Tx, table: typeof deposit | typeof withdrawal, tenantId: string, traderId: bigint) {
  const rows = await tx
    .select({ id: table.id, amount: table.amount, currency: table.currencyCode, status: table.status, createdAt: table.createdAt })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), eq(table.traderId, traderId)))
    .orderBy(desc(table.id))
    .limit(SHOWN_MOVES)
  return rows.map(({ id, amount, createdAt, ...row }) => ({
    ...row,
    id: id.toString(),
    amount: formatAmount(amount),
    created_at: createdAt,
  }))
}

/** What the trader did, what was done to the account, and what an operator did that touched the trader. */
async function historyOfTrader(tx: Tx, tenantId: string, traderId: bigint) {
  const name = `trader:${traderId}`
  // Each by an index of its own: one question with `or` would read the whole log.
  const kinds = [
    eq(auditEvent.actor, name),
    eq(auditEvent.object, name),
    sql`${auditEvent.detail} ? 'trader' and ${auditEvent.detail} ->> 'trader' = ${traderId.toString()}`,
  ]
  const found = new Map<bigint, typeof auditEvent.$inferSelect>()
  for (const kind of kinds) {
    const rows = await tx
      .select()
      .from(auditEvent)
      .where(and(eq(auditEvent.tenantId, tenantId), kind))
      .orderBy(desc(auditEvent.id))
      .limit(SHOWN_HISTORY)
    for (const row of rows) found.set(row.id, row)
  }
  const rows = [...found.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, SHOWN_HISTORY)
  return rows.map(({ createdAt, actor, action, object, detail }) => {
    const { reason } = (detail ?? {}) as { readonly reason?: unknown }
    return { at: createdAt, actor, action, object, reason: typeof reason === 'string' ? reason : '' }
  })
}

function shownTrader(row: TraderRow, { permissions }: Pick<CallOperator, 'permissions'>) {
  const seesContact = permissions.has('traders.freeze')
  return {
    id: row.id.toString(),
    uid: row.uid,
    email: seesContact ? (row.email ?? '') : maskedEmail(row.email ?? ''),
    mobile: seesContact ? (row.mobile ?? '') : maskedMobile(row.mobile ?? ''),
    country: row.country ?? '',
    created_at: row.createdAt,
    is_frozen: row.frozenAt !== null,
    frozen_by: row.frozenBy ?? '',
  }
}

export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : `${email.slice(0, 1)}***${email.slice(at)}`
}

function maskedMobile(mobile: string): string {
  return mobile === '' ? '' : `***${mobile.slice(-4)}`
}
