/**
 * Makes a company that winds down with a trader's money in it: the trader gets a balance and opens a position while the company is
 * at work, on the data folder of the server that starts next; then its file says that it winds down. Another one there has its
 * customer service at a chat provider.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClock } from '../../app/process/clock.server'
import { readEnv } from '../../app/process/env.server'
import { createLog } from '../../app/process/log.server'
import { openBroker } from '../../broker/open-broker'
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import { brokerClient } from '../fixtures/broker-client'
import { fund } from '../fixtures/funded-trader'
import { openRealTrader } from '../fixtures/real-trader'
import { TENANTS_DIR, TEST_BASE_DOMAIN, testTenants } from '../fixtures/test-tenants'

export const WINDING = {
  brand: 'aurora',
  email: 'left-behind@example.com',
  lossUrl: 'https://help.aurora.example/closing',
} as const

/** Its customer service is a provider's page. */
export const CHATTING = { brand: 'saffron', link: 'https://help.saffron.example/talk' } as const

const AN_HOUR_MS = 3_600_000

/** Prices come a moment after the feed has started. */
async function untilDone(attempt: () => Promise<string>): Promise<void> {
  for (let left = 60; left > 0; left -= 1) {
    const outcome = await attempt()
    if (outcome === 'ok') return
    if (left === 1) throw new Error(`no position could be opened: ${outcome}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function openTrader(): Promise<void> {
  const result = await readEnv()
  if (!result.ok) throw new Error(result.problems.join('\n'))
  const { env } = result
  const tenants = testTenants()
  // Before the time at which the server starts: nothing in its data lies in its future.
  const clock = createClock((env.START_AT ?? Date.now()) - AN_HOUR_MS)
  const settings = { ...env, BASE_DOMAIN: TEST_BASE_DOMAIN, TENANTS_DIR }
  const { current: broker } = await openBroker({ env: settings, tenants, clock, log: createLog('error'), onUnfit() {} })
  if (broker === null) throw new Error('another process serves this store')
  const client = brokerClient(broker.fetch, `${WINDING.brand}.${TEST_BASE_DOMAIN}`)
  const trader = await openRealTrader({ broker, client, now: clock.now() }, WINDING.brand, { email: WINDING.email })
  const tenant = (id: string) => {
    const found = tenants.find((each) => each.id === id)
    if (found === undefined) throw new Error(`no tenant ${id}`)
    return found
  }
  await fund({ broker, clock, tenant }, trader, '5000')
  const { data: instruments } = await client.call(listInstruments, {}, { token: trader.token })
  const instrument = instruments.find(({ Code }) => Code === 'EURUSD')
  const order = { forex_id: instrument?.Id ?? '', type: '1', status: '1', cont: '0.10', multiple: '100' } as const
  await untilDone(async () => (await trader.call(submitOrder, order)).outcome)
  await broker.close()
}

function writeCompanies(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(TENANTS_DIR, folder, { recursive: true })
  change(folder, WINDING.brand, { status: 'wind-down', lossUrl: WINDING.lossUrl, linkHosts: [new URL(WINDING.lossUrl).hostname] })
  change(folder, CHATTING.brand, { service: { link: CHATTING.link }, linkHosts: [new URL(CHATTING.link).hostname] })
}

function change(folder: string, brand: string, changes: object): void {
  const file = path.join(folder, brand, 'tenant.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...changes }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('name the folder for the companies')
  await openTrader()
  writeCompanies(folder)
  process.exit(0)
}
