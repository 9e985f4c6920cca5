/** What trading really signs, read over the wire and checked by the page's own check: the two ends must agree to the byte. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrokerStatement } from '../../../contract/companies'
import { ENDPOINTS } from '../../../contract/index'
import type { Receipt } from '../../../contract/orders'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import { canonicalText } from '../../ui/download-json'
import { checkReceipts } from './check-receipts'
import { eventKey, reasonKey, textOf } from './receipt-body'
import type { TrustedKey } from './trusted-keys'

let world: World
let trader: TestTrader
let keys: TrustedKey[]
let orders: string[]
let all: Receipt[]

beforeAll(async () => {
  world = await createWorld()
  trader = await world.demoTrader()
  const response = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const { receipt_keys: published, legal_name: owner } = BrokerStatement.parse(await response.json())
  keys = published.map(({ key_id: keyId, public_key: publicKey }) => ({ keyId, publicKey, broker: 'aurora', owner }))
  orders = await tradeAll()
  all = await receiptsOf(orders)
})
afterAll(() => world.close())

/** Every kind of thing that leaves a receipt; the orders it touched, each once. */
async function tradeAll(): Promise<string[]> {
  await world.price('EURUSD', '1.16430', '1.16440')
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  const market = { forex_id, type: '1', status: '1', cont: '0.3', multiple: '100' } as const
  const opened = (await trader.call(ENDPOINTS.submitOrder, market)).data.Id
  const pending = (await trader.call(ENDPOINTS.submitOrder, { ...market, status: '0', target_price: '1.16000' })).data.Id
  await trader.call(ENDPOINTS.setStopPrice, { id: opened, stop_loss_price: '1.16000', target_profit_price: '0' })
  await world.price('EURUSD', '1.16450', '1.16460')
  const part = (await trader.call(ENDPOINTS.closeOrder, { id: opened, cont: '0.1' })).data.Id
  await trader.call(ENDPOINTS.cancelOrder, { id: pending })
  await world.price('EURUSD', '1.15990', '1.15995')
  for (let i = 0; i < 12; i++) await world.price('EURUSD', '1.15980', '1.15990')
  await world.broker.market.flush()
  return [...new Set([opened, pending, part])]
}

/** By their place in the account's chain. */
async function receiptsOf(ids: readonly string[]): Promise<Receipt[]> {
  const lists = await Promise.all(ids.map(async (id) => (await trader.call(ENDPOINTS.listReceipts, { id })).data))
  const byPrevious = new Map(lists.flat().map((receipt) => [String(receipt.body.previous), receipt]))
  const chain: Receipt[] = []
  for (let next = byPrevious.get(''); next !== undefined; next = byPrevious.get(next.hash)) chain.push(next)
  expect(chain).toHaveLength(byPrevious.size)
  return chain
}

test('every receipt of an account is genuine, alone and as one unbroken chain', async () => {
  expect(all.map(({ body }) => [body.event, body.reason])).toEqual([
    ['order_opened', 'market'],
    ['order_placed', 'limit'],
    ['order_edited', 'trader'],
    ['order_closed', 'manual'],
    ['order_cancelled', 'trader'],
    ['order_closed', 'stop_loss'],
  ])
  const whole = await checkReceipts(canonicalText(all), keys)
  expect(whole).toMatchObject({ ok: true, verdict: 'genuine', isExact: true })
  expect(whole.ok && whole.receipts.map(({ link }) => link)).toEqual(['first', 'follows', 'follows', 'follows', 'follows', 'follows'])
  for (const receipt of all) expect(await checkReceipts(canonicalText(receipt), keys)).toMatchObject({ verdict: 'genuine' })
})

test('a receipt states that account and prices are demonstrations, and the page has words for everything it states', () => {
  for (const { body } of all) {
    expect([body.demo_account, body.price_source_is_simulated]).toEqual([true, true])
    expect(eventKey(body)).not.toBe('event.other')
    expect(reasonKey(textOf(body, 'reason') ?? '')).not.toBeNull()
  }
})

test('the ticks that the broker shows are those whose hash it signed, and the trade lies inside the traded one', async () => {
  const hashes = new Map(all.map(({ hash, body }) => [hash, body]))
  const events = (await Promise.all(orders.map(async (id) => (await trader.call(ENDPOINTS.listOrderTicks, { id })).data))).flat()
  expect(new Set(events.map(({ Event }) => Event))).toEqual(new Set(['order_opened', 'order_placed', 'order_closed']))
  for (const { ReceiptHash, Ticks } of events) {
    const body = hashes.get(ReceiptHash)!
    const traded = Ticks.findIndex(({ IsTraded }) => IsTraded)
    const symbol = (body.quote as { symbol: string }).symbol
    const records = Ticks.slice(0, traded + 1).map((tick) => ({
      source: tick.Source,
      symbol,
      seq: tick.Seq,
      bid: tick.Bid,
      ask: tick.Ask,
      last: tick.Last,
      time: tick.Time,
      ...(tick.SourceTime === undefined ? {} : { source_time: tick.SourceTime }),
      ...(tick.ArrivedAt === undefined ? {} : { arrived_at: tick.ArrivedAt }),
      verdict: tick.Verdict,
    }))
    expect(createHash('sha256').update(canonicalText(records)).digest('hex')).toBe(body.ticks_hash)
    expect([Ticks[traded]?.Seq, Ticks[traded]?.Verdict]).toEqual([(body.quote as { seq: string }).seq, 'accepted'])
  }
  const stopped = events.find(({ ReceiptHash }) => hashes.get(ReceiptHash)?.reason === 'stop_loss')!
  const seqs = stopped.Ticks.map(({ Seq }) => Number(Seq))
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(stopped.Ticks.length - 1 - stopped.Ticks.findIndex(({ IsTraded }) => IsTraded)).toBe(10)
})
