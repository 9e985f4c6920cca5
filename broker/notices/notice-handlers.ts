/** A trader's list of notices, in the language it is read in, and the mark that they have been read. */
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { listNotices, readNotices } from '../../contract/wallet'
import { badCursor, done, forTrader, type Handler, refused, type SomeHandlers } from '../calls/handler'
import { countRows, readPage } from '../db/read-page'
import { notice } from '../db/schema'
import type { Texts } from '../ground/texts'
import { shownParams } from './notices'

export function noticeHandlers({ texts }: { readonly texts: Texts }) {
  const list: Handler<typeof listNotices> = forTrader(async ({ tx, tenant, trader, input, language }) => {
    const mine = and(eq(notice.tenantId, tenant.id), eq(notice.traderId, BigInt(trader.id)))
    const page = await readPage(tx, notice, { list: 'notices', where: mine, by: [notice.id] }, input)
    if (page === undefined) return badCursor()
    return done({
      data: page.rows.map(({ id, kind, params, createdAt, readAt }) => {
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
      total: await countRows(tx, { from: notice, where: mine }),
      unread: await countRows(tx, { from: notice, where: and(mine, isNull(notice.readAt)) }),
      next: page.next,
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
  return { listNotices: list, readNotices: read } satisfies SomeHandlers
}
