/**
 * What the books say of a company's orders on one UTC day: its signed receipts, the orders it refused, its withdrawals, its accounts.
 *
 * Invariant: nothing is read that a later moment changes, so that a day that is over gives the same figures for ever.
 */
import { sql } from 'drizzle-orm'
import type { ExecutionDocument } from '../../contract/execution'
import { CHALLENGE_PERIOD_DAYS, type ClockedStep, challengeClock } from '../../rules/challenge-clock'
import { type Fixed, formatScaled, parseFixed } from '../../rules/decimal'
import { DAY_MS } from '../../rules/durations'
import { DayTally, FEWEST_ORDERS, type FilledOrder, type OrderType, type RejectionReason } from '../../rules/execution-figures'
import { LOSING_PERIOD_DAYS, losingShare } from '../../rules/losing-share'
import { formatAmount, parseAmount } from '../../rules/money'
import { dayBounds } from '../../rules/utc-day'
import { CLOCK_PERIOD_DAYS, type ClockedWithdrawal, withdrawalClock } from '../../rules/withdrawal-clock'
import { queryRows, type Tx } from '../db/open-database'
import { literal, ORDER_STATUS } from '../db/statuses'
import { readTradingResults } from './published-figures'

/** What a day's figures rest on besides the books: it stands in the document, so that they can be worked out again. */
export interface ExecutionTerms {
  readonly accounts: ExecutionDocument['accounts']
  /** Percentage points, two decimals. */
  readonly bound: string
  readonly promisedHours: number
  /** Within so many hours a challenge is answered; null: the document says nothing of challenges. */
  readonly challengeHours: number | null
}

interface DayAsked {
  readonly tenantId: string
  readonly day: string
  /** Up to when, exclusive, at most the end of the day; Unix milliseconds. */
  readonly until: number
}

export async function readExecution(tx: Tx, { tenantId, day, until }: DayAsked, terms: ExecutionTerms): Promise<ExecutionDocument> {
  const bounds = dayBounds(day)
  if (bounds === null) throw new Error(`${day} is no day`)
  const span: Span = { tenantId, from: bounds.from, until, withDemo: terms.accounts === 'demonstration' }
  const tally = new DayTally()
  const ends = await readReceipts(tx, span, tally)
  for (const refusal of await readRefusals(tx, span, day)) tally.reject(refusal)
  const { classes, others, symmetry } = tally.figures(terms.bound)
  const results = await readTradingResults(tx, tenantId, until)
  const losing = terms.accounts === 'real' ? results.real : sumOf(results.real, results.demo)
  const share = losingShare(losing)
  return {
    v: 1,
    kind: 'execution',
    broker: tenantId,
    day,
    until,
    accounts: terms.accounts,
    min_orders: FEWEST_ORDERS,
    classes: classes as ExecutionDocument['classes'],
    others: others as ExecutionDocument['others'],
    symmetry,
    stop_outs: {
      positions: ends.stoppedOut,
      accounts: ends.stoppedOutAccounts.size,
      accounts_with_position: await countHolders(tx, span),
    },
    paid_below_zero: formatAmount(ends.paidBelowZero),
    losing: {
      period_days: LOSING_PERIOD_DAYS,
      accounts: losing.accounts,
      losing: share === null ? null : losing.losing,
      share_percent: share === null ? null : formatScaled(share, 2),
    },
    withdrawals: withdrawalClock(await readWithdrawals(tx, span), until, terms.promisedHours) as ExecutionDocument['withdrawals'],
    ...(terms.challengeHours === null ? {} : { challenges: challengeClock(await readChallenges(tx, span), until, terms.challengeHours) }),
  }
}

interface Span {
  readonly tenantId: string
  readonly from: number
  readonly until: number
  /** Demo accounts count too. */
  readonly withDemo: boolean
}

const sumOf = (one: { accounts: number; losing: number }, other: { accounts: number; losing: number }) => ({
  accounts: one.accounts + other.accounts,
  losing: one.losing + other.losing,
})

interface DayEnds {
  stoppedOut: number
  readonly stoppedOutAccounts: Set<string>
  paidBelowZero: bigint
}

interface ReceiptLine extends Record<string, unknown> {
  readonly id: string
  readonly event: string
  readonly account: string
  readonly instrument: string | null
  readonly kind: string | null
  readonly reason: string | null
  readonly side: 'buy' | 'sell' | null
  readonly requested: string | null
  readonly price: string | null
  readonly profit: string | null
  readonly at: string
  readonly quote_time: string | null
  readonly age: string | null
  readonly took: string | null
  readonly route_took: string | null
}

