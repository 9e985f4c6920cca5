import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrokerStatement } from '../../contract/companies'
import { ENDPOINTS } from '../../contract/index'
import { parseFixed } from '../../rules/decimal'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { testSigner } from '../../tests/fixtures/test-signer'
import { receipt, tradeOrder } from '../db/schema'
import { receiptTicks } from './ticks'

let world: World
let trader: TestTrader
beforeEach(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
})
afterEach(() => world.close())

async function writeOrder(owner: TestTrader, tenantId: string, parentId: bigint | null = null): Promise<bigint> {
  return world.broker.database.withTenant(tenantId, async (tx) => {
    const [row] = await tx
      .insert(tradeOrder)
      .values({
        tenantId,
        traderId: BigInt(owner.id),
        isDemo: true,
        instrumentCode: 'EURUSD',
        side: 'buy',
        status: 1,
        lots: parseFixed('1'),
        marginMode: 'leveraged',
        contractSize: parseFixed('100000'),
        quoteCurrency: 'USD',
        pricePrecision: 5,
        requestedPrice: parseFixed('1.1'),
        fillPrice: parseFixed('1.1'),
        stopLoss: 0n,
        takeProfit: 0n,
        margin: parseFixed('1000'),
        fee: 0n,
        conversionRate: '1',
        quoteSource: 'scripted',
        quoteSeq: 1n,
        parentId,
        createdAt: world.clock.now(),
      })
      .returning({ id: tradeOrder.id })
    return row!.id
  })
}

/** Signs and keeps a receipt as trading does; its hash. */
async function writeReceipt(owner: TestTrader, tenantId: string, orderId: bigint, event: string, withTicks = false): Promise<string> {
  const previousHash = await newestHash(tenantId, owner)
  const body = { v: 1, event, order: String(orderId), previous: previousHash, at: world.clock.now() }
  const { keyId, ...signed } = testSigner.sign(world.tenant(tenantId), body)
  const ticks = withTicks ? receiptTicks(world.broker.market.recentTicks('EURUSD')) : []
  await world.broker.database.withTenant(tenantId, (tx) =>
    tx.insert(receipt).values({
      ...signed,
      keyId,
      tenantId,
      traderId: BigInt(owner.id),
      orderId,
      event,
      previousHash,
      ticks,
      createdAt: world.clock.now(),
    }),
  )
  return signed.hash
}

async function newestHash(tenantId: string, owner: TestTrader): Promise<string> {
  return world.broker.database.withTenant(tenantId, async (tx) => {
    const rows = await tx.select().from(receipt).where(sql`trader_id = ${owner.id}::bigint`).orderBy(receipt.id)
    return rows.at(-1)?.hash ?? ''
  })
}

const receiptsOf = (owner: TestTrader, id: bigint) => owner.call(ENDPOINTS.listReceipts, { id: String(id) })

test('an order shows its receipts as they were signed, oldest first, and none of another order', async () => {
  const [one, two] = [await writeOrder(trader, 'aurora'), await writeOrder(trader, 'aurora')]
  const opened = await writeReceipt(trader, 'aurora', one, 'order_opened')
  await writeReceipt(trader, 'aurora', two, 'order_opened')
  const closed = await writeReceipt(trader, 'aurora', one, 'order_closed')
  const { data } = await receiptsOf(trader, one)
  expect(data.map(({ hash }) => hash)).toEqual([opened, closed])
  const first = data[0]!
  expect(testSigner.sign(world.tenant('aurora'), first.body)).toMatchObject({
    hash: first.hash,
    signature: first.signature,
    keyId: first.key_id,
  })
})

test('an order that was split off begins with what happened to its root up to the split', async () => {
  const root = await writeOrder(trader, 'aurora')
  const opened = await writeReceipt(trader, 'aurora', root, 'order_opened')
  const part = await writeOrder(trader, 'aurora', root)
  const partClosed = await writeReceipt(trader, 'aurora', part, 'order_closed')
  const edited = await writeReceipt(trader, 'aurora', root, 'order_edited')
  const later = await writeOrder(trader, 'aurora', part)
  const laterClosed = await writeReceipt(trader, 'aurora', later, 'order_closed')
  const hashes = async (id: bigint) => (await receiptsOf(trader, id)).data.map(({ hash }) => hash)
  expect(await hashes(part)).toEqual([opened, partClosed])
  expect(await hashes(root)).toEqual([opened, edited])
  expect(await hashes(later)).toEqual([opened, partClosed, laterClosed])
})

test.each(['999999', 'abc', '1.5', '99999999999999999999'])('order %s does not exist', async (id) => {
  expect((await trader.call(ENDPOINTS.listReceipts, { id })).outcome).toBe('ORDER_NOT_FOUND')
  expect((await trader.call(ENDPOINTS.listOrderTicks, { id })).outcome).toBe('ORDER_NOT_FOUND')
})

test("nobody sees another's receipts or ticks: not in the same company, not in another, not as the root of an own order", async () => {
  const order = await writeOrder(trader, 'aurora')
  const hash = await writeReceipt(trader, 'aurora', order, 'order_opened', true)
  const [sibling, stranger] = [await world.demoTrader(), await world.demoTrader('meridian')]
  for (const intruder of [sibling, stranger]) {
    const answers = [await receiptsOf(intruder, order), await intruder.call(ENDPOINTS.listOrderTicks, { id: String(order) })]
    for (const answer of answers) {
      expect(answer.outcome).toBe('ORDER_NOT_FOUND')
      expect(answer.text).not.toContain(hash)
    }
  }
  const splitFromForeign = await writeOrder(sibling, 'aurora', order)
  expect((await receiptsOf(sibling, splitFromForeign)).data).toEqual([])
})

test('the ticks of a fill: those up to the traded one as they were kept, then those that came after it', async () => {
  const { market } = world.broker
  await world.price('EURUSD', '1.16430', '1.16440')
  const order = await writeOrder(trader, 'aurora')
  const hash = await writeReceipt(trader, 'aurora', order, 'order_opened', true)
  market.watchTicksAfter('EURUSD')
  await writeReceipt(trader, 'aurora', order, 'order_edited')
  for (let i = 0; i < 14; i++) await world.price('EURUSD', '1.16450', '1.16460')
  await market.flush()
  const { data } = await trader.call(ENDPOINTS.listOrderTicks, { id: String(order) })
  expect(data.map(({ Event, ReceiptHash, At }) => [Event, ReceiptHash, At])).toEqual([['order_opened', hash, world.clock.now()]])
  const ticks = data[0]!.Ticks
  expect(ticks.map(({ Seq }) => Number(Seq))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(ticks.filter(({ IsTraded }) => IsTraded)).toEqual([
    {
      Source: 'scripted',
      Seq: '2',
      Bid: '1.1643',
      Ask: '1.1644',
      Last: '1.1643',
      Time: world.clock.now(),
      ArrivedAt: world.clock.now(),
      Verdict: 'accepted',
      IsTraded: true,
    },
  ])
})

test('what the broker publishes names the key that signs and all that ever did', async () => {
  const response = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const statement = BrokerStatement.parse(await response.json())
  expect(statement.receipt_keys).toHaveLength(1)
  expect(statement.receipt_public_key).toBe(statement.receipt_keys[0]?.public_key)
  expect(Buffer.from(statement.receipt_public_key ?? '', 'base64url')).toHaveLength(32)
  const elsewhere = await world.broker.fetch(new Request(`http://${trader.host.replace('aurora', 'meridian')}/.well-known/broker.json`))
  expect(BrokerStatement.parse(await elsewhere.json()).receipt_public_key).not.toBe(statement.receipt_public_key)
})
