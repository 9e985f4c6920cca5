import { expect, test } from 'vitest'
import { csvResponse } from './csv.server'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@sum(A1)', "'@sum(A1)"],
  ['-1+1', "'-1+1"],
  ['-A1', "'-A1"],
  ['＝1', "'＝1"],
  ['-60.00000000', '-60.00000000'],
  ['-60', '-60'],
  ['60', '60'],
  ['a, b', '"a, b"'],
])('a cell %s stands in the file as %s', async (cell, written) => {
  // Decoding takes the mark of byte order away.
  expect(await csvResponse('file', ['head'], [[cell]]).text()).toBe(`head\r\n${written}\r\n`)
})
