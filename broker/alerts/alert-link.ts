/**
 * The link in the mail of an alert, which turns these mails off without a sign-in.
 *
 * Invariant: it names one trader of one company and is signed for that; whoever holds it can turn the mails off, and nothing else.
 */
import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { readAlertLink, setAlertMail, turnOffAlertMail } from '../../contract/alerts'
import { done, forTenant, forTrader, type Handler, inTransaction, refused, type SomeHandlers } from '../calls/handler'
import type { Database, Tx } from '../db/open-database'
import { alertSetting, trader } from '../db/schema'
import type { KeyedHash } from '../secrets/keyed-hash'

/** The page of the site that it leads to; the key stands behind it. */
const PAGE = '/alert-mail'

const signatureOf = (keyedHash: KeyedHash, tenantId: string, traderId: string): string => keyedHash(`alert-mail/${tenantId}`, traderId)

/** A path of the company's own site. */
export function alertLink(keyedHash: KeyedHash, tenantId: string, traderId: bigint): string {
  return `${PAGE}?key=${traderId}.${signatureOf(keyedHash, tenantId, traderId.toString())}`
}

/** Whose link it is; undefined where it was not made here for this company. */
function readLink(keyedHash: KeyedHash, tenantId: string, key: string): bigint | undefined {
  const [, traderId, signature = ''] = /^([1-9]\d{0,17})\.([0-9a-f]{64})$/.exec(key) ?? []
  if (traderId === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(keyedHash, tenantId, traderId)))
  return isOurs ? BigInt(traderId) : undefined
}

interface Owner {
  readonly tenantId: string
  readonly traderId: bigint
}

export async function sendsAlertMail(tx: Tx, { tenantId, traderId }: Owner): Promise<boolean> {
  const [row] = await tx
    .select({ sendsMail: alertSetting.sendsMail })
    .from(alertSetting)
    .where(and(eq(alertSetting.tenantId, tenantId), eq(alertSetting.traderId, traderId)))
  return row?.sendsMail ?? true
}

async function keepSetting(tx: Tx, owner: Owner, sendsMail: boolean): Promise<void> {
  await tx
    .insert(alertSetting)
    .values({ ...owner, sendsMail })
    .onConflictDoUpdate({ target: [alertSetting.tenantId, alertSetting.traderId], set: { sendsMail } })
}

/** Of an account that is still there: a demo account may have been forgotten since its mail. */
async function findOwner(tx: Tx, keyedHash: KeyedHash, tenantId: string, key: string): Promise<Owner | undefined> {
  const traderId = readLink(keyedHash, tenantId, key)
  if (traderId === undefined) return undefined
  const [row] = await tx
    .select({ id: trader.id })
    .from(trader)
    .where(and(eq(trader.tenantId, tenantId), eq(trader.id, traderId)))
  return row && { tenantId, traderId }
}

export function alertMailHandlers({ database, keyedHash }: { readonly database: Database; readonly keyedHash: KeyedHash }) {
  const read: Handler<typeof readAlertLink> = forTenant(({ tenant, input }) =>
    database.withTenant(tenant.id, async (tx) => {
      const owner = await findOwner(tx, keyedHash, tenant.id, input.key)
      return owner === undefined ? refused('LINK_INVALID') : done({ sends_mail: await sendsAlertMail(tx, owner) })
    }),
  )
  const turnOff: Handler<typeof turnOffAlertMail> = inTransaction(async ({ tx, tenant, input }) => {
    const owner = await findOwner(tx, keyedHash, tenant.id, input.key)
    if (owner === undefined) return refused('LINK_INVALID')
    await keepSetting(tx, owner, false)
    return done(null)
  })
  const set: Handler<typeof setAlertMail> = forTrader(async ({ tx, tenant, trader: { id }, input }) => {
    await keepSetting(tx, { tenantId: tenant.id, traderId: BigInt(id) }, input.sends_mail === '1')
    return done(null)
  })
  return { readAlertLink: read, turnOffAlertMail: turnOff, setAlertMail: set } satisfies SomeHandlers
}
