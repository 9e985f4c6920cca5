/**
 * What real accounts have made of a company since midnight in London, by instrument: closed positions, fees, overnight funding, what
 * providers charged for cover, and what the positions of midnight were worth then, those that cover among them.
 *
 * Invariants: read from the orders and postings themselves, never added up beside them, so a restart changes nothing; read anew only when
 * something of the company has changed. A position of midnight is valued at the close of the last minute before it, both sides alike;
 * where none is kept it counts from its own opening.
 */
import { sql } from 'drizzle-orm'
import type { Tenant } from '../../contract/tenant'
import { bucketStart, type Candle } from '../../rules/candles'
import { RATE_ONE } from '../../rules/conversion'
import { openResult } from '../../rules/cover'
import { absolute, divide, FIXED_ONE } from '../../rules/decimal'
import type { Amount } from '../../rules/money'
import { queryRows, type Tx } from '../db/open-database'
import { literal, ORDER_STATUS } from '../db/statuses'
import { readRolloverPrices } from '../funding/rollover-prices'

export interface DayResult {
  /** What closing brought the traders. */
  readonly realised: Amount
  /** Fees, and funding that traders paid; below 0 where they were paid more. */
  readonly fees: Amount
  /** Profit, as of midnight, of the positions that were open then. */
  readonly heldBefore: Amount
  /** What covering had made until midnight, with what was held then. */
  readonly coverBefore: Amount
  /** What providers charged for cover by their statements, as agreed and as accepted; below 0 the house pays. */
  readonly coverCharges: Amount
}

export interface DayResults {
  /** Unix milliseconds. */
  readonly since: number
  of(code: string): DayResult
}

interface Kept {
  readonly since: number
  readonly changes: string
  readonly results: DayResults
  readonly midnight: Midnight
}

type Midnight = Readonly<Record<'held' | 'cover', ReadonlyMap<string, Amount>>>

interface DayParts {
  /** Grows with whatever changes of a company's accounts. */
  changes(tenantId: string): number
  minuteBefore(code: string, beforeMs: number): Promise<Candle | null>
  /** Undefined for an instrument that nobody knows any more. */
  quoteCurrency(code: string): string | undefined
}

/** What a company stood at, at an earlier moment. */
interface PastRisk {
  /** USDT that was not covered, of all instruments without sign. */
  readonly uncovered: Amount
  /** The house's result from midnight until then. */
  readonly house: Amount
}

const NOTHING: DayResult = { realised: 0n, fees: 0n, heldBefore: 0n, coverBefore: 0n, coverCharges: 0n }

export class HouseDays {
  readonly #kept = new Map<string, Kept>()

  constructor(private readonly parts: DayParts) {}

