/**
 * Signing in at the desk, and what operators do for themselves.
 *
 * Invariants: password and code are judged together, and who got which wrong learns nothing; a name that nobody has costs the same
 * work. A sign-in is answered only after every company the operator works for has it in its log.
 */
import type { DESK_ENDPOINTS } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import { permissionsOf } from '../../contract/desk/roles'
import type { changeOperatorPassword, deskLogin, OperatorInfo } from '../../contract/desk/session'
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint'
import type { AuditAction } from '../audit-trail/audit-actions'
import { type CallClient, done, type Outcome, refused } from '../calls/handler'
import { networkOf } from '../calls/ip-address'
import type { Budgets } from '../calls/open-budgets'
import type { BudgetName } from '../calls/rate-limits'
import type { TenantDirectory } from '../directory/tenant-directory'
import { hashPassword, verifyPassword } from '../secrets/password-hash'
import { judgePassword } from '../sign-in/password-policy'
import type { OwnCallName } from './desk-handler'
import type { DeskServices } from './desk-services'
import { newDeskTicket } from './desk-tickets'
import { beginOperatorSession, endOperatorSession, type OperatorSession } from './operator-sessions'
import { endOperatorSessions, findOperator, OPERATOR_NAME, type OperatorRow, rolesIn, setPasswordHash, takeOperatorCode } from './operators'
import { recordDeskEvent } from './record-desk-event'

export interface OwnCall<E extends DeskEndpoint> {
  readonly input: ParsedInputOf<E>
  readonly client: CallClient
  readonly now: number
}
export type SignedInCall<E extends DeskEndpoint> = OwnCall<E> & { readonly session: OperatorSession }
/** What somebody who tried too often is told with the refusal. */
export type OwnOutcome<Data> = Outcome<Data> | { readonly ok: false; readonly error: 'TOO_MANY_REQUESTS'; readonly retryAfterMs: number }
type OwnHandler<E extends DeskEndpoint> = (call: SignedInCall<E>) => Promise<OwnOutcome<OutputOf<E>>>

/** These open their own short transactions: a hash takes longer than one may be held open, and a used code must stay used. */
export type SessionHandlers = {
  readonly [Name in Exclude<OwnCallName, 'deskLogin'>]: OwnHandler<(typeof DESK_ENDPOINTS)[Name]>
} & {
  deskLogin(call: OwnCall<typeof deskLogin>): Promise<OwnOutcome<OutputOf<typeof deskLogin>>>
}

type SessionServices = Pick<DeskServices, 'database' | 'directory' | 'masterKey' | 'budgets' | 'logger'> & {
  /** Something was written into the companies' logs. */
  committed(): void
}

export function sessionHandlers(services: SessionServices): SessionHandlers {
  const { database, directory, masterKey } = services
  return {
    deskLogin: (call) => signIn(services, call),
    async deskLogout({ session, client, now }) {
      await database.system((tx) => endOperatorSession(tx, session.tokenHash))
      await tellCompanies(services, session.operator, 'desk.signed_out', client, now)
      return done(null)
    },
    getOperator: async ({ session }) => done(operatorInfo(directory, session.operator)),
    changeOperatorPassword: (call) => changePassword(services, call),
    createDeskTicket: async ({ session, now }) => done({ ticket: newDeskTicket(masterKey, session.tokenHash, now) }),
  }
}

function operatorInfo(directory: TenantDirectory, row: OperatorRow): OperatorInfo {
  const companies = directory.tenants.flatMap(({ id, name }) => {
    const roles = rolesIn(row, id)
    return roles.length === 0 ? [] : [{ id, name, roles: [...roles], permissions: [...permissionsOf(roles)] }]
  })
  return { name: row.name, display_name: row.displayName, companies }
}

