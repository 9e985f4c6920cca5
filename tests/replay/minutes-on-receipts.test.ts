/** A market that is played from recorded minutes says so wherever its prices are shown or signed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReplayFeed } from '../../broker/market/replay-feed'
import { BrokerStatement } from '../../contract/companies'
import { ENDPOINTS } from '../../contract/index'
import { createWorld, type World } from '../fixtures/create-world'
import { WORLD_START } from '../fixtures/frozen-clock'
import { PLAIN_TERMS, submit } from '../fixtures/trader-actions'

let folder: string
let world: World
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-minutes-'))
  const noon = Date.parse('2026-03-04T12:00:00Z')
  const lines = Array.from(
    { length: 240 },
    (_, minute) => `${noon + minute * 60_000},1.16400,1.16450,1.16350,1.16420,0,1.16410,1.16460,1.16360,1.16430,0`,
  )
  writeFileSync(path.join(folder, 'EURUSD.csv'), lines.join('\n'))
  const feed = openReplayFeed({ directory: folder, from: '13:00', bootMs: WORLD_START })
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { feed: { kind: 'own', feed }, marketOptions: { hasTimers: false } } })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

function pass(seconds: number): void {
  for (let second = 0; second < seconds; second++) {
    world.clock.advance(1_000)
    world.broker.market.advance()
  }
}

test('the instrument, the receipt and what the broker says of itself call them minutes', async () => {
  pass(90)
  const trader = await world.demoTrader()
  const [instrument] = (await trader.call(ENDPOINTS.listInstruments, {})).data
  expect(instrument).toMatchObject({ Code: 'EURUSD', Source: 'replay', SourceKind: 'minutes' })
  expect(instrument?.ForexQuotations).not.toHaveProperty('SourceTime')

  const placed = await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })
  expect(placed.status).toBe(200)
  const { data: receipts } = await trader.call(ENDPOINTS.listReceipts, { id: placed.data.Id })
  expect(receipts[0]?.body).toMatchObject({
    price_source: 'replay',
    price_source_is_simulated: false,
    price_source_from_minute_candles: true,
  })
  expect(receipts[0]?.body.quote).toMatchObject({ ask: '1.1636', arrived_at: expect.any(Number) })

  const answer = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
  const statement = BrokerStatement.parse(await answer.json())
  expect(statement.price_sources).toEqual({ EURUSD: [{ source: 'replay', is_simulated: false, from_minute_candles: true }] })
})
