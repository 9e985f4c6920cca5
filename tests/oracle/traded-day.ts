/**
 * A day of a company as outsiders have it: traders who open, close, stop and save their files, a log under witnesses, what is owed, and
 * the execution figures. Served over HTTP, with what a test changes on its way.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { receiptFile, receiptFileName } from '../../app/features/orders/receipt-file'
import { readReceiptProofs } from '../../app/terms/order'
import { readSolvency, writeNewest } from '../../app/terms/solvency'
import { noteFact } from '../../broker/log/note-fact'
import { canonicalText, sha256Hex } from '../../broker/receipts/canonical-json'
import { listOrders, listReceiptProofs, listReceipts, type ReceiptFile } from '../../contract/orders'
import { getSolvency } from '../../contract/solvency'
import type { Tenant } from '../../contract/tenant'
import { HOUR_MS } from '../../rules/durations'
import { parseNoteKey } from '../../rules/log/note'
import { knownLogs } from '../../scripts/witness/known-logs'
import { startWitness } from '../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../scripts/witness/witness-folder'
import type { WitnessKey } from '../../scripts/witness/witness-key'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { cancel, close, open, PLAIN_TERMS, place, protect, submit } from '../fixtures/trader-actions'

export const DAY = '2026-11-18'
/** A full tile, and a second page of facts. */
const MANY_FACTS = 270
const WITNESSES = ['north', 'south', 'west'] as const
const NEEDED = 2

/** What stands at a path of the company's host, after a change; undefined: as it is, null: nothing. */
export type Change = (path: string, body: Buffer) => Buffer | string | null | undefined

export interface TradedDay {
  readonly world: World
  readonly origin: string
  /** What each trader saved, in folders of their own. */
  readonly receipts: readonly string[]
  readonly solvency: readonly string[]
  /** A checkpoint and a broker.json that somebody kept from the morning. */
  readonly seen: string
  readonly kept: string
  readonly traders: readonly [RealTrader, RealTrader]
  /** Of those that sign. */
  readonly witnesses: readonly WitnessKey[]
  /** For files of a test. */
  readonly folder: string
  /** Serves everything with a change from now on; without one as it is. */
  serve(change?: Change): void
  /** Everything that was written so far is in the log, and under its witnesses. */
  grow(): Promise<void>
  close(): Promise<void>
}

export async function tradedDay(): Promise<TradedDay> {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-day-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
  const dirs = WITNESSES.map((name) => ({ name, dir: mkdtempSync(path.join(folder, `${name}-`)) }))
  const opened = await Promise.all(dirs.map(async ({ name, dir }) => ({ name, ...(await openWitnessFolder(dir, `${name}.example`)) })))
  const named = opened.map(({ name, key }) => ({ name, kind: 'traders club', url: 'http://127.0.0.1:1', key: key.text }))
  const trading = {
    ...(PLAIN_TERMS.aurora?.trading as Partial<Tenant['trading']>),
    funding: { forex: { benchmark: '4.33', markUp: '2.5', dayCount: 360 as const } },
  }
  const world = await createWorld({ tenants: { aurora: { trading, log: { witnesses: named, needed: NEEDED } } } })
  closers.push(() => world.close())
  const logs = knownLogs(world.broker.logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!))
  // The third one is never there: two of three are enough.
  const listening = await Promise.all(
    opened.slice(0, NEEDED).map(async ({ name, key, trees, evidence: evidenceFolder, lock }) => {
      const parts = { host: '127.0.0.1', port: 0, key, trees, logs, evidenceFolder, now: () => world.clock.now(), said: () => {} }
      const witness = await startWitness(parts)
      closers.push(
        () => lock.release(),
        () => witness.close(),
      )
      return { name, url: `http://127.0.0.1:${witness.port}` }
    }),
  )
  closers.push(() => opened.at(-1)?.lock.release())
  const witnesses = named.map((one) => ({ ...one, ...listening.find(({ name }) => name === one.name) }))
  const tenants = world.tenants.map((tenant) => (tenant.id === 'aurora' ? { ...tenant, log: { witnesses, needed: NEEDED } } : tenant))
  world.broker.brands.take({ tenants, changed: ['aurora'], problems: [] })

  let changed: Change = () => undefined
  const server = await serveCompany(world, (asked, body) => changed(asked, body))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keep = async (name: string, asked: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, Buffer.from(await (await fetch(`${origin}${asked}`)).arrayBuffer()))
    return file
  }
  const grow = () => growLog(world)

  await world.broker.funding.chargeDue(world.broker.trading.books)
  await grow()
  const seen = await keep('morning.checkpoint', '/log/aurora/checkpoint')
  const kept = await keep('morning-broker.json', '/.well-known/broker.json')
  const traders = [await world.realTrader(), await world.realTrader()] as const
  await trade(world, traders)
  await endTheDay(world)
  await grow()
  const receipts = (await Promise.all(traders.map((trader, at) => saveReceipts(trader, path.join(folder, `trader-${at}`))))).flat()
  const solvency = await Promise.all(traders.map((trader, at) => saveSolvency(trader, path.join(folder, `owed-${at}.json`))))
  return {
    ...{ world, origin, receipts, solvency, seen, kept, folder, grow, traders },
    witnesses: opened.slice(0, NEEDED).map(({ key }) => key),
    serve(change = () => undefined) {
      changed = change
    },
    async close() {
      for (const end of closers.reverse()) await end()
    },
  }
}