async function signIn(services: SessionServices, { input, client, now }: OwnCall<typeof deskLogin>) {
  const { database, directory, masterKey, budgets } = services
  const name = input.name.trim().toLowerCase()
  const tries = await takeTry(budgets, name, client)
  if (tries.waitMs > 0) return tooMany(tries.waitMs)
  let row: OperatorRow | undefined
  const verdict = await verifyPassword(input.password, async () => {
    row = OPERATOR_NAME.test(name) ? await database.system((tx) => findOperator(tx, name)) : undefined
    return row === undefined || row.disabledAt !== null ? null : row.passwordHash
  })
  const known = row
  if (verdict === 'busy') {
    await tries.giveBack()
    return refused('TOO_MANY_REQUESTS')
  }
  if (verdict === 'mismatch' || known === undefined) {
    // As long as a wrong code takes, so that the time does not tell that the password was right.
    await database.system(async () => undefined)
    return refused('DESK_LOGIN_FAILED')
  }
  const token = await database.system(async (tx) => {
    const isRight = await takeOperatorCode(tx, masterKey, known, input.code, now)
    return isRight ? beginOperatorSession(tx, known.id, client, now) : undefined
  })
  if (token === undefined) return refused('DESK_LOGIN_FAILED')
  await tries.giveBack()
  await tellCompanies(services, known, 'desk.signed_in', client, now)
  return done({ ...operatorInfo(directory, known), token })
}

async function changePassword(services: SessionServices, { session, input, client, now }: SignedInCall<typeof changeOperatorPassword>) {
  const { database, masterKey, budgets } = services
  const { operator } = session
  const judged = await judgePassword(input.new_password, {
    accounts: [operator.name, operator.displayName],
    brand: { id: operator.name, name: operator.displayName },
  })
  if (!judged.ok) return judged
  const tries = await takeTry(budgets, operator.name, client)
  if (tries.waitMs > 0) return tooMany(tries.waitMs)
  const verdict = await verifyPassword(input.old_password, operator.passwordHash)
  const passwordHash = verdict === 'match' ? await hashPassword(input.new_password) : undefined
  if (verdict === 'busy' || passwordHash === 'busy') {
    await tries.giveBack()
    return refused('TOO_MANY_REQUESTS')
  }
  if (passwordHash === undefined) return refused('DESK_LOGIN_FAILED')
  const isChanged = await database.system(async (tx) => {
    if (!(await takeOperatorCode(tx, masterKey, operator, input.code, now))) return false
    await setPasswordHash(tx, operator.id, passwordHash)
    await endOperatorSessions(tx, operator.id, session.tokenHash)
    return true
  })
  if (!isChanged) return refused('DESK_LOGIN_FAILED')
  await tries.giveBack()
  await tellCompanies(services, operator, 'desk.password_changed', client, now)
  return done(null)
}

/** Taken before anything is looked up or hashed; given back by whoever gives the right proof. */
async function takeTry(budgets: Budgets, name: string, { address }: CallClient) {
  const network = address === '' ? '' : networkOf(address)
  const draws: (readonly [BudgetName, string])[] = [
    // Whoever knows an operator's name must not be able to keep the operator out: each network's tries are its own.
    ['deskLoginsPerName', `${name.slice(0, 64)}\0${network}`],
  ]
  if (network !== '') draws.unshift(['deskLoginsPerAddress', network])
  const taken: (readonly [BudgetName, string])[] = []
  const giveBack = async () => {
    for (const [budget, key] of taken) await budgets.giveBack(budget, key)
  }
  for (const [budget, key] of draws) {
    const waitMs = await budgets.take(budget, key)
    if (waitMs > 0) return { waitMs, giveBack }
    taken.push([budget, key])
  }
  return { waitMs: 0, giveBack }
}

function tooMany(retryAfterMs: number) {
  return { ok: false, error: 'TOO_MANY_REQUESTS', retryAfterMs } as const
}

async function tellCompanies(
  { database, directory, committed }: SessionServices,
  row: OperatorRow,
  action: AuditAction,
  client: CallClient,
  now: number,
): Promise<void> {
  const companies = directory.tenants.filter(({ id }) => rolesIn(row, id).length > 0)
  for (const tenant of companies) {
    await database.withTenant(tenant.id, (tx) =>
      recordDeskEvent({ tx, tenant, operator: row, client, now }, { action, object: `operator:${row.name}` }),
    )
  }
  if (companies.length > 0) committed()
}
