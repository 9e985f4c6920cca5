/** A trader's notices, and the mark that they have been read. */
import { listNotices, readNotices } from '../../../contract/wallet'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { momentOf } from '../../time/moment.server'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { NoticesData } from './notices-data'

const MOST_PAGES = 25

/** @param search `page` how many pages of notices are shown */
export async function loadNotices(context: SiteContext, search: URLSearchParams): Promise<NoticesData> {
  await requireTrader(context)
  const { broker, language } = context
  const pages = pagesOf(search.get('page'))
  const [t, ...lists] = await Promise.all([
    fixedT(context),
    ...Array.from({ length: pages }, (_, index) => broker.call(listNotices, { page: String(index + 1) })),
  ])
  const answers = lists.map(requireAnswer)
  // A notice that moved to the next page between two reads is shown once.
  const notices = [...new Map(answers.flatMap(({ data }) => data).map((notice) => [notice.id, notice])).values()]
  return {
    title: t('notice:page.title'),
    notices: notices.map(({ id, kind, title, text, created_at, is_read }) => ({
      id,
      kind,
      title,
      text,
      at: momentOf(created_at, language),
      isRead: is_read,
    })),
    total: answers[0]?.total ?? 0,
    unread: answers[0]?.unread ?? 0,
    pages,
    canShowMore: pages < MOST_PAGES,
  }
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}

/** Marks what was shown: a notice that came meanwhile stays unread. */
export async function markRead(context: SiteContext, request: Request): Promise<null> {
  await requireTrader(context)
  const upTo = (await takeForm(request)).get('up_to')
  const isId = typeof upTo === 'string' && /^\d{1,18}$/.test(upTo)
  requireAnswer(await context.broker.call(readNotices, isId ? { id: upTo } : {}))
  return null
}
