/** A trader's list of notices, in the language he reads it in, and the mark that he has read them. */
import { and, count, desc, eq, isNull, lte } from 'drizzle-orm'
import { PAGE_SIZE } from '../../contract/primitives'
import type { listNotices, readNotices } from '../../contract/wallet'
import { notice } from '../db/schema'
import { done, forTrader, type Handler, type Handlers, refused } from '../http/handler'
import type { Texts } from '../texts'
import { shownParams } from './notices'

export function noticeHandlers({ texts }: { readonly texts: Texts }): Handlers {
  const list: Handler<typeof listNotices> = forTrader(async ({ tx, tenant, trader, input, language }) => {
    const mine = and(eq(notice.tenantId, tenant.id), eq(notice.traderId, BigInt(trader.id)))
    const rows = await tx
      .select()
      .from(notice)
      .where(mine)
      .orderBy(desc(notice.id))
      .limit(PAGE_SIZE)
      .offset((Number(input.page ?? '1') - 1) * PAGE_SIZE)
    const [all] = await tx.select({ total: count() }).from(notice).where(mine)
    const [unread] = await tx
      .select({ total: count() })
      .from(notice)
      .where(and(mine, isNull(notice.readAt)))
    return done({
      data: rows.map(({ id, kind, params, createdAt, readAt }) => {
        const values = shownParams(params as Record<string, string>)
        return {
          id: id.toString(),
          kind,
          title: texts.text(language, `notice:${kind}.title`, values),
          text: texts.text(language, `notice:${kind}.text`, values).trim(),
          created_at: createdAt,
          is_read: readAt !== null,
        }
      }),
      total: all?.total ?? 0,
      unread: unread?.total ?? 0,
    })
  })
  const read: Handler<typeof readNotices> = forTrader(async ({ tx, tenant, trader, input, now }) => {
    const mine = and(eq(notice.tenantId, tenant.id), eq(notice.traderId, BigInt(trader.id)))
    const id = input.id === undefined ? undefined : BigInt(input.id)
    if (id !== undefined) {
      const [named] = await tx
        .select({ id: notice.id })
        .from(notice)
        .where(and(mine, eq(notice.id, id)))
      if (named === undefined) return refused('NOT_FOUND')
    }
    await tx
      .update(notice)
      .set({ readAt: now })
      .where(and(mine, isNull(notice.readAt), id === undefined ? undefined : lte(notice.id, id)))
    return done(null)
  })
  return { listNotices: list, readNotices: read }
}
