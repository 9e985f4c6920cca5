/**
 * A process that trades with the demonstration's provider until it is killed: it submits an order again and again and writes every
 * report down before it counts as received. `node --import tsx trading-process.ts <port> <folder> <word> <orders a second>`; with 0
 * orders it only listens, asks for the positions, and prints them.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { silent } from '../../broker/ground/logger'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import { fileFixStore } from '../../scripts/provider/file-fix-store'

const [port = '', folder = '', word = '', rate = '0'] = process.argv.slice(2)
const provider = openFixProvider(
  {
    id: 'orders',
    peer: {
      host: '127.0.0.1',
      port: Number(port),
      tls: null,
      parties: { us: 'ORDERS', them: 'DEMO' },
      heartbeatSeconds: 5,
      resetsAtLogon: false,
      times: null,
    },
    account: '',
    instruments: [{ code: 'BTCUSDT', symbol: 'BTCUSDT' }],
  },
  {
    store: await fileFixStore(path.join(folder, 'trading.ndjson')),
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: Math.random,
    logger: silent,
  },
)
let count = 0
const submit = (): void => {
  count += 1
  const order = { id: `${word}-${count}`, code: 'BTCUSDT', side: 'buy', quantity: parseFixed('1'), limit: null } as const
  provider.submit(order).then(
    () => appendFileSync(path.join(folder, 'sent.txt'), `${order.id}\n`),
    () => {},
  )
}
provider.start({
  reported({ kind, orderId, execId, lastQuantity, filledQuantity }) {
    const line = [kind, orderId, execId, formatFixedShort(lastQuantity), formatFixedShort(filledQuantity)]
    appendFileSync(path.join(folder, 'reports.txt'), `${line.join(' ')}\n`)
  },
  connected(isConnected) {
    if (isConnected) console.log('connected')
  },
})
if (Number(rate) > 0) setInterval(submit, 1_000 / Number(rate))
else {
  // What was missed comes first.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  for (;;) {
    const positions = await provider.positions().catch(() => null)
    if (positions !== null) {
      console.log(`positions ${positions.map(({ quantity }) => formatFixedShort(quantity)).join() || '0'}`)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await provider.close()
  process.exit(0)
}
