/** Customer service of the brands of this repository, as their route answers: each has a page that works out of the box. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Service } from '../../../contract/tenant/service'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { Visitor } from '../../../tests/fixtures/site-visitor'
import { loader } from '../../routes/traders/chat'
import type { ChatData } from './chat-data'
import { shownHours } from './service-hours.server'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test.each(['aurora', 'meridian', 'saffron', 'graphite'])('%s has hours and a form, and no host that does not exist', async (tenant) => {
  const { status, data } = await new Visitor(world, { tenant }).run(loader, '/mine/chat')
  expect(status).toBe(200)
  expect(data as ChatData).toMatchObject({ link: null, hours: { lines: expect.any(Array) }, feedback: { isSignedIn: false, sent: null } })
})

const OFFICE = { timeZone: 'Asia/Hong_Kong', open: [{ from: 'mon', to: 'fri', opens: '09:00', closes: '18:00' }] } as const
// A Tuesday, 14:00 in Hong Kong.
const NOW = Date.parse('2026-11-24T06:00:00Z')

test.each([
  ['en', 'Monday – Friday', 'Tuesday 18:00'],
  ['de', 'Montag – Freitag', 'Dienstag'],
  ['hk', '星期一 – 星期五', '18:00'],
] as const)('hours are told in %s, on the clock of the company', (language, days, until) => {
  const hours = shownHours({ timeZone: OFFICE.timeZone, open: [...OFFICE.open] }, NOW, language)
  expect(hours).toMatchObject({ isOpen: true, lines: [{ days, times: '09:00–18:00' }], changes: expect.stringContaining(until) })
})

test.each([
  ['a zone that does not exist', { timeZone: 'Mars/Olympus' }],
  ['a day that ends before it begins', { open: [{ ...OFFICE.open[0], opens: '18:00', closes: '09:00' }] }],
  ['a week that ends before it begins', { open: [{ ...OFFICE.open[0], from: 'fri', to: 'mon' }] }],
  ['no times at all', { open: [] }],
])('hours with %s are refused', (_, wrong) => {
  expect(Service.safeParse({ hours: OFFICE }).success).toBe(true)
  expect(Service.safeParse({ hours: { ...OFFICE, ...wrong } }).success).toBe(false)
})
