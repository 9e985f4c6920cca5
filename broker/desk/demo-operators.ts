/**
 * Two operators that a demonstration makes for itself on its first boot, so that the desk can be tried at once, both pairs of eyes of it.
 *
 * Invariant: they exist only in MODE=demo; their passwords and authenticators stand in a file beside the store that only its owner
 * may read, and nowhere else in the clear.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateSync } from 'otplib'
import { z } from 'zod'
import { ROLES } from '../../contract/desk/roles'
import type { Database } from '../db/open-database'
import type { TenantDirectory } from '../directory/tenant-directory'
import type { Clock } from '../ground/clock'
import { verifyPassword } from '../secrets/password-hash'
import { newSecrets } from './new-operator-secrets'
import {
  CODE_STEP_SECONDS,
  createOperator,
  findOperator,
  forgetUsedCodes,
  type OperatorRoles,
  type OperatorRow,
  setRoles,
} from './operators'

export const DEMO_OPERATORS_FILE = 'demo-operators.json'
const NAMES = ['demo-one', 'demo-two'] as const
export const DEMO_OPERATOR_NAMES: readonly string[] = NAMES
const DISPLAY_NAMES = { 'demo-one': 'Demo One', 'demo-two': 'Demo Two' } as const

const Kept = z.record(z.string(), z.object({ password: z.string(), secret: z.string() }))
type Kept = z.infer<typeof Kept>

export interface DemoLogin {
  readonly name: string
  /** Null once it was changed at the desk. */
  readonly password: string | null
}

export interface DemoCode {
  readonly code: string
  /** Seconds until it works; 0 = now. */
  readonly inSeconds: number
}

export interface DemoOperators {
  readonly logins: readonly DemoLogin[]
  /** Undefined for everybody the demonstration did not make. */
  codeOf(row: OperatorRow, now: number): DemoCode | undefined
  /** Companies that have come: these operators have every role in them, as in all others. */
  join(tenants: readonly { readonly id: string }[]): Promise<void>
  /** The command gave one of them new secrets. */
  replaced(name: string, secrets: Kept[string]): Promise<void>
}

interface DemoOperatorParts {
  readonly database: Database
  readonly directory: TenantDirectory
  readonly masterKey: Uint8Array
  readonly clock: Clock
  /** Where the file stands. */
  readonly dataDir: string
}

export async function openDemoOperators({ database, directory, masterKey, clock, dataDir }: DemoOperatorParts): Promise<DemoOperators> {
  const file = path.join(dataDir, DEMO_OPERATORS_FILE)
  const kept = readKept(file)
  const roles = Object.fromEntries(directory.tenants.map(({ id }) => [id, ROLES]))
  for (const name of NAMES) {
    const row = await database.system((tx) => findOperator(tx, name))
    if (row !== undefined) {
      await database.system((tx) => setRoles(tx, row.id, roles))
      // A demonstration may begin on an earlier day than the last time: codes of a time to come do not count as used.
      if ((row.lastStep ?? 0) > stepOf(clock.now()) + 1) await database.system((tx) => forgetUsedCodes(tx, row.id))
      continue
    }
    const { password, ...secrets } = await newSecrets()
    // Written first: an account whose password nobody knows would be there for good.
    keep(file, kept, name, { password, secret: secrets.secret })
    await database.system((tx) => createOperator(tx, masterKey, { name, displayName: DISPLAY_NAMES[name], roles, ...secrets }, clock.now()))
  }
  const logins = (await Promise.all(NAMES.map((name) => loginOf(database, name, kept[name])))).filter((login) => login !== null)
  return {
    logins,
    codeOf: (row, now) => (kept[row.name] === undefined ? undefined : nextCode(kept[row.name]?.secret ?? '', row.lastStep, now)),
    async join(tenants) {
      for (const name of NAMES) {
        const row = await database.system((tx) => findOperator(tx, name))
        if (row === undefined) continue
        const joined = { ...(row.roles as OperatorRoles), ...Object.fromEntries(tenants.map(({ id }) => [id, ROLES])) }
        await database.system((tx) => setRoles(tx, row.id, joined))
      }
    },
    async replaced(name, secrets) {
      if (kept[name] !== undefined) keep(file, kept, name, secrets)
    },
  }
}

/** Null where the folder of another server holds the password, or the account was shut out: then there is nothing to say. */
async function loginOf(database: Database, name: string, own: Kept[string] | undefined): Promise<DemoLogin | null> {
  const row = await database.system((tx) => findOperator(tx, name))
  if (row === undefined || own === undefined || row.disabledAt !== null) return null
  const isOwn = (await verifyPassword(own.password, row.passwordHash)) === 'match'
  return { name, password: isOwn ? own.password : null }
}

function stepOf(now: number): number {
  return Math.floor(now / 1000 / CODE_STEP_SECONDS)
}

/** The first code that will be taken: a step is used once, and the one after the present is taken already. */
function nextCode(secret: string, lastStep: number | null, now: number): DemoCode {
  const seconds = Math.floor(now / 1000)
  const present = stepOf(now)
  const step = Math.max(present, (lastStep ?? -1) + 1)
  const code = generateSync({ secret, epoch: step * CODE_STEP_SECONDS, period: CODE_STEP_SECONDS })
  return { code, inSeconds: step <= present + 1 ? 0 : (step - 1) * CODE_STEP_SECONDS - seconds }
}

function readKept(file: string): Kept {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const parsed = Kept.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${file} does not hold the demonstration's operators: put it back, or delete it`)
  return parsed.data
}

function keep(file: string, kept: Kept, name: string, secrets: Kept[string]): void {
  kept[name] = secrets
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
