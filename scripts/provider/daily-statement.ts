/**
 * The provider's statement of each day, as docs/operations.md describes it: written when the day has ended at 17:00 in New York, and of the day
 * that ended last when it starts.
 *
 * Invariant: the closing balance of one is the opening one of the next, whatever was taken back or corrected between.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeNumber } from '../../broker/fix/fix-values'
import { CATALOGUE } from '../../broker/market/catalogue'
import { STATEMENT_COLUMNS } from '../../broker/reconciliation/read-statement'
import { dayEndedBy } from '../../broker/reconciliation/reconciliation-days'
import { conversionPair, conversionRate, formatRate, parseRate, RATE_ONE, type Rate } from '../../rules/conversion'
import { inUsdt } from '../../rules/cover'
import { absolute, divide, FIXED_ONE, type Fixed, parseFixed } from '../../rules/decimal'
import { lastRollover } from '../../rules/rollover'
import type { Deal, ProviderBooks } from './provider-books'

interface StatementOptions {
  readonly folder: string
  /** USDT a million USDT dealt. */
  readonly commissionPerMillion: string
  /** USDT a day that nobody agreed to: what reconciliation is there to find. */
  readonly overcharge: string
  /** The middle of what is quoted; null while nothing is. */
  readonly midOf: (symbol: string) => Fixed | null
}

export class DailyStatement {
  constructor(
    private readonly books: ProviderBooks,
    private readonly options: StatementOptions,
  ) {}

  /** @returns the file, where one was due; it waits while something that is held has no price */
  write(now: number): string | null {
    const { account } = this.books.books
    const until = lastRollover(now)
    if (account.until >= until) return null
    const closes = this.#closes(until)
    if (closes === null) return null
    const window = dayEndedBy(until)
    const own = account.deals.filter(({ time }) => time <= until)
    const entries = account.entries.filter(({ time }) => time <= until)
    const opening = parseFixed(account.balance)
    const carried = Object.entries(account.closes).reduce((sum, [symbol, { held, close }]) => {
      const { price, rate } = closes.get(symbol) ?? { price: parseFixed(close), rate: RATE_ONE }
      return sum + inUsdt(parseFixed(held) * (price - parseFixed(close)), rate)
    }, 0n)
    const result = entries.reduce((sum, { symbol, quantity, price }) => {
      const { price: close, rate } = closes.get(symbol) ?? { price: parseFixed(price), rate: RATE_ONE }
      return sum + inUsdt(parseFixed(quantity) * (close - parseFixed(price)), rate)
    }, carried)
    const trades = own.filter(({ time }) => time > window.from).map((deal) => ({ deal, commission: this.#commission(deal, closes) }))
    const extra = -parseFixed(this.options.overcharge)
    const closing = trades.reduce((sum, { commission }) => sum + commission, opening + result + extra)
    const line = (fields: Partial<Record<(typeof STATEMENT_COLUMNS)[number], string>>) =>
      STATEMENT_COLUMNS.map((column) => fields[column] ?? '').join(',')
    const text = [
      STATEMENT_COLUMNS.join(','),
      line({ line: 'opening', amount: writeNumber(opening) }),
      ...trades.map(({ deal: { id, order, symbol, side, quantity, price, time }, commission }) =>
        line({
          line: 'trade',
          instrument: symbol,
          id,
          order,
          side,
          quantity,
          price,
          time: new Date(time).toISOString(),
          amount: writeNumber(commission),
        }),
      ),
      ...[...closes].map(([symbol, { held, price, rate }]) =>
        line({ line: 'position', instrument: symbol, quantity: writeNumber(held), price: writeNumber(price), rate: formatRate(rate) }),
      ),
      ...(extra === 0n ? [] : [line({ line: 'commission', amount: writeNumber(extra) })]),
      line({ line: 'closing', amount: writeNumber(closing) }),
    ].join('\n')
    const file = this.#put(window.day, `${text}\n`)
    this.books.books.account = {
      ...{ until, balance: writeNumber(closing) },
      closes: Object.fromEntries(
        [...closes].map(([symbol, { held, price }]) => [symbol, { held: writeNumber(held), close: writeNumber(price) }]),
      ),
      deals: account.deals.filter(({ time }) => time > until),
      entries: account.entries.filter(({ time }) => time > until),
    }
    this.books.save()
    return file
  }

  /** What was held or dealt, as it stood at the end of the day. */
  #closes(until: number): ReadonlyMap<string, { readonly held: Fixed; readonly price: Fixed; readonly rate: Rate }> | null {
    const { account, positions } = this.books.books
    const symbols = new Set([...Object.keys(account.closes), ...Object.keys(positions), ...account.entries.map(({ symbol }) => symbol)])
    const closes = new Map<string, { held: Fixed; price: Fixed; rate: Rate }>()
    for (const symbol of [...symbols].sort()) {
      const since = account.entries.filter((one) => one.symbol === symbol && one.time > until)
      const held = parseFixed(positions[symbol] ?? '0') - since.reduce((sum, { quantity }) => sum + parseFixed(quantity), 0n)
      const price = this.options.midOf(symbol)
      const rate = this.#rateOf(symbol)
      if (price === null || rate === null) return null
      closes.set(symbol, { held, price, rate })
    }
    return closes
  }

  #rateOf(symbol: string): Rate | null {
    const instrument = CATALOGUE.find(({ code }) => code === symbol)
    const pair = instrument === undefined ? null : conversionPair(instrument.quoteCurrency)
    if (pair === null) return RATE_ONE
    const price = this.options.midOf(pair.code)
    // As written in the file, so that nobody reckons with more digits.
    return price === null ? null : parseRate(formatRate(conversionRate(pair, price)))
  }

  #commission({ symbol, quantity, price }: Deal, closes: ReadonlyMap<string, { readonly rate: Rate }>): Fixed {
    const worth = inUsdt(absolute(parseFixed(quantity)) * parseFixed(price), closes.get(symbol)?.rate ?? RATE_ONE)
    return -divide(worth * parseFixed(this.options.commissionPerMillion), FIXED_ONE * 1_000_000n, 'half-even')
  }

  /** Whole or not at all. */
  #put(day: string, text: string): string {
    const file = path.join(this.options.folder, `${day}.csv`)
    mkdirSync(this.options.folder, { recursive: true })
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
    return file
  }
}
