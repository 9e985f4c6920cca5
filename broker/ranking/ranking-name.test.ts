import { expect, test } from 'vitest'
import { maskedUid, publicCode, readRankingName } from './ranking-name'

const BRAND = { id: 'graphite', name: 'Graphite Capital' }

test.each([
  ['Nordlys', 'Nordlys'],
  ['  two   spaces ', 'two spaces'],
  ['kestrel_7', 'kestrel_7'],
  ['S. Marsh-Lee', 'S. Marsh-Lee'],
  ['交易者', '交易者'],
  ['نورة ٤٢', 'نورة ٤٢'],
  ['ไทย', 'ไทย'],
  ['Ирина 7', 'Ирина 7'],
  ['林 Lin', '林 Lin'],
  ['badminton', 'badminton'],
  ['Staffan', 'Staffan'],
  ['e\u0301', '\u00e9'],
  ['x'.repeat(24), 'x'.repeat(24)],
])('%j is shown as %j', (text, name) => {
  expect(readRankingName(text, BRAND)).toBe(name)
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
  expect(readRankingName(text, BRAND)).toBeNull()
})

test.each([
  'Graphite Demo',
  'Graphite Support',
  'Support',
  'admin',
  'Graph\u0456te',
  'gr4ph1te',
  'G r a p h i t e',
  'Adm1n',
  'SUPP0RT team',
  'the Admin',
  'Team',
  'ServiceDesk',
  '客服',
  'Поддержка',
  'M\u0430rt',
  '\u0391nna',
])('%j passes for the company or for other letters, and is not taken', (text) => expect(readRankingName(text, BRAND)).toBeNull())

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
