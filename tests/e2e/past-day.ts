/**
 * Makes a day that is over on the data folder of the server that starts next: a trader opens and closes a position on the simulated
 * market the day before, and saves the files of the orders. By the time that server begins, the prices of those minutes are committed
 * and the seed of the day is shown.
 */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClock } from '../../app/process/clock.server'
import { readEnv } from '../../app/process/env.server'
import { createLog } from '../../app/process/log.server'
import type { Broker } from '../../broker/assembly/assemble-broker'
import { openBroker } from '../../broker/open-broker'
import type { Endpoint, InputOf } from '../../contract/endpoint'
import { listInstruments } from '../../contract/market'
import { closeOrder, listReceiptProofs, submitOrder } from '../../contract/orders'
import { DAY_MS, MINUTE_MS } from '../../rules/durations'
import { brokerClient } from '../fixtures/broker-client'
import { fund } from '../fixtures/funded-trader'
import { openRealTrader, type RealTrader } from '../fixtures/real-trader'
import { TENANTS_DIR, TEST_BASE_DOMAIN, testTenants } from '../fixtures/test-tenants'
import { saveReceipts } from '../oracle/traded-day'

const COMPANY = 'aurora'
const CODE = 'EURUSD'
const TRIES = 60
const PAUSE_MS = 500

async function untilDone<T>(what: string, attempt: () => Promise<T | null>): Promise<T> {
  for (let left = TRIES; left > 0; left -= 1) {
    const found = await attempt()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`${what}: it did not come`)
}

/** A server's broker from a moment on, ended behind the work. */
async function serveFrom(startAt: number, work: (broker: Broker, now: () => number) => Promise<void>): Promise<void> {
  const result = await readEnv()
  if (!result.ok) throw new Error(result.problems.join('\n'))
  const clock = createClock(startAt)
  const env = { ...result.env, BASE_DOMAIN: TEST_BASE_DOMAIN, TENANTS_DIR }
  const handle = await openBroker({ env, tenants: testTenants(), clock, log: createLog('error'), onUnfit() {} })
  if (handle.current === null) throw new Error('another process serves this store')
  await work(handle.current, () => clock.now())
  await handle.close()
}

async function trade(broker: Broker, now: () => number, folder: string): Promise<void> {
  const client = brokerClient(broker.fetch, `${COMPANY}.${TEST_BASE_DOMAIN}`)
  const trader = await openRealTrader({ broker, client, now: now() }, COMPANY, { email: 'of-yesterday@example.com' })
  const tenant = (id: string) => {
    const found = testTenants().find((each) => each.id === id)
    if (found === undefined) throw new Error(`no tenant ${id}`)
    return found
  }
  await fund({ broker, clock: { now }, tenant }, trader, '5000')
  const { data: instruments } = await client.call(listInstruments, {}, { token: trader.token })
  const instrument = instruments.find(({ Code }) => Code === CODE)
  const order = { forex_id: instrument?.Id ?? '', type: '1', status: '1', cont: '0.10', multiple: '100' } as const
  // Prices come a moment after the feed has started.
  const { Id: id } = await untilDone('a position', () => accepted(trader, submitOrder, order))
  await untilDone('its end', () => accepted(trader, closeOrder, { id }))
  await untilDone('its place in the log', async () => {
    const { data } = await trader.call(listReceiptProofs, { id })
    return data.length > 1 && data.every(({ State }) => State === 'logged') ? data : null
  })
  rmSync(folder, { recursive: true, force: true })
  await saveReceipts(trader, folder)
}

async function accepted<E extends Endpoint>(trader: RealTrader, endpoint: E, input: InputOf<E>) {
  const { outcome, data } = await trader.call(endpoint, input)
  return outcome === 'ok' ? data : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]
  const startAt = Date.parse(process.env.START_AT ?? '')
  if (folder === undefined || Number.isNaN(startAt)) throw new Error('name the folder for the receipts, and START_AT')
  // A first run promises the seed: nobody trades before it.
  await serveFrom(startAt - DAY_MS - 2 * MINUTE_MS, async () => {})
  await serveFrom(startAt - DAY_MS, (broker, now) => trade(broker, now, folder))
  process.exit(0)
}
