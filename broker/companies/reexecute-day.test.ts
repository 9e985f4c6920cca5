import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOrder, type Order } from '../../contract/orders'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { open, PLAIN_TERMS, submit } from '../../tests/fixtures/trader-actions'
import { type Database, queryRows } from '../db/open-database'
import { receipt } from '../db/schema'
import { type ReexecutionReport, reexecuteDay } from './reexecute-day'
import { reexecutePublished } from './reexecute-published'

let world: World
let day: number
const orders: Record<string, Order> = {}

beforeAll(async () => {
  world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, overrides: { USDJPY: { spread: '0.02' } } } } },
  })
  day = Math.floor(world.clock.now() / DAY_MS) * DAY_MS
  const trader = await world.demoTrader()
  world.pass(MINUTE_MS)
  await at('EURUSD', '1.20000', '1.20020')
  await at('USDJPY', '150.000')
  orders.market = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  orders.yen = await open(world, trader, 'sell', 'EURJPY', { lots: '0.1' })
  orders.limit = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', target: '1.19000' })
  orders.target = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', takeProfit: '1.21000', stopLoss: '1.10000' })
  orders.stopped = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19500' })
  orders.trailing = await open(world, trader, 'sell', 'EURUSD', { lots: '0.1', trailing: '0.01000' })
  // What comes while an opening is written down sets nothing off for sure.
  for (let quiet = 0; quiet < 8; quiet++) await at('EURUSD', '1.20000', '1.20020')
  await at('EURUSD', '1.18990', '1.19000')
  await at('EURUSD', '1.18000', '1.18020')
  world.pass(MINUTE_MS)
  await world.quoteAll()
  await at('EURUSD', '1.17500', '1.17520')
  await at('EURUSD', '1.19000', '1.19020')
  await at('EURUSD', '1.21010', '1.21030')
  await at('EURJPY', '180.000')
  await at('USDJPY', '151.000')
  // Refused by the bound, by a size, by a stop on the wrong side; and for want of money, which is nobody else's affair.
  await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', price: '1.20000', maxSlippage: '0.00001' })
  await submit(world, trader, 'buy', 'EURUSD', { lots: '0.001' })
  await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.30000' })
  await submit(world, trader, 'buy', 'EURUSD', { lots: '50' })
  await trader.call(closeOrder, { id: orders.market.Id, cont: '0.04' })
  await trader.call(closeOrder, { id: orders.market.Id })
  await trader.call(closeOrder, { id: orders.yen.Id })
  await stopOut()
  world.pass(2 * MINUTE_MS)
  await world.broker.priceFacts.flush()
})
afterAll(() => world.close())

async function at(code: string, bid: string, ask = bid): Promise<void> {
  world.pass(1_000)
  for (const { code: other } of world.broker.market.instruments()) world.feed.heartbeat?.(other)
  await world.price(code, bid, ask)
}

/** A second account that falls to its level, with two positions and one that waits. */
async function stopOut(): Promise<void> {
  const trader = await world.demoTrader()
  await at('GBPUSD', '1.30000')
  await at('EURUSD', '1.20000')
  orders.larger = await open(world, trader, 'buy', 'EURUSD', { lots: '4' })
  await at('GBPUSD', '1.30000')
  orders.smaller = await open(world, trader, 'buy', 'GBPUSD', { lots: '2' })
  await at('EURUSD', '1.18300')
  // Here the loss is more than the account has.
  await at('GBPUSD', '1.25000')
  await at('EURUSD', '1.20000')
  orders.gap = await open(world, await world.demoTrader(), 'buy', 'EURUSD', { lots: '4' })
  await at('EURUSD', '1.10000')
}

const textOf = (hex: string) => gunzipSync(Buffer.from(hex, 'hex')).toString('utf8')
const run = (database: Pick<Database, 'atOneMoment'> = world.broker.database) => reexecuteDay(database, { company: 'aurora', from: day })

/** What it says when somebody has changed the store behind the broker's back; all of it is taken back. */
async function runAfter(statement: string): Promise<ReexecutionReport> {
  const undone = new Error('taken back')
  let report: ReexecutionReport | undefined
  await world.broker.database
    .system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
      report = await run({ atOneMoment: (work) => work(tx) })
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return report as ReexecutionReport
}

