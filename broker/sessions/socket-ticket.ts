/**
 * Socket tickets: a key that the site fetches for its visitor, so that the session token itself never reaches a script.
 *
 * Invariant: a ticket opens one connection within 30 seconds, for the session that asked for it, and never a second one.
 */
import { and, eq, gt } from 'drizzle-orm'
import type { createSocketTicket } from '../../contract/sessions'
import { done, forTrader, type Handler } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { socketTicket } from '../db/schema'
import { hashSecret, newSecret } from '../secrets/session-token'

const TICKET_LIFE_MS = 30_000

export const createSocketTicketHandler: Handler<typeof createSocketTicket> = forTrader(async ({ tx, tenant, trader, now }) => {
  const ticket = newSecret()
  const ticketHash = hashSecret(ticket)
  if (ticketHash === undefined) throw new Error('a new ticket is not in the form of a ticket')
  await tx.insert(socketTicket).values({
    ticketHash,
    tenantId: tenant.id,
    traderId: BigInt(trader.id),
    sessionHash: trader.sessionHash,
    expiresAt: now + TICKET_LIFE_MS,
  })
  return done({ ticket })
})

/** Uses a ticket up; the hash of the session behind it, or undefined when it is unknown, used or too old. */
export async function useTicket(tx: Tx, ticketHash: string, now: number): Promise<string | undefined> {
  const [used] = await tx
    .delete(socketTicket)
    .where(and(eq(socketTicket.ticketHash, ticketHash), gt(socketTicket.expiresAt, now)))
    .returning({ sessionHash: socketTicket.sessionHash })
  return used?.sessionHash
}
