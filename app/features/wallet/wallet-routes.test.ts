import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { fund } from '../../../tests/fixtures/funded-trader'
import {
  bindAddress,
  currencyId,
  OTHER_TRON_ADDRESS,
  PAYING_OUT,
  type Payee,
  payee,
  purse,
  records,
  TRON_ADDRESS,
} from '../../../tests/fixtures/payout-actions'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { action as actOnBanks, loader as banks } from '../../routes/traders/bank-card-list'
import { action as actOnCoins, loader as coins } from '../../routes/traders/coin-address-list'
import { action, loader } from '../../routes/traders/withdraw'
import { action as bind, loader as way } from '../../routes/traders/withdraw-way'
import type { BindAnswer, BindData, MethodsData } from './payout-methods/method-data'
import type { WithdrawAnswer, WithdrawData } from './withdraw/withdraw-data'

let world: World
let demo: TestTrader
beforeAll(async () => {
  world = await createWorld({ tenants: PAYING_OUT })
  demo = await world.demoTrader()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const look = (token: string | null, page = '/mine/withdraw') => siteAnswer(() => loader(call(page, { token })))
const post = (token: string | null, form: Record<string, string>) => siteAnswer(() => action(call('/mine/withdraw', { token, form })))
const ask = ({ trader, currency, method }: Payee, number: string, changes: Record<string, string> = {}) =>
  post(trader.token, { intent: 'submit', type: '1', draw_currency_id: currency, draw_method_id: method, number, memo: '', ...changes })
const toastOf = ({ headers }: { headers: Headers }) => decodeURIComponent(headers.get('set-cookie') ?? '')

test('the page shows what is free, where it can go, the clock and the records', async () => {
  const mine = await payee(world, '1000')
  const before = (await look(mine.trader.token)).data as WithdrawData
  expect(before).toMatchObject({
    type: '1',
    terms: { withdrawable: '1000.00000000', limitedBy: 'nothing' },
    records: [],
    total: 0,
    pages: 1,
  })
  expect(before.currencies.map(({ protocol, feeType, rate }) => [protocol, feeType, rate])).toEqual([
    ['TRC20', 'fixed', '1'],
    ['ERC20', 'percent', '2'],
  ])
  expect(before.methods).toMatchObject([{ id: mine.method, currencyId: mine.currency, name: 'TN3W4H6r…joxb3m9', usableFrom: null }])
  expect(before.clock).toMatchObject({ promisedHours: 24, p50Minutes: null })
  const asked = await ask(mine, '1,250.5'.replace('1,', ''), { form_key: before.formKey })
  expect([asked.status, asked.location]).toEqual([302, '/mine/withdraw'])
  expect(toastOf(asked)).toContain('Withdrawal requested. The amount is reserved.')
  const after = (await look(mine.trader.token)).data as WithdrawData
  expect(after.records).toMatchObject([
    { amount: '250.50000000', receives: '249.50', last: '…oxb3m9', statusName: 'Under review', canCancel: true },
  ])
  expect(after.formKey).not.toBe(before.formKey)
  expect((await look(mine.trader.token, `/mine/withdraw?type=2&method=${mine.method}`)).data).toMatchObject({
    type: '2',
    chosenMethod: null,
  })
})

test('a form that is sent twice is carried out once', async () => {
  const mine = await payee(world, '1000')
  const { formKey: form_key } = (await look(mine.trader.token)).data as WithdrawData
  const sent = await Promise.all([ask(mine, '100', { form_key }), ask(mine, '100', { form_key }), ask(mine, '100', { form_key })])
  expect(sent.map(({ status }) => status)).toEqual([302, 302, 302])
  expect(await purse(mine.trader)).toEqual(['900.00', '100.00'])
})

test('a refusal comes back with what was typed, at its field, and with a new key', async () => {
  const mine = await payee(world, '100')
  const cases: [string, Record<string, string>, keyof WithdrawAnswer['problems'], RegExp][] = [
    ['', {}, 'amount', /Enter the amount/],
    ['abc', {}, 'amount', /as a number, for example 250.75/],
    ['-5', {}, 'amount', /greater than 0, for example 250.75/],
    ['0.000000001', {}, 'amount', /up to 2 decimals, for example 250\.75/],
    ['0', {}, 'amount', /greater than 0/],
    ['0.5', {}, 'amount', /fee.*1(\.00)? USDT/],
    ['100.01', {}, 'amount', /up to 100\.00 USDT/],
    ['5', { draw_method_id: '' }, 'method', /where the money/],
    ['5', { draw_method_id: '999999' }, 'method', /no longer exists/],
    ['5', { draw_currency_id: '999999' }, 'currency', /not offered/],
  ]
  for (const [number, changes, field, words] of cases) {
    const { status, data, headers } = await ask(mine, number, {
      form_key: `key of ${number} ${Object.keys(changes)}`.replaceAll(' ', '-'),
      memo: 'rent',
      ...changes,
    })
    const answer = data as WithdrawAnswer
    expect([number, status, headers.get('cache-control')]).toEqual([number, 422, 'no-store'])
    expect(answer.problems[field]).toMatch(words)
    expect(answer).toMatchObject({ amount: number, memo: 'rent' })
    if (answer.message !== '') expect(answer.formKey).not.toContain('key-of')
  }
  expect(await purse(mine.trader)).toEqual(['100.00', '0.00'])
})

test('an amount may be typed the way people write it', async () => {
  const mine = await payee(world, '5000')
  for (const number of ['1,000', '١٠', '10,5', ' 12.25 ']) expect((await ask(mine, number)).status).toBe(302)
  expect((await records(mine.trader)).map(({ number }) => number.slice(0, -6))).toEqual(['12.25', '10.50', '10.00', '1000.00'])
})

test('taking one back, and somebody else’s', async () => {
  const mine = await payee(world, '100')
  const other = await payee(world, '100')
  await ask(mine, '40')
  const id = (await records(mine.trader))[0]?.id ?? ''
  expect(toastOf(await post(other.trader.token, { intent: 'cancel', type: '1', id }))).toContain('There is no such withdrawal')
  const back = await post(mine.trader.token, { intent: 'cancel', type: '1', id })
  expect([back.status, back.location]).toEqual([302, '/mine/withdraw'])
  expect(toastOf(back)).toContain('back in your balance')
  expect(await purse(mine.trader)).toEqual(['100.00', '0.00'])
})

test('nobody, a demo account, and a company that pays out to no bank', async () => {
  expect(await look(null)).toMatchObject({ status: 302, location: '/login?from=%2Fmine%2Fwithdraw' })
  expect((await look(demo.token)).data).toEqual({ reason: DEMO_RESTRICTED })
  expect((await siteAnswer(() => way(call('/mine/withdraw-way?type=1', { token: demo.token })))).data).toEqual({ reason: DEMO_RESTRICTED })
  expect(((await siteAnswer(() => coins(call('/mine/coin-address-list', { token: demo.token })))).data as MethodsData).rows).toEqual([])
})

test('a new address leads back to the withdrawal with it chosen, or to the list', async () => {
  const trader = await world.realTrader()
  await fund(world, trader, '10')
  const page = `/mine/withdraw-way?type=1&from=withdraw&currency=${await currencyId(trader, 'ERC20')}`
  const shown = (await siteAnswer(() => way(call(page, { token: trader.token })))).data as BindData
  expect(shown).toMatchObject({ titleKey: 'bank:addCoin', backTo: '/mine/withdraw', currency: await currencyId(trader, 'ERC20') })
  const send = (form: Record<string, string>) => siteAnswer(() => bind(call(page, { token: trader.token, form })))
  const draw_id = await currencyId(trader, 'TRC20')
  const wrong = await send({ type: '1', draw_id, dc_address: `${TRON_ADDRESS}x`, form_key: 'k' })
  expect(wrong.status).toBe(422)
  expect((wrong.data as BindAnswer).problems.dc_address).toContain('not a valid TRC20 address')
  expect(((await send({ type: '1', draw_id, dc_address: '' })).data as BindAnswer).problems.dc_address).toMatch(/complete/)
  const saved = await send({ type: '1', draw_id, dc_address: TRON_ADDRESS, from: 'withdraw', form_key: 'k2' })
  expect(saved.location).toMatch(/^\/mine\/withdraw\?method=\d+$/)
  expect(((await look(trader.token, saved.location ?? '')).data as WithdrawData).chosenMethod).toBe(/\d+$/.exec(saved.location ?? '')?.[0])
  expect((await send({ type: '1', draw_id, dc_address: OTHER_TRON_ADDRESS })).location).toBe('/mine/coin-address-list')
  const bank = { type: '2', draw_id: await currencyId(trader, 'EUR'), payee_name: 'M. Keller', bank_name: 'B', bank_address: 'A' }
  const slip = await send({ ...bank, payee_account: 'DE00', bank_swift: 'DEUTDEFF' })
  expect((slip.data as BindAnswer).problems.payee_account).toBeTruthy()
  expect((await send({ ...bank, payee_account: 'DE89 3704 0044 0532 0130 00', bank_swift: 'DEUTDEFF' })).location).toBe(
    '/mine/bank-card-list',
  )
  const listed = (await siteAnswer(() => banks(call('/mine/bank-card-list', { token: trader.token })))).data as MethodsData
  expect(listed.rows).toMatchObject([{ bankName: 'B', ending: '3000', detail: 'M. Keller', code: 'EUR' }])
})

test('deleting one', async () => {
  const trader = await world.realTrader()
  const id = await bindAddress(trader)
  const drop = () => siteAnswer(() => actOnCoins(call('/mine/coin-address-list', { token: trader.token, form: { id } })))
  expect(toastOf(await drop())).toContain('Payout method deleted.')
  expect(toastOf(await drop())).toContain('no longer exists')
  const nothing = await siteAnswer(() => actOnBanks(call('/mine/bank-card-list', { token: trader.token, form: {} })))
  expect(nothing.location).toBe('/mine/bank-card-list')
})
