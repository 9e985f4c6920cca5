/**
 * A broker with a hedged instrument at the demonstration's provider, until it is killed: a real account opens and closes positions, or, with
 * `settle`, nothing is traded any more and what the cover book holds is printed once it stands still.
 * `node --import tsx hedging-process.ts <database> <port> <trade|settle>`.
 */

import { auditBooks } from '../../broker/audit/audit-books'
import { openDatabase } from '../../broker/db/open-database'
import { databaseFixStore } from '../../broker/fix/database-fix-store'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { silent } from '../../broker/ground/logger'
import { closeOrder, submitOrder } from '../../contract/orders'
import { formatFixedShort } from '../../rules/decimal'
import { createWorld } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'

const [databaseUrl = '', port = '', task = 'trade'] = process.argv.slice(2)
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const database = await openDatabase({ databaseUrl, poolSize: 6, logger: silent })
const symbols = { BTCUSDT: 'BTCUSDT' }
const provider = openFixProvider(
  {
    id: 'demo',
    peer: {
      ...{ host: '127.0.0.1', port: Number(port), tls: null, parties: { us: 'ORDERS', them: 'DEMO' } },
      ...{ heartbeatSeconds: 5, resetsAtLogon: false, times: null },
    },
    account: '',
    instruments: [{ code: 'BTCUSDT', symbol: 'BTCUSDT' }],
  },
  { store: databaseFixStore(database, 'orders demo'), clock, random: Math.random, logger: silent },
)
const world = await createWorld({
  tenants: { aurora: { trading: { execution: { BTCUSDT: { model: 'hedged', provider: 'demo' } } } } },
  broker: { database, clock, logger: silent, providers: [{ provider, symbols, isSimulated: true }] },
})
const quote = () => world.price('BTCUSDT', '91000.00', '91000.50')

async function trade(): Promise<void> {
  const trader = await world.realTrader('aurora', { email: `kill-${process.pid}-${Date.now()}@example.com` })
  await fund(world, trader, '10000000')
  const id = world.broker.market.instrument('BTCUSDT')?.id ?? ''
  const held: string[] = []
  console.log('trading')
  for (;;) {
    await quote()
    const type = Math.random() < 0.5 ? '1' : '2'
    if (held.length > 3 && Math.random() < 0.5) await trader.call(closeOrder, { id: held.shift() ?? '' })
    else {
      const answer = await trader.call(submitOrder, { forex_id: id, type, status: '1', cont: '0.1', multiple: '50' })
      if (answer.outcome !== 'ok') throw new Error(`${answer.outcome} ${answer.msg}`)
      held.push(answer.data.Id)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function settle(): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    await quote()
    await world.broker.cover.look()
    const [row] = await world.broker.cover.coverOf('aurora')
    const theirs = await provider.positions().catch(() => null)
    const held = theirs === null ? null : formatFixedShort(theirs.find(({ code }) => code === 'BTCUSDT')?.quantity ?? 0n)
    const isStill = row !== undefined && row.difference === 0n && row.ordersUnderWay === 0
    if (isStill && held === formatFixedShort(row.covered)) {
      const results = await auditBooks(database, world.tenants)
      const findings = results.flatMap((result) => result.findings.map((finding) => JSON.stringify(finding)))
      console.log(`settled ${JSON.stringify({ net: formatFixedShort(row.net), held, result: formatFixedShort(row.result), findings })}`)
      break
    }
    if (Date.now() > deadline) {
      console.log(
        `settled ${JSON.stringify({ problem: 'not at one', row: row && { net: formatFixedShort(row.net), covered: formatFixedShort(row.covered), ordersUnderWay: row.ordersUnderWay, refusal: row.refusal }, held })}`,
      )
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  process.exit(0)
}

await (task === 'trade' ? trade() : settle())
