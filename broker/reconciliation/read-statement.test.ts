import { expect, test } from 'vitest'
import { parseFixed } from '../../rules/decimal'
import { readStatement, STATEMENT_COLUMNS } from './read-statement'

const HEAD = STATEMENT_COLUMNS.join()
const WHOLE = [
  HEAD,
  'opening,,,,,,,,,1250000.00',
  'trade,EUR/USD,E17,o-1,sell,500,1.16,2026-11-23T15:41:07.402Z,,-0.58',
  'position,EUR/USD,,,,-500,1.1612,,1,',
  'swap,EUR/USD,,,,,,,,-1.20',
  'commission,,,,,,,,,-3',
  'transfer,,,,,,,,,1000',
  'closing,,,,,,,,,1250995.22',
]
const read = (lines: readonly string[]) => readStatement(lines.join('\n'), { EURUSD: 'EUR/USD' })
const changed = (from: string, to: string) => read(WHOLE.map((line) => line.replace(from, to)))
const problemOf = (result: ReturnType<typeof read>) =>
  result.ok ? null : [result.problem.line, result.problem.problem, result.problem.found]

test('a statement is read with the exact figures that it has, under our codes', () => {
  const result = readStatement(`\ufeff${WHOLE.join('\r\n')}\r\n`, { EURUSD: 'EUR/USD' })
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  const { statement } = result
  expect([statement.opening, statement.closing].map(String)).toEqual(['125000000000000', '125099522000000'])
  expect(statement.trades).toMatchObject([
    {
      id: 'E17',
      order: 'o-1',
      code: 'EURUSD',
      side: 'sell',
      price: parseFixed('1.16'),
      commission: parseFixed('-0.58'),
      time: Date.parse('2026-11-23T15:41:07.402Z'),
    },
  ])
  expect(statement.positions).toMatchObject([{ code: 'EURUSD', quantity: parseFixed('-500'), rate: 10n ** 20n }])
  expect([statement.swaps.length, statement.commissions.length, statement.transfers]).toEqual([1, 1, [parseFixed('1000')]])
})

test.each([
  ['other columns', changed(HEAD, 'line,amount'), [1, 'columns', 'line,amount']],
  ['a field too few', changed('swap,EUR/USD,,', 'swap,EUR/USD,'), [5, 'columns', 'swap,EUR/USD,,,,,,,-1.20']],
  ['a kind of line that is not known', changed('commission,', 'fee,'), [6, 'line', 'fee']],
  ['no number', changed('1250000.00', '1 250 000'), [2, 'number', '1 250 000']],
  ['a number with more digits than are kept', changed('1.1612', '1.123456789'), [4, 'number', '1.123456789']],
  ['a quantity of nothing', changed(',500,', ',0,'), [3, 'number', '0']],
  ['an instrument of theirs that is not ours', changed('swap,EUR/USD', 'swap,XYZ'), [5, 'instrument', 'XYZ']],
  ['a time without its zone', changed('07.402Z', '07.402'), [3, 'time', '2026-11-23T15:41:07.402']],
  ['a position twice', read([...WHOLE.slice(0, 4), WHOLE[3] ?? '', ...WHOLE.slice(4)]), [5, 'twice', 'EUR/USD']],
  ['a trade without a closing price', read(WHOLE.filter((line) => !line.startsWith('position'))), [3, 'no_position', 'EURUSD']],
  ['a file that is still being written', read(WHOLE.slice(0, -1)), [0, 'incomplete', 'closing']],
  ['something after the end', read([...WHOLE, WHOLE[1] ?? '']), [9, 'line', 'opening']],
  ['an empty file', read(['']), [0, 'incomplete', 'opening']],
])('%s is told with its line', (_name, result, problem) => expect(problemOf(result)).toEqual(problem))
