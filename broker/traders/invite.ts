/** Inviting: whose code opened an account, and how many a trader's own code has opened. */
import { and, count, eq } from 'drizzle-orm'
import type { getInvite } from '../../contract/users'
import { done, forTrader, type Handler } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import { findTrader } from './trader-row'

const WRITTEN_CODE = /^[A-Z0-9]{4,32}$/

/** The real trader of the company whose code it is; null where none was given, undefined for one that nobody has. */
export async function findInviter(tx: Tx, code: string | undefined): Promise<bigint | null | undefined> {
  const written = (code ?? '').trim().toUpperCase()
  if (written === '') return null
  if (!WRITTEN_CODE.test(written)) return undefined
  const [inviter] = await tx
    .select({ id: trader.id })
    .from(trader)
    .where(and(eq(trader.inviteCode, written), eq(trader.isDemo, false)))
  return inviter?.id
}

export const inviteHandler: Handler<typeof getInvite> = forTrader(async ({ tx, trader: caller }) => {
  const row = await findTrader(tx, caller.id)
  if (row === undefined) throw new Error('a session without its trader')
  const [joined] = await tx
    .select({ count: count() })
    .from(trader)
    .where(and(eq(trader.invitedBy, row.id), eq(trader.isDemo, false)))
  return done({ invite_code: row.inviteCode, joined: joined?.count ?? 0 })
})
