/** The statement of the demonstration's provider: our own reader takes it, and it goes on from the one of the day before to the cent. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgeStatement, type OurDay } from '../../broker/reconciliation/judge-statement'
import { readStatement, type Statement } from '../../broker/reconciliation/read-statement'
import { RATE_ONE } from '../../rules/conversion'
import { parseFixed } from '../../rules/decimal'
import { DailyStatement } from '../../scripts/provider/daily-statement'
import { ProviderBooks } from '../../scripts/provider/provider-books'

// A Tuesday and a Wednesday, after 17:00 in New York.
const FIRST = Date.parse('2026-11-24T22:30:00Z')
const SECOND = Date.parse('2026-11-25T22:30:00Z')
const AGREED = { commissionPerMillion: '25', swap: {} }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-statement-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function bank(overcharge = '0') {
  const books = new ProviderBooks(folder)
  const prices = new Map([['EURUSD', parseFixed('1.16')]])
  const statements = path.join(folder, 'statements')
  const writer = new DailyStatement(books, {
    folder: statements,
    commissionPerMillion: '25',
    overcharge,
    midOf: (symbol) => prices.get(symbol) ?? null,
  })
  const deal = (id: string, quantity: string, price: string, time: number) => {
    const one = { id, order: `o-${id}`, symbol: 'EURUSD', side: 'buy', quantity, price, time } as const
    books.note(null, one, time)
    books.books.positions.EURUSD = String(Number(books.books.positions.EURUSD ?? '0') + Number(quantity))
    return one
  }
  return { books, prices, writer, deal }
}

function taken(file: string | null): Statement {
  const read = readStatement(readFileSync(file ?? '', 'utf8'), { EURUSD: 'EURUSD' })
  if (!read.ok) throw new Error(JSON.stringify(read.problem))
  return read.statement
}

const ourDay = (held: string, before: Statement, changes: OurDay['changes']): OurDay => ({
  ...{ held: new Map([['EURUSD', parseFixed(held)]]), changes, differing: [], nightsOf: () => 1, rateOf: () => RATE_ONE },
  before: { closing: before.closing, positions: before.positions },
})

test('a day is written once, and the next goes on from it', () => {
  const { prices, writer, deal } = bank()
  deal('E1', '10000', '1.15', FIRST - 7_200_000)
  const first = taken(writer.write(FIRST))
  expect(writer.write(FIRST + 60_000)).toBeNull()
  expect(first.trades).toMatchObject([{ id: 'E1', order: 'o-E1', commission: parseFixed('-0.2875') }])
  expect(first.closing - first.opening).toBe(parseFixed('99.7125'))
  prices.set('EURUSD', parseFixed('1.17'))
  deal('E2', '2000', '1.165', SECOND - 7_200_000)
  const second = taken(writer.write(SECOND))
  const change = { code: 'EURUSD', quantity: parseFixed('2000'), price: parseFixed('1.165'), isTakenBack: false }
  expect(judgeStatement(second, ourDay('10000', first, [change]), AGREED)).toMatchObject({ charges: [], rest: 0n })
})

test('what was corrected after its day is in the next balance', () => {
  const { books, writer, deal } = bank()
  const one = deal('E1', '10000', '1.15', FIRST - 7_200_000)
  const first = taken(writer.write(FIRST))
  books.note(one, { ...one, price: '1.151' }, SECOND - 3_600_000)
  const second = taken(writer.write(SECOND))
  expect(second.closing - first.closing).toBe(parseFixed('-10'))
})

test('what it charges beyond what was agreed is found', () => {
  const { writer } = bank('3')
  const first = taken(writer.write(FIRST))
  const second = taken(writer.write(SECOND))
  expect(judgeStatement(second, { ...ourDay('0', first, []), held: new Map() }, AGREED).charges).toEqual([
    { kind: 'commission', code: '', ours: null, theirs: parseFixed('-3') },
  ])
})

test('it waits while something that is held has no price', () => {
  const { prices, writer, deal } = bank()
  deal('E1', '10000', '1.15', FIRST - 7_200_000)
  prices.clear()
  expect(writer.write(FIRST)).toBeNull()
  prices.set('EURUSD', parseFixed('1.16'))
  expect(taken(writer.write(FIRST)).trades.length).toBe(1)
})
