/**
 * A provider's statement of a day, as the file of docs/operations.md: pure. It is read in whole or not at all, and what is wrong is told with its
 * line.
 *
 * Deliberately no general reader of CSV: nothing in it is ever quoted, and a field that begins with a quotation mark is a mistake to be told.
 */
import type { StatementProblem } from '../../contract/desk/reconciliation'
import { parseRate, type Rate } from '../../rules/conversion'
import { absolute, type Fixed, MAX_FIXED, parseFixed } from '../../rules/decimal'
import type { Amount } from '../../rules/money'

export const STATEMENT_COLUMNS = ['line', 'instrument', 'id', 'order', 'side', 'quantity', 'price', 'time', 'rate', 'amount'] as const
type Column = (typeof STATEMENT_COLUMNS)[number]

export interface StatementTrade {
  /** The provider's number of the fill, and ours of the order. */
  readonly id: string
  readonly order: string
  readonly code: string
  readonly side: 'buy' | 'sell'
  readonly quantity: Fixed
  readonly price: Fixed
  /** Unix milliseconds. */
  readonly time: number
  /** USDT; below 0 we pay. */
  readonly commission: Amount
}

export interface StatementPosition {
  readonly code: string
  /** Units; long is positive. */
  readonly quantity: Fixed
  /** What it is valued at, and USDT for one unit of the quote currency. */
  readonly close: Fixed
  readonly rate: Rate
}

export interface Charge {
  /** Empty: of no one instrument. */
  readonly code: string
  readonly amount: Amount
}

export interface Statement {
  /** USDT, open positions valued at their closing prices. */
  readonly opening: Amount
  readonly closing: Amount
  readonly trades: readonly StatementTrade[]
  readonly positions: readonly StatementPosition[]
  readonly swaps: readonly Charge[]
  /** Those that stand at no trade. */
  readonly commissions: readonly Charge[]
  /** What was paid in, or out below 0. */
  readonly transfers: readonly Amount[]
}

/** What is wrong with it. */
export interface UnreadableStatement {
  /** From 1; 0: the file as a whole. */
  readonly line: number
  readonly problem: StatementProblem
  readonly found: string
}

type ReadStatement = { readonly ok: true; readonly statement: Statement } | { readonly ok: false; readonly problem: UnreadableStatement }

/** How much of what stands there is told. */
const FOUND_LENGTH = 60

class Unreadable extends Error {
  constructor(
    readonly problem: StatementProblem,
    readonly found: string,
  ) {
    super(problem)
  }
}

/** @param symbols the provider's own name by our code */
export function readStatement(text: string, symbols: Readonly<Record<string, string>>): ReadStatement {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const reader = new StatementReader(new Map(Object.entries(symbols).map(([code, symbol]) => [symbol, code])))
  for (const [index, line] of lines.entries()) {
    try {
      if (line.trim() !== '') reader.take(line, index + 1)
    } catch (error) {
      if (error instanceof Unreadable) return wrong(index + 1, error)
      throw error
    }
  }
  return reader.end()
}

function wrong(line: number, { problem, found }: Pick<Unreadable, 'problem' | 'found'>): ReadStatement {
  return { ok: false, problem: { line, problem, found: found.slice(0, FOUND_LENGTH) } }
}

type Fields = Readonly<Record<Column, string>>

class StatementReader {
  readonly #codes: ReadonlyMap<string, string>
  #hasHead = false
  #opening: Amount | null = null
  #closing: Amount | null = null
  readonly #trades: (StatementTrade & { readonly line: number })[] = []
  readonly #positions = new Map<string, StatementPosition>()
  readonly #swaps: Charge[] = []
  readonly #commissions: Charge[] = []
  readonly #transfers: Amount[] = []
  readonly #ids = new Set<string>()

  constructor(codes: ReadonlyMap<string, string>) {
    this.#codes = codes
  }

