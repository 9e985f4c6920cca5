/**
 * Saying that money was sent: where to send it, the declaration with its proof, and what became of it. The desk decides (broker/desk).
 *
 * Invariants: nothing is credited here. Where the money went is copied into the row as the trader was shown it. A proof is a fresh
 * upload of the trader's own and works once, so a declaration that is sent twice is one deposit, with or without a key.
 */

import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type {
  listCollectionAccounts,
  listDepositBankCoins,
  listDepositNetworks,
  listDeposits,
  submitBankDeposit,
  submitCoinDeposit,
} from '../../contract/deposits'
import { FIXED_ONE, formatFixedShort } from '../../rules/decimal'
import { formatAmount, parseAmount } from '../../rules/money'
import { writeAudit } from '../audit-trail/write-audit'
import { badCursor, done, forTrader, type Handler, type Outcome, refused, type SomeHandlers, type TraderCall } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { countRows, readPage } from '../db/read-page'
import { collectionAccount, deposit, depositNetwork, image } from '../db/schema'
import { PAYMENT_STATUS } from '../db/statuses'
import { referenceHashOf, spendReferences } from '../identity/image-references'
import { lockTrader } from '../identity/lock-trader'
import { traderActor } from '../ledger/trade-unit'
import { idOf } from './payout-method-handlers'

/** The wire's numbers. */
const COIN = 0
const BANK = 1
/** Deposits of one trader that wait at the same time. */
export const MAX_UNCHECKED_DEPOSITS = 10

export function depositHandlers() {
  return {
    listDepositNetworks: networksHandler,
    submitCoinDeposit: submitCoinHandler,
    listDepositBankCoins: coinsHandler,
    listCollectionAccounts: accountsHandler,
    submitBankDeposit: submitBankHandler,
    listDeposits: listHandler,
  } satisfies SomeHandlers
}

const networksHandler: Handler<typeof listDepositNetworks> = forTrader(async ({ tx, tenant }) => {
  const rows = await tx
    .select()
    .from(depositNetwork)
    .where(and(eq(depositNetwork.tenantId, tenant.id), eq(depositNetwork.isActive, true)))
    .orderBy(asc(depositNetwork.id))
  return done(
    rows.map(({ id, address, currencyCode, protocolCode }) => ({
      id: id.toString(),
      address,
      currency_code: currencyCode,
      protocol_code: protocolCode,
    })),
  )
})

const activeAccounts = (tx: Tx, tenantId: string) =>
  tx
    .select()
    .from(collectionAccount)
    .where(and(eq(collectionAccount.tenantId, tenantId), eq(collectionAccount.isActive, true)))
    .orderBy(asc(collectionAccount.id))

/** A coin's id is its code. */
const coinsHandler: Handler<typeof listDepositBankCoins> = forTrader(async ({ tx, tenant }) => {
  const coins = new Set((await activeAccounts(tx, tenant.id)).map(({ coin }) => coin))
  return done([...coins].map((coin) => ({ id: coin, name: coin })))
})

const accountsHandler: Handler<typeof listCollectionAccounts> = forTrader(async ({ tx, tenant, input }) => {
  const rows = (await activeAccounts(tx, tenant.id)).filter(({ coin }) => coin === input.bank_coin)
  return done(
    rows.map((row) => ({
      id: row.id.toString(),
      bank_name: row.bankName,
      bank_address: row.bankAddress,
      bank_swift: row.bankSwift,
      payee_name: row.payeeName,
      payee_account: row.payeeAccount,
      bank_remark: row.bankRemark,
      usdt_rate: formatFixedShort(row.usdtRate),
    })),
  )
})

const submitCoinHandler: Handler<typeof submitCoinDeposit> = forTrader(async (call) => {
  const { tx, tenant, input } = call
  if (parseAmount(input.number) <= 0n) return refused('DEPOSIT_AMOUNT_INVALID')
  const id = idOf(input.charge_id)
  const [network] =
    id === undefined
      ? []
      : await tx
          .select()
          .from(depositNetwork)
          .where(and(eq(depositNetwork.tenantId, tenant.id), eq(depositNetwork.id, id), eq(depositNetwork.isActive, true)))
  if (network === undefined) return refused('DEPOSIT_NETWORK_UNKNOWN')
  if (network.address !== input.address) return refused('DEPOSIT_ADDRESS_CHANGED')
  const { currencyCode, protocolCode, address } = network
  return keep(call, {
    type: COIN,
    currencyCode,
    protocol: protocolCode,
    networkId: network.id,
    accountId: null,
    target: { address },
    usdtRate: FIXED_ONE,
  })
})

