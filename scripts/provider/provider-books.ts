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

interface Books {
  nextId: number
  orders: Record<string, KnownOrder>
  /** Units by symbol, decimal texts; long is positive. */
  positions: Record<string, string>
  unheard: UnheardReport[]
}

export class ProviderBooks {
  readonly books: Books
  readonly #file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'provider.json')
    const empty: Books = { nextId: 1, orders: {}, positions: {}, unheard: [] }
    this.books = existsSync(this.#file) ? (JSON.parse(readFileSync(this.#file, 'utf8')) as Books) : empty
    // What was not looked at when the process ended never is.
    for (const [id, order] of Object.entries(this.books.orders)) {
      if (order.status === 'A') this.books.orders[id] = { ...order, status: '8' }
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
