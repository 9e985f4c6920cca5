/** The whole store from zero: what a unit's checks have believed so far is worked out again from every row. */
import { createHash } from 'node:crypto'
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { OrderRow } from '../../broker/ledger/order-store'
import { sha256Hex } from '../../broker/receipts/canonical-json'
import type { Complain } from './check-unit'
import { accountKey, type KeptTransaction, ledgerLine, type MemoryBooks, orderKey } from './memory-books'
import { checkCharges } from './rollovers'

export function checkStore(store: MemoryBooks, complain: Complain): void {
  checkLedger(store, complain)
  checkOrders(store, complain)
  checkReceiptChains(store, complain)
  checkCharges(store, complain)
  for (const [key, effects] of store.keys) if (effects !== 1) complain('I5', `key ${key} has ${effects} effects`)
}

/** I1, I7, I10 and I12: the log replayed gives the balances that stand. */
function checkLedger(store: MemoryBooks, complain: Complain): void {
  const digest = createHash('sha256')
  const replayed = new Map<string, { available: bigint; margin: bigint }>()
  for (const transaction of store.ledger) {
    digest.update(ledgerLine(transaction))
    const name = accountKey(transaction)
    const sums = replayed.get(name) ?? { available: 0n, margin: 0n }
    replayed.set(name, sums)
    let total = 0n
    for (const { account, amount } of transaction.entries) {
      total += amount
      if (account === 'trader:available') sums.available += amount
      if (account === 'trader:margin') sums.margin += amount
    }
    if (total !== 0n) complain('I1', `transaction ${transaction.id} sums to ${total}`)
    if (transaction.isDemo !== store.accounts.get(name)?.isDemo) complain('I10', `transaction ${transaction.id} of ${name}`)
  }
  if (digest.digest('hex') !== store.ledgerDigest()) complain('I7', 'a row of the ledger is not what was written')
  for (const [name, account] of store.accounts) {
    const sums = replayed.get(name)
    if (sums?.available !== account.balance || sums.margin !== account.lockedMargin) {
      complain(
        'I12',
        `account ${name} has ${account.balance} and ${account.lockedMargin}, the log gives ${sums?.available} and ${sums?.margin}`,
      )
    }
  }
}

/** I6, I8, I10, and what the orders say an account must own: two ways to the same number. */
function checkOrders(store: MemoryBooks, complain: Complain): void {
  const kinds = countKinds(store.ledger)
  const results = new Map<string, bigint>()
  for (const order of store.orders.values()) {
    const name = accountKey(order)
    const account = store.accounts.get(name)
    if (account === undefined || account.isDemo !== order.isDemo) complain('I10', `order ${order.id} of ${name}`)
    const parent = order.parentId === null ? undefined : store.orders.get(orderKey({ tenantId: order.tenantId, id: order.parentId }))
    if (order.parentId !== null && parent?.traderId !== order.traderId) complain('I8', `order ${order.id} was split from ${order.parentId}`)
    const opens = kinds.get(`${orderKey(order)}/order_open`) ?? 0
    const closes = kinds.get(`${orderKey(order)}/order_close`) ?? 0
    const isFilled = order.fillPrice > 0n
    const isRight =
      opens === (isFilled && order.parentId === null ? 1 : 0) && closes === (isFilled && order.status === ORDER_STATUS.completed ? 1 : 0)
    if (!isRight) complain('I6', `order ${order.id} opened ${opens} and closed ${closes} times, status ${order.status}`)
    if (store.open.get(name)?.has(order.id) !== (order.status !== ORDER_STATUS.completed))
      complain('I6', `order ${order.id} is listed wrongly`)
    results.set(name, (results.get(name) ?? 0n) + (order.profit ?? 0n) - (isFilled ? order.fee : 0n))
  }
  const given = new Map<string, bigint>()
  for (const transaction of store.ledger) {
    if (transaction.kind === 'order_open' || transaction.kind === 'order_close') continue
    const name = accountKey(transaction)
    for (const { isTraders, amount } of transaction.entries) if (isTraders) given.set(name, (given.get(name) ?? 0n) + amount)
  }
  for (const [name, { balance, lockedMargin }] of store.accounts) {
    const earned = (given.get(name) ?? 0n) + (results.get(name) ?? 0n)
    if (balance + lockedMargin !== earned) complain('I12', `account ${name} owns ${balance + lockedMargin}, its orders say ${earned}`)
  }
}

function countKinds(ledger: readonly KeptTransaction[]): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { tenantId, orderId, kind } of ledger) {
    if (orderId === null) continue
    const key = `${orderKey({ tenantId, id: orderId })}/${kind}`
    kinds.set(key, (kinds.get(key) ?? 0) + 1)
  }
  return kinds
}

/** Every account's receipts follow one another without a gap up to the one the account names, and tell of every order. */
function checkReceiptChains(store: MemoryBooks, complain: Complain): void {
  const last = new Map<string, string>()
  const told = new Set<string>()
  for (const { previousHash, hash, body, event, orderId, ...receipt } of store.receipts) {
    const name = accountKey(receipt)
    if (previousHash !== (last.get(name) ?? '') || sha256Hex(body) !== hash) complain('receipts', `the chain of ${name} breaks at ${hash}`)
    last.set(name, hash)
    if (orderId !== null) told.add(`${orderKey({ tenantId: receipt.tenantId, id: orderId })}/${event}`)
  }
  for (const [name, { receiptHash }] of store.accounts) {
    if (receiptHash !== (last.get(name) ?? null)) complain('receipts', `account ${name} names another receipt than its last`)
  }
  for (const order of store.orders.values()) {
    for (const event of eventsOf(order)) {
      if (!told.has(`${orderKey(order)}/${event}`)) complain('receipts', `order ${order.id} has no receipt ${event}`)
    }
  }
}

function eventsOf({ status, fillPrice, parentId, pendingKind }: OrderRow): string[] {
  const isFilled = fillPrice > 0n
  const placed = pendingKind !== null && parentId === null ? ['order_placed'] : []
  const opened = isFilled && parentId === null ? ['order_opened'] : []
  const ended = status === ORDER_STATUS.completed ? [isFilled ? 'order_closed' : 'order_cancelled'] : []
  return status === ORDER_STATUS.holding ? [...placed, ...opened] : [...placed, ...opened, ...ended]
}

/** SHA-256 over everything that is kept, in an order that does not depend on how it came about. */
export function stateHash(store: MemoryBooks): string {
  const digest = createHash('sha256').update(store.ledgerDigest())
  const text = (row: object) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  for (const name of [...store.accounts.keys()].sort()) digest.update(text(store.accounts.get(name)!))
  for (const name of [...store.orders.keys()].sort()) digest.update(text(store.orders.get(name)!))
  for (const { hash } of store.receipts) digest.update(hash)
  for (const key of [...store.keys.keys()].sort()) digest.update(key)
  return digest.digest('hex')
}