describe('a day that is executed again', () => {
  test('comes to what its receipts say, fill by fill', async () => {
    const report = await run()
    expect(report.lines.join('\n')).toContain('clean')
    expect(report.tally.first).toBeNull()
    expect(Object.fromEntries(report.tally.same)).toMatchObject({
      placed: 1,
      open: 8,
      pending_fill: 1,
      close: 3,
      stop_loss: 2,
      take_profit: 1,
      stop_out: 3,
      protection: 2,
    })
    expect(report.tally.notExecuted.get('no_prices')).toBeUndefined()
    expect(report.tally.notExecuted.get('no_opening')).toBeUndefined()
  })

  test('names the first order of which a price was changed, and the minute that is not as committed', async () => {
    const [row] = await world.broker.database.system((tx) =>
      queryRows<{ second: string; lines: string }>(
        tx,
        sql`select second::text, encode(lines, 'hex') as lines from price_second where ticks > 0 order by second`,
      ).then((rows) => rows.filter(({ lines }) => textOf(lines).includes('"1.1899"'))),
    )
    const changed = gzipSync(textOf(row!.lines).replace('"1.1899"', '"1.18991"')).toString('hex')
    const report = await runAfter(`update price_second set lines = decode('${changed}', 'hex') where second = ${row!.second}`)
    expect(report.isClean).toBe(false)
    expect(report.tally.first).toMatchObject({ order: orders.stopped?.Id, kind: 'stop_loss', difference: { fact: 'bid' } })
    expect(report.tally.first?.difference).toMatchObject({ expected: '1.18991', stated: '1.1899' })
    expect(report.lines.join('\n')).toContain('are not those committed: of EURUSD they are others')
  })

  test.each([
    ['a fee', '"fee_rate":"7"', '"fee_rate":"7.5"', 'fee'],
    ['a contract', '"contract_size":"100000"', '"contract_size":"100001"', 'margin'],
  ])('names the first order to which other terms were applied: %s', async (_what, before, after, fact) => {
    const changed = `update log_fact set document = replace(document, '${before}', '${after}'), hash =
      encode(sha256(convert_to(replace(document, '${before}', '${after}'), 'UTF8')), 'hex') where kind = 'terms'`
    // Its receipt names the terms that it was made on, and those are gone.
    expect((await runAfter(changed)).tally.first).toMatchObject({ order: orders.market?.Id, difference: { fact: 'terms', expected: '' } })
    // Receipts of before named none: the terms of their time are asked.
    const nameless = `update receipt set body = regexp_replace(body, '"terms":"[0-9a-f]+",', '')`
    expect((await runAfter(`with changed as (${changed}) ${nameless}`)).tally.first).toMatchObject({
      order: orders.market?.Id,
      difference: { fact },
    })
  })

  test.each([
    ['stopped', 'order_closed', `'"price":"[0-9.]+"', '"price":"1.19499"'`, 'price'],
    ['target', 'order_closed', `'"profit":"[0-9.]+"', '"profit":"90.00000000"'`, 'profit'],
    ['target', 'order_closed', `'"reason":"take_profit"', '"reason":"stop_loss"'`, 'trigger'],
    ['limit', 'order_opened', `'"requested_price":"[0-9.]+"', '"requested_price":"1.18000"'`, 'trigger'],
    ['stopped', 'order_closed', `'"stop_loss":"[0-9.]+"', '"stop_loss":"1.20500"'`, 'first_tick'],
    ['limit', 'order_opened', `'"requested_price":"[0-9.]+"', '"requested_price":"1.20500"'`, 'first_tick'],
    ['trailing', 'order_closed', `'"stop_loss":"[0-9.]+"', '"stop_loss":"1.17429"'`, 'stop_loss'],
    ['yen', 'order_closed', `'"conversion_rate":"[0-9.]+"', '"conversion_rate":"0.00667"'`, 'conversion_rate'],
    ['market', 'order_opened', `'"seq":"[0-9]+"', '"seq":"999999"'`, 'tick'],
    ['yen', 'order_closed', `'"reason":"[a-z_]+"', '"reason":"stop_out"'`, 'margin_level'],
  ])('names the order whose receipt was changed: %s %s %s', async (name, event, change, fact) => {
    const report = await runAfter(
      `update receipt set body = regexp_replace(body, ${change}) where order_id = ${orders[name]?.Id} and event = '${event}'`,
    )
    expect(report.isClean).toBe(false)
    expect(report.tally.first).toMatchObject({ order: orders[name]?.Id, difference: { fact } })
  })

  test('judges the orders that were refused, by what anybody can see', async () => {
    const report = await run()
    expect(report.tally.refusals).toEqual({ right: 3, wrong: 0, not_judged: 0 })
    const [row] = await world.broker.database.system((tx) =>
      queryRows<{ document: string }>(tx, sql`select document from log_fact where kind = 'refusals'`),
    )
    const { counts } = JSON.parse(row?.document ?? '{}')
    expect(counts.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
      ['INSUFFICIENT_MARGIN', 1],
      ['LOTS_TOO_SMALL', 1],
      ['PRICE_MOVED', 1],
      ['STOP_LOSS_WRONG_SIDE', 1],
    ])
    // Of nobody: no account, no order, no size but where the size was wrong.
    expect(row?.document).not.toMatch(/account|trader|"lots":"(?!0\.001)/)
  })

  test.each([
    ['within the bound', '"max_slippage":"0.00001"', '"max_slippage":"0.50000"'],
    ['a size that is taken', '"lots":"0.001"', '"lots":"0.1"'],
    ['1.21010', '"price":"1.21010"', '"price":"1.31010"'],
    ['prices that are taken', '"stop_loss":"1.30000"', '"stop_loss":"1.10000"'],
  ])('names an order that was wrongly refused: %s', async (expected, before, after) => {
    const changed = `replace(document, '${before}', '${after}')`
    const report = await runAfter(`update log_fact set document = ${changed},
      hash = encode(sha256(convert_to(${changed}, 'UTF8')), 'hex') where kind = 'refusals'`)
    expect(report.isClean).toBe(false)
    expect(report.lines.join('\n')).toContain(`expected ${expected}`)
  })

  test('misses a refused order that was left out afterwards', async () => {
    const report = await runAfter(`delete from order_refusal where reason = 'PRICE_MOVED'`)
    expect(report.isClean).toBe(false)
    expect(report.lines.join('\n')).toContain('1 refused orders that were committed to are left out')
  })

  test('says what it cannot tell, and does not count it as the same', async () => {
    const report = await runAfter('delete from price_second')
    expect(report.tally.first).toBeNull()
    expect(report.tally.notExecuted.get('no_prices')).toBeGreaterThan(10)
    expect([...report.tally.same.keys()]).toEqual(['protection'])
  })
})

