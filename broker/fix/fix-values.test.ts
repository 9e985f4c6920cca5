import { expect, test } from 'vitest'
import { formatFixedShort } from '../../rules/decimal'
import { encodeMessage, FieldProblem } from './fix-message'
import { readDateAndTime, readNumber, readTime, writeTime } from './fix-values'
import { FrameReader } from './frame-reader'
import { Tag } from './tags'

test.each([
  ['1.08653', '1.08653'],
  ['00023.2300', '23.23'],
  ['-5', '-5'],
  ['.5', '0.5'],
  ['7.', '7'],
  ['0', '0'],
  ['0.1', '0.1'],
  ['123456789012345678.12345678', '123456789012345678.12345678'],
  ['1.100000000000', '1.1'],
])('the number %s is %s, exactly', (text, read) => {
  expect(formatFixedShort(readNumber(text) ?? -1n)).toBe(read)
})

test.each(['', '.', '-', '1e5', '+1', '1,5', ' 1', '1.123456789', 'NaN', '0x10', '1.2.3'])('%j is no number', (text) => {
  expect(readNumber(text)).toBeNull()
})

test.each([
  ['20261118-12:00:00', '2026-11-18T12:00:00.000Z'],
  ['20261118-12:00:00.123', '2026-11-18T12:00:00.123Z'],
  ['20261118-12:00:00.123456789', '2026-11-18T12:00:00.123Z'],
  ['20261118-12:00:00.5', '2026-11-18T12:00:00.500Z'],
  ['20161231-23:59:60', '2016-12-31T23:59:59.000Z'],
])('the time %s is %s', (text, iso) => {
  expect(new Date(readTime(text) ?? 0).toISOString()).toBe(iso)
})

test.each([
  '',
  '20261118',
  '20260231-12:00:00',
  '20261118-24:00:00',
  '20261118-12:60:00',
  '2026-11-18T12:00:00',
])('%j is no time', (text) => {
  expect(readTime(text)).toBeNull()
})

test('a time is written to the millisecond, and a time without a date is of the day of the message', () => {
  expect(writeTime(Date.UTC(2026, 10, 18, 12, 0, 0, 7))).toBe('20261118-12:00:00.007')
  expect(readDateAndTime('', '11:59:59.9', '20261118-12:00:00')).toBe(Date.UTC(2026, 10, 18, 11, 59, 59, 900))
  expect(readDateAndTime('20261117', '11:59:59', '20261118-12:00:00')).toBe(Date.UTC(2026, 10, 17, 11, 59, 59))
})

test('a value brings no separator and no character that the wire does not have', () => {
  const [message] = new FrameReader().push(
    encodeMessage([
      [Tag.MsgType, '0'],
      [Tag.Text, 'a\x0135=D\x01é€'],
    ]),
  )
  expect(message?.text(Tag.Text)).toBe('a?35=D?é?')
})

test('a field that counts the bytes of the next one lets it hold separators', () => {
  const raw = '35=B\x0195=5\x0196=a\x01b=c\x0158=x\x01'
  const head = `8=FIX.4.4\x019=${raw.length}\x01${raw}`
  const sum = [...Buffer.from(head)].reduce((total, byte) => total + byte, 0) % 256
  const [message] = new FrameReader().push(Buffer.from(`${head}10=${String(sum).padStart(3, '0')}\x01`))
  expect(message?.text(96)).toBe('a\x01b=c')
  expect(message?.text(Tag.Text)).toBe('x')
})

test('a group is cut at its first field', () => {
  const [message] = new FrameReader().push(
    encodeMessage([
      [Tag.MsgType, 'X'],
      [Tag.NoMDEntries, 2],
      [Tag.MDUpdateAction, 0],
      [Tag.MDEntryPx, '1.1'],
      [Tag.MDUpdateAction, 2],
      [Tag.MDEntryID, 'b'],
    ]),
  )
  expect(message?.group(Tag.NoMDEntries).map(String)).toEqual(
    ['279=0|270=1.1', '279=2|278=b|10=150'].map((text) => text.replace(/\|10=.*/, '')),
  )
  expect(() => message?.needText(Tag.Symbol)).toThrow(FieldProblem)
})
