/**
 * `npm run bench`: prints a table and asserts nothing. Every figure stands beside its baseline, measured in the same run, so
 * that a slow or busy machine slows both. `npm run bench -- triggers orders` runs only those parts; `year` and `proof` run only when they
 * are named, for they take an hour and half an hour. `npm run bench -- proof --quick` takes fewer of everything.
 */
import { cpus, totalmem } from 'node:os'
import openTestServer from '../store-setup'
import { measureFanOut } from './fan-out'
import { measureLighthouse } from './lighthouse'
import { measureLogins } from './logins'
import { measureMemory } from './memory'
import { measureOrders } from './orders'
import { measurePageWeight } from './page-weight'
import { measurePages } from './pages'
import { measureProof } from './proof'
import { measureReexecution } from './reexecute'
import { type Figure, writeTable } from './report'
import { measureRisk } from './risk'
import { measureRouted } from './routed'
import { measureSources } from './sources'
import { measureStart } from './start'
import { measureTenants } from './tenants'
import { measureTicks } from './ticks'
import { measureTriggers } from './triggers'
import { measureYear } from './year'

const serverUrl = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || undefined

const PARTS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  weight: measurePageWeight,
  triggers: measureTriggers,
  orders: () => measureOrders(serverUrl),
  routed: measureRouted,
  sources: measureSources,
  fanout: measureFanOut,
  pages: measurePages,
  lighthouse: measureLighthouse,
  ticks: measureTicks,
  logins: measureLogins,
  reexecute: measureReexecution,
  risk: measureRisk,
  memory: measureMemory,
  start: measureStart,
  tenants: measureTenants,
  year: measureYear,
  proof: () => measureProof(process.argv.includes('--quick')),
}
const ONLY_NAMED: ReadonlySet<string> = new Set(['year', 'proof'])

const endServer = await openTestServer()
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const startedAt = performance.now()
const figures: Figure[] = []
const failures: string[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_NAMED.has(name)) continue
  process.stderr.write(`measuring ${name} …\n`)
  try {
    const found = await measure()
    if (found.length === 0) failures.push(`${name}: left out, the site is not built ("npm run build")`)
    figures.push(...found)
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
process.stdout.write(`${writeTable(figures)}\n\n`)
if (serverUrl === undefined) process.stdout.write('A server of its own was left out: set TEST_DATABASE_URL or DATABASE_URL.\n')
for (const failure of failures) process.stdout.write(`not measured: ${failure}\n`)
const seconds = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${seconds} s\n`,
)
await endServer()
process.exit(0)
