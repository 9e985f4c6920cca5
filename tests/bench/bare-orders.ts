/**
 * The baseline of an order: the statements of the same two transactions (open and close with session, idempotency key, account
 * lock, ledger, audit, receipt, outbox), written by hand and sent to the driver. No HTTP, no checks, no arithmetic, no texts, no signature.
 */
import { createHash } from 'node:crypto'

export type Query = (text: string, params?: unknown[]) => Promise<Record<string, unknown>[]>
export type Transact = <T>(work: (query: Query) => Promise<T>) => Promise<T>

export interface BareTrader {
  readonly id: string
  readonly tokenHash: string
  /** Of the trader's last receipt, which the next one names. */
  receiptHash: string
}

const TENANT = 'aurora'
const NOW = Date.parse('2026-11-18T12:00:00Z')
const MARGIN = '100000000'
const FEE = '7000000'
/** As long as ours: an order's figures, and the ticks before it. */
const RECEIPT_BODY = 'x'.repeat(1_000)
const SIGNATURE = 'x'.repeat(86)
const TICKS = JSON.stringify(
  Array.from({ length: 12 }, (_, seq) => ({ seq: String(seq), bid: '1.16428', ask: '1.16428', last: '1.16428', time: NOW })),
)

export async function makeBareTrader(transact: Transact, number: number): Promise<BareTrader> {
  return transact(async (query) => {
    await query(`select set_config('role', 'candor_app', true), set_config('app.tenant', $1, true)`, [TENANT])
    const [row] = await query(
      `insert into trader (tenant_id, uid, is_demo, invite_code, created_at) values ($1, $2, true, $2, $3) returning id::text as id`,
      [TENANT, `bare-${number}`, NOW],
    )
    const id = String(row?.id)
    const tokenHash = `bare-token-${number}`
    await query(
      'insert into session (token_hash, tenant_id, trader_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)',
      [tokenHash, TENANT, id, NOW, NOW + 86_400_000],
    )
    await query(
      'insert into trading_account (tenant_id, trader_id, is_demo, balance, locked_margin, locked_withdrawal) values ($1, $2, true, 0, 0, 0)',
      [TENANT, id],
    )
    await postMovement(query, id, 'demo_grant', null, 0, [
      ['trader:available', id, '1000000000000'],
      ['house:demo-funding', null, '-1000000000000'],
    ])
    return { id, tokenHash, receiptHash: '' }
  })
}

async function postMovement(
  query: Query,
  traderId: string,
  kind: string,
  orderId: string | null,
  openOrders: number,
  entries: [string, string | null, string][],
): Promise<void> {
  const sumOf = (account: string) =>
    entries
      .filter(([name]) => name === account)
      .reduce((sum, [, , amount]) => sum + BigInt(amount), 0n)
      .toString()
  const values = entries.map((_, index) => `($${9 + index * 3}::text, $${10 + index * 3}::bigint, $${11 + index * 3}::bigint)`)
  await query(
    `with movement as (
       insert into ledger_transaction (tenant_id, trader_id, is_demo, kind, order_id, created_at) values ($1, $2::bigint, true, $3, $4::bigint, $5) returning id
     ), posted as (
       insert into ledger_entry (tenant_id, transaction_id, account, trader_id, amount)
       select $1, movement.id, entry.account, entry.trader_id, entry.amount from movement, (values ${values.join(', ')}) as entry (account, trader_id, amount)
     )
     update trading_account set balance = balance + $6::bigint, locked_margin = locked_margin + $7::bigint, open_orders = open_orders + $8, version = version + 1
     where tenant_id = $1 and trader_id = $2::bigint and is_demo and exists (select 1 from movement)
     returning balance::text, locked_margin::text, open_orders, version`,
    [TENANT, traderId, kind, orderId, NOW, sumOf('trader:available'), sumOf('trader:margin'), openOrders, ...entries.flat()],
  )
}

