/**
 * The real accounts that are nearest to their stop-out, and the largest.
 *
 * Invariants: every account with positions is valued at the prices of one round, from its positions as they are added up by instrument;
 * a round gives way to everything else that waits after every few of them; what is shown of an account is exact.
 */
import { setImmediate as otherWork } from 'node:timers/promises'
import type { RiskView } from '../../contract/desk/risk'
import type { Tenant } from '../../contract/tenant'
import { equityOf, riskOf } from '../../rules/account'
import { RATE_ONE } from '../../rules/conversion'
import { absolute, divide, FIXED_ONE, type Fixed, formatFixed, formatFixedShort } from '../../rules/decimal'
import { type Amount, formatAmount } from '../../rules/money'
import { stopOutLevel } from '../market/instrument-terms'
import type { Pricing, TenantQuote } from '../market/pricing'
import type { Trading } from '../trading/open-trading'
import type { AccountRisk, Exposure } from '../trading/risk-bands'

const SHOWN = 8
/** About a millisecond of work. */
const EXPOSURES_A_TURN = 500

interface Valued {
  readonly account: Readonly<AccountRisk>
  readonly equity: Amount
  readonly risk: Fixed
}

type Unnamed<Row> = Omit<Row, 'uid' | 'name'>
export interface RankedAccounts {
  readonly accounts: number
  readonly stopOuts: readonly Unnamed<RiskView['stop_outs'][number]>[]
  readonly largest: readonly Unnamed<RiskView['largest'][number]>[]
}

interface BoardParts {
  readonly pricing: Pricing
  readonly book: Trading['book']
}

export async function rankAccounts({ pricing, book }: BoardParts, tenant: Tenant): Promise<RankedAccounts> {
  const quotes = new Map<string, TenantQuote | null>()
  const quoteOf = (code: string) => {
    let quote = quotes.get(code)
    if (quote === undefined) {
      quote = pricing.quote(tenant, code)
      quotes.set(code, quote)
    }
    return quote
  }
  const level = stopOutLevel(tenant)
  const nearest = new Top<Valued>(({ risk }) => risk)
  const largest = new Top<Valued>(({ equity }) => equity)
  let accounts = 0
  let looked = 0
  for (const account of book.accountsOf(tenant.id)) {
    if (account.isDemo || account.exposures.size === 0) continue
    accounts += 1
    looked += account.exposures.size
    const valued = value(account, quoteOf, level)
    if (valued !== null) {
      nearest.take(valued)
      largest.take(valued)
    }
    if (looked < EXPOSURES_A_TURN) continue
    looked = 0
    await otherWork()
  }
  const shown = (valued: Valued) => {
    const biggest = biggestOf(valued.account, quoteOf)
    const code = biggest?.book.code ?? ''
    return {
      trader_id: valued.account.traderId.toString(),
      risk_rate: formatFixed(valued.risk, 1),
      code,
      show_code: pricing.instrument(code)?.showCode ?? code,
      biggest,
    }
  }
  return {
    accounts,
    stopOuts: nearest.all.map((valued) => {
      const { biggest, ...row } = shown(valued)
      const away = valued.equity - divide(level * valued.account.lockedMargin, 100n * FIXED_ONE, 'up')
      return { ...row, usdt_away: formatAmount(away), price_away: priceAway(biggest, quoteOf, away) }
    }),
    largest: largest.all.map((valued) => {
      const { biggest, ...row } = shown(valued)
      const lots = biggest === null ? 0n : biggest.buyLots - biggest.sellLots
      return {
        ...row,
        equity: formatAmount(valued.equity),
        margin: formatAmount(valued.account.lockedMargin),
        lots: formatFixedShort(lots),
      }
    }),
  }
}

type QuoteOf = (code: string) => TenantQuote | null

/** Null while one of its instruments has no price. */
function value(account: Readonly<AccountRisk>, quoteOf: QuoteOf, level: Fixed): Valued | null {
  let floatingProfit = 0n
  for (const exposure of account.exposures.values()) {
    const quote = quoteOf(exposure.book.code)
    if (quote === null) return null
    floatingProfit += exposure.profitAt(quote)
  }
  const state = { balance: account.balance, usedMargin: account.lockedMargin, floatingProfit }
  return { account, equity: equityOf(state), risk: riskOf(state, level) ?? 0n }
}

function worth(exposure: Exposure, quoteOf: QuoteOf): Amount {
  const quote = quoteOf(exposure.book.code)
  const units = exposure.buyUnits - exposure.sellUnits
  return quote === null ? 0n : divide(units * quote.last * quote.rate, FIXED_ONE * FIXED_ONE * RATE_ONE, 'half-even')
}

function biggestOf({ exposures }: Readonly<AccountRisk>, quoteOf: QuoteOf): Exposure | null {
  let biggest: { readonly exposure: Exposure; readonly size: Amount } | null = null
  for (const exposure of exposures.values()) {
    const size = absolute(worth(exposure, quoteOf))
    if (biggest === null || size > biggest.size) biggest = { exposure, size }
  }
  return biggest?.exposure ?? null
}

/** By how many percent the price of the biggest position may move until the account is stopped out, everything else standing still. */
function priceAway(biggest: Exposure | null, quoteOf: QuoteOf, away: Amount): string | null {
  const size = biggest === null ? 0n : absolute(worth(biggest, quoteOf))
  if (size === 0n) return null
  return formatFixed(divide((away > 0n ? away : 0n) * 100n * FIXED_ONE, size, 'down'), 2)
}

/** The few largest by a measure, the first of them first. */
class Top<Value> {
  readonly all: Value[] = []

  constructor(private readonly measure: (value: Value) => bigint) {}

  take(value: Value): void {
    const size = this.measure(value)
    const last = this.all.at(-1)
    if (last !== undefined && this.all.length >= SHOWN && this.measure(last) >= size) return
    const at = this.all.findIndex((other) => this.measure(other) < size)
    this.all.splice(at < 0 ? this.all.length : at, 0, value)
    if (this.all.length > SHOWN) this.all.pop()
  }
}