describe('receipts that somebody saved', () => {
  const ask = async (url: string) => world.broker.fetch(new Request(url))

  async function saved(change: (text: string) => string = (text) => text): Promise<string> {
    await world.broker.sealer.flush()
    await world.broker.logs.flush()
    const rows = await world.broker.database.system((tx) =>
      tx
        .select()
        .from(receipt)
        .where(sql`trader_id = (select trader_id from receipt where order_id = ${orders.market?.Id}::bigint limit 1)`)
        .orderBy(receipt.id),
    )
    const receipts = rows.map(({ body, hash, keyId, signature }) => ({ body: JSON.parse(body), hash, key_id: keyId, signature }))
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'candor-receipts-')), 'receipts.json')
    await writeFile(file, change(JSON.stringify({ receipts, proofs: [] })))
    return file
  }
  const published = async (file: string, askWith = ask) => {
    const report = await reexecutePublished({ origin: 'http://aurora.localhost:3000', company: 'aurora', from: null, file, ask: askWith })
    if (typeof report === 'string') throw new Error(report)
    return report
  }

  test('are executed again on nothing but what the site publishes', async () => {
    const report = await published(await saved())
    expect(report.lines.at(-1)).toBe('clean')
    expect(Object.fromEntries(report.tally.same)).toEqual({ placed: 1, open: 5, pending_fill: 1, close: 3, stop_loss: 2, take_profit: 1 })
    expect([...report.tally.notExecuted.keys()].filter((reason) => reason !== 'nothing_traded')).toEqual([])
  })

  test('are not believed when a receipt was changed', async () => {
    const report = await published(await saved((text) => text.replace('"price":"1.20020"', '"price":"1.20010"')))
    expect(report.isClean).toBe(false)
  })

  test('are not held against prices that are not those of the log', async () => {
    const file = await saved()
    const other = async (url: string) => {
      const response = await ask(url)
      return /prices\/\d+\/EURUSD$/.test(url) ? new Response((await response.text()).replaceAll('"1.2002"', '"1.2001"')) : response
    }
    const report = await published(file, other)
    expect(report.isClean).toBe(false)
    expect(report.tally.first).toMatchObject({
      order: orders.market?.Id,
      difference: { fact: 'ask', expected: '1.2001', stated: '1.2002' },
    })
    const forged = async (url: string) => {
      const response = await ask(url)
      if (!/prices\/\d+$/.test(url) || !response.ok) return response
      const said = (await response.json()) as { fact: { document: string } }
      said.fact.document = said.fact.document.replace('"kind"', ' "kind"')
      return Response.json(said)
    }
    expect((await published(file, forged)).tally.notExecuted.get('no_prices')).toBeGreaterThan(5)
  })

  test('of no site, or no receipts, are told as such', async () => {
    const nowhere = { origin: 'http://aurora.localhost:3000', company: 'aurora', from: null, ask }
    expect(await reexecutePublished({ ...nowhere, file: '/nowhere/receipts.json' })).toContain('no receipts')
    const silent = async () => new Response('', { status: 404 })
    expect(await reexecutePublished({ ...nowhere, file: await saved(), ask: silent })).toContain('no broker.json')
  })
})
