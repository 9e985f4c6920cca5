/**
 * Where a trader is paid: bound, listed, deleted.
 *
 * Invariants: a method is read and changed only through its owner; its row stays when it is deleted, and a withdrawal to it carries
 * copies, so deleting never changes what is under way. A new method waits (`traders/payout-hold.ts`).
 */
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { bindPayoutMethod, deletePayoutMethod, listPayoutMethods } from '../../contract/withdrawals'
import { writeAudit } from '../audit-trail/write-audit'
import { done, forTrader, type Handler, refused, type SomeHandlers } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { payoutMethod, withdrawCurrency } from '../db/schema'
import { invariant } from '../ground/invariant'
import type { Texts } from '../ground/texts'
import { traderActor } from '../ledger/trade-unit'
import { payoutHoldEnd, usableFrom } from '../traders/payout-hold'
import { lockTrader } from '../traders/trader-lock'
import { findTrader } from '../traders/trader-row'
import { type Destination, isSameDestination, readDestination } from './payout-destination'

type MethodRow = typeof payoutMethod.$inferSelect
export type CurrencyRow = typeof withdrawCurrency.$inferSelect

const MAX_METHODS = 20

export function payoutMethodHandlers({ texts }: { readonly texts: Texts }) {
  return {
    listPayoutMethods: listHandler,
    bindPayoutMethod: bindHandler(texts),
    deletePayoutMethod: deleteHandler,
  } satisfies SomeHandlers
}

/** A currency that is offered; undefined for any other. */
export async function findCurrency(tx: Tx, tenantId: string, id: string): Promise<CurrencyRow | undefined> {
  const known = idOf(id)
  if (known === undefined) return undefined
  const [row] = await tx
    .select()
    .from(withdrawCurrency)
    .where(and(eq(withdrawCurrency.tenantId, tenantId), eq(withdrawCurrency.id, known), eq(withdrawCurrency.isActive, true)))
  return row
}

/** A method of the trader that is not deleted. It cannot be deleted before the transaction ends. */
export async function findMethod(tx: Tx, tenantId: string, traderId: bigint, id: string): Promise<MethodRow | undefined> {
  const known = idOf(id)
  if (known === undefined) return undefined
  const [row] = await tx
    .select()
    .from(payoutMethod)
    .where(and(ownMethods(tenantId, traderId), eq(payoutMethod.id, known)))
    .for('share')
  return row
}

export function idOf(text: string): bigint | undefined {
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

function ownMethods(tenantId: string, traderId: bigint) {
  return and(eq(payoutMethod.tenantId, tenantId), eq(payoutMethod.traderId, traderId), isNull(payoutMethod.deletedAt))
}

const listHandler: Handler<typeof listPayoutMethods> = forTrader(async ({ tx, tenant, trader, input }) => {
  const currency = input.draw_id === undefined ? undefined : idOf(input.draw_id)
  if (input.draw_id !== undefined && currency === undefined) return done([])
  const owner = await findTrader(tx, trader.id)
  invariant(owner !== undefined, 'a session has its trader')
  const rows = await tx
    .select()
    .from(payoutMethod)
    .where(
      and(
        ownMethods(tenant.id, BigInt(trader.id)),
        eq(payoutMethod.type, Number(input.draw_type)),
        currency === undefined ? undefined : eq(payoutMethod.withdrawCurrencyId, currency),
      ),
    )
    .orderBy(desc(payoutMethod.id))
  return done(
    rows.map((row) => ({
      id: row.id.toString(),
      dc_address: row.address,
      draw_currency: { code: row.currencyCode, protocol: row.protocol },
      draw_id: row.withdrawCurrencyId.toString(),
      bank_name: row.bankName,
      bank_address: row.bankAddress,
      bank_swift: row.bankSwift,
      payee_account: row.payeeAccount,
      payee_name: row.payeeName,
      created_at: row.createdAt,
      usable_from: usableFrom(tenant, row, owner),
    })),
  )
})

function bindHandler(texts: Texts): Handler<typeof bindPayoutMethod> {
  return forTrader(async ({ tx, tenant, trader, input, now, language }) => {
    if (trader.isDemo) return refused('DEMO_RESTRICTED')
    const currency = await findCurrency(tx, tenant.id, input.draw_id)
    if (currency === undefined || currency.type !== Number(input.type)) return refused('WITHDRAW_CURRENCY_UNKNOWN')
    const destination = readDestination(input, currency, (field) => texts.text(language, `bank:field.${field}`))
    if (!destination.ok) return destination
    // Two at once wait for each other here: neither the limit nor a duplicate slips through between them.
    const owner = await lockTrader(tx, trader.id)
    invariant(owner !== undefined, 'a session has its trader')
    if (owner.contactProvenAt === null) return refused('CONTACT_UNPROVEN')
    const bound = await tx.select().from(payoutMethod).where(ownMethods(tenant.id, owner.id)).orderBy(asc(payoutMethod.id))
    const isBound = bound.some((one) => one.withdrawCurrencyId === currency.id && isSameDestination(one, destination.data))
    if (isBound) return refused('PAYOUT_METHOD_EXISTS')
    if (bound.length >= MAX_METHODS) return refused('PAYOUT_METHODS_TOO_MANY', { count: String(MAX_METHODS) })
    const [row] = await tx
      .insert(payoutMethod)
      .values({
        ...destination.data,
        tenantId: tenant.id,
        traderId: owner.id,
        type: currency.type,
        withdrawCurrencyId: currency.id,
        currencyCode: currency.code,
        protocol: currency.protocol,
        createdAt: now,
        usableFrom: payoutHoldEnd(tenant, now),
      })
      .returning({ id: payoutMethod.id })
    invariant(row !== undefined, 'an insert returns its row')
    await recordMethod(tx, { tenantId: tenant.id, traderId: owner.id, id: row.id, now }, 'payout-method.bound', {
      currency: currencyName(currency),
      to: tailOf(destination.data),
    })
    return done({ id: row.id.toString() })
  })
}

const deleteHandler: Handler<typeof deletePayoutMethod> = forTrader(async ({ tx, tenant, trader, input, now }) => {
  const traderId = BigInt(trader.id)
  const id = idOf(input.id)
  if (id === undefined) return refused('PAYOUT_METHOD_UNKNOWN')
  const [deleted] = await tx
    .update(payoutMethod)
    .set({ deletedAt: now })
    .where(and(ownMethods(tenant.id, traderId), eq(payoutMethod.id, id)))
    .returning()
  if (deleted === undefined) return refused('PAYOUT_METHOD_UNKNOWN')
  await recordMethod(tx, { tenantId: tenant.id, traderId, id, now }, 'payout-method.deleted', { to: tailOf(deleted) })
  return done(null)
})

interface MethodEvent {
  readonly tenantId: string
  readonly traderId: bigint
  readonly id: bigint
  readonly now: number
}

async function recordMethod(
  tx: Tx,
  { tenantId, traderId, id, now }: MethodEvent,
  action: 'payout-method.bound' | 'payout-method.deleted',
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await writeAudit(tx, { tenantId, actor: traderActor(traderId), action, object: `payout_method:${id}`, detail, now })
}

/** `USDT TRC20`, `EUR`. */
export function currencyName({ code, protocol }: Pick<CurrencyRow, 'code' | 'protocol'>): string {
  return protocol === '' ? code : `${code} ${protocol}`
}

/** As much of a destination as a log needs to tell it from another. */
export function tailOf({ address, payeeAccount }: Pick<Destination, 'address' | 'payeeAccount'>): string {
  return `…${(address === '' ? payeeAccount : address).slice(-6)}`
}
