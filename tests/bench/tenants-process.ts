/**
 * One server of the tenants' bench, without pages: reads the brands, opens the broker on its store, and says in one line of JSON how
 * long that took, how much it holds, and how long a host takes to be known. `node --expose-gc --import tsx tenants-process.ts <folder>`
 */
import path from 'node:path'
import { openBrandHistory } from '../../app/brand-files/brand-history.server'
import { openLiveBrands } from '../../app/brand-files/live-brands.server'
import { buildHostMap } from '../../app/door/hosts.server'
import { parseEnv } from '../../app/process/env.server'
import { createLog } from '../../app/process/log.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { openBroker } from '../../broker/open-broker'
import { getBasicInfo } from '../../contract/companies'
import { percentile } from './report'

export interface TenantsReport {
  readonly tenants: number
  readonly readMs: number
  readonly brokerMs: number
  /** Time of the processor for both. */
  readonly cpuMs: number
  /** Of the JavaScript heap and what hangs outside it, once everything is open. */
  readonly bytes: number
  /** 99th percentile of a look at the host map, in nanoseconds, over batches of a hundred. */
  readonly lookupNs: number
  /** 99th percentile of a call by its host, in microseconds. */
  readonly callUs: number
}

const BATCHES = 5_000
const CALLS = 2_000
/** The quietest counts: other work on the machine only ever adds. */
const ROUNDS = 60
const SETTLE_MS = 8_000

const folder = process.argv[2] ?? ''
const dataDir = path.join(folder, 'data')
const result = parseEnv({
  DATA_DIR: dataDir,
  TENANTS_DIR: path.join(folder, 'tenants'),
  BASE_DOMAIN: 'localhost:3000',
  LOG_LEVEL: 'error',
})
if (!result.ok) throw new Error(result.problems.join('\n'))
const { env } = result
const log = createLog('error')
const clock = { now: () => Date.now(), monotonic: () => performance.now() }

function heldBytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const brands = await openLiveBrands({
  clock,
  logger: log,
  history: openBrandHistory(dataDir),
  tenantsDir: env.TENANTS_DIR,
  themesDir: path.resolve(import.meta.dirname, '../../themes'),
  baseDomain: env.BASE_DOMAIN,
  scheme: 'http',
  judge: judgeBrand,
  thread: new URL('../../scripts/read-brands-thread.mjs', import.meta.url),
})
if (brands.problems.length > 0) throw new Error(JSON.stringify(brands.problems[0]))
const hosts = buildHostMap(brands.tenants, env.BASE_DOMAIN)
const readMs = performance.now() - startedAt
const broker = await openBroker({ env, tenants: brands.tenants, clock, log, onUnfit() {} })
const brokerMs = performance.now() - startedAt - readMs
const cpu = process.cpuUsage(cpuBefore)
const cpuMs = (cpu.user + cpu.system) / 1000

// What a start sets going (the first looks of the sealer and of the market) is over: from here on it is an ordinary hour.
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
const bytes = heldBytes()

// In another order than they were made, the same in every run.
const asked = hosts.hosts.filter((host) => hosts.siteOf(host)?.kind === 'tenant')
const pick = (index: number): string => asked[(index * 7_919) % asked.length] ?? ''
const batches: number[] = []
for (let batch = 0; batch < BATCHES; batch++) {
  const begun = process.hrtime.bigint()
  for (let index = 0; index < 100; index++) if (hosts.siteOf(pick(batch * 100 + index)) === null) throw new Error('a host is nobody')
  batches.push(Number(process.hrtime.bigint() - begun) / 100)
}
const p99 = (values: number[]) =>
  percentile(
    values.sort((one, two) => one - two),
    0.99,
  )
const rounds: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const calls: number[] = []
  for (let index = 0; index < CALLS; index++) {
    const request = new Request(`http://${pick(round * CALLS + index)}${getBasicInfo.path}`)
    const begun = process.hrtime.bigint()
    const response = await broker.fetch(request, { clientAddress: `10.${round}.${index >> 8}.${index & 255}` })
    await response.arrayBuffer()
    calls.push(Number(process.hrtime.bigint() - begun) / 1000)
  }
  rounds.push(p99(calls))
}
const report: TenantsReport = {
  tenants: brands.tenants.length,
  readMs,
  brokerMs,
  cpuMs,
  bytes,
  lookupNs: p99(batches),
  callUs: Math.min(...rounds),
}
process.stdout.write(`${JSON.stringify(report)}\n`)
await broker.close()
await brands.close()
process.exit(0)
