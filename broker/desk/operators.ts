/**
 * The people who work at the desk: made, changed and shut out on the machine itself (operator-commands.ts), never over HTTP.
 *
 * Invariants: a password is kept as its hash and an authenticator's secret sealed, for this operator alone; a code works once. Who is
 * disabled or gets new secrets loses every session in the same transaction.
 */
import { and, asc, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { generateSecret, verifySync } from 'otplib'
import { ROLES, type Role } from '../../contract/desk/roles'
import type { Tx } from '../db/open-database'
import { operator, operatorSession } from '../db/schema'
import { seal, unseal } from '../secrets/seal'
import { plainCode } from '../sign-in/two-step-code'
import type { Colleague } from './desk-handler'

export const OPERATOR_NAME = /^[a-z][a-z0-9.-]{1,31}$/
export const CODE_STEP_SECONDS = 30
/** As long as the hash it feeds (RFC 4226, section 4). */
const SECRET_BYTES = 20

export type OperatorRow = typeof operator.$inferSelect
export type OperatorRoles = Readonly<Record<string, readonly Role[]>>

/** What an operator signs in with; shown once, when it is made. */
export interface NewSecrets {
  readonly passwordHash: string
  /** Base32, as authenticators read it. */
  readonly secret: string
}

interface NewOperator extends NewSecrets {
  readonly name: string
  readonly displayName: string
  readonly roles: OperatorRoles
}

export function newAuthenticatorSecret(): string {
  return generateSecret({ length: SECRET_BYTES })
}

/** Undefined when somebody has the name already, at work or not: names stand in logs for ever. */
export async function createOperator(
  tx: Tx,
  masterKey: Uint8Array,
  { name, displayName, passwordHash, secret, roles }: NewOperator,
  now: number,
): Promise<OperatorRow | undefined> {
  if (!OPERATOR_NAME.test(name)) throw new Error(`no name of an operator: ${name}`)
  const sealedSecret = sealSecret(masterKey, name, secret)
  const [row] = await tx
    .insert(operator)
    .values({ name, displayName, passwordHash, sealedSecret, roles, createdAt: now })
    .onConflictDoNothing()
    .returning()
  return row
}

export async function findOperator(tx: Tx, name: string): Promise<OperatorRow | undefined> {
  const [row] = await tx.select().from(operator).where(eq(operator.name, name))
  return row
}

export async function listOperators(tx: Tx): Promise<OperatorRow[]> {
  return tx.select().from(operator).orderBy(asc(operator.name))
}

export async function setRoles(tx: Tx, id: bigint, roles: OperatorRoles): Promise<void> {
  await tx.update(operator).set({ roles }).where(eq(operator.id, id))
}

/** False when the operator was disabled already. */
export async function disableOperator(tx: Tx, id: bigint, now: number): Promise<boolean> {
  await endOperatorSessions(tx, id)
  const disabled = await tx
    .update(operator)
    .set({ disabledAt: now })
    .where(and(eq(operator.id, id), isNull(operator.disabledAt)))
    .returning({ id: operator.id })
  return disabled.length > 0
}

/** New password and authenticator; somebody who was disabled works again. */
export async function resetOperator(
  tx: Tx,
  masterKey: Uint8Array,
  { id, name }: Pick<OperatorRow, 'id' | 'name'>,
  { passwordHash, secret }: NewSecrets,
): Promise<void> {
  await endOperatorSessions(tx, id)
  await tx
    .update(operator)
    .set({ passwordHash, sealedSecret: sealSecret(masterKey, name, secret), lastStep: null, disabledAt: null })
    .where(eq(operator.id, id))
}

export async function setPasswordHash(tx: Tx, id: bigint, passwordHash: string): Promise<void> {
  await tx.update(operator).set({ passwordHash }).where(eq(operator.id, id))
}

/** Ends an operator's sessions; all but `except` (the hash of a token) where it is given. */
export async function endOperatorSessions(tx: Tx, id: bigint, except?: string): Promise<void> {
  const isMeant = and(eq(operatorSession.operatorId, id), except === undefined ? undefined : ne(operatorSession.tokenHash, except))
  await tx.delete(operatorSession).where(isMeant)
}

/** Uses up a code of an operator's authenticator; false when it is wrong, too old, or was used. */
export async function takeOperatorCode(tx: Tx, masterKey: Uint8Array, row: OperatorRow, typed: string, now: number): Promise<boolean> {
  const token = plainCode(typed)
  if (!/^\d{6}$/.test(token)) return false
  const secret = openSecret(masterKey, row)
  const epoch = Math.floor(now / 1000)
  const verdict = verifySync({ secret, token, epoch, period: CODE_STEP_SECONDS, epochTolerance: CODE_STEP_SECONDS })
  if (!verdict.valid || !('timeStep' in verdict)) return false
  const taken = await tx
    .update(operator)
    .set({ lastStep: verdict.timeStep })
    .where(
      and(eq(operator.id, row.id), isNull(operator.disabledAt), or(isNull(operator.lastStep), lt(operator.lastStep, verdict.timeStep))),
    )
    .returning({ id: operator.id })
  return taken.length > 0
}

/** Only for a clock that was set back: the codes of its time to come are not used. */
export async function forgetUsedCodes(tx: Tx, id: bigint): Promise<void> {
  await tx.update(operator).set({ lastStep: null }).where(eq(operator.id, id))
}

/** An operator's roles in a company, possibly none. What is no role of this house counts for nothing. */
export function rolesIn({ roles }: Pick<OperatorRow, 'roles'>, company: string): readonly Role[] {
  const named = Object.hasOwn(roles, company) ? (roles[company] ?? []) : []
  return ROLES.filter((role) => named.includes(role))
}

/** Who is at work and has a role in a company, by name. */
export async function colleaguesIn(tx: Tx, company: string): Promise<Colleague[]> {
  const rows = await tx.select().from(operator).where(isNull(operator.disabledAt)).orderBy(asc(operator.name))
  return rows.flatMap((row) => {
    const roles = rolesIn(row, company)
    return roles.length === 0 ? [] : [{ name: row.name, displayName: row.displayName, roles }]
  })
}

function openSecret(masterKey: Uint8Array, { name, sealedSecret }: Pick<OperatorRow, 'name' | 'sealedSecret'>): string {
  const secret = unseal(masterKey, placeOf(name), sealedSecret)
  if (secret === null) throw new Error(`the secret of the operator ${name} could not be unsealed`)
  return secret.toString()
}

function sealSecret(masterKey: Uint8Array, name: string, secret: string): string {
  return seal(masterKey, placeOf(name), Buffer.from(secret))
}

function placeOf(name: string): string {
  return `operator/${name}`
}
