import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CalendarsFile } from '../../contract/market-calendars'
import { describeProblem } from '../../contract/tenant/problem'
import { CALENDARS, type CalendarsText } from '../../rules/market-calendars'
import { isMarketOpen } from '../../rules/market-hours'
import { describeCalendarEnd, readCalendarFile } from './calendar-file.server'

const SHIPPED = path.resolve('rules/market-calendars.json')
const emptyFolder = () => mkdtempSync(path.join(tmpdir(), 'calendars-'))
const shippedText = () => JSON.parse(readFileSync(SHIPPED, 'utf8')) as CalendarsText

function read(edit: (text: CalendarsText) => unknown) {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'market-calendars.json'), JSON.stringify(edit(shippedText())))
  const reading = readCalendarFile(folder)
  return reading.ok ? reading.value : reading.problems.map((problem) => describeProblem(problem).replace(`${folder}/`, ''))
}

const withForex = (part: object) => (text: CalendarsText) => ({
  ...text,
  calendars: { ...text.calendars, forex: { ...text.calendars.forex, ...part } },
})

test('the shipped file is right by the schema that a file of an operator is judged by', () => {
  expect(CalendarsFile.safeParse(shippedText()).error).toBeUndefined()
  expect(Object.keys(shippedText().calendars)).toEqual([...CALENDARS])
})

test('without a file beside the brands the shipped one is in force, and one that stands there takes its place', () => {
  const folder = emptyFolder()
  const before = readCalendarFile(folder)
  copyFileSync(SHIPPED, path.join(folder, 'market-calendars.json'))
  const after = readCalendarFile(folder)
  expect(before.ok && before.value.file).toBeNull()
  expect(after.ok && after.value.file).toBe(path.join(folder, 'market-calendars.json'))
  expect(after.ok && before.ok && after.value.calendars).toEqual(before.ok && before.value.calendars)
})

test('a closure of the file closes its market, for the hours it says', () => {
  const strike = [{ rule: 'A day of mourning', dates: ['2027-03-03'], from: '09:00', until: '12:00' }]
  const found = read(withForex({ closures: strike }))
  if (Array.isArray(found)) throw new Error(found.join())
  const isOpen = (time: string) => isMarketOpen(found.calendars.forex, Date.parse(`2027-03-03T${time}-05:00`))
  expect(['08:59', '09:00', '11:59', '12:00'].map(isOpen)).toEqual([true, false, false, true])
})

describe('a file that is not right', () => {
  test.each<[string, (text: CalendarsText) => unknown, string[]]>([
    [
      'a date',
      withForex({ closures: [{ rule: 'x', dates: ['2027-02-30'] }] }),
      ['calendars.forex.closures.0.dates.0: is no date such as "2027-12-25"'],
    ],
    [
      'hours',
      withForex({ closures: [{ rule: 'x', dates: [], from: '17:00', until: '09:00' }] }),
      ['calendars.forex.closures.0: ends before it begins'],
    ],
    ['no rule', withForex({ closures: [{ dates: [] }] }), ['calendars.forex.closures.0.rule: is missing']],
    ['a zone', withForex({ timeZone: 'America/York' }), ['calendars.forex.timeZone: is no time zone such as "America/New_York"']],
    [
      'sessions',
      withForex({ week: { monday: '09:00-08:00' } }),
      ['calendars.forex.week.monday: are no sessions such as "00:00-16:58 17:03-24:00", ascending and apart'],
    ],
    ['a weekday', withForex({ week: { moonday: '09:00-10:00' } }), ['calendars.forex.week: unknown key "moonday"']],
    [
      'a market that is missing',
      ({ source, calendars: { forex: _, ...rest } }) => ({ source, calendars: rest }),
      ['calendars.forex: is missing'],
    ],
  ])('says its place and what is wrong: %s', (_, edit, problems) => {
    expect(read(edit)).toEqual(problems.map((problem) => `market-calendars.json: ${problem}`))
  })
})

test('sixty days before the closures of a calendar end it is said', () => {
  const shipped = readCalendarFile(emptyFolder())
  if (!shipped.ok) throw new Error('the shipped file')
  expect(describeCalendarEnd(shipped.value.calendars, Date.UTC(2027, 10, 1))).toBeNull()
  expect(describeCalendarEnd(shipped.value.calendars, Date.UTC(2027, 10, 3))).toMatch(
    /^market hours end within 60 days: forex \(known until 2027-12-31\), /,
  )
})