/** What a proxy does: the company's host in front of the broker. Nothing but what is public is asked for. */
async function serveCompany(world: World, change: Change): Promise<Server> {
  const server = createServer(async (request, response) => {
    const asked = request.url ?? ''
    const answer = await world.broker.fetch(new Request(`http://aurora.localhost:3000${asked}`))
    const body = Buffer.from(await answer.arrayBuffer())
    const shown = answer.status === 200 ? change(asked, body) : undefined
    response.writeHead(shown === null ? 404 : answer.status).end(shown ?? (shown === null ? '' : body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function growLog({ settle, broker }: World): Promise<void> {
  await settle()
  await broker.sealer.flush()
  await broker.logs.flush()
  await broker.logs.cosignatures.flush()
}

/** Every kind of thing that a receipt states; at a price that moves, so that fills are better and worse than what was asked for. */
async function trade(world: World, [ada, ben]: readonly [RealTrader, RealTrader]): Promise<void> {
  await fund(world, ada, '100000')
  await fund(world, ben, '1000')
  await world.quoteAll()
  await world.price('EURUSD', '1.10000', '1.10007')
  for (let at = 0; at < 24; at++) {
    world.pass(1)
    const price = ['1.10007', '1.10009', '1.10002', '1.10020'][at % 4]!
    const { Id } = await open(world, ada, 'buy', 'EURUSD', { lots: '0.01', price, maxSlippage: '0.00100' })
    world.pass(1)
    if (at % 2 === 0) await close(ada, Id)
  }
  const parted = await open(world, ada, 'sell', 'EURUSD', { lots: '0.37', leverage: '20' })
  await close(ada, parted.Id, '0.11')
  await close(ada, parted.Id, '0.13')
  const yen = await open(world, ada, 'buy', 'USDJPY', { lots: '0.07' })
  const gold = await open(world, ada, 'sell', 'XAUUSD', { lots: '0.03', leverage: '50' })
  const limit = await place(world, ada, 'buy', 'EURUSD', '1.09900', { lots: '0.05' })
  const never = await place(world, ada, 'buy', 'EURUSD', '1.05000', { lots: '0.05' })
  await protect(ada, limit.Id, '1.09500', '1.10500')
  await cancel(ada, never.Id)
  const stopped = await open(world, ada, 'buy', 'EURUSD', { lots: '0.21' })
  await protect(ada, stopped.Id, '1.09950', '1.20000')
  // More than the account can carry, and further from the market than was allowed.
  await submit(world, ben, 'buy', 'EURUSD', { lots: '50' })
  await submit(world, ben, 'buy', 'EURUSD', { lots: '0.01', price: '1.09000', maxSlippage: '0.00010' })
  await open(world, ben, 'buy', 'EURUSD', { lots: '0.8' })
  world.pass(100)
  await world.price('EURUSD', '1.09893', '1.09899')
  world.pass(100)
  // Through the stop-out of one trader, to less than nothing.
  await world.price('EURUSD', '1.08000', '1.08010')
  await world.price('EURUSD', '1.10600', '1.10607')
  await close(ada, yen.Id)
  await close(ada, gold.Id)
}

/** Over the rollover, and past midnight: what is over is made. */
async function endTheDay(world: World): Promise<void> {
  world.pass(10 * HOUR_MS + HOUR_MS / 2)
  await world.quoteAll()
  await world.price('EURUSD', '1.10100', '1.10107')
  await world.broker.funding.chargeDue(world.broker.trading.books)
  await world.broker.solvency.countDue()
  world.pass(4 * HOUR_MS)
  await world.broker.executionDays.work()
  await world.broker.database.withTenant('aurora', async (tx) => {
    const at = world.clock.now()
    for (let minute = 0; minute < MANY_FACTS; minute++) {
      const document = canonicalText({
        kind: 'prices',
        company: 'aurora',
        minute,
        written: 'é\u2028 "\\\u0001',
        share: 0.1 + minute * 1e-9,
      })
      await noteFact(tx, 'aurora', { kind: 'prices', hash: Buffer.from(sha256Hex(document), 'hex'), document, at })
    }
    // Of the house, and known by its place alone.
    await noteFact(tx, 'aurora', { kind: 'settings', hash: Buffer.from(sha256Hex('a limit'), 'hex'), at })
  })
}

/** The file of each order, as the site saves it. */
export async function saveReceipts(trader: RealTrader, folder: string): Promise<string[]> {
  mkdirSync(folder)
  const files: string[] = []
  for (const id of await orderIds(trader)) {
    const receipts = (await trader.call(listReceipts, { id })).data
    const proofs = readReceiptProofs((await trader.call(listReceiptProofs, { id })).data)
    const saved: ReceiptFile = receiptFile(receipts, proofs, true)
    const file = path.join(folder, receiptFileName('aurora', id))
    writeFileSync(file, canonicalText(saved))
    files.push(file)
  }
  return files
}

/** Pending, holding and ended ones, page by page. */
async function orderIds(trader: RealTrader): Promise<string[]> {
  const ids: string[] = []
  for (const status of ['0', '1', '3'] as const) {
    let after = ''
    do {
      const { data } = await trader.call(listOrders, { status, ...(after === '' ? {} : { after }) })
      ids.push(...data.data.map(({ Id }) => Id))
      after = data.next ?? ''
    } while (after !== '')
  }
  return ids
}

async function saveSolvency(trader: RealTrader, file: string): Promise<string> {
  const { newest } = readSolvency((await trader.call(getSolvency, {})).data)
  if (newest?.own == null) throw new Error('nothing was counted')
  writeFileSync(file, canonicalText(writeNewest(newest)))
  return file
}
