/**
 * I13, I9, I12: an account's receipts one by one from its first. Each is signed, names the one before it and the ledger entries it
 * was written with; what it says was paid is what was posted; the balance it tells is the sum of all entries up to it.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parseFixed } from '../../rules/decimal'
import { MINUTE_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { closingPrice, openingPrice } from '../../rules/price'
import { tradersPrice } from '../../rules/routed-price'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import type { TickRecord } from '../receipts/ticks'
import { ticksHash } from '../receipts/ticks'
import type { AccountRows, ReceiptRow, TransactionRow } from './account-rows'
import type { Findings, InvariantName } from './findings'
import { ReceiptBody } from './receipt-body'

export interface ReceiptTerms {
  /** By `tenant/key id`. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** How old a quote may be, in milliseconds, by tenant. */
  readonly staleAfterMs: ReadonlyMap<string, number>
  /** When the tenant's first key was made: what is older has no receipts. Unix milliseconds. */
  readonly receiptsSince: ReadonlyMap<string, number>
  /** The facts of each tenant's terms, oldest first. */
  readonly termsFacts: ReadonlyMap<string, readonly TermsFact[]>
}

export interface TermsFact {
  readonly hash: string
  /** Unix milliseconds. */
  readonly at: number
}

/** A receipt that could be read, with its row. */
export interface ReadReceipt {
  readonly row: ReceiptRow
  readonly body: ReceiptBody
}

const DEFAULT_STALE_MS = 2_000
/** A call that waited for its account's books is dated by its arrival and decided on the terms of its turn. */
const TERMS_GRACE_MS = MINUTE_MS
const OPENS: ReadonlySet<ReceiptBody['event']> = new Set(['order_placed', 'order_sent', 'order_opened'])
/** Kinds of movements that never happen without a receipt. */
const RECEIPTED = new Set([
  'order_reserve',
  'order_release',
  'order_open',
  'order_close',
  'funding',
  'negative_balance_protection',
  'demo_reset',
  'correction',
  'deposit',
  'withdrawal_request',
  'withdrawal_complete',
  'withdrawal_return',
])

/** The movement that an event goes with. */
const MOVEMENTS_OF: Partial<Record<ReceiptBody['event'], readonly string[]>> = {
  order_sent: ['order_reserve'],
  order_opened: ['order_release', 'order_open'],
  order_closed: ['order_close'],
  // Of an order that its provider did not fill: a market order ends, a pending one waits on.
  order_cancelled: ['order_release'],
  order_edited: ['order_release'],
}

export function publicKeyOf(publicKey: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
}

/** The receipts that could be read, in the order of the chain. */
export function checkReceipts(rows: AccountRows, terms: ReceiptTerms, findings: Findings): ReadReceipt[] {
  const read: ReadReceipt[] = []
  let previous = ''
  let namesTerms = false
  for (const row of rows.receipts) {
    const complain = complaintsOf(row, findings)
    if (row.previousHash !== previous)
      complain('I13', `the hash of the account's receipt before it, ${previous || '(none)'}`, row.previousHash || '(none)')
    previous = row.hash
    const body = readBody(row, terms, complain)
    if (body === null) continue
    read.push({ row, body })
    if (body.demo_account !== rows.isDemo) complain('I10', `demo_account ${rows.isDemo}`, String(body.demo_account))
    checkQuote(row, body, terms, findings, complain)
    if (!OPENS.has(body.event)) continue
    if (body.terms !== undefined) checkTerms(row, body.terms, terms, complain)
    // Those of before there were such facts name none; none behind one that does.
    else if (namesTerms) complain('I13', 'the terms it was opened on, as those before it name theirs', '(none)')
    namesTerms ||= body.terms !== undefined
    findings.checked('I13', 'openings with their terms', body.terms === undefined ? 0 : 1)
  }
  findings.checked('I13', 'receipts', rows.receipts.length)
  const { account } = rows
  if (account !== null && (account.receiptHash ?? '') !== previous) {
    findings.broken({
      invariant: 'I13',
      table: 'trading_account',
      tenantId: rows.tenantId,
      id: String(rows.traderId),
      expected: `receipt_hash ${previous || '(none)'}, of its newest receipt`,
      found: account.receiptHash ?? '(none)',
    })
  }
  checkLedger(rows, read, terms, findings)
  return read
}

type Complain = (invariant: InvariantName, expected: string, found: string) => void

function complaintsOf({ tenantId, id }: ReceiptRow, findings: Findings): Complain {
  return (invariant, expected, found) => findings.broken({ invariant, table: 'receipt', tenantId, id: String(id), expected, found })
}

