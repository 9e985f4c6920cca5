/**
 * From the answer to an order until a reader finds its receipt under a signed checkpoint: without witnesses, and with five of which three
 * have to sign, each a server of its own. The market's clock goes on meanwhile, and real time is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { queryRows } from '../../../broker/db/open-database'
import { closeOrder, submitOrder } from '../../../contract/orders'
import type { Tenant } from '../../../contract/tenant'
import { parseNoteKey } from '../../../rules/log/note'
import { knownLogs } from '../../../scripts/witness/known-logs'
import { startWitness } from '../../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../../scripts/witness/witness-folder'
import { createWorld, type World } from '../../fixtures/create-world'
import { openOnServer } from '../../fixtures/test-database'
import { withDurableStore } from '../durable-store'
import { type Figure, percentile } from '../report'

const ORDER_EVERY_MS = 40
const LOOK_EVERY_MS = 5
const QUOTE_EVERY_MS = 500
const LAST_WAIT_MS = 15_000
const WITNESSES = 5
const NEEDED = 3

type Checkpoint = 'checkpoint' | 'witnessed'

/** @param tradedMs how long orders come */
export async function measureFillToCheckpoint(tradedMs: number): Promise<Figure[]> {
  const alone = await withDurableStore((url) => measured(url, null, tradedMs))
  const witnesses = await openWitnesses()
  try {
    const witnessed = await withDurableStore((url) => measured(url, witnesses, tradedMs))
    return [
      {
        what: 'fill to checkpoint, p99',
        value: alone.toCheckpoint,
        unit: 's',
        baseline: { what: 'the answer to the order, p99', value: alone.toAnswer },
        goal: { atMost: 1 },
      },
      {
        what: `fill to checkpoint that ${NEEDED} of ${WITNESSES} witnesses have signed, p99`,
        value: witnessed.toCheckpoint,
        unit: 's',
        baseline: { what: 'the same without witnesses', value: alone.toCheckpoint },
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await witnesses.close()
  }
}

type Witnessing = NonNullable<Tenant['log']>

interface OpenedWitnesses {
  /** They listen to this broker's log from now on. @returns what the company's file says of them */
  begin(world: World): Promise<Witnessing>
  close(): Promise<void>
}

async function openWitnesses(): Promise<OpenedWitnesses> {
  const folders = await Promise.all(
    Array.from({ length: WITNESSES }, async (_, index) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'candor-bench-witness-'))
      return { folder, ...(await openWitnessFolder(folder, `witness-${index}.example`)) }
    }),
  )
  const running: { close(): Promise<void> }[] = []
  return {
    async begin(world) {
      const logs = knownLogs((world.broker.logs.published('aurora')?.keys ?? []).flatMap((key) => parseNoteKey(key) ?? []))
      const witnesses: Witnessing['witnesses'] = []
      for (const { key, trees, evidence } of folders) {
        const witness = await startWitness({
          ...{ host: '127.0.0.1', port: 0, key, logs, trees, evidenceFolder: evidence, now: Date.now, said: () => {} },
        })
        running.push(witness)
        witnesses.push({ name: key.noteKey.name, kind: 'bench', key: key.text, url: `http://127.0.0.1:${witness.port}` })
      }
      return { witnesses, needed: NEEDED }
    },
    async close() {
      for (const witness of running) await witness.close()
      for (const { folder, lock } of folders) {
        lock.release()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

interface Measured {
  /** Seconds, p99. */
  readonly toCheckpoint: number
  readonly toAnswer: number
}

async function measured(url: string, witnesses: OpenedWitnesses | null, tradedMs: number): Promise<Measured> {
  const world = await createWorld({ startMs: Date.now(), broker: { database: await openOnServer(url), checksOutput: false } })
  const stop = runClock(world)
  try {
    if (witnesses !== null) await takeWitnesses(world, await witnesses.begin(world))
    const watch = watchSize(world, witnesses === null ? 'checkpoint' : 'witnessed')
    const answered = await trade(world, tradedMs)
    const entries = await entriesOf(world)
    await watch.reached(Math.max(...entries.map(({ index }) => index)) + 1)
    watch.stop()
    const seconds = entries.flatMap(({ order, event, index }) => {
      const at = answered.get(`${order} ${event}`)
      return at === undefined ? [] : [(watch.timeOf(index + 1) - at.answeredAt) / 1_000]
    })
    if (seconds.length === 0) throw new Error('no receipt was found in the log')
    const answers = [...answered.values()].map(({ answeredAt, sentAt }) => (answeredAt - sentAt) / 1_000)
    return { toCheckpoint: p99Of(seconds), toAnswer: p99Of(answers) }
  } finally {
    stop()
    await world.close()
  }
}

function p99Of(values: readonly number[]): number {
  return percentile(
    [...values].sort((one, other) => one - other),
    0.99,
  )
}

/** The market's clock, which stands in a test, goes as ours does, and its prices stay fresh. */
function runClock(world: World): () => void {
  let before = performance.now()
  const clock = setInterval(() => {
    const now = performance.now()
    world.clock.advance(Math.floor(now - before))
    before += Math.floor(now - before)
  }, 10)
  const quotes = setInterval(() => void world.quoteAll(), QUOTE_EVERY_MS)
  return () => {
    clearInterval(clock)
    clearInterval(quotes)
  }
}

async function takeWitnesses(world: World, log: Witnessing): Promise<void> {
  const tenants = world.tenants.map((tenant) => (tenant.id === 'aurora' ? { ...tenant, log } : tenant))
  world.broker.brands.take({ tenants, changed: ['aurora'], problems: [] })
  await world.broker.logs.cosignatures.flush()
}

type Answered = ReadonlyMap<string, { readonly sentAt: number; readonly answeredAt: number }>

/** Opens and closes a position by turns; crypto is traded on every day. */
async function trade(world: World, tradedMs: number): Promise<Answered> {
  const trader = await world.demoTrader()
  const instrument = world.broker.market.instrument('BTCUSDT')
  if (instrument === undefined) throw new Error('the catalogue has no BTCUSDT')
  const order = { forex_id: instrument.id, type: '1', status: '1', cont: '0.01', multiple: '10' } as const
  const answered = new Map<string, { sentAt: number; answeredAt: number }>()
  const end = performance.now() + tradedMs
  while (performance.now() < end) {
    const sentAt = performance.now()
    const opened = await trader.call(submitOrder, order)
    if (opened.outcome !== 'ok') throw new Error(`an order was refused: ${opened.outcome}`)
    answered.set(`${opened.data.Id} order_opened`, { sentAt, answeredAt: performance.now() })
    await pause(ORDER_EVERY_MS)
    const closedAt = performance.now()
    const closed = await trader.call(closeOrder, { id: opened.data.Id })
    if (closed.outcome !== 'ok') throw new Error(`a close was refused: ${closed.outcome}`)
    answered.set(`${opened.data.Id} order_closed`, { sentAt: closedAt, answeredAt: performance.now() })
    await pause(ORDER_EVERY_MS)
  }
  return answered
}

interface SizeWatch {
  /** When a checkpoint of at least so many entries was first read. */
  timeOf(size: number): number
  reached(size: number): Promise<void>
  stop(): void
}

/** Reads the checkpoint again and again, as whoever waits for a receipt does. */
function watchSize({ broker }: World, name: Checkpoint): SizeWatch {
  const seen: { readonly size: number; readonly at: number }[] = []
  let isOver = false
  const look = async () => {
    while (!isOver) {
      const answer = await broker.logs.answer('aurora', name)
      const size = Number(String(answer?.body ?? '').split('\n')[1] ?? '0')
      if (size > (seen.at(-1)?.size ?? 0)) seen.push({ size, at: performance.now() })
      await pause(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  return {
    timeOf: (size) => seen.find((one) => one.size >= size)?.at ?? Number.NaN,
    async reached(size) {
      const end = performance.now() + LAST_WAIT_MS
      while ((seen.at(-1)?.size ?? 0) < size && performance.now() < end) await pause(LOOK_EVERY_MS)
      if ((seen.at(-1)?.size ?? 0) < size) throw new Error(`the last receipts are under no ${name} after ${LAST_WAIT_MS / 1_000} s`)
    },
    stop() {
      isOver = true
      void looking
    },
  }
}

/** Where each receipt of an order stands, once all of them are in the log. */
async function entriesOf(world: World): Promise<{ order: string; event: string; index: number }[]> {
  const end = performance.now() + LAST_WAIT_MS
  for (;;) {
    const rows = await world.broker.database.system((tx) =>
      queryRows<{ order: string; event: string; index: string | null }>(
        tx,
        sql`select r.order_id::text as order, r.event, e.index::text from receipt r
            left join log_entry e on e.tenant_id = r.tenant_id and e.receipt_id = r.id
            where r.tenant_id = 'aurora' and r.order_id is not null`,
      ),
    )
    if (rows.every(({ index }) => index !== null)) return rows.map(({ index, ...rest }) => ({ ...rest, index: Number(index) }))
    if (performance.now() > end) throw new Error(`receipts are not in the log after ${LAST_WAIT_MS / 1_000} s`)
    await pause(LOOK_EVERY_MS)
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
