/**
 * `npm run reexecute -- --company C --day YYYY-MM-DD`: executes every fill, trigger, stop-out and charge of a company's day again, prints
 * what came of it and names the first order that differs (exit code 1). By itself it reads the store that `npm start` would use; with
 * `--url URL --receipts FILE` it reads what a running site publishes and the receipts that somebody saved, of all their days where no
 * `--day` is given. `--execution` works out the published execution figures of the day to the byte as well. Reads only. Exit code 2 when nothing could be looked at.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../app/process/env.server'
import { auditExecution } from '../broker/companies/audit-execution'
import { reexecuteDay } from '../broker/companies/reexecute-day'
import { reexecutePublished } from '../broker/companies/reexecute-published'
import { FolderInUseError } from '../broker/db/lock-folder'
import { silent } from '../broker/ground/logger'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { borrowDatabase } from '../broker/store/borrow-store'
import { StoreProblem } from '../broker/store/store-problem'
import { DAY_MS } from '../rules/durations'
import { cannot, endWith } from './command'
import { openProgress } from './progress'

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({
  options: { company: text, day: text, data: text, url: text, receipts: text, progress: flag, execution: flag },
})

async function run(): Promise<number> {
  const { company, day } = values
  if (company === undefined || !/^[a-z0-9-]{1,64}$/.test(company)) return cannot('--company: the id of a company')
  const from = day === undefined ? null : dayOf(day)
  if (day !== undefined && from === null) return cannot('--day: a day as 2026-11-27, UTC')
  const startedAt = performance.now()
  const report = values.url === undefined ? await fromStore(company, from) : await fromSite(company, from, values.url)
  if (typeof report === 'string') return cannot(report)
  for (const line of report.lines) console.log(line)
  console.log(`in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return report.isClean ? 0 : 1
}

async function fromStore(company: string, from: number | null) {
  if (from === null) return '--day: a day as 2026-11-27, UTC'
  const read = await readEnv()
  if (!read.ok) return read.problems.join('\n')
  const { env } = read
  if (env.BROKER_ORIGIN !== undefined) return `the books are kept by ${env.BROKER_ORIGIN}: run it there`
  try {
    const dataDir = path.resolve(root, values.data ?? env.DATA_DIR)
    const database = await borrowDatabase({ dataDir, databaseUrl: env.DATABASE_URL, poolSize: 1, logger: silent })
    const progress = openProgress(values.progress)
    try {
      const report = await reexecuteDay(database, { company, from }, (done) => progress.say(`${done} receipts`))
      progress.end()
      if (!values.execution) return report
      const figures = await auditExecution(database, { company, day: new Date(from).toISOString().slice(0, 10) })
      return { lines: [...figures.lines, ...report.lines], isClean: figures.isClean && report.isClean }
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof StoreProblem || error instanceof FolderInUseError) return error.message
    throw error
  }
}

async function fromSite(company: string, from: number | null, url: string) {
  if (!URL.canParse(url)) return '--url: the address of the site, as https://example.com'
  if (values.execution) return '--execution: of a store; the figures rest on receipts that no site publishes'
  if (values.receipts === undefined) return '--receipts: a file of receipts, as the site saves it'
  return reexecutePublished({ origin: new URL(url).origin, company, from, file: path.resolve(values.receipts) })
}

/** Unix milliseconds of its beginning; null for what is no day. */
function dayOf(day: string): number | null {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(from) || from % DAY_MS !== 0 || new Date(from).toISOString().slice(0, 10) !== day ? null : from
}

endWith(run(), { code: 2 })
