import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvent } from '../../../../broker/db/schema'
import { freezeTrader } from '../../../../contract/desk/people'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { deskCall } from '../../../../tests/fixtures/desk-call'
import { openOperator, type TestOperator } from '../../../../tests/fixtures/operator'
import { siteAnswer } from '../../../../tests/fixtures/site-call'
import * as audit from '../../../routes/desk/audit'
import { loader as auditFile } from '../../../routes/desk/audit-file'
import * as traderRoute from '../../../routes/desk/trader'
import * as tradersRoute from '../../../routes/desk/traders'
import { loader as tradersFile } from '../../../routes/desk/traders-file'
import type { AuditData } from '../audit/audit.server'
import type { TraderData, TradersData } from './people.server'

const WHY = 'asked by telephone'

let world: World
let compliance: TestOperator
let support: TestOperator
beforeAll(async () => {
  world = await createWorld()
  compliance = await openOperator(world, { roles: ['compliance'], name: 'cora' })
  support = await openOperator(world, { roles: ['support'], name: 'sam' })
})
afterAll(() => world.close())

const visit = ({ token }: TestOperator, page: string, form?: Record<string, string>) =>
  deskCall(world, page, { token, ...(form === undefined ? {} : { form }) })
const traderPage = (id: string) => `/desk/trader?company=aurora&id=${id}`
const openTrader = async (who: TestOperator, id: string) => (await traderRoute.loader(visit(who, traderPage(id)))) as TraderData
const post = (who: TestOperator, id: string, form: Record<string, string>) =>
  siteAnswer(() => traderRoute.action(visit(who, traderPage(id), form)))
const listed = async (query: string) =>
  (await tradersRoute.loader(visit(compliance, `/desk/traders?company=aurora&${query}`))) as TradersData
const trail = async (query: string) => (await audit.loader(visit(compliance, `/desk/audit?company=aurora&${query}`))) as AuditData

test('an account is found, frozen with a reason, listed as frozen, and thawed', async () => {
  const owner = await world.realTrader()
  expect((await openTrader(compliance, owner.id)).actions).toEqual(['sessions', 'freeze'])
  const without = await post(compliance, owner.id, { action: 'freeze', reason: ' ' })
  expect([without.status, without.data]).toMatchObject([422, { problem: 'Give a reason of 1 to 500 characters.', message: '' }])
  const frozen = await post(compliance, owner.id, { action: 'freeze', reason: WHY })
  expect([frozen.status, frozen.location]).toEqual([302, `/desk/trader?company=aurora&id=${owner.id}`])
  const again = await post(compliance, owner.id, { action: 'freeze', reason: WHY })
  expect([again.status, again.data]).toMatchObject([422, { problem: '', reason: WHY, message: expect.stringMatching(/./) }])
  expect((await listed('state=frozen')).traders.map(({ id }) => id)).toEqual([owner.id])
  const page = await openTrader(compliance, owner.id)
  expect([page.actions, page.item.frozenBy]).toEqual([['sessions', 'thaw'], 'cora'])
  expect(page.history).toContainEqual(expect.objectContaining({ who: 'cora', action: 'Account frozen', reason: WHY }))
  await post(compliance, owner.id, { action: 'thaw', reason: WHY })
  expect((await listed('state=frozen')).traders).toEqual([])
})

test('support may end sessions and nothing else, and sees the address masked', async () => {
  const owner = await world.realTrader()
  const page = await openTrader(support, owner.id)
  expect([page.actions, page.isMasked, page.auditHref]).toEqual([['sessions'], true, null])
  expect(page.item.email).toBe('t***@example.com')
  const tried = await post(support, owner.id, { action: 'freeze', reason: WHY })
  expect(tried.status).toBe(422)
  expect((await openTrader(compliance, owner.id)).item.isFrozen).toBe(false)
})

test.each(['999999', 'x', '', '1 or 1=1'])('an account %j that is not there leads back to the list', async (id) => {
  const { status, location } = await siteAnswer(() => traderRoute.loader(visit(compliance, traderPage(encodeURIComponent(id)))))
  expect([status, location]).toEqual([302, '/desk/traders?company=aurora'])
})

test('the list as it is searched is a file', async () => {
  const owner = await world.realTrader()
  const answer = (await tradersFile(visit(compliance, `/desk/traders-file?company=aurora&q=${owner.email}`))) as Response
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(owner.email)
})

test('the trail tells a freeze in words and leads to the account; an action without words is shown as it is', async () => {
  const owner = await world.realTrader()
  await compliance.call(freezeTrader, { id: owner.id, reason: WHY })
  const { events } = await trail('area=trader&by=operator')
  expect(events[0]).toMatchObject({
    who: 'cora',
    action: 'Account frozen',
    reason: WHY,
    traderHref: `/desk/trader?company=aurora&id=${owner.id}`,
  })
  await log({ action: 'never.heard_of', object: 'thing:7' })
  expect((await trail('q=never.heard')).events[0]).toMatchObject({ action: 'never.heard_of', objectName: 'thing 7', who: 'System' })
})

const log = (entry: { action: string; object?: string; detail?: object; createdAt?: number }) =>
  world.broker.database.withTenant('aurora', (tx) =>
    tx
      .insert(auditEvent)
      .values({ tenantId: 'aurora', actor: 'system', object: 'test:1', detail: {}, createdAt: world.clock.now(), ...entry }),
  )

test("days are London's, in winter and in summer", async () => {
  await log({ action: 'summer.one', createdAt: Date.UTC(2026, 6, 1, 22, 59) })
  await log({ action: 'summer.two', createdAt: Date.UTC(2026, 6, 1, 23, 0) })
  const seen = async (day: string) => (await trail(`q=summer.&from=${day}&to=${day}`)).events.map(({ action }) => action)
  expect(await seen('2026-07-01')).toEqual(['summer.one'])
  expect(await seen('2026-07-02')).toEqual(['summer.two'])
  expect((await trail('q=summer.&from=2026-02-31')).filter.from).toBeUndefined()
})

test('the trail as a file holds more than a page, and runs no formula', async () => {
  for (let index = 0; index < 22; index++) await log({ action: 'file.made', object: `file:${index}` })
  const reason = '=HYPERLINK("http://x.example","y")'
  await log({ action: 'file.made', object: 'file:formula', detail: { reason, after: { note: '@SUM(1)' } } })
  const answer = (await auditFile(visit(compliance, '/desk/audit-file?company=aurora&q=file.made'))) as Response
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="aurora-audit.csv"')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1 + 23)
  expect(lines[1]).toContain(`"'=HYPERLINK(""http`)
})
