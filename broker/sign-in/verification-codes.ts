/**
 * Six digits that prove who reads an address.
 *
 * Invariant: a code works once, within ten minutes and five tries, for one company, purpose and address; a new one takes the place
 * of the old. Only its keyed hash is stored. A try is counted in a transaction of its own, so that a refused call cannot undo it.
 *
 * Who asks is told from everybody else: a stranger's code does not replace the asker's, and a stranger's tries are five of their own.
 */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, lte, not, or, sql } from 'drizzle-orm'
import type { CallClient } from '../calls/handler'
import { networkOf } from '../calls/ip-address'
import type { Database, Tx } from '../db/open-database'
import { verificationCode } from '../db/schema'
import type { Recipient } from '../delivery/delivery'
import type { KeyedHash } from '../secrets/keyed-hash'
import { latinDigits } from '../traders/latin-digits'

export const CODE_LIFE_MS = 10 * 60_000
const RESEND_AFTER_MS = 60_000
const MAX_TRIES = 5
const DIGITS = 6
/** No keyed hash: stands where no code was given out, or it was used. */
const NO_CODE = ''

export interface CodeTarget {
  readonly tenantId: string
  readonly purpose: 'register' | 'reset'
  readonly recipient: Recipient
}

/** A code's place, and whoever is asking for it or trying one. */
interface CodeCall {
  readonly target: CodeTarget
  readonly asker: string
}

/** A signed-in trader who has a code sent to their own address. */
export function traderAsker(id: string | bigint): string {
  return `trader:${id}`
}

/** Anybody else is known by their network. */
export function strangeAsker({ address }: Pick<CallClient, 'address'>): string {
  return address === '' ? '' : `network:${networkOf(address)}`
}

interface IssuedCode {
  readonly code: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** `waitMs`: until when the last one must be waited for. */
type Issue = { readonly ok: true; readonly issued: IssuedCode } | { readonly ok: false; readonly waitMs: number }

/** Draws a new code, or says how long the last one is too new. `isUsable` false leaves a row that no code fits. */
export async function issueCode(tx: Tx, hash: KeyedHash, { target, asker }: CodeCall, isUsable: boolean, now: number): Promise<Issue> {
  const askerHash = askerHashOf(hash, target, asker)
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const fitting = codeHash(hash, target, code)
  const fresh = { codeHash: isUsable ? fitting : NO_CODE, attempts: 0, strangeAttempts: 0, sentAt: now, expiresAt: now + CODE_LIFE_MS }
  const written = await tx
    .insert(verificationCode)
    .values({ ...place(hash, target), askerHash, ...fresh })
    .onConflictDoUpdate({
      target: [verificationCode.tenantId, verificationCode.purpose, verificationCode.targetHash, verificationCode.askerHash],
      set: fresh,
      setWhere: lte(verificationCode.sentAt, now - RESEND_AFTER_MS),
    })
    .returning({ sentAt: verificationCode.sentAt })
  if (written.length > 0) return { ok: true, issued: { code, expiresAt: fresh.expiresAt } }
  const isTheirs = and(isAt(hash, target), eq(verificationCode.askerHash, askerHash))
  const [last] = await tx.select({ sentAt: verificationCode.sentAt }).from(verificationCode).where(isTheirs)
  return { ok: false, waitMs: Math.max(1, (last?.sentAt ?? now) + RESEND_AFTER_MS - now) }
}

/** Counts a try and says whether the code fits. It is used up only by `redeemCode`. */
export async function tryCode(
  database: Database,
  hash: KeyedHash,
  { target, asker }: CodeCall,
  typed: string,
  now: number,
): Promise<boolean> {
  const isTheirs = eq(verificationCode.askerHash, askerHashOf(hash, target, asker))
  const { attempts, strangeAttempts } = verificationCode
  const hasTriesLeft = or(and(isTheirs, lt(attempts, MAX_TRIES)), and(not(isTheirs), lt(strangeAttempts, MAX_TRIES)))
  const tried = await database.withTenant(target.tenantId, (tx) =>
    tx
      .update(verificationCode)
      .set({
        attempts: sql`${attempts} + case when ${isTheirs} then 1 else 0 end`,
        strangeAttempts: sql`${strangeAttempts} + case when ${isTheirs} then 0 else 1 end`,
      })
      .where(and(isAt(hash, target), hasTriesLeft, gt(verificationCode.expiresAt, now)))
      .returning({ codeHash: verificationCode.codeHash }),
  )
  return tried.some((row) => isSame(row.codeHash, codeHash(hash, target, typed)))
}

/** Uses a code up in the transaction of what it allows; false when it no longer fits, such as for the second of two at once. */
export async function redeemCode(tx: Tx, hash: KeyedHash, target: CodeTarget, typed: string, now: number): Promise<boolean> {
  // The row stays, so that the time until the next one is kept.
  const used = await tx
    .update(verificationCode)
    .set({ codeHash: NO_CODE })
    .where(and(isAt(hash, target), eq(verificationCode.codeHash, codeHash(hash, target, typed)), gt(verificationCode.expiresAt, now)))
    .returning({ purpose: verificationCode.purpose })
  return used.length > 0
}

/** No code of the address fits any more, because what it would allow has happened. */
export async function withdrawCode(tx: Tx, hash: KeyedHash, target: CodeTarget): Promise<void> {
  await tx.update(verificationCode).set({ codeHash: NO_CODE }).where(isAt(hash, target))
}

/** Removes codes that have run out. Runs as the owner, over all companies. */
export async function forgetOldCodes(database: Database, now: number): Promise<void> {
  await database.system((tx) => tx.delete(verificationCode).where(lte(verificationCode.expiresAt, now)))
}

function place(hash: KeyedHash, { tenantId, purpose, recipient }: CodeTarget) {
  return { tenantId, purpose, targetHash: hash('code-target', [tenantId, recipient.channel, recipient.to].join('\0')) }
}

function askerHashOf(hash: KeyedHash, { tenantId }: CodeTarget, asker: string): string {
  return hash('code-asker', `${tenantId}\0${asker}`)
}

function isAt(hash: KeyedHash, target: CodeTarget) {
  const { tenantId, purpose, targetHash } = place(hash, target)
  return and(eq(verificationCode.tenantId, tenantId), eq(verificationCode.purpose, purpose), eq(verificationCode.targetHash, targetHash))
}

function codeHash(hash: KeyedHash, target: CodeTarget, typed: string): string {
  const { tenantId, purpose, targetHash } = place(hash, target)
  return hash('code', [tenantId, purpose, targetHash, plainDigits(typed)].join('\0'))
}

/** People leave spaces between groups, and right-to-left pages marks of direction. */
function plainDigits(typed: string): string {
  return latinDigits(typed).replace(/[\s\-\u200e\u200f]/g, '')
}

function isSame(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed))
}
