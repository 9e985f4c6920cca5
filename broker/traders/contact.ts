/**
 * Addresses that sign in: an e-mail address or a phone number, as one spelling each.
 *
 * Invariant: whatever reaches a mail server or a text gateway has passed here, so that no line break or second recipient can.
 */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import type { Recipient } from '../delivery/delivery'
import { wholeNumber } from './phone-number'
import type { TraderRow } from './trader-row'

const Email = z.email().max(254)

export function emailRecipient(written: string): Recipient | undefined {
  const parsed = Email.safeParse(written.trim().toLowerCase())
  return parsed.success ? { channel: 'email', to: parsed.data } : undefined
}

/** The address that an account is asked for by, outside registration; undefined where no account can have it. */
export function accountRecipient(type: 'email' | 'mobile', written: string): Recipient | undefined {
  if (type === 'email') return emailRecipient(written)
  const number = wholeNumber(written)
  return number === undefined ? undefined : { channel: 'sms', to: number.digits }
}

/** The real account that signs in with the address. */
export async function findAccount(tx: Tx, { channel, to }: Recipient): Promise<TraderRow | undefined> {
  const isAddress = channel === 'email' ? eq(trader.email, to) : eq(trader.mobile, to)
  const [row] = await tx
    .select()
    .from(trader)
    .where(and(isAddress, eq(trader.isDemo, false)))
  return row
}
