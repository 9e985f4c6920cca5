/** `npm run reexecute -- --execution`, run as an auditor would: the published execution figures of a day once more, to the same bytes. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../broker/db/open-database'
import { sha256Hex } from '../../broker/receipts/canonical-json'
import { ExecutionDocument, getExecution } from '../../contract/execution'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import { runCommand } from '../fixtures/run-command'
import type { ScratchDatabase } from '../fixtures/scratch-database'
import { createOnServer, testServerUrl } from '../fixtures/test-database'
import { close, open, PLAIN_TERMS, submit } from '../fixtures/trader-actions'

const DAY = '2026-11-18'
let scratch: ScratchDatabase
let database: Database
let world: World
let published: { document: string; sha256: string }

beforeAll(async () => {
  scratch = await createOnServer(testServerUrl())
  database = await openDatabase({
    ...{ databaseUrl: scratch.url, poolSize: 8, migrates: false },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  world = await createWorld({ tenants: PLAIN_TERMS, broker: { database } })
  const trader = await world.realTrader()
  await fund(world, trader, '20000')
  world.pass(MINUTE_MS)
  await world.price('EURUSD', '1.10000', '1.10010')
  for (let count = 0; count < 3; count++) await close(trader, (await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Id)
  expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.001' })).outcome).toBe('LOTS_TOO_SMALL')
  world.pass(DAY_MS)
  await world.broker.priceFacts.flush()
  await world.broker.executionDays.work()
  const { data } = await world.client.call(getExecution, { day: DAY })
  published = { document: data.document ?? '', sha256: data.sha256 ?? '' }
}, 60_000)
afterAll(async () => {
  await world.close()
  await scratch.drop()
})

const again = () =>
  runCommand(process.execPath, ['--import', 'tsx', 'scripts/reexecute.ts', '--company', 'aurora', '--day', DAY, '--execution'], {
    ...{ NODE_ENV: 'test', MODE: 'demo', DATABASE_URL: scratch.url },
  })

/** As whoever holds the store could. */
async function publish(document: string): Promise<void> {
  await database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update execution_day set document = ${document}, sha256 = ${sha256Hex(document)} where tenant_id = 'aurora'`)
  })
}

test('comes to the bytes that were published, beside the fills of the day', async () => {
  expect(ExecutionDocument.parse(JSON.parse(published.document)).classes[0]).toMatchObject({ orders: 7, filled: 6 })
  expect(sha256Hex(published.document)).toBe(published.sha256)
  const { code, output } = await again()
  expect(output).toContain('1 days of execution figures worked out again, 0 wrong')
  expect(output).toContain('open: 3 the same')
  expect(code, output).toBe(0)
}, 60_000)

test.each([
  ['an order more is filled', '"filled":3', '"filled":4', /classes\.\d+\.filled published 4, by the books 3/],
  ['a refusal is left out', '"orders":4', '"orders":3', /classes\.\d+\.orders published 3, by the books 4/],
])('names the figure that was changed: %s', { timeout: 60_000 }, async (_, before, after, named) => {
  const changed = published.document.replace(before, after)
  expect(changed).not.toBe(published.document)
  await publish(changed)
  const { code, output } = await again()
  expect(output).toMatch(named)
  expect(output).toContain(`first wrong day: aurora ${DAY}`)
  expect(code).toBe(1)
  await publish(published.document)
})