const submitBankHandler: Handler<typeof submitBankDeposit> = forTrader(async (call) => {
  const { tx, tenant, input } = call
  if (parseAmount(input.number) <= 0n) return refused('DEPOSIT_AMOUNT_INVALID')
  const id = idOf(input.wire_id)
  const [account] =
    id === undefined
      ? []
      : await tx
          .select()
          .from(collectionAccount)
          .where(and(eq(collectionAccount.tenantId, tenant.id), eq(collectionAccount.id, id), eq(collectionAccount.isActive, true)))
  if (account === undefined) return refused('COLLECTION_ACCOUNT_UNKNOWN')
  const { coin, bankName, bankSwift, payeeName, payeeAccount, usdtRate } = account
  return keep(call, {
    type: BANK,
    currencyCode: coin,
    protocol: '',
    networkId: null,
    accountId: account.id,
    target: { bankName, bankSwift, payeeName, payeeAccount },
    usdtRate,
  })
})

type Destination = Pick<
  typeof deposit.$inferInsert,
  'type' | 'currencyCode' | 'protocol' | 'networkId' | 'accountId' | 'target' | 'usdtRate'
>

async function keep(
  { tx, tenant, trader, input, now }: TraderCall<typeof submitCoinDeposit> | TraderCall<typeof submitBankDeposit>,
  destination: Destination,
): Promise<Outcome<{ id: string }>> {
  const traderId = BigInt(trader.id)
  if (input.proofImg.trim() === '') return refused('DEPOSIT_PROOF_REQUIRED')
  // Two at once would both find room for one.
  await lockTrader(tx, traderId)
  const [waiting] = await tx
    .select({ count: count() })
    .from(deposit)
    .where(and(eq(deposit.tenantId, tenant.id), eq(deposit.traderId, traderId), eq(deposit.status, PAYMENT_STATUS.unchecked)))
  if ((waiting?.count ?? 0) >= MAX_UNCHECKED_DEPOSITS) return refused('TOO_MANY_OPEN_DEPOSITS', { count: String(waiting?.count) })
  const proofImageId = await takeProof(tx, trader.id, input.proofImg, now)
  if (proofImageId === undefined) return refused('IMAGE_REFERENCE_INVALID')
  const amount = parseAmount(input.number)
  const [row] = await tx
    .insert(deposit)
    .values({ ...destination, tenantId: tenant.id, traderId, amount, proofImageId, status: PAYMENT_STATUS.unchecked, createdAt: now })
    .returning({ id: deposit.id })
  if (row === undefined) throw new Error('an insert returns its row')
  await writeAudit(tx, {
    tenantId: tenant.id,
    actor: traderActor(traderId),
    action: 'deposit.submitted',
    object: `deposit:${row.id}`,
    detail: { amount: formatAmount(amount), currency: destination.currencyCode, protocol: destination.protocol },
    now,
  })
  return done({ id: row.id.toString() })
}

/** Uses the picture's address up; undefined where it is not a fresh one of the trader. */
async function takeProof(tx: Tx, traderId: string, reference: string, now: number): Promise<bigint | undefined> {
  const hash = referenceHashOf(reference)
  const [id] = (hash === undefined ? undefined : await spendReferences(tx, traderId, [hash], now)) ?? []
  if (id === undefined) return undefined
  const [taken] = await tx
    .update(image)
    .set({ usedFor: 'deposit' })
    .where(and(eq(image.id, id), isNull(image.deletedAt), isNull(image.usedFor)))
    .returning({ id: image.id })
  return taken?.id
}

const listHandler: Handler<typeof listDeposits> = forTrader(async ({ tx, tenant, trader, input }) => {
  const mine = and(eq(deposit.tenantId, tenant.id), eq(deposit.traderId, BigInt(trader.id)), eq(deposit.type, Number(input.type)))
  const page = await readPage(tx, deposit, { list: 'deposits', where: mine, by: [deposit.id] }, input)
  if (page === undefined) return badCursor()
  return done({
    data: page.rows.map((row) => ({
      id: row.id.toString(),
      number: formatAmount(row.amount),
      type: row.type,
      currency_code: row.currencyCode,
      status: row.status,
      created_at: row.createdAt,
      remark: row.remark,
      protocol_code: row.protocol,
      credited: row.creditedAmount === null ? '' : formatAmount(row.creditedAmount),
    })),
    total: await countRows(tx, { from: deposit, where: mine }),
    next: page.next,
  })
})