  async read(tx: Tx, { id }: Pick<Tenant, 'id'>, now: number): Promise<DayResults> {
    const since = bucketStart('1day', now)
    const changes = `${this.parts.changes(id)} ${await postingsOf(tx, id)}`
    const kept = this.#kept.get(id)
    if (kept?.since === since && kept.changes === changes) return kept.results
    const midnight =
      kept?.since === since ? kept.midnight : { held: await this.#heldAt(tx, id, since), cover: await this.#coverAt(tx, id, since) }
    const { realised, fees, charges } = await readSince(tx, id, since)
    const { held, cover } = midnight
    const byCode = new Map(
      [...new Set([realised, fees, charges, held, cover].flatMap((sums) => [...sums.keys()]))].map((code) => {
        const of = (sums: ReadonlyMap<string, Amount>) => sums.get(code) ?? 0n
        const before = { heldBefore: of(held), coverBefore: of(cover) }
        return [code, { ...before, realised: of(realised), fees: of(fees), coverCharges: of(charges) }]
      }),
    )
    const results: DayResults = { since, of: (code) => byCode.get(code) ?? NOTHING }
    this.#kept.set(id, { since, changes, results, midnight })
    return results
  }

  /**
   * As it stood at a moment, by the orders themselves and the closes of the minutes before it; a position of which no minute is kept counts for
   * nothing. Reads everything anew.
   */
  async pastRisk(tx: Tx, { id }: Pick<Tenant, 'id'>, at: number): Promise<PastRisk> {
    const since = bucketStart('1day', at)
    const [before, now] = [await this.#booksAt(tx, id, since), await this.#booksAt(tx, id, at)]
    const { realised, fees, charges } = await readSince(tx, id, since, at)
    const total = (sums: ReadonlyMap<string, Amount>) => [...sums.values()].reduce((sum, amount) => sum + amount, 0n)
    const mirrored = total(before.held) - total(realised) - total(now.held)
    const open = [...now.open.values()].reduce((sum, worth) => sum + absolute(worth), 0n)
    return { uncovered: open, house: mirrored + total(now.cover) - total(before.cover) + total(charges) + total(fees) }
  }

  async #booksAt(tx: Tx, id: string, at: number) {
    const open = new Map<string, Amount>()
    return { held: await this.#heldAt(tx, id, at, open), cover: await this.#coverAt(tx, id, at, open), open }
  }

  /** @param open where what is not covered is added up, by instrument */
  async #heldAt(tx: Tx, tenantId: string, at: number, open?: Map<string, Amount>): Promise<ReadonlyMap<string, Amount>> {
    const isHolding = sql`status = ${literal(ORDER_STATUS.holding)}`
    const isCompleted = sql`status = ${literal(ORDER_STATUS.completed)} and completed_at >= ${at}::bigint`
    const sums = sql`instrument_code, quote_currency, side, lots::numeric * contract_size as units, fill_price`
    const rows = await queryRows<Record<'code' | 'currency' | 'side' | 'units' | 'cost', string>>(
      tx,
      sql`select instrument_code as code, quote_currency as currency, side, sum(units)::text as units, sum(units * fill_price)::text as cost from (
        select ${sums} from trade_order where tenant_id = ${tenantId} and not is_demo and status <> ${literal(ORDER_STATUS.completed)} and ${isHolding} and opened_at < ${at}::bigint
        union all
        select ${sums} from trade_order where tenant_id = ${tenantId} and not is_demo and completed_at is not null and ${isCompleted} and opened_at < ${at}::bigint
      ) held group by 1, 2, 3`,
    )
    const prices = await readRolloverPrices(
      at,
      rows.map(({ code, currency }) => ({ code, quoteCurrency: currency })),
      (code, before) => this.parts.minuteBefore(code, before),
    )
    const worth = new Map<string, Amount>()
    for (const { code, currency, side, units, cost } of rows) {
      const [price, rate] = [prices.priceOf(code)?.price, prices.rateOf(currency)]
      if (price === undefined || rate === null) continue
      const moved = BigInt(units) * price - BigInt(cost)
      addWorth(open, code, ((side === 'buy' ? BigInt(units) : -BigInt(units)) * price * rate) / (FIXED_ONE * FIXED_ONE * RATE_ONE))
      const profit = divide((side === 'buy' ? moved : -moved) * rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
      worth.set(code, (worth.get(code) ?? 0n) + profit)
    }
    return worth
  }

  async #coverAt(tx: Tx, tenantId: string, at: number, open?: Map<string, Amount>): Promise<ReadonlyMap<string, Amount>> {
    const isBefore = sql`tenant_id = ${tenantId} and created_at < ${at}::bigint`
    const made = await queryRows<Record<'code' | 'amount', string>>(
      tx,
      sql`select instrument_code as code, sum(result)::text as amount from cover_fill where ${isBefore} group by 1`,
    )
    const worth = new Map(made.map(({ code, amount }) => [code, BigInt(amount)]))
    const held = await queryRows<Record<'code' | 'quantity' | 'cost', string>>(
      tx,
      sql`select distinct on (provider, instrument_code) instrument_code as code, held_quantity::text as quantity, held_cost::text as cost
          from cover_fill where ${isBefore} order by provider, instrument_code, seq desc`,
    )
    const known = held.flatMap((row) => {
      const quoteCurrency = this.parts.quoteCurrency(row.code)
      return quoteCurrency === undefined ? [] : [{ ...row, quoteCurrency }]
    })
    const prices = await readRolloverPrices(at, known, (code, before) => this.parts.minuteBefore(code, before))
    for (const { code, quantity, cost, quoteCurrency } of known) {
      const [price, rate] = [prices.priceOf(code)?.price, prices.rateOf(quoteCurrency)]
      if (price === undefined || rate === null) continue
      const result = openResult({ quantity: BigInt(quantity), cost: BigInt(cost) }, price, rate)
      worth.set(code, (worth.get(code) ?? 0n) + result)
      addWorth(open, code, (-BigInt(quantity) * price * rate) / (FIXED_ONE * RATE_ONE))
    }
    return worth
  }
}

function addWorth(open: Map<string, Amount> | undefined, code: string, worth: Amount): void {
  open?.set(code, (open.get(code) ?? 0n) + worth)
}

/** Grows with whatever reconciliation has posted. */
async function postingsOf(tx: Tx, tenantId: string): Promise<string> {
  const counted = sql`select (select count(*) from provider_charge where tenant_id = ${tenantId})
    + (select count(*) from reconciliation_difference where tenant_id = ${tenantId} and transaction_id is not null) as count`
  const [row] = await queryRows<{ count: string }>(tx, counted)
  return String(row?.count ?? 0)
}

type SumsSince = Readonly<Record<'realised' | 'fees' | 'charges', ReadonlyMap<string, Amount>>>

/** @param until left out: now */
async function readSince(tx: Tx, tenantId: string, since: number, until = Number.MAX_SAFE_INTEGER): Promise<SumsSince> {
  const rows = await queryRows<{ code: string; kind: keyof SumsSince; amount: string }>(
    tx,
    sql`select instrument_code as code, 'realised' as kind, sum(profit)::text as amount from trade_order
          where tenant_id = ${tenantId} and not is_demo and completed_at is not null and completed_at >= ${since}::bigint and completed_at < ${until}::bigint and opened_at is not null group by 1
        union all
        select instrument_code, 'fees', sum(fee)::text from trade_order
          where tenant_id = ${tenantId} and not is_demo and opened_at is not null and opened_at >= ${since}::bigint and opened_at < ${until}::bigint group by 1
        union all
        select o.instrument_code, 'fees', sum(-c.amount)::text from funding_charge c
          join trade_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
          where c.tenant_id = ${tenantId} and c.rollover_at >= ${since}::bigint and c.rollover_at < ${until}::bigint and not o.is_demo group by 1
        union all
        select instrument_code, 'charges', sum(amount)::text from provider_charge
          where tenant_id = ${tenantId} and posted_at >= ${since}::bigint and posted_at < ${until}::bigint group by 1
        union all
        select instrument_code, 'charges', sum(amount)::text from reconciliation_difference
          where tenant_id = ${tenantId} and transaction_id is not null and kind <> 'transfer'
            and resolved_at >= ${since}::bigint and resolved_at < ${until}::bigint group by 1`,
  )
  const sums = { realised: new Map<string, Amount>(), fees: new Map<string, Amount>(), charges: new Map<string, Amount>() }
  for (const { code, kind, amount } of rows) sums[kind].set(code, (sums[kind].get(code) ?? 0n) + BigInt(amount ?? '0'))
  return sums
}
