/**
 * `npm run doctor [-- --backups DIR]`: what a server with these settings lacks for opening to the public with real money, and the
 * line that mends each; then the headers, limits and rights of files in force. Looks only.
 *
 * Exit code 0 when nothing is lacking, 1 when something is, 2 when the command was not understood.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CALENDAR_WARNING_DAYS, describeCalendarEnd, MEND_CALENDAR, readCalendarFile } from '../app/brand-files/calendar-file.server'
import { loadTenants } from '../app/brand-files/load-tenants.server'
import { type Env, readEnv } from '../app/process/env.server'
import { judgeBrand } from '../broker/brands/judge-brand'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import type { Finding } from '../broker/readiness/finding'
import { judgeFiles } from '../broker/readiness/private-files'
import { describeProblem } from '../contract/tenant/problem'
import { endWith } from './command'
import { inForce } from './doctor/in-force'
import { judgeExecution } from './doctor/judge-execution'
import { judgeSettings } from './doctor/judge-settings'
import { lookAtBackups } from './doctor/look-at-backups'
import { lookAtCopies } from './doctor/look-at-copies'
import { lookAtMachine } from './doctor/look-at-machine'
import { lookAtServers } from './doctor/look-at-servers'
import { lookAtWitnesses } from './doctor/look-at-witnesses'

const MARK = { good: 'ok    ', unseen: '?     ', lacks: 'LACKS ', danger: 'DANGER' } as const

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { backups: { type: 'string' } } })
  const read = await readEnv()
  const found: Finding[] = read.ok
    ? await examine(read.env, values.backups)
    : read.problems.map((what) => ({ area: 'settings', state: 'danger', what }))
  for (const { area, state, what, mend } of found) {
    console.log(`${MARK[state]} ${area.padEnd(9)} ${what}`)
    if (mend !== undefined && state !== 'good') console.log(`${' '.repeat(17)}→ ${mend}`)
  }
  if (read.ok) for (const line of inForce(read.env)) console.log(line)
  const count = (wanted: Finding['state']) => found.filter(({ state }) => state === wanted).length
  console.log(
    `\n${count('danger')} dangers that MODE=real refuses, ${count('lacks')} things lacking, ${count('unseen')} to look at yourself`,
  )
  return count('danger') + count('lacks') === 0 ? 0 : 1
}

async function examine(env: Env, backups: string | undefined): Promise<Finding[]> {
  const dataDir = path.resolve(root, env.DATA_DIR)
  const { tenants, problems } = loadTenants({
    tenantsDir: path.resolve(root, env.TENANTS_DIR),
    themesDir: path.resolve(root, env.THEMES_DIR),
    baseDomain: env.BASE_DOMAIN,
    scheme: env.PUBLIC_SCHEME,
    takesRealMoney: true,
    judge: judgeBrand,
  })
  const ids = tenants.map(({ id }) => id)
  return [
    ...judgeSettings(env),
    ...judgeFiles({ dataDir, envFile: path.join(root, '.env') }),
    ...(await lookAtServers(env, ids)),
    await lookAtBackups(backups, Date.now()),
    ...problems.map(
      (problem): Finding => ({ area: 'brands', state: 'lacks', what: describeProblem(problem), mend: 'npm run tenant -- check' }),
    ),
    judgeHours(path.resolve(root, env.TENANTS_DIR)),
    ...judgeExecution(path.resolve(root, env.TENANTS_DIR), tenants, process.env),
    ...(await lookAtCopies(path.resolve(root, env.TENANTS_DIR), dataDir)),
    ...(await lookAtWitnesses(tenants, dataDir)),
    ...((await isSiteCurrent())
      ? []
      : [{ area: 'site', state: 'lacks', what: 'the site is not built from these sources', mend: 'npm run build' } as const]),
    ...lookAtMachine(dataDir),
  ]
}

function judgeHours(tenantsDir: string): Finding {
  const reading = readCalendarFile(tenantsDir)
  if (!reading.ok) return { area: 'hours', state: 'danger', what: reading.problems.map(describeProblem).join('; '), mend: MEND_CALENDAR }
  const { file, calendars } = reading.value
  const ending = describeCalendarEnd(calendars, Date.now())
  if (ending !== null) return { area: 'hours', state: 'lacks', what: ending, mend: MEND_CALENDAR }
  return { area: 'hours', state: 'good', what: `${file ?? 'the shipped market hours'}: known for more than ${CALENDAR_WARNING_DAYS} days` }
}

/** A release has no sources to be older than. */
async function isSiteCurrent(): Promise<boolean> {
  if (!existsSync(path.join(root, 'scripts/build.mjs'))) return true
  const { isBuildCurrent } = await import('./build.mjs')
  return isBuildCurrent()
}

endWith(run(), { code: 2, known: [Error] })
