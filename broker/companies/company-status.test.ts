/** Every call of the contract in each state of a company: what winds down takes no new risk and keeps nobody's money. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { getCandles } from '../../contract/market'
import { listNews } from '../../contract/news'
import { closeOrder, listOrders, setStopPrice, submitOrder } from '../../contract/orders'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { sampleInputs } from '../../tests/fixtures/sample-inputs'
import { statusRefusal } from './company-status'

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]
const LOSS_URL = 'https://notice.aurora.example/closing'

/** What a company that winds down no longer does for its traders: new risk, new money, new people, and what leads to them. */
const REFUSED_TO_TRADERS: readonly EndpointName[] = [
  'createDemoAccount',
  'register',
  'getInvite',
  'resetDemoAccount',
  'listRanking',
  'getRankingProfile',
  'setRankingProfile',
  'submitOrder',
  'reverseOrder',
  'listDepositNetworks',
  'submitCoinDeposit',
  'listDepositBankCoins',
  'listCollectionAccounts',
  'submitBankDeposit',
  // A trader writes in their own name.
  'sendVisitorFeedback',
]

/** Whatever else happens, a visitor can come to their account. */
const ALLOWED_TO_VISITORS: readonly EndpointName[] = [
  'listCompanies',
  'getCompanyStatus',
  'getBasicInfo',
  'getSetting',
  'listAreaCodes',
  'getExecution',
  'getCaptcha',
  'login',
  'sendEmailCode',
  'sendSmsCode',
  'resetPassword',
  'freezeAccount',
  'loginTwoStep',
  'listNews',
  'getNews',
  'listAnnouncements',
  // Whoever has a mail can turn them off.
  'readAlertLink',
  'turnOffAlertMail',
]

let world: World
let trader: RealTrader
let orderId: string
let inputs: ReturnType<typeof sampleInputs>

beforeAll(async () => {
  world = await createWorld()
  trader = await world.realTrader()
  await fund(world, trader, '5000')
  await world.quoteAll()
  const instrumentId = world.broker.market.instrument('EURUSD')?.id ?? ''
  const opened = await trader.call(submitOrder, sampleInputs({ orderId: '', instrumentId }).submitOrder)
  orderId = opened.data.Id
  // Ids that are nobody's: what is allowed must get as far as its own answer, and change nothing.
  inputs = sampleInputs({ orderId: '999999999', instrumentId })
  // The directory gives out the very record that the tests hold: the company winds down with a position open.
  Object.assign(world.tenant('aurora'), { status: 'wind-down', lossUrl: LOSS_URL, linkHosts: ['notice.aurora.example'] })
})
afterAll(() => world.close())

const outcomeOf = async (name: EndpointName, token?: string) =>
  (await world.client.call(ENDPOINTS[name] as Endpoint, inputs[name] as never, token === undefined ? {} : { token })).outcome

describe('a company that winds down', () => {
  test('a position that was open can be protected and closed', async () => {
    await world.quoteAll()
    expect((await trader.call(setStopPrice, { id: orderId, stop_loss_price: '1.10000', target_profit_price: '0' })).outcome).toBe('ok')
    expect((await trader.call(closeOrder, { id: orderId })).outcome).toBe('ok')
    expect((await trader.call(listOrders, { status: '1' })).data.data).toEqual([])
  })

  test.each(NAMES.filter((name) => name !== 'logout'))('answers or refuses a trader: %s', async (name) => {
    const outcome = await outcomeOf(name, trader.token)
    if (REFUSED_TO_TRADERS.includes(name)) expect(outcome).toBe('COMPANY_WINDING_DOWN')
    else expect(outcome).not.toBe('COMPANY_WINDING_DOWN')
  })

  test.each(NAMES)('answers or refuses a visitor: %s', async (name) => {
    const outcome = await outcomeOf(name)
    if (ALLOWED_TO_VISITORS.includes(name)) expect(['COMPANY_WINDING_DOWN', 'SESSION_INVALID']).not.toContain(outcome)
    // An upload without a file is turned away for that, before anybody asks whose it is.
    else if (name === 'uploadImage') expect(outcome).toBe('MEDIA_TYPE_UNSUPPORTED')
    else expect(outcome).toBe((ENDPOINTS[name] as Endpoint).actor === 'anonymous' ? 'COMPANY_WINDING_DOWN' : 'SESSION_INVALID')
  })

  test('shows its trader a chart whose candles have to be fetched from the store', async () => {
    const forexId = world.broker.market.instrument('EURUSD')?.id ?? ''
    const past = String(world.clock.now() - 30 * DAY_MS)
    for (const input of [{ period: '60min' }, { period: '1min', end: past }] as const) {
      expect((await world.client.call(getCandles, { forex_id: forexId, ...input }, { token: trader.token })).outcome).toBe('ok')
    }
    expect((await world.client.call(listNews, inputs.listNews, { token: trader.token })).outcome).toBe('ok')
  }, 10_000)

  test('says so, and where to go', async () => {
    expect((await world.client.call(ENDPOINTS.getCompanyStatus, {})).data).toEqual({ status: 2, loss_url: LOSS_URL })
  })

  test('a new sign-in and a sign-out work', async () => {
    const { data, outcome } = await world.client.call(ENDPOINTS.login, {
      account: trader.email,
      password: trader.password,
      login_type: 'email',
    })
    expect(outcome).toBe('ok')
    expect((await world.client.call(ENDPOINTS.logout, {}, { token: data.token })).outcome).toBe('ok')
  })
})

describe('the other states', () => {
  const tenant = () => world.tenant('graphite')

  test('a closed company tells only that it is closed and where to go, to traders too, and turns mails off', () => {
    const closed = { ...tenant(), status: 'closed' as const }
    const open = NAMES.filter((name) => statusRefusal(closed, name, true) === undefined)
    const told: EndpointName[] = ['listCompanies', 'getCompanyStatus', 'getBasicInfo', 'getSetting', 'listAreaCodes', 'getExecution']
    expect(new Set(open)).toEqual(new Set([...told, 'readAlertLink', 'turnOffAlertMail']))
    expect(new Set(NAMES.filter((name) => !open.includes(name)).map((name) => statusRefusal(closed, name, true)))).toEqual(
      new Set(['COMPANY_CLOSED']),
    )
  })

  test('a company at work refuses nothing for its state', () => {
    expect(NAMES.filter((name) => statusRefusal(tenant(), name, false) !== undefined)).toEqual([])
  })
})
