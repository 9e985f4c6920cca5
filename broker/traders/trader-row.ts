/** The trader's row: what the wire sees of it, and how a new one comes by its numbers. */
import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Trader } from '../../contract/users'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'

export type TraderRow = typeof trader.$inferSelect
type NewTrader = Omit<typeof trader.$inferInsert, 'uid' | 'inviteCode'>

export function traderOf(row: TraderRow): Trader {
  return {
    id: String(row.id),
    uid: row.uid,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    is_demo: row.isDemo ? 1 : 0,
    invite_code: row.inviteCode,
  }
}

export async function findTrader(tx: Tx, id: string): Promise<TraderRow | undefined> {
  const [row] = await tx
    .select()
    .from(trader)
    .where(eq(trader.id, BigInt(id)))
  return row
}

/** Inserts a trader under a free number and invite code; undefined when `isTaken` finds that somebody has the address already. */
export async function insertTrader(
  tx: Tx,
  values: NewTrader,
  isTaken: () => Promise<boolean> = async () => false,
): Promise<TraderRow | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [row] = await tx
      .insert(trader)
      .values({ ...values, uid: newUid(), inviteCode: newInviteCode() })
      // The short numbers are drawn by chance: one that is taken is simply drawn again.
      .onConflictDoNothing()
      .returning()
    if (row !== undefined) return row
    if (await isTaken()) return undefined
  }
  throw new Error('no free account number was found')
}

/** What people read aloud to support: 8 digits, not in sequence, so that it tells nothing about how many accounts there are. */
function newUid(): string {
  return String(randomInt(10_000_000, 100_000_000))
}

/** Without letters and digits that are mistaken for each other. */
const INVITE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function newInviteCode(): string {
  return Array.from({ length: 8 }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('')
}