const RECEIPTS_A_READING = 5_000

/** In parts, so that a day of any size can be counted. */
async function readReceipts(tx: Tx, { tenantId, from, until, withDemo }: Span, tally: DayTally): Promise<DayEnds> {
  const ends: DayEnds = { stoppedOut: 0, stoppedOutAccounts: new Set(), paidBelowZero: 0n }
  let last = '0'
  for (;;) {
    const rows = await queryRows<ReceiptLine>(
      tx,
      sql`select r.id::text as id, r.event, b.body ->> 'account' as account, b.body ->> 'instrument' as instrument, b.body ->> 'kind' as kind,
            b.body ->> 'reason' as reason, b.body ->> 'side' as side, b.body ->> 'requested_price' as requested, b.body ->> 'price' as price,
            b.body ->> 'profit' as profit, b.body ->> 'at' as at, b.body -> 'quote' ->> 'time' as quote_time,
            b.body -> 'quote' ->> 'age_ms' as age, b.body ->> 'took_ms' as took,
            (select (o.ended_at - o.created_at)::text from routed_order o where b.body ? 'provider' and o.tenant_id = r.tenant_id
              and o.result_order_id = r.order_id and o.purpose = case r.event when 'order_opened' then 'open' else 'close' end
              order by o.id desc limit 1) as route_took
          from receipt r cross join lateral (select r.body::jsonb as body) b
          where r.tenant_id = ${tenantId} and r.created_at >= ${from} and r.created_at < ${until}
            and r.event in ('order_opened', 'order_closed', 'order_cancelled', 'adjustment') and r.id > ${last}::text::bigint
            and (${withDemo} or not (b.body ->> 'demo_account')::boolean)
          order by r.id limit ${sql.raw(String(RECEIPTS_A_READING))}`,
    )
    for (const row of rows) take(row, tally, ends)
    const end = rows.at(-1)
    if (end === undefined || rows.length < RECEIPTS_A_READING) return ends
    last = end.id
  }
}

const CLOSE_TYPES: Readonly<Record<string, OrderType>> = { manual: 'close', stop_loss: 'stop_loss', take_profit: 'take_profit' }

function take(row: ReceiptLine, tally: DayTally, ends: DayEnds): void {
  const { event, reason, instrument } = row
  if (event === 'adjustment') {
    if (reason === 'negative_balance_protection') ends.paidBelowZero += parseAmount(row.profit ?? '0')
    return
  }
  if (instrument === null) return
  if (event === 'order_cancelled') {
    const isTakenBack = reason === 'trader' || reason === 'demo_reset'
    if (!isTakenBack) tally.reject({ instrument, type: openingType(row.kind), reason: reasonOf(reason ?? ''), count: 1 })
    return
  }
  const type = event === 'order_opened' ? openingType(row.kind) : CLOSE_TYPES[reason ?? '']
  if (type !== undefined) tally.fill(filledOrder(row, instrument, type))
  if (reason !== 'stop_out') return
  ends.stoppedOut += 1
  ends.stoppedOutAccounts.add(row.account)
}

function openingType(kind: string | null): OrderType {
  return kind === 'limit' || kind === 'stop' ? kind : 'market'
}

function filledOrder(row: ReceiptLine, instrument: string, type: OrderType): FilledOrder {
  const isClosing = row.event === 'order_closed'
  const opened = row.side ?? 'buy'
  const price = row.price ?? '0'
  return {
    instrument,
    type,
    side: isClosing ? (opened === 'buy' ? 'sell' : 'buy') : opened,
    requested: row.requested === null ? null : fixedOf(row.requested),
    price: fixedOf(price),
    pricePrecision: price.split('.')[1]?.length ?? 0,
    tookMs: tookOf(row, type),
    quoteAgeMs: numberOf(row.age),
  }
}

/** Of what a trader sent, the receipt says it, and of a provider's fill its asking; of what a price set off, that price's own time. */
function tookOf({ took, route_took: route, at, quote_time: quoteTime }: ReceiptLine, type: OrderType): number | null {
  if (route !== null) return numberOf(route)
  if (type === 'market' || type === 'close') return numberOf(took)
  return quoteTime === null ? null : Math.max(0, Number(at) - Number(quoteTime))
}

const numberOf = (text: string | null): number | null => (text === null ? null : Math.max(0, Math.round(Number(text))))
const fixedOf = (text: string): Fixed => parseFixed(text)

