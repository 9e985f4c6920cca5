/** Declaring deposits: what is refused, what is kept, and that nothing counts twice. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENDPOINTS } from '../../contract/index'
import { DAY_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { look, uploaded } from '../../tests/fixtures/pictures'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { auditEvent, collectionAccount, deposit, depositNetwork, image } from '../db/schema'
import { MAX_UNCHECKED_DEPOSITS } from './deposit-handlers'

const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
let world: World
let trader: RealTrader
let network: string
let account: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  trader = await world.realTrader()
  const now = world.clock.now()
  const at = { tenantId: 'aurora', isActive: true, createdAt: now, updatedAt: now }
  await world.broker.database.withTenant('aurora', async (tx) => {
    await tx.update(depositNetwork).set({ isActive: false })
    await tx.update(collectionAccount).set({ isActive: false })
    const [coin] = await tx
      .insert(depositNetwork)
      .values({ ...at, currencyCode: 'USDT', protocolCode: 'TRC20', address: ADDRESS })
      .returning({ id: depositNetwork.id })
    const [bank] = await tx
      .insert(collectionAccount)
      .values({
        ...at,
        coin: 'EUR',
        bankName: 'Sample Bank',
        bankAddress: '1 Example Street',
        bankSwift: 'EXAMDEFFXXX',
        payeeName: 'Aurora',
        payeeAccount: 'DE89370400440532013000',
        bankRemark: '',
        usdtRate: 108_000_000n,
      })
      .returning({ id: collectionAccount.id })
    network = String(coin?.id)
    account = String(bank?.id)
  })
})

const rows = () =>
  world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(deposit)
      .where(eq(deposit.traderId, BigInt(trader.id))),
  )
const coin = (proofImg: string, change: Record<string, string> = {}) => ({
  number: '1000',
  proofImg,
  address: ADDRESS,
  charge_id: network,
  ...change,
})

test('a coin deposit is kept as it was shown, is told in the audit trail and credits nothing', async () => {
  const proof = await uploaded(world, trader)
  const sent = await trader.call(ENDPOINTS.submitCoinDeposit, coin(proof), { headers: { lang: 'en' } })
  expect([sent.outcome, sent.msg]).toEqual(['ok', 'Deposit submitted. We will review it.'])
  const [row] = await rows()
  expect(row).toMatchObject({
    status: 0,
    amount: 100_000_000_000n,
    usdtRate: 100_000_000n,
    protocol: 'TRC20',
    target: { address: ADDRESS },
  })
  const events = await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.object, `deposit:${sent.data.id}`)),
  )
  expect(events.map(({ action, actor }) => [action, actor])).toEqual([['deposit.submitted', `trader:${trader.id}`]])
  expect(Number((await trader.call(ENDPOINTS.getBalance, {})).data.balance)).toBe(0)
})

test('a bank deposit keeps the rate of its moment; accounts are listed by currency', async () => {
  expect((await trader.call(ENDPOINTS.listDepositBankCoins, {})).data).toEqual([{ id: 'EUR', name: 'EUR' }])
  expect((await trader.call(ENDPOINTS.listCollectionAccounts, { bank_coin: 'EUR' })).data).toMatchObject([
    { id: account, usdt_rate: '1.08' },
  ])
  expect((await trader.call(ENDPOINTS.listCollectionAccounts, { bank_coin: 'GBP' })).data).toEqual([])
  const input = { number: '800.5', proofImg: await uploaded(world, trader), wire_id: account }
  expect((await trader.call(ENDPOINTS.submitBankDeposit, input)).outcome).toBe('ok')
  const [row] = await rows()
  expect(row).toMatchObject({ type: 1, currencyCode: 'EUR', usdtRate: 108_000_000n })
  expect((await trader.call(ENDPOINTS.listDeposits, { type: '1' })).data).toMatchObject({
    total: 1,
    data: [{ currency_code: 'EUR', credited: '' }],
  })
  expect((await trader.call(ENDPOINTS.listDeposits, { type: '0' })).data.total).toBe(0)
})

test('what is wrong is refused by name, and a refused declaration leaves the proof usable', async () => {
  const proof = await uploaded(world, trader)
  const outcome = async (change: Record<string, string>) => (await trader.call(ENDPOINTS.submitCoinDeposit, coin(proof, change))).outcome
  expect(await outcome({ number: '0' })).toBe('DEPOSIT_AMOUNT_INVALID')
  expect(await outcome({ number: '0.000000001' })).toBe('PARAMETER_INVALID')
  expect(await outcome({ charge_id: '999999' })).toBe('DEPOSIT_NETWORK_UNKNOWN')
  expect(await outcome({ address: ADDRESS.toLowerCase() })).toBe('DEPOSIT_ADDRESS_CHANGED')
  expect(await outcome({ proofImg: '' })).toBe('DEPOSIT_PROOF_REQUIRED')
  expect(await outcome({ proofImg: '/api/common/image?ref=guessed' })).toBe('IMAGE_REFERENCE_INVALID')
  const wire = { number: '1', proofImg: proof, wire_id: '999999' }
  expect((await trader.call(ENDPOINTS.submitBankDeposit, wire)).outcome).toBe('COLLECTION_ACCOUNT_UNKNOWN')
  await world.broker.database.withTenant('aurora', (tx) => tx.update(depositNetwork).set({ isActive: false }))
  expect(await outcome({})).toBe('DEPOSIT_NETWORK_UNKNOWN')
  expect((await trader.call(ENDPOINTS.listDepositNetworks, {})).data).toEqual([])
  expect((await trader.call(ENDPOINTS.submitBankDeposit, { ...wire, wire_id: account })).outcome).toBe('ok')
})

test("another trader's proof and another company's network are nothing, and a demo account deposits nothing", async () => {
  const other = await world.realTrader()
  const foreign = await uploaded(world, other)
  expect((await trader.call(ENDPOINTS.submitCoinDeposit, coin(foreign))).outcome).toBe('IMAGE_REFERENCE_INVALID')
  expect((await other.call(ENDPOINTS.submitCoinDeposit, coin(foreign))).outcome).toBe('ok')
  const abroad = await world.realTrader('meridian')
  const elsewhere = coin(await uploaded(world, abroad))
  expect((await abroad.call(ENDPOINTS.submitCoinDeposit, elsewhere)).outcome).toBe('DEPOSIT_NETWORK_UNKNOWN')
  const demo = await world.demoTrader()
  expect((await demo.call(ENDPOINTS.submitCoinDeposit, coin('p'))).outcome).toBe('DEMO_RESTRICTED')
})

test('sent again it is one deposit: the key gives the first answer, without a key the proof is used up', async () => {
  const input = coin(await uploaded(world, trader))
  const keyed = { headers: { 'idempotency-key': 'one-form-one-deposit' } }
  const answers = await Promise.all([1, 2, 3].map(() => trader.call(ENDPOINTS.submitCoinDeposit, input, keyed)))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  for (const asGet of [true, false]) {
    expect((await trader.call(ENDPOINTS.submitCoinDeposit, input, { asGet })).outcome).toBe('IMAGE_REFERENCE_INVALID')
  }
  expect(await rows()).toHaveLength(1)
  const byGet = coin(await uploaded(world, trader))
  expect((await trader.call(ENDPOINTS.submitCoinDeposit, byGet, { asGet: true })).outcome).toBe('ok')
  expect(await rows()).toHaveLength(2)
})

test('so many may wait and no more; the newest stand first, by pages', async () => {
  await world.broker.database.withTenant('aurora', async (tx) => {
    for (let made = 0; made < MAX_UNCHECKED_DEPOSITS; made++) {
      const own = { tenantId: 'aurora', traderId: BigInt(trader.id), createdAt: world.clock.now() }
      const [proof] = await tx
        .insert(image)
        .values({ ...own, storeKey: `none-${trader.id}-${made}`, bytes: 1, width: 1, height: 1, contentHash: 'x', usedFor: 'deposit' })
        .returning({ id: image.id })
      await tx.insert(deposit).values({
        ...own,
        type: 0,
        amount: BigInt(made + 1),
        currencyCode: 'USDT',
        protocol: 'TRC20',
        target: {},
        usdtRate: 100_000_000n,
        proofImageId: proof?.id as bigint,
        status: 0,
      })
    }
  })
  const page = (number: string) => trader.call(ENDPOINTS.listDeposits, { type: '0', page: number })
  const first = (await page('1')).data
  expect([first.total, first.data.length, first.data[0]?.number]).toEqual([
    MAX_UNCHECKED_DEPOSITS,
    MAX_UNCHECKED_DEPOSITS,
    formatAmount(BigInt(MAX_UNCHECKED_DEPOSITS)),
  ])
  expect((await page('2')).data.data).toEqual([])
  const refusal = await trader.call(ENDPOINTS.submitCoinDeposit, coin('/api/common/image?ref=any'), { headers: { lang: 'en' } })
  expect([refusal.outcome, refusal.msg]).toEqual([
    'TOO_MANY_OPEN_DEPOSITS',
    `${MAX_UNCHECKED_DEPOSITS} of your deposits are still under review. Wait until one has been reviewed.`,
  ])
})

test('the sweep keeps a proof while it is unchecked and a year after', async () => {
  const proof = await uploaded(world, trader)
  const sent = await trader.call(ENDPOINTS.submitCoinDeposit, coin(proof))
  const day = DAY_MS
  const kept = async (now: number) => {
    await world.broker.identity.forgetOld(now)
    const [row] = await rows()
    const [found] = await world.broker.database.withTenant('aurora', (tx) =>
      tx
        .select()
        .from(image)
        .where(eq(image.id, row?.proofImageId as bigint)),
    )
    return found?.deletedAt === null
  }
  expect((await look(world, trader, proof)).status).toBe(404)
  const decidedAt = world.clock.now() + 400 * day
  expect(await kept(decidedAt)).toBe(true)
  await world.broker.database.withTenant('aurora', (tx) =>
    tx
      .update(deposit)
      .set({ status: 2, decidedBy: 'operator:ada', decidedAt, remark: 'no' })
      .where(eq(deposit.id, BigInt(sent.data.id))),
  )
  expect(await kept(decidedAt + 364 * day)).toBe(true)
  expect(await kept(decidedAt + 366 * day)).toBe(false)
})
