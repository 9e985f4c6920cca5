/**
 * What a year of work costs: a store with a year in it against one with its first day in it, each laid by the broker's own means and
 * served by the built server. `YEAR_SHARE=0.02` lays a fiftieth of a year, to be tried quickly.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../broker/db/open-database'
import { ROOT_FOLDER as root } from '../../broker/ground/root-folder'
import { demoMasterKey, MASTER_KEY_FILE } from '../../broker/secrets/master-key'
import { openBuiltInStore } from '../../broker/store/built-in-store'
import { getStatement } from '../../contract/wallet'
import { Line } from '../chaos/line'
import { ServerProcess, serverNow } from '../chaos/server-process'
import { testTenants } from '../fixtures/test-tenants'
import { layCandles } from '../year/lay-candles'
import { type LaidYear, layYear, WHOLE_YEAR, type YearSize } from '../year/lay-year'
import { heldByProcesses } from './held-memory'
import { type Figure, percentile } from './report'
import { listCalls, signInAtDesk } from './year-lists'

const PORT = 3181
const CALLS = 150
const DAYS = 365
const MONTH_MS = 30 * 86_400_000
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** By what was measured; of lists the 99th percentile. */
type Measured = Readonly<Record<string, Pick<Figure, 'value' | 'unit'>>>

const ms = (value: number) => ({ value, unit: 'ms' })

export async function measureYear(): Promise<Figure[]> {
  const share = Number(process.env.YEAR_SHARE ?? '1')
  const fresh = await measureStore(1 / DAYS, 'a day')
  const year = await measureStore(share, share === 1 ? 'a year' : `${share} of a year`)
  return Object.entries(year).map(([what, figure]) => {
    const before = fresh[what]?.value
    return { what, ...figure, baseline: before === undefined ? null : { what: 'the same with its first day', value: before } }
  })
}

function sizeOf(share: number): YearSize {
  const part = (whole: number) => Math.max(20, Math.round(whole * share))
  return {
    accounts: part(WHOLE_YEAR.accounts),
    orders: part(WHOLE_YEAR.orders),
    busyOrders: part(WHOLE_YEAR.busyOrders),
    holding: Math.max(2, Math.round(WHOLE_YEAR.holding * share)),
  }
}

async function measureStore(share: number, name: string): Promise<Measured> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candor-year-'))
  const copies = mkdtempSync(path.join(tmpdir(), 'candor-year-copies-'))
  try {
    const size = sizeOf(share)
    const laid = await lay(dataDir, share, size, name)
    const sealing = { sealing: { value: (1000 * laid.sealedRows) / laid.sealingMs, unit: 'rows/s' } }
    const served = await serve(dataDir, laid, size)
    return { ...served, ...sealing, ...(await measureCommands(dataDir, copies, size)) }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(copies, { recursive: true, force: true })
  }
}

async function lay(dataDir: string, share: number, size: YearSize, name: string): Promise<LaidYear> {
  const startedAt = performance.now()
  const store = await openBuiltInStore({ dataDir, logger: silent, settings: { fsync: 'off', max_wal_size: '4GB' } })
  try {
    const database = await openDatabase({ databaseUrl: store.url, poolSize: 2, logger: silent })
    try {
      const tenant = testTenants().find(({ id }) => id === 'aurora')
      if (tenant === undefined) throw new Error('there is no company to lay a year for')
      const until = serverNow()
      await layCandles(database, DAYS * share, until)
      const onProgress = (done: number, of: number) => process.stderr.write(`\r${name}: ${done} of ${of} orders laid`)
      const laid = await layYear({ database, tenant, masterKey: demoMasterKey(dataDir), size, until, onProgress })
      process.stderr.write(`\n${name} was laid in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
      return laid
    } finally {
      await database.close()
    }
  } finally {
    await store.close()
  }
}

async function serve(dataDir: string, laid: LaidYear, size: YearSize): Promise<Measured> {
  const measured: Record<string, Measured[string]> = {}
  const startedAt = performance.now()
  const server = await ServerProcess.start({ port: PORT, dataDir })
  try {
    measured['start, 6 s at most'] = ms(performance.now() - startedAt)
    const visitor = new Line({ port: PORT, site: 'aurora', address: '10.0.3.1' })
    measured['first page'] = ms(await timed(() => visitor.read('/')))
    const trader = new Line({ port: PORT, site: 'aurora', address: '10.0.3.2' })
    trader.token = laid.busy.token
    const desk = new Line({ port: PORT, site: 'desk', address: '10.0.3.3' })
    desk.token = await signInAtDesk(desk, dataDir)
    const last = Math.min(1_000, Math.floor(size.busyOrders / 20))
    for (const { what, endpoint, params } of listCalls(laid.busy.id)) {
      const line = endpoint.path.startsWith('/api/desk/') ? desk : trader
      const ask = (page: number) => line.ask(endpoint.path, { ...params, page: String(page) }, 'GET')
      measured[`${what}, first page, p99`] = await slowest(() => ask(1))
      measured[`${what}, thousandth page, p99`] = await slowest(() => ask(last))
    }
    const now = serverNow()
    const period = { from: String(now - MONTH_MS), to: String(now) }
    measured["a month's statement of a busy account, p99"] = await slowest(() => trader.ask(getStatement.path, period, 'GET'))
    measured['memory of all processes, 400 MB at most'] = { value: (await heldByProcesses(server.pid)) / 1e6, unit: 'MB' }
    for (const line of [visitor, trader, desk]) line.disconnect()
  } finally {
    await server.stop()
  }
  return measured
}

async function measureCommands(dataDir: string, copies: string, size: YearSize): Promise<Measured> {
  const run = (script: string, args: readonly string[]) =>
    timed(() =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', script), ...args], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir, TENANTS_DIR: path.join(dataDir, 'tenants'), DATABASE_URL: '' },
        timeout: 3_600_000,
        maxBuffer: 1e8,
      }),
    )
  const audit = await run('audit.ts', [])
  const backup = await run('backup.ts', ['--to', path.join(copies, 'backup')])
  const restored = path.join(copies, 'restored')
  const key = path.join(dataDir, MASTER_KEY_FILE)
  const restore = await run('restore.ts', ['--from', path.join(copies, 'backup'), '--data-dir', restored, '--key', key])
  const audited = { value: (1000 * size.orders) / audit, unit: 'orders/s' }
  return { audit: audited, backup: ms(backup), 'restore and its audit': ms(restore) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The 99th percentile; what was asked first (plans, caches) is not counted. A call that is not answered leaves its row without a figure. */
async function slowest(work: () => Promise<unknown>): Promise<Measured[string]> {
  const taken: number[] = []
  try {
    for (let call = 0; call < 5; call++) await work()
    for (let call = 0; call < CALLS; call++) taken.push(await timed(work))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message.slice(0, 200) : String(error)}\n`)
    return ms(Number.NaN)
  }
  taken.sort((one, other) => one - other)
  return ms(percentile(taken, 0.99))
}