async function insertReceipt(query: Query, trader: BareTrader, orderId: string, event: string): Promise<void> {
  const hash = createHash('sha256').update(`${trader.receiptHash} ${orderId} ${event}`).digest('hex')
  await query(
    `insert into receipt (tenant_id, trader_id, order_id, event, body, hash, previous_hash, signature, key_id, ticks, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'bare', $9::jsonb, $10)`,
    [TENANT, trader.id, orderId, event, RECEIPT_BODY, hash, trader.receiptHash, SIGNATURE, TICKS, NOW],
  )
  trader.receiptHash = hash
}

async function call<T>(transact: Transact, trader: BareTrader, name: string, key: string, work: (query: Query) => Promise<T>): Promise<T> {
  return transact(async (query) => {
    await query(`select set_config('role', 'candor_app', true), set_config('app.tenant', $1, true)`, [TENANT])
    await query(
      'select s.*, t.uid, t.is_demo from session s join trader t on t.tenant_id = s.tenant_id and t.id = s.trader_id where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2',
      [trader.tokenHash, NOW],
    )
    await query(
      'insert into idempotency_key (tenant_id, scope, call, key, parameters_hash, created_at) values ($1, $2, $3, $4, $4, $5) on conflict do nothing returning key',
      [TENANT, trader.id, name, key, NOW],
    )
    await query('savepoint one')
    await query('select * from trading_account where tenant_id = $1 and trader_id = $2 for update', [TENANT, trader.id])
    const result = await work(query)
    await query('insert into audit_event (tenant_id, actor, action, object, detail, created_at) values ($1, $2, $3, $3, $4::jsonb, $5)', [
      TENANT,
      `trader:${trader.id}`,
      name,
      '{"price":"1.16428"}',
      NOW,
    ])
    await query('release savepoint one')
    await query('update idempotency_key set reply = $5 where tenant_id = $1 and scope = $2 and call = $3 and key = $4', [
      TENANT,
      trader.id,
      name,
      key,
      'x'.repeat(900),
    ])
    return result
  })
}

/** One order opened and closed. */
export async function bareRoundTrip(transact: Transact, trader: BareTrader, key: string): Promise<void> {
  const id = await call(transact, trader, 'submitOrder', key, async (query) => {
    await query('select * from trade_order where tenant_id = $1 and trader_id = $2 and status = 1 order by id', [TENANT, trader.id])
    const [row] = await query(
      `insert into trade_order (tenant_id, trader_id, is_demo, instrument_code, side, status, lots, leverage, margin_mode, contract_size, quote_currency,
         price_precision, requested_price, fill_price, stop_loss, take_profit, margin, fee, conversion_rate, quote_source, quote_seq, created_at)
       values ($1, $2, true, 'EURUSD', 'buy', 1, 1000000, 100, 'leveraged', 10000000000000, 'USD', 5, 116428000, 116428000, 0, 0, $3, $4, '1', 'bare', 1, $5) returning *`,
      [TENANT, trader.id, MARGIN, FEE, NOW],
    )
    const orderId = String(row?.id)
    await postMovement(query, trader.id, 'order_open', orderId, 1, [
      ['trader:available', trader.id, `-${Number(MARGIN) + Number(FEE)}`],
      ['trader:margin', trader.id, MARGIN],
      ['house:fees', null, FEE],
    ])
    await insertReceipt(query, trader, orderId, 'open')
    return orderId
  })
  await call(transact, trader, 'closeOrder', key, async (query) => {
    await query('select * from trade_order where tenant_id = $1 and id = $2 and trader_id = $3', [TENANT, id, trader.id])
    await query(
      `update trade_order set status = 3, close_price = 116428000, profit = 0, close_conversion_rate = '1', close_reason = 'manual', completed_at = $3, version = 1
       where tenant_id = $1 and id = $2 and status = 1 returning *`,
      [TENANT, id, NOW],
    )
    await postMovement(query, trader.id, 'order_close', id, -1, [
      ['trader:margin', trader.id, `-${MARGIN}`],
      ['trader:available', trader.id, MARGIN],
    ])
    await insertReceipt(query, trader, id, 'close')
    await query('insert into outbox (tenant_id, trader_id, topic, payload, created_at) values ($1, $2, $3, $4::jsonb, $5)', [
      TENANT,
      trader.id,
      'FOREX_CLOSED',
      `{"Id":"${id}"}`,
      NOW,
    ])
  })
}