async function readRefusals(tx: Tx, { tenantId, withDemo }: Span, day: string) {
  const rows = await queryRows<{ instrument: string; type: OrderType; reason: string; count: string }>(
    tx,
    sql`select instrument_code as instrument, type, reason, sum(count)::text as count from order_refusal
        where tenant_id = ${tenantId} and day = ${day} and (${withDemo} or not is_demo) group by 1, 2, 3`,
  )
  return rows.map(({ instrument, type, reason, count }) => ({ instrument, type, reason: reasonOf(reason), count: Number(count) }))
}

const REASONS: Readonly<Record<string, RejectionReason>> = {
  PRICE_MOVED: 'price_moved',
  INSUFFICIENT_MARGIN: 'margin',
  insufficient_margin: 'margin',
  stop_out: 'margin',
  MARKET_CLOSED: 'market_closed',
  QUOTE_STALE: 'stale_price',
  LOTS_TOO_SMALL: 'size',
  LOTS_TOO_LARGE: 'size',
  LOTS_OFF_STEP: 'size',
  TOO_MANY_OPEN_ORDERS: 'size',
  PRICE_OFF_GRID: 'levels',
  TARGET_PRICE_REQUIRED: 'levels',
  TARGET_IS_MARKET_PRICE: 'levels',
  TARGET_TOO_CLOSE: 'levels',
  TARGET_WRONG_SIDE: 'levels',
  STOP_LOSS_WRONG_SIDE: 'levels',
  STOP_LOSS_TOO_CLOSE: 'levels',
  TAKE_PROFIT_WRONG_SIDE: 'levels',
  TAKE_PROFIT_TOO_CLOSE: 'levels',
  TRAILING_TOO_CLOSE: 'levels',
  TRADING_PAUSED: 'paused',
  TRADING_BRAKED: 'paused',
  not_offered: 'paused',
  PROVIDER_DOWN: 'provider',
  NO_PRICE_IN_LIMIT: 'provider',
  not_filled: 'provider',
}

const reasonOf = (reason: string): RejectionReason => REASONS[reason] ?? 'other'

/** Accounts with a position at any time of the day. */
async function countHolders(tx: Tx, { tenantId, from, until, withDemo }: Span): Promise<number> {
  const [row] = await queryRows<{ accounts: string }>(
    tx,
    sql`select count(distinct trader_id)::text as accounts from trade_order
        where tenant_id = ${tenantId} and opened_at is not null and opened_at < ${until}
          and (${withDemo} or not is_demo) and (status <> ${literal(ORDER_STATUS.completed)} or completed_at >= ${from})`,
  )
  return Number(row?.accounts ?? 0)
}

/** Those of the clock's period, and every other that waited still. */
async function readWithdrawals(tx: Tx, { tenantId, until }: Span): Promise<ClockedWithdrawal[]> {
  const since = until - CLOCK_PERIOD_DAYS * DAY_MS
  const rows = await queryRows<Record<'amount' | 'asked' | 'first' | 'decided' | 'ended_as', string | null>>(
    tx,
    sql`select amount::text, created_at::text as asked, first_approved_at::text as first, decided_at::text as decided, ended_as
        from withdrawal where tenant_id = ${tenantId} and created_at < ${until}
          and (created_at >= ${since} or decided_at is null or decided_at >= ${until})`,
  )
  const moment = (text: string | null | undefined) => (text == null ? null : Number(text))
  return rows.map(({ amount, asked, first, decided, ended_as }) => ({
    amount: BigInt(amount ?? '0'),
    askedAt: Number(asked),
    firstApprovedAt: moment(first),
    decidedAt: moment(decided),
    endedAs: ended_as as ClockedWithdrawal['endedAs'],
  }))
}

/** The steps of each case of the clock's period, and of every other that nobody had ended by then; the oldest step first. */
async function readChallenges(tx: Tx, { tenantId, until, withDemo }: Span): Promise<readonly ClockedStep[][]> {
  const since = until - CHALLENGE_PERIOD_DAYS * DAY_MS
  const rows = await queryRows<{ case: string; step: string; at: string }>(
    tx,
    sql`select step.challenge_id::text as case, step.step, step.created_at::text as at
        from challenge join challenge_step step on step.tenant_id = challenge.tenant_id and step.challenge_id = challenge.id
        where challenge.tenant_id = ${tenantId} and challenge.created_at < ${until} and (${withDemo} or not challenge.is_demo)
          and step.created_at < ${until}
          and (challenge.created_at >= ${since} or challenge.decided_at is null or challenge.decided_at >= ${until})
        order by step.id`,
  )
  const cases = new Map<string, ClockedStep[]>()
  for (const { case: id, step, at } of rows) cases.set(id, [...(cases.get(id) ?? []), { step, at: Number(at) }])
  return [...cases.values()]
}
