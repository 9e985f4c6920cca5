import { expect, test } from 'vitest'
import { maskedUid, publicCode, readRankingName } from './ranking-name'

test.each([
  ['Nordlys', 'Nordlys'],
  ['  two   spaces ', 'two spaces'],
  ['kestrel_7', 'kestrel_7'],
  ['S. Marsh-Lee', 'S. Marsh-Lee'],
  ['交易者', '交易者'],
  ['نورة ٤٢', 'نورة ٤٢'],
  ['ไทย', 'ไทย'],
  ['e\u0301', '\u00e9'],
  ['x'.repeat(24), 'x'.repeat(24)],
])('%j is shown as %j', (text, name) => {
  expect(readRankingName(text)).toBe(name)
})

test.each([
  '',
  '   ',
  '...',
  'x'.repeat(25),
  'a\u202eb',
  'a\u200bb',
  'a\tb',
  'a\nb',
  '<b>',
  'me@site',
  'http://x',
  '🏆 best',
  'a\u0301\u0302\u0303\u0304\u0305',
  '\u2066a',
])('%j cannot be shown', (text) => {
  expect(readRankingName(text)).toBeNull()
})

test('a name that is not shown is covered in the middle', () => {
  expect(maskedUid('10778342')).toBe('10••••42')
})

test('the public code is stable, differs from trader to trader and company to company, and holds neither id nor number', () => {
  const holder = { tenantId: 'aurora', id: 7n, inviteCode: 'AB12CD', createdAt: 1_700_000_000_000 }
  const code = publicCode(holder)
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{7}$/)
  expect(publicCode(holder)).toBe(code)
  const others = [
    { ...holder, id: 8n },
    { ...holder, tenantId: 'graphite' },
    { ...holder, createdAt: 1 },
    { ...holder, inviteCode: 'X' },
  ]
  expect(new Set([code, ...others.map(publicCode)]).size).toBe(5)
})
