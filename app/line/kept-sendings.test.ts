import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSending, keepSending, markLost, takeKeptSendings } from './kept-sendings'
import { newSending } from './send'

const storage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}
const NOW = Date.now()
const order = (fields: Record<string, string> = { type: '1', cont: '0.03', key: 'k' }, page = '/trade') =>
  newSending(`http://site${page}.data`, { method: 'POST', body: new URLSearchParams(fields) }, '7')
const keysFor = (trader: string | null, now = NOW) => takeKeptSendings(trader, now).map(({ sending }) => sending.key)
const openAnotherTab = () => vi.stubGlobal('sessionStorage', storage())

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

test('the tab that sent it may ask at once, with the same form and in the same name', () => {
  const sending = order()
  keepSending(sending)
  const [kept] = takeKeptSendings('7', NOW)
  expect(kept).toMatchObject({ lostAt: null, sending: { key: sending.key, url: sending.url, trader: '7' } })
  expect(String(kept?.sending.body)).toBe('type=1&cont=0.03&key=k')
})

test('another tab may not, before the answer is lost or long due: its question would call the order off', () => {
  const sending = order()
  keepSending(sending)
  openAnotherTab()
  expect(keysFor('7')).toEqual([])
  expect(keysFor('7', NOW + 21_000)).toEqual([sending.key])
  markLost(sending.key, NOW + 1)
  expect(takeKeptSendings('7', NOW)).toMatchObject([{ lostAt: NOW + 1 }])
})

test.each([
  ['another trader', '8', NOW],
  ['nobody', null, NOW],
  ['the same a day later', '7', NOW + 24 * 3600_000],
])('nothing is left for %s, nor for anybody afterwards', (_, trader, now) => {
  keepSending(order())
  expect(keysFor(trader, now)).toEqual([])
  expect(localStorage.getItem('open-sendings')).toBeNull()
})

test('what is known is forgotten', () => {
  const sending = order()
  keepSending(sending)
  forgetSending(sending.key)
  expect(keysFor('7')).toEqual([])
})

test.each([
  ['a password', order({ password: 'x' })],
  ['a form of another page', order({ a: 'b' }, '/mine/password')],
  ['what a visitor sent', { ...order(), trader: null }],
])('%s is never kept', (_, sending) => {
  keepSending(sending)
  expect(localStorage.getItem('open-sendings')).toBeNull()
})

test.each(['no json', '{}', '[null,{"tab":1}]'])('whatever else stands in the storage (%s) is nothing', (found) => {
  localStorage.setItem('open-sendings', found)
  expect(keysFor('7')).toEqual([])
})
