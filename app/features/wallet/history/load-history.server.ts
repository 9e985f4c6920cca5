/** The account detail: what there is, and every movement of it, page by page. */
import { getBalance, listAccountRecords } from '../../../../contract/wallet'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { readAccountLine } from '../../../terms/account-line'
import { momentOf } from '../../../time/moment.server'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { type HistoryData, partsOf } from './history-data'

/** What is older is in the statements. */
const MOST_PAGES = 25

/** @param search `page` how many pages of lines are shown */
export async function loadHistory(context: SiteContext, search: URLSearchParams): Promise<HistoryData> {
  await requireTrader(context)
  const { broker, language } = context
  const pages = pagesOf(search.get('page'))
  const [t, money, ...lists] = await Promise.all([
    fixedT(context),
    broker.call(getBalance, {}),
    ...Array.from({ length: pages }, (_, index) => broker.call(listAccountRecords, { page: String(index + 1) })),
  ])
  const { balance, lock_balance: frozen } = requireAnswer(money)
  const answers = lists.map(requireAnswer)
  // A line that moved to the next page between two reads is shown once.
  const lines = [...new Map(answers.flatMap(({ list }) => list.map(readAccountLine)).map((line) => [line.id, line])).values()]
  return {
    title: t('user:accountDetail'),
    balance,
    frozen,
    lines: lines.map((line) => ({ ...line, at: momentOf(line.at, language), parts: partsOf(line) })),
    total: answers[0]?.total ?? 0,
    pages,
    canShowMore: pages < MOST_PAGES,
  }
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}