function readBody(row: ReceiptRow, { keys }: ReceiptTerms, complain: Complain): ReceiptBody | null {
  const hash = sha256Hex(row.body)
  if (hash !== row.hash) complain('I13', `hash ${hash} over its body`, row.hash)
  const key = keys.get(`${row.tenantId}/${row.keyId}`)
  if (key === undefined) complain('I13', 'a key of its company', `key ${row.keyId}, which is not among them`)
  else if (!verify(null, Buffer.from(row.body), key, Buffer.from(row.signature, 'base64url'))) {
    complain('I13', `the signature of key ${row.keyId} over its body`, 'another signature')
  }
  let value: unknown
  try {
    value = JSON.parse(row.body)
  } catch {
    complain('I13', 'a body of JSON', row.body.slice(0, 80))
    return null
  }
  if (canonicalText(value) !== row.body) complain('I13', 'canonical JSON', row.body.slice(0, 80))
  const parsed = ReceiptBody.safeParse(value)
  if (!parsed.success) {
    complain('I13', 'the facts of a receipt', parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
    return null
  }
  const body = parsed.data
  const said: [name: string, row: string, body: string][] = [
    ['tenant_id', row.tenantId, body.broker],
    ['trader_id', String(row.traderId), body.account],
    ['order_id', String(row.orderId ?? ''), body.order ?? ''],
    ['event', row.event, body.event],
    ['previous_hash', row.previousHash, body.previous],
    ['key_id', row.keyId, body.key_id],
    ['created_at', String(row.createdAt), String(body.at)],
  ]
  for (const [name, inRow, inBody] of said) if (inRow !== inBody) complain('I13', `${name} ${inBody}, as signed`, inRow)
  return body
}

/** The terms are a fact of the company, and were in force then. */
function checkTerms({ tenantId, createdAt }: ReceiptRow, hash: string, { termsFacts }: ReceiptTerms, complain: Complain): void {
  const facts = termsFacts.get(tenantId) ?? []
  const isInForce = facts.some(
    (fact, index) =>
      fact.hash === hash && fact.at <= createdAt + TERMS_GRACE_MS && (facts[index + 1]?.at ?? createdAt) >= createdAt - TERMS_GRACE_MS,
  )
  if (isInForce) return
  const inForce = facts.findLast(({ at }) => at <= createdAt)?.hash ?? '(none)'
  complain(
    'I13',
    `the terms that were in force, fact ${inForce}`,
    facts.some((fact) => fact.hash === hash) ? `those of another time, ${hash}` : hash,
  )
}

/** I9: the price is the proper side of the quote, the quote was fresh, and the ticks are the ones that were signed. */
function checkQuote(row: ReceiptRow, body: ReceiptBody, terms: ReceiptTerms, findings: Findings, complain: Complain): void {
  const ticks = row.ticks as TickRecord[]
  const hash = body.ticks_hash
  if (hash === null ? ticks.length > 0 : ticksHash(ticks) !== hash)
    complain('I9', `ticks with hash ${hash ?? '(none)'}`, `hash ${ticksHash(ticks)}`)
  if (body.event !== 'order_opened' && body.event !== 'order_closed') return
  findings.checked('I9', body.event === 'order_opened' ? 'fills' : 'closes')
  const { quote, side, price } = body
  if (quote === null || side === null || price === null) {
    complain('I9', 'the quote it was traded at', 'no quote')
    return
  }
  const sides = { bid: parseFixed(quote.bid), ask: parseFixed(quote.ask) }
  const isOpening = body.event === 'order_opened'
  if (body.provider === undefined) {
    const proper = isOpening ? openingPrice(side, sides) : closingPrice(side, sides)
    if (parseFixed(price) !== proper) complain('I9', `the price of its side, bid ${quote.bid} ask ${quote.ask}`, price)
  } else {
    // The quote is the one at which it was sent; the price is the provider's, with the mark-up that is stated.
    const { price: filled, mark_up: markUp } = body.provider
    const deal = { side: isOpening === (side === 'buy') ? 'buy' : 'sell', pricePrecision: price.split('.')[1]?.length ?? 0 } as const
    if (parseFixed(price) !== tradersPrice(deal, parseFixed(filled), parseFixed(markUp)))
      complain('I9', `the provider's price ${filled} with the mark-up ${markUp}`, price)
  }
  if ((body.execution === 'stp') !== (body.provider !== undefined)) complain('I9', 'a provider for stp alone', body.execution ?? '(none)')
  // A demo account is started over at the last price there is, also in a closed market; nothing else trades on an old one.
  const limit = terms.staleAfterMs.get(row.tenantId) ?? DEFAULT_STALE_MS
  if (body.reason !== 'demo_reset' && quote.age_ms > limit) complain('I9', `a quote of at most ${limit} ms`, `${quote.age_ms} ms`)
  const traded = ticks.at(-1)
  if (traded !== undefined && (traded.seq !== quote.seq || traded.source !== quote.source || traded.symbol !== quote.symbol)) {
    complain('I9', `tick ${quote.source} ${quote.symbol} ${quote.seq} as the last`, `${traded.source} ${traded.symbol} ${traded.seq}`)
  }
}

function checkLedger(rows: AccountRows, read: readonly ReadReceipt[], terms: ReceiptTerms, findings: Findings): void {
  const byId = new Map(rows.transactions.map((movement) => [String(movement.id), movement]))
  const named = new Set(read.flatMap(({ body }) => body.ledger.map(({ transaction }) => transaction)))
  const others = rows.transactions.filter(({ id }) => !named.has(String(id)))
  checkUnnamed(others, terms, findings)
  let balance = 0n
  let next = 0
  for (const { row, body } of read) {
    while (next < others.length && (others[next]?.createdAt ?? 0) <= body.at) balance += availableOf(others[next++])
    for (const { transaction, entries } of body.ledger) {
      const movement = byId.get(transaction)
      checkNamed(row, body, transaction, entries, movement, findings)
      balance += availableOf(movement)
    }
    findings.checked('I12', 'balances told by receipts')
    if (parseFixed(body.balance_after) !== balance) {
      complaintsOf(row, findings)('I12', `entries that sum to ${body.balance_after}, the balance it tells`, formatAmount(balance))
    }
  }
}

/** What moves money, but for a new demo account's first, has its receipt. */
function checkUnnamed(others: readonly TransactionRow[], { receiptsSince }: ReceiptTerms, findings: Findings): void {
  for (const { tenantId, id, kind, createdAt } of others) {
    if (!RECEIPTED.has(kind) || createdAt < (receiptsSince.get(tenantId) ?? Number.POSITIVE_INFINITY)) continue
    const expected = `a receipt that names it, as for every ${kind}`
    findings.broken({ invariant: 'I13', table: 'ledger_transaction', tenantId, id: String(id), expected, found: 'no receipt' })
  }
}

function checkNamed(
  row: ReceiptRow,
  body: ReceiptBody,
  id: string,
  entryIds: readonly string[],
  movement: TransactionRow | undefined,
  findings: Findings,
): void {
  const broken = (expected: string, found: string) =>
    findings.broken({ invariant: 'I13', table: 'ledger_transaction', tenantId: row.tenantId, id, expected, found })
  findings.checked('I13', 'ledger transactions named')
  if (movement === undefined) {
    broken(`the movement that receipt ${row.id} names`, 'no such row')
    return
  }
  const found = movement.entries.map((entry) => String(entry.id))
  if ([...entryIds].sort().join() !== found.sort().join()) {
    broken(`entries ${entryIds.join(', ')}, as receipt ${row.id} says`, found.join(', '))
    return
  }
  if (movement.createdAt !== body.at) broken(`created_at ${body.at}, as receipt ${row.id} says`, String(movement.createdAt))
  const kinds = body.event === 'adjustment' ? [body.reason ?? ''] : (MOVEMENTS_OF[body.event] ?? [])
  if (!kinds.includes(movement.kind)) {
    broken(`kind ${kinds.join(' or ') || '(none)'}, as receipt ${row.id} says`, movement.kind)
    return
  }
  const said = movesSaid(body, movement.kind)
  if (said === null) return
  if (String(movement.orderId ?? '') !== (body.order ?? ''))
    broken(`order_id ${body.order}, as receipt ${row.id} says`, String(movement.orderId))
  for (const [account, amount] of Object.entries(said)) {
    const posted = sumOf(movement, account)
    if (posted !== amount) broken(`${formatAmount(amount)} on ${account}, as receipt ${row.id} says`, formatAmount(posted))
  }
}

/** What a movement of this kind must have posted by the words of its receipt; `null` where the receipt does not say. */
function movesSaid({ margin, fee, profit }: ReceiptBody, kind: string): Record<string, bigint> | null {
  if (kind === 'order_reserve' && margin !== null && fee !== null) {
    const reserved = parseFixed(margin) + parseFixed(fee)
    return { 'trader:available': -reserved, 'trader:margin': reserved }
  }
  if (kind === 'order_open' && margin !== null && fee !== null) {
    const [locked, paid] = [parseFixed(margin), parseFixed(fee)]
    return { 'trader:available': -(locked + paid), 'trader:margin': locked, 'house:fees': paid }
  }
  if (kind === 'order_close' && margin !== null && profit !== null) {
    const [locked, won] = [parseFixed(margin), parseFixed(profit)]
    return { 'trader:available': locked + won, 'trader:margin': -locked, 'house:trading': -won }
  }
  if (kind === 'negative_balance_protection' && profit !== null) {
    return { 'trader:available': parseFixed(profit), 'house:protection': -parseFixed(profit) }
  }
  if (kind === 'correction' && profit !== null) {
    return { 'trader:available': parseFixed(profit), 'house:corrections': -parseFixed(profit) }
  }
  if (kind === 'funding' && profit !== null) return { 'trader:available': parseFixed(profit), 'house:funding': -parseFixed(profit) }
  const other = { deposit: 'house:deposits', withdrawal_request: 'trader:withdrawal', withdrawal_return: 'trader:withdrawal' }[kind]
  if (other !== undefined && profit !== null) return { 'trader:available': parseFixed(profit), [other]: -parseFixed(profit) }
  return null
}

export function sumOf(movement: TransactionRow, account: string): bigint {
  return movement.entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n)
}

function availableOf(movement: TransactionRow | undefined): bigint {
  return movement === undefined ? 0n : sumOf(movement, 'trader:available')
}
