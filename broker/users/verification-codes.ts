/**
 * Six digits that prove who reads an address.
 *
 * Invariant: a code works once, within ten minutes and five tries, for one company, purpose and address; a new one takes the place
 * of the old. Only its keyed hash is stored. A try is counted in a transaction of its own, so that a refused call cannot undo it.
 */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/open-database'
import { verificationCode } from '../db/schema'
import type { Recipient } from '../delivery/delivery'
import type { KeyedHash } from './keyed-hash'
import { latinDigits } from './latin-digits'

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

export interface IssuedCode {
  readonly code: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** `waitMs`: until when the last one must be waited for. */
export type Issue = { readonly ok: true; readonly issued: IssuedCode } | { readonly ok: false; readonly waitMs: number }

/** Draws a new code, or says how long the last one is too new. `isUsable` false leaves a row that no code fits. */
export async function issueCode(tx: Tx, hash: KeyedHash, target: CodeTarget, isUsable: boolean, now: number): Promise<Issue> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const fitting = codeHash(hash, target, code)
  const fresh = { codeHash: isUsable ? fitting : NO_CODE, attempts: 0, sentAt: now, expiresAt: now + CODE_LIFE_MS }
  const written = await tx
    .insert(verificationCode)
    .values({ ...place(hash, target), ...fresh })
    .onConflictDoUpdate({
      target: [verificationCode.tenantId, verificationCode.purpose, verificationCode.targetHash],
      set: fresh,
      setWhere: lte(verificationCode.sentAt, now - RESEND_AFTER_MS),
    })
    .returning({ sentAt: verificationCode.sentAt })
  if (written.length > 0) return { ok: true, issued: { code, expiresAt: fresh.expiresAt } }
  const [last] = await tx.select({ sentAt: verificationCode.sentAt }).from(verificationCode).where(isAt(hash, target))
  return { ok: false, waitMs: Math.max(1, (last?.sentAt ?? now) + RESEND_AFTER_MS - now) }
}

/** Counts a try and says whether the code fits. It is used up only by `redeemCode`. */
export async function tryCode(database: Database, hash: KeyedHash, target: CodeTarget, typed: string, now: number): Promise<boolean> {
  const tried = await database.withTenant(target.tenantId, (tx) =>
    tx
      .update(verificationCode)
      .set({ attempts: sql`${verificationCode.attempts} + 1` })
      .where(and(isAt(hash, target), lt(verificationCode.attempts, MAX_TRIES), gt(verificationCode.expiresAt, now)))
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
