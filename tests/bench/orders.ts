/** Orders a second: opened and closed through the broker's fetch, against the bare SQL of the same transactions. */
import pg from 'pg'
import type { Database } from '../../broker/db/open-database'
import { closeOrder, submitOrder } from '../../contract/orders'
import { createWorld } from '../fixtures/create-world'
import { createOnServer, openOnServer } from '../fixtures/test-database'
import { type BareTrader, bareRoundTrip, makeBareTrader, type Transact } from './bare-orders'
import { withDurableStore } from './durable-store'
import { type Figure, percentile } from './report'

const TRADERS = 8
const WARM_UP_MS = 1_500
const MEASURED_MS = 6_000

interface Rate {
  readonly perSecond: number
  /** Milliseconds of one round trip, two calls. */
  readonly p99Ms: number
}

/** Round trips a second when every trader sends the next as soon as the last is answered. */
async function rate(roundTrip: (trader: number, key: string) => Promise<void>): Promise<Rate> {
  const taken: number[] = []
  let count = 0
  const until = async (end: number) => {
    const work = Array.from({ length: TRADERS }, async (_, trader) => {
      while (performance.now() < end) {
        count += 1
        const sentAt = performance.now()
        await roundTrip(trader, `bench-${count}`)
        taken.push(performance.now() - sentAt)
      }
    })
    await Promise.all(work)
  }
  await until(performance.now() + WARM_UP_MS)
  taken.length = 0
  const startedAt = performance.now()
  await until(startedAt + MEASURED_MS)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: taken.length / seconds,
    p99Ms: percentile(
      taken.sort((a, b) => a - b),
      0.99,
    ),
  }
}

/** @param seals false: nothing goes into the chains and the logs while it is measured */
export async function throughBroker(database: Database, { seals }: { readonly seals: boolean } = { seals: true }): Promise<Rate> {
  const world = await createWorld({ broker: { database, checksOutput: false } })
  try {
    if (!seals) await world.broker.sealer.close()
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => world.demoTrader()))
    const forexId = world.broker.market.instrument('EURUSD')!.id
    return await rate(async (index, key) => {
      const trader = traders[index]!
      const order = { forex_id: forexId, type: '1', status: '1', cont: '0.01', multiple: '100' } as const
      const opened = await trader.call(submitOrder, order, { key })
      if (opened.outcome !== 'ok') throw new Error(`an order was refused: ${opened.outcome}`)
      const closed = await trader.call(closeOrder, { id: opened.data.Id }, { key })
      if (closed.outcome !== 'ok') throw new Error(`a close was refused: ${closed.outcome}`)
    })
  } finally {
    await world.close()
  }
}

async function bare(transact: Transact): Promise<Rate> {
  const traders: BareTrader[] = []
  for (let number = 0; number < TRADERS; number++) traders.push(await makeBareTrader(transact, number))
  return rate((index, key) => bareRoundTrip(transact, traders[index]!, key))
}

async function bareOnServer(serverUrl: string): Promise<Rate> {
  const { url, drop } = await createOnServer(serverUrl)
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  // Dropped with the database, before it has heard the goodbye.
  pool.on('error', () => {})
  /** Each statement is prepared once a connection, as ours are. */
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `bare_${names.size}`
    names.set(text, name)
    return name
  }
  const transact: Transact = async (work) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const done = await work(async (text, values = []) => (await client.query({ text, values, name: nameOf(text) })).rows)
      await client.query('commit')
      return done
    } finally {
      client.release()
    }
  }
  try {
    return await bare(transact)
  } finally {
    await pool.end()
    await drop()
  }
}

export async function measureOrders(serverUrl: string | undefined): Promise<Figure[]> {
  const figures: Figure[] = []
  const add = (store: string, ours: Rate, bareRate: Rate) => {
    const what = `opened and closed, ${TRADERS} traders, ${store}`
    const baseline = (value: number) => ({ what: 'the bare SQL of the same two transactions', value })
    figures.push({ what: `orders ${what}`, value: ours.perSecond, unit: 'orders/s', baseline: baseline(bareRate.perSecond) })
    figures.push({ what: `an order ${what}, p99`, value: ours.p99Ms, unit: 'ms', baseline: baseline(bareRate.p99Ms) })
  }
  await withDurableStore(async (storeUrl) => {
    const servers = [['built-in', storeUrl], ...(serverUrl === undefined ? [] : [['PostgreSQL', serverUrl]])] as const
    for (const [name, url] of servers) {
      const bareRate = await bareOnServer(url)
      add(name, await throughBroker(await openOnServer(url)), bareRate)
    }
  })
  return figures
}
