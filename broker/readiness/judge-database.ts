/** What of a PostgreSQL server, and of the rows in it, keeps a company from opening on it. Judges only: `look-at-database.ts` looks. */

import type { Permission, Role } from '../../contract/desk/roles'
import { permissionsOf } from '../../contract/desk/roles'
import { DAY_MS } from '../../rules/durations'
import type { Finding } from './finding'

export interface DatabaseFacts {
  /** The one in the data folder, which nobody but this machine's programs can reach. */
  readonly isBuiltIn: boolean
  /** `server_version_num`: 150020 is 15.20. */
  readonly version: number
  /** By name: `fsync`, `full_page_writes`, `synchronous_commit`, `archive_mode`, `max_connections`. */
  readonly settings: Readonly<Record<string, string>>
  readonly isThisMachine: boolean
  readonly isEncrypted: boolean
  readonly isSuperuser: boolean
  /** What the server's clock is ahead of this machine's, in milliseconds. */
  readonly clockAheadMs: number
  /** Servers that follow this one, now. */
  readonly standbys: number
  /** Unix milliseconds of the last archived piece of the log; null for never. */
  readonly archivedAt: number | null
  /** Null before the first start has made the tables. */
  readonly operators: readonly OperatorFacts[] | null
}

export interface OperatorFacts {
  readonly name: string
  readonly isDemo: boolean
  readonly hasSignedIn: boolean
  readonly roles: Readonly<Record<string, readonly Role[]>>
}

/** The oldest that is tested. */
const OLDEST = 140_000
/** Prices are stale after two seconds: a clock that is off by more than one spoils what is kept. */
const CLOCK_OFF_MS = 1_000
const CLOCK_WRONG_MS = 5_000
const ARCHIVED_WITHIN_MS = DAY_MS
/** Connections a node opens, with those of the commands beside it. */
const CONNECTIONS = 40

export function judgeDatabase(facts: DatabaseFacts, now: number): Finding[] {
  return [...judgeServer(facts), judgeClock(facts), judgeCopies(facts, now)]
}

function judgeServer({ isBuiltIn, version, settings, isThisMachine, isEncrypted, isSuperuser }: DatabaseFacts): Finding[] {
  const found: Finding[] = []
  const add = (state: Finding['state'], what: string, mend: string) => void found.push({ area: 'database', state, what, mend })
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings[name] === 'off')
      add(
        'danger',
        `${name} is off: what was acknowledged is lost with the power`,
        `alter system set ${name} = on; select pg_reload_conf()`,
      )
  }
  if (!isThisMachine && !isEncrypted)
    add('danger', 'the way to the database is not encrypted', 'add ?sslmode=verify-full to DATABASE_URL, and ssl = on to the server')
  if (version < OLDEST) add('lacks', `PostgreSQL ${Math.floor(version / 10_000)} is older than what is tested`, 'PostgreSQL 14 or newer')
  if (isSuperuser && !isBuiltIn)
    add('lacks', 'DATABASE_URL is a superuser', "create role candor login createrole password '…'; alter database … owner to candor")
  if (Number(settings.max_connections) < CONNECTIONS)
    add('lacks', `max_connections is ${settings.max_connections}`, `alter system set max_connections = ${2 * CONNECTIONS}, and restart it`)
  const place = isBuiltIn ? 'built in' : isThisMachine ? 'on this machine' : 'over an encrypted connection'
  if (found.length === 0) found.push({ area: 'database', state: 'good', what: `PostgreSQL ${Math.floor(version / 10_000)}, ${place}` })
  return found
}

function judgeClock({ clockAheadMs }: DatabaseFacts): Finding {
  const off = Math.abs(clockAheadMs)
  const seconds = (off / 1000).toFixed(1)
  if (off <= CLOCK_OFF_MS) return { area: 'clock', state: 'good', what: 'the database has the same time' }
  const state = off > CLOCK_WRONG_MS ? 'danger' : 'lacks'
  const mend = 'let both machines keep their time: timedatectl set-ntp true'
  return { area: 'clock', state, what: `the database's clock is ${seconds} s ${clockAheadMs > 0 ? 'ahead' : 'behind'}`, mend }
}

function judgeCopies({ isBuiltIn, settings, standbys, archivedAt }: DatabaseFacts, now: number): Finding {
  if (isBuiltIn) {
    const mend = 'npm run backup by a timer, often, to another machine; DATABASE_URL with a standby when that is not enough'
    return {
      area: 'backups',
      state: 'lacks',
      what: 'the built-in database is on this machine alone: what came after a backup is lost with it',
      mend,
    }
  }
  if (standbys > 0) return { area: 'backups', state: 'good', what: `${standbys} server${standbys === 1 ? '' : 's'} follow the database` }
  if (archivedAt !== null && now - archivedAt < ARCHIVED_WITHIN_MS)
    return { area: 'backups', state: 'good', what: 'the log of the database is archived' }
  const what =
    settings.archive_mode === 'off' ? 'no server follows the database and its log is not archived' : 'nothing was archived for a day'
  return {
    area: 'backups',
    state: 'lacks',
    what: `${what}: what came after a backup is lost with the machine`,
    mend: 'a standby (primary_conninfo), or archive_mode = on with archive_command',
  }
}

/** What needs two people has to have two. */
const TWO_FOR: readonly Permission[] = ['deposits.decide', 'withdrawals.decide', 'settings.change', 'traders.freeze']
const ONE_FOR: readonly Permission[] = ['identity.decide', 'feedback.finish']

export function judgeOperators(operators: readonly OperatorFacts[] | null, tenantIds: readonly string[]): Finding[] {
  if (operators === null)
    return [{ area: 'desk', state: 'unseen', what: 'nobody was ever made an operator: start the server once, then add them' }]
  const found: Finding[] = []
  for (const { name } of operators.filter(({ isDemo }) => isDemo)) {
    const what = `${name} is an operator of a demonstration, whose password stands in a file`
    found.push({ area: 'desk', state: 'danger', what, mend: `npm run operator -- disable ${name}` })
  }
  for (const id of tenantIds) {
    const people = operators.filter(({ isDemo, hasSignedIn }) => !isDemo && hasSignedIn)
    const may = (permission: Permission) => people.filter(({ roles }) => permissionsOf(roles[id] ?? []).has(permission)).length
    const missing = [...TWO_FOR.filter((permission) => may(permission) < 2), ...ONE_FOR.filter((permission) => may(permission) < 1)]
    if (missing.length === 0) continue
    const what = `${id}: too few operators who have signed in may ${missing.map((permission) => permission).join(', ')}`
    const mend = `npm run operator -- add <name> --display "…" --role finance --tenant ${id}`
    found.push({ area: 'desk', state: 'lacks', what, mend })
  }
  if (found.length === 0) found.push({ area: 'desk', state: 'good', what: 'every company has its two pairs of eyes' })
  return found
}
