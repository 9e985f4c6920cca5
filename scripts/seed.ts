/**
 * `npm run seed [-- --host aurora.localhost:3000]`: makes a demo trader with open positions and a history on a running
 * server, through the contract like any client, and prints how to become that trader in the browser.
 */
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import { listInstruments } from '../contract/market'
import { closeOrder, submitOrder } from '../contract/orders'
import { createDemoAccount } from '../contract/users'

const { values } = parseArgs({ options: { host: { type: 'string', default: 'aurora.localhost:3000' } } })
const host = values.host ?? 'aurora.localhost:3000'
const port = Number(host.split(':')[1] ?? '80')

/** `*.localhost` is this machine, but Node does not know that: the name travels in the Host header. */
function call<T>(method: 'GET' | 'POST', path: string, input: Record<string, string>, token?: string): Promise<T> {
  const parameters = new URLSearchParams(input).toString()
  const isPost = method === 'POST'
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: isPost || parameters === '' ? path : `${path}?${parameters}`,
        headers: {
          host,
          lang: 'en',
          ...(token === undefined ? {} : { authorization: token }),
          ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(parameters) } : {}),
        },
      },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk: string) => {
          text += chunk
        })
        incoming.on('end', () => {
          const envelope = JSON.parse(text) as { code: number; msg: string; data: T }
          if (envelope.code === 1) resolve(envelope.data)
          else reject(new Error(`${path}: ${envelope.code} ${envelope.msg}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(isPost ? parameters : undefined)
  })
}

async function seed(): Promise<void> {
  const trader = await call<{ token: string; demo_id: string; uid: string }>('POST', createDemoAccount.path, {})
  const instruments = listInstruments.output.parse(await call('GET', listInstruments.path, {}))
  const tradable = instruments.filter(({ MarketStatus, HasForexMultiple }) => MarketStatus === 1 && HasForexMultiple.length > 0).slice(0, 8)
  const opened: string[] = []
  for (const [index, instrument] of tradable.entries()) {
    const order = await call<{ Id: string }>(
      'POST',
      submitOrder.path,
      {
        forex_id: instrument.Id,
        type: index % 2 === 0 ? '1' : '2',
        status: '1',
        cont: instrument.ForexMinCont,
        multiple: instrument.HasForexMultiple.at(-1)?.Value ?? '1',
      },
      trader.token,
    )
    opened.push(order.Id)
  }
  for (const id of opened.slice(0, Math.floor(opened.length / 2))) await call('POST', closeOrder.path, { id }, trader.token)
  console.log(`Trader ${trader.uid} on http://${host} has ${opened.length} orders, half of them closed.`)
  console.log('To become this trader, run this in the console of that site and choose "Create a demo account" on the login page:')
  console.log(`  document.cookie = 'demo_id=${trader.demo_id}; path=/; max-age=86400'`)
}

seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
