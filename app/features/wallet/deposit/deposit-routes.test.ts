/** The deposit page as its route answers, over a real broker: with scripts and without, and sent twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeposits } from '../../../../contract/deposits'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { jpeg, uploaded } from '../../../../tests/fixtures/pictures'
import type { RealTrader } from '../../../../tests/fixtures/real-trader'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../../broker-client/failure-reasons'
import { action, loader } from '../../../routes/traders/charge'
import type { DepositAnswer, DepositData } from './deposit-data'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const look = async ({ token }: { token: string }, search = '') =>
  (await siteAnswer(() => loader(call(`/mine/charge${search}`, { token })))).data as DepositData
const post = ({ token }: { token: string }, fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return siteAnswer(() => action(call('/mine/charge', { token, form })))
}
/** What the page's form sends for the first network. */
async function formOf(trader: RealTrader): Promise<Record<string, string>> {
  const { networks, formKey } = await look(trader)
  const network = networks[0]
  if (network === undefined) throw new Error('the company of the test takes no coins')
  return { intent: 'submit', type: '0', place: network.id, address: network.address, number: '1,000.5'.replace(',', ''), form_key: formKey }
}
const declared = async (trader: RealTrader) => (await trader.call(listDeposits, { type: '0' })).data

test('a deposit whose proof was sent before is declared once, however often the form arrives', async () => {
  const trader = await world.realTrader()
  const form = { ...(await formOf(trader)), proofImg: await uploaded(world, trader) }
  const answers = [await post(trader, form), await post(trader, form)]
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [302, '/mine/charge'],
    [302, '/mine/charge'],
  ])
  expect(decodeURIComponent(answers[0]?.headers.get('set-cookie') ?? '')).toContain('Deposit submitted. We will review it.')
  expect((await declared(trader)).total).toBe(1)
  const page = await look(trader)
  expect(page.records).toMatchObject([{ isCoin: true, amount: '1000.50000000', status: 'unchecked', credited: '' }])
})

test('without scripts the picture comes with the form', async () => {
  const trader = await world.realTrader()
  const proof = new File([Uint8Array.from(await jpeg())], 'receipt-of-maria.jpg', { type: 'image/jpeg' })
  expect(await post(trader, { ...(await formOf(trader)), proofImg: '', proof })).toMatchObject({ status: 302 })
  expect((await declared(trader)).total).toBe(1)
})

test('what is missing is told at its field, and what was typed stays', async () => {
  const trader = await world.realTrader()
  const form = await formOf(trader)
  const empty = (await post(trader, { ...form, number: '', proofImg: '' })).data as DepositAnswer
  expect(Object.keys(empty.problems).sort()).toEqual(['amount', 'proof'])
  const proofImg = await uploaded(world, trader)
  const moved = await post(trader, { ...form, address: 'T-another-address', proofImg })
  expect(moved.status).toBe(422)
  const answer = moved.data as DepositAnswer
  expect(answer).toMatchObject({ amount: '1000.5', proof: proofImg, problems: { place: expect.stringMatching(/address/i) } })
  expect(answer.formKey).not.toBe(form.form_key)
  expect((await declared(trader)).total).toBe(0)
})

test('a wire goes to the account that was shown, in its own currency', async () => {
  const trader = await world.realTrader()
  const { accounts, formKey } = await look(trader, '?type=1')
  const account = accounts[0]
  if (account === undefined) throw new Error('the company of the test takes no wires')
  const sent = await post(trader, {
    intent: 'submit',
    type: '1',
    place: account.id,
    number: '800',
    proofImg: await uploaded(world, trader),
    form_key: formKey,
  })
  expect([sent.status, sent.location]).toEqual([302, '/mine/charge?type=1'])
  expect((await look(trader, '?type=1')).records).toMatchObject([{ isCoin: false, currency: account.coin, amount: '800.00000000' }])
  expect((await look(trader)).records).toEqual([])
})

test('a demo account is told why not', async () => {
  const demo = await world.demoTrader()
  expect(await look(demo)).toMatchObject({ reason: DEMO_RESTRICTED })
})
