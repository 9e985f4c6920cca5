import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nextStanding, STANDING_EVENTS, standingOf, UNDER_WAY } from './account-standing'

test.each([
  [null, null, 'open'],
  [1, null, 'reported'],
  [1, 'operator:ann', 'frozen'],
] as const)('frozen at %s by %s is %s', (frozenAt, frozenBy, standing) => {
  expect(standingOf({ frozenAt, frozenBy })).toBe(standing)
})

test('from every standing there is a way back to an open account, and from the company’s only the company’s', () => {
  expect(STANDING_EVENTS.filter((event) => nextStanding('reported', event) === 'open')).toEqual(['company-unfreezes', 'password-reset'])
  expect(STANDING_EVENTS.filter((event) => nextStanding('frozen', event) !== null)).toEqual(['company-unfreezes'])
})

test('the document says what the rules say', () => {
  const document = readFileSync(new URL('../docs/invariants.md', import.meta.url), 'utf8')
  const rows = document.split('\n').filter((line) => line.startsWith('| '))
  for (const { what, reported, frozen } of Object.values(UNDER_WAY))
    expect(rows.filter((row) => row.startsWith(`| ${what} | ${reported} | ${frozen} |`))).toHaveLength(1)
  for (const event of STANDING_EVENTS) {
    const cells = (['open', 'reported', 'frozen'] as const).map((standing) => nextStanding(standing, event) ?? 'refused')
    expect(rows.filter((row) => row.startsWith(`| ${event.replace('-', ' ')} | ${cells.join(' | ')} |`))).toHaveLength(1)
  }
})
