/**
 * Many brands from their folders at a server's start. Judging a brand is a millisecond of a processor's work, so thousands are shared
 * out among the processors: threads take turns with this one, a handful at a time, until none is left.
 *
 * Invariant: what is read does not depend on who read it, and nobody is left out: what a thread took and did not give back is read
 * here.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BrandJudge } from '../../contract/in-process'
import { tenantHoldingOnce } from './held-once'
import type { LoadTenantsOptions } from './load-tenants.server'
import { type Brand, type BrandReading, readBrand } from './read-brand.server'

/** A reading without the bytes of the folder: at the start nobody asks for them. */
export type StartReading = Exclude<BrandReading, { kind: 'good' }> | { readonly kind: 'good'; readonly brand: Brand }

/** What was read in one go. */
type Handful = readonly (readonly [id: string, reading: StartReading])[]

/** What a thread needs to know; all of it can be copied. */
interface ReadersOrder {
  readonly ids: readonly string[]
  readonly options: Omit<LoadTenantsOptions, 'judge'>
  /** One number of 32 bits that all share: how many ids are taken. */
  readonly taken: SharedArrayBuffer
}

/** Fewer are read sooner than a thread has started. */
const WORTH_A_THREAD = 1_500
const HANDFUL = 50
const MAX_THREADS = 3

interface Readers {
  /** Threads besides this one; by the number of brands and of processors when left out. */
  readonly threads?: number
  /** The program of a thread: it takes handfuls of its `workerData` and sends them. Left out: there is no other thread. */
  readonly script?: URL | undefined
  /** A thread has ended before its time. Nothing is missing for it. */
  readonly onLost?: (error: Error) => void
}

/** In the order of the ids. */
export async function readBrands(
  ids: readonly string[],
  options: LoadTenantsOptions,
  { threads = threadsFor(ids.length), script, onLost = () => {} }: Readers = {},
): Promise<ReadonlyMap<string, StartReading>> {
  const order: ReadersOrder = { ids, options: copyable(options), taken: new SharedArrayBuffer(4) }
  const read = new Map<string, StartReading>()
  const take = (handful: Handful) => {
    for (const [id, reading] of handful) read.set(id, reading)
  }
  const helpers = script === undefined ? [] : Array.from({ length: threads }, () => readInThread(order, take, script).catch(onLost))
  for (const handful of handfuls(order, options.judge)) {
    take(handful)
    // What the threads have sent is taken in meanwhile.
    if (helpers.length > 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(helpers)
  return new Map(ids.map((id) => [id, read.get(id) ?? withoutBytes(readBrand(id, options))]))
}

function threadsFor(count: number): number {
  return count < WORTH_A_THREAD ? 0 : Math.min(availableParallelism() - 1, MAX_THREADS)
}

/** Takes ids and reads them until none is left. */
export function* handfuls({ ids, options, taken }: ReadersOrder, judge: BrandJudge): Generator<Handful> {
  const counter = new Int32Array(taken)
  const round = { ...options, judge, themesRead: new Map() }
  for (;;) {
    const from = Atomics.add(counter, 0, HANDFUL)
    if (from >= ids.length) return
    yield ids.slice(from, from + HANDFUL).map((id) => [id, withoutBytes(readBrand(id, round))] as const)
  }
}

/** What was loaded before this process (a tool's, a test's) is not for its thread. Resolves when the thread has ended well; rejects with what ended it before. */
export function readInThread(order: ReadersOrder, take: (handful: Handful) => void, script: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: order, execArgv: [] })
    thread.on('message', (handful: Handful) => take(handful.map(([id, reading]) => [id, markArrival(reading)] as const)))
    thread.on('error', reject)
    thread.on('exit', () => resolve())
  })
}

/** Of whatever else the caller's options hold (a logger, a history) a thread knows nothing; it brings the broker's word along itself. */
function copyable({ tenantsDir, themesDir, baseDomain, scheme, takesRealMoney, localesDir }: LoadTenantsOptions): ReadersOrder['options'] {
  return {
    tenantsDir,
    themesDir,
    baseDomain,
    scheme,
    ...(takesRealMoney === undefined ? {} : { takesRealMoney }),
    ...(localesDir === undefined ? {} : { localesDir }),
  }
}

function withoutBytes(reading: BrandReading): StartReading {
  return reading.kind === 'good' ? { kind: 'good', brand: reading.brand } : reading
}

/** A copy from another thread holds once again what brands have in common, and its bytes are buffers again. */
function markArrival(reading: StartReading): StartReading {
  if (reading.kind === 'good') return { kind: 'good', brand: arrivedBrand(reading.brand) }
  if (reading.kind === 'bad' && reading.withoutNews !== undefined) return { ...reading, withoutNews: arrivedBrand(reading.withoutNews) }
  return reading
}

function arrivedBrand({ tenant, hash, pictures }: Brand): Brand {
  const asBuffers = [...pictures].map(([name, { content, etag }]) => {
    return [name, { content: Buffer.from(content.buffer, content.byteOffset, content.byteLength), etag }] as const
  })
  return { tenant: tenantHoldingOnce(tenant), hash, pictures: new Map(asBuffers) }
}
