import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAlerts } from '../../../contract/alerts'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { loader as mailPage, action as turnOff } from '../../routes/traders/alert-mail'
import { action, loader } from '../../routes/traders/alerts'
import type { AlertAnswer, AlertsData } from './alerts-data'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.price('EURUSD', '1.16428', '1.16436'))

const call = (page: string, options: SiteCallOptions = {}) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const load = async (token: string, query = '') =>
  (await siteAnswer(() => loader(call(`/mine/alerts${query}`, { token })))).data as AlertsData
const send = async (token: string, form: Record<string, string>) => {
  const { status, data } = await siteAnswer(() => action(call('/mine/alerts', { token, form })))
  return { status, ...(data as AlertAnswer) }
}
const idOf = (code: string) => world.broker.market.instrument(code)?.id ?? ''
const form = (value: string, more: Record<string, string> = {}) => {
  return { intent: 'save', forex_id: idOf('EURUSD'), side: 'above', basis: 'price', value, form_key: randomUUID(), ...more }
}

describe('the page of price alerts', () => {
  test('is for who is signed in', async () => {
    expect(await siteAnswer(() => loader(call('/mine/alerts')))).toMatchObject({
      status: 302,
      location: '/login?from=%2Fmine%2Falerts',
    })
  })

  test('makes one as it was typed, however the number is written', async () => {
    const { token } = await world.demoTrader()
    expect(await send(token, form(' 1,16600 '))).toMatchObject({ status: 200, doneKey: 'notice:alerts.created' })
    expect(await send(token, form('2,5 %', { basis: 'percent' }))).toMatchObject({ status: 200 })
    expect((await load(token)).waiting.map(({ price, percent }) => [price, percent])).toEqual([
      ['1.19339', '2.5'],
      ['1.16600', ''],
    ])
  })

  test.each([
    ['', 'price', 'Price'],
    ['abc', 'price', 'Price'],
    ['-1', 'percent', 'Percentage'],
    ['1.16000', 'price', '1.16428'],
    ['1.166001', 'price', '1.16600'],
    ['5000', 'percent', '1,000'],
  ])('%j as a %s is refused beside its field, and stays typed', async (value, basis, word) => {
    const { token } = await world.demoTrader()
    const answer = await send(token, form(value, { basis }))
    expect(answer).toMatchObject({ status: 422, draft: { value, basis, side: 'above' }, doneKey: null })
    expect(answer.problems.value).toContain(word)
    expect((await load(token)).waiting).toEqual([])
  })

  test('sent twice with one key it makes one', async () => {
    const { token } = await world.demoTrader()
    const sent = form('1.16600')
    await send(token, sent)
    await send(token, sent)
    expect((await load(token)).waiting).toHaveLength(1)
  })

  test('pauses, changes, deletes and brings back', async () => {
    const trader = await world.demoTrader()
    const { token } = trader
    await send(token, form('1.16600'))
    const id = (await load(token)).waiting[0]?.id ?? ''
    await send(token, { intent: 'pause', id })
    expect((await load(token)).waiting[0]?.state).toBe('paused')
    expect((await load(token, `?id=${id}`)).draft).toMatchObject({ id, value: '1.16600', side: 'above' })
    await send(token, form('1.16000', { id, side: 'below' }))
    expect((await load(token)).waiting[0]).toMatchObject({ price: '1.16000', side: 'below', state: 'paused' })
    // What was deleted comes back as it was.
    for (const state of ['paused', 'active'] as const) {
      await send(token, { intent: state === 'paused' ? 'pause' : 'resume', id })
      const { deleted } = await send(token, { intent: 'delete', id, state })
      expect(deleted).toEqual({ id, state })
      expect((await load(token)).waiting).toEqual([])
      expect(await send(token, { intent: 'restore', ...deleted })).toMatchObject({ doneKey: 'notice:alerts.restored' })
      expect((await load(token)).waiting[0]?.state).toBe(state)
    }
    expect(await send(token, { intent: 'delete', id: '1' })).toMatchObject({ status: 422, doneKey: null })
  })

  test('one that has told since the page was read is not deleted', async () => {
    const { token } = await world.demoTrader()
    await send(token, form('1.16600'))
    const { id = '', state = '' } = (await load(token)).waiting[0] ?? {}
    await world.price('EURUSD', '1.16600', '1.16608')
    const answer = await send(token, { intent: 'delete', id, state })
    expect(answer).toMatchObject({ status: 422, doneKey: null, message: expect.stringContaining('already') })
    expect((await load(token)).told).toMatchObject([{ id }])
  })

  test('a change that is refused is still a change, with what was typed', async () => {
    const { token } = await world.demoTrader()
    await send(token, form('1.16600'))
    const id = (await load(token)).waiting[0]?.id ?? ''
    for (const value of ['1.16000', 'abc']) {
      const answer = await send(token, form(value, { id }))
      expect(answer).toMatchObject({ status: 422, draft: { id, forexId: idOf('EURUSD'), value } })
    }
    expect((await load(token)).waiting).toMatchObject([{ id, price: '1.16600' }])
  })

  test('is filled in from the chart, and by nothing that is no price', async () => {
    const { token } = await world.demoTrader()
    const asked = `?forex_id=${idOf('GBPUSD')}&side=below&price=`
    expect((await load(token, `${asked}1.16000`)).draft).toEqual({
      id: '',
      forexId: idOf('GBPUSD'),
      side: 'below',
      basis: 'price',
      value: '1.16000',
    })
    expect((await load(token, `${asked}%3Cb%3E`)).draft.value).toBe('')
  })
})

describe('the link of the mail', () => {
  test('asks first, and then turns the mails off for who is not signed in', async () => {
    const trader = await world.realTrader()
    await send(trader.token, form('1.16600'))
    await world.price('EURUSD', '1.16600', '1.16608')
    const [mail] = await world.broker.delivery.shown('aurora', trader.email)
    const path = /\/alert-mail\?key=[\w.]+/.exec(mail?.text ?? '')?.[0] ?? ''
    const key = path.split('key=')[1] ?? ''
    expect((await siteAnswer(() => mailPage(call(path)))).data).toMatchObject({ key, sendsMail: true, problem: '' })
    expect(await sendsMail(trader)).toBe(true)
    expect((await siteAnswer(() => turnOff(call('/alert-mail', { form: { key } })))).data).toEqual({ problem: '' })
    expect(await sendsMail(trader)).toBe(false)
    const bad = await siteAnswer(() => turnOff(call('/alert-mail', { form: { key: 'nothing' } })))
    expect([bad.status, (bad.data as { problem: string }).problem]).not.toContain('')
  })
})

const sendsMail = async (trader: Pick<TestTrader, 'call'>) => (await trader.call(listAlerts, {})).data.sends_mail
