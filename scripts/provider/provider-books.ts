/** What the demonstration's provider remembers over a restart: orders, positions, reports that nobody has heard yet. One JSON file. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Field } from '../../broker/fix/fix-message'

export interface KnownOrder {
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  /** Decimal texts. */
  readonly quantity: string
  readonly filled: string
  readonly averagePrice: string
  /** OrdStatus */
  readonly status: string
  /** The session that ordered. */
  readonly owner: string
}

export interface UnheardReport {
  readonly id: string
  readonly to: string
  readonly fields: readonly Field[]
  /** Tried once, so that the peer may have it. */
  isTried: boolean
}

/** A fill that stands, by its first number. */
export interface Deal {
  readonly id: string
  readonly order: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  /** Decimal texts. */
  readonly quantity: string
  readonly price: string
  readonly time: number
}

/** The account since its last statement. */
interface Account {
  /** The end of the day that the last statement is of; 0: there was none. */
  readonly until: number
  readonly balance: string
  /** What was held then, and at which price. */
  readonly closes: Readonly<Record<string, { readonly held: string; readonly close: string }>>
  readonly deals: readonly Deal[]
  /** What changed it: a buy is positive; a fill that was taken back once more with the other sign. */
  readonly entries: readonly { readonly symbol: string; readonly quantity: string; readonly price: string; readonly time: number }[]
}

interface Books {
  nextId: number
  orders: Record<string, KnownOrder>
  /** Units by symbol, decimal texts; long is positive. */
  positions: Record<string, string>
  unheard: UnheardReport[]
  account: Account
}

/** USDT that the account begins with. */
const FIRST_BALANCE = '1000000'

export class ProviderBooks {
  readonly books: Books
  readonly #file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'provider.json')
    const account: Account = { until: 0, balance: FIRST_BALANCE, closes: {}, deals: [], entries: [] }
    const empty: Books = { nextId: 1, orders: {}, positions: {}, unheard: [], account }
    this.books = existsSync(this.#file) ? { ...empty, ...(JSON.parse(readFileSync(this.#file, 'utf8')) as Books) } : empty
    // What was not looked at when the process ended never is.
    for (const [id, order] of Object.entries(this.books.orders)) {
      if (order.status === 'A') this.books.orders[id] = { ...order, status: '8' }
    }
  }

  /** A fill, or, with the one that it amends, what became of it; without `now` it did not happen. */
  note(was: Deal | null, now: Deal | null, time: number): void {
    const { account } = this.books
    const signed = ({ side, quantity }: Deal, isBack: boolean) => ((side === 'buy') === isBack ? `-${quantity}` : quantity)
    const entry = (deal: Deal, isBack: boolean) => ({ symbol: deal.symbol, quantity: signed(deal, isBack), price: deal.price, time })
    this.books.account = {
      ...account,
      deals: [...account.deals.filter(({ id }) => id !== was?.id), ...(now === null ? [] : [now])],
      entries: [...account.entries, ...(was === null ? [] : [entry(was, true)]), ...(now === null ? [] : [entry(now, false)])],
    }
  }

  /** A number that was never used; kept with the next `save`. */
  drawId(prefix: string): string {
    const id = `${prefix}${this.books.nextId}`
    this.books.nextId += 1
    return id
  }

  /** Whole or not at all. */
  save(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.books))
    renameSync(`${this.#file}.new`, this.#file)
  }
}