  /** @throws Unreadable */
  take(text: string, line: number): void {
    const fields = text.split(',').map((field) => field.trim())
    if (!this.#hasHead) {
      if (fields.join() !== STATEMENT_COLUMNS.join()) throw new Unreadable('columns', text)
      this.#hasHead = true
      return
    }
    if (fields.length !== STATEMENT_COLUMNS.length || text.includes('"')) throw new Unreadable('columns', text)
    // What comes after the end is of another file.
    if (this.#closing !== null) throw new Unreadable('line', fields[0] ?? '')
    this.#takeLine(Object.fromEntries(STATEMENT_COLUMNS.map((column, index) => [column, fields[index] ?? ''])) as Fields, line)
  }

  end(): ReadStatement {
    const [opening, closing] = [this.#opening, this.#closing]
    // A file that is still being written has no end yet.
    if (opening === null || closing === null) return wrong(0, { problem: 'incomplete', found: opening === null ? 'opening' : 'closing' })
    const unvalued = this.#trades.find(({ code }) => !this.#positions.has(code))
    if (unvalued !== undefined) return wrong(unvalued.line, { problem: 'no_position', found: unvalued.code })
    const lists = { swaps: this.#swaps, commissions: this.#commissions, transfers: this.#transfers }
    return { ok: true, statement: { opening, closing, trades: this.#trades, positions: [...this.#positions.values()], ...lists } }
  }

  #takeLine(fields: Fields, line: number): void {
    switch (fields.line) {
      case 'opening':
        if (this.#opening !== null) throw new Unreadable('twice', fields.line)
        this.#opening = number(fields.amount)
        return
      case 'trade':
        this.#takeTrade(fields, line)
        return
      case 'position':
        this.#takePosition(fields)
        return
      case 'swap':
        this.#swaps.push({ code: this.#code(fields), amount: number(fields.amount) })
        return
      case 'commission':
        this.#commissions.push({ code: fields.instrument === '' ? '' : this.#code(fields), amount: number(fields.amount) })
        return
      case 'transfer':
        this.#transfers.push(number(fields.amount))
        return
      case 'closing':
        this.#closing = number(fields.amount)
        return
      default:
        throw new Unreadable('line', fields.line)
    }
  }

  #takeTrade(fields: Fields, line: number): void {
    const { id, order, side } = fields
    const name = `${order} ${id}`
    if (id === '' || id.length > 64 || order.length > 64) throw new Unreadable('columns', id === '' ? 'id' : name)
    if (side !== 'buy' && side !== 'sell') throw new Unreadable('columns', side || 'side')
    if (this.#ids.has(name)) throw new Unreadable('twice', name.trim())
    this.#ids.add(name)
    const amounts = {
      quantity: above0(fields.quantity),
      price: above0(fields.price),
      commission: fields.amount === '' ? 0n : number(fields.amount),
    }
    this.#trades.push({ id, order, side, code: this.#code(fields), ...amounts, time: moment(fields.time), line })
  }

  #takePosition(fields: Fields): void {
    const code = this.#code(fields)
    if (this.#positions.has(code)) throw new Unreadable('twice', fields.instrument)
    this.#positions.set(code, { code, quantity: number(fields.quantity), close: above0(fields.price), rate: rate(fields.rate) })
  }

  #code({ instrument }: Fields): string {
    const code = this.#codes.get(instrument)
    if (code === undefined) throw new Unreadable('instrument', instrument)
    return code
  }
}

function number(text: string): Fixed {
  if (!/^-?\d{1,12}(\.\d{1,8})?$/.test(text)) throw new Unreadable('number', text)
  const value = parseFixed(text)
  if (absolute(value) > MAX_FIXED) throw new Unreadable('number', text)
  return value
}

function above0(text: string): Fixed {
  const value = number(text)
  if (value <= 0n) throw new Unreadable('number', text)
  return value
}

function rate(text: string): Rate {
  if (!/^\d{1,12}(\.\d{1,20})?$/.test(text)) throw new Unreadable('number', text)
  const value = parseRate(text)
  if (value === 0n) throw new Unreadable('number', text)
  return value
}

/** With its zone: a time without one is anybody's. */
function moment(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new Unreadable('time', text)
  return time
}
