/** The movements of an account over some days as a file: what there was, each of them, and what there was after. */
import { redirect } from '@remix-run/node'
import { getStatement } from '../../../../contract/wallet'
import { paths } from '../../../addresses/paths'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { csvResponse } from '../../../page/csv.server'
import { readStatement, type Statement } from '../../../terms/account-line'
import { signOf } from '../../../ui/decimal-text'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { boundsOf, type Period, periodOf } from './export-period'

/** Where no days are asked for. */
const FILE_DAYS = 365

/** Null for days that are none, or too many. */
async function askStatement(context: SiteContext, period: Period): Promise<Statement | null> {
  const bounds = boundsOf(period)
  if (bounds === null) return null
  const answer = await context.broker.call(getStatement, bounds)
  if (!answer.ok && answer.error.name === 'STATEMENT_PERIOD_INVALID') return null
  return readStatement(requireAnswer(answer))
}

/** What came and what went stand in columns of their own, without signs: a spreadsheet would run a cell that begins with one. */
export async function historyFile(context: SiteContext, search: URLSearchParams): Promise<Response> {
  await requireTrader(context)
  const period = periodOf(search, context.now(), FILE_DAYS)
  const [t, read] = await Promise.all([fixedT(context), askStatement(context, period)])
  if (read === null) return redirect(paths.mine.history())
  const columns = ['number', 'time', 'text', 'in', 'out', 'balance'].map((name) => t(`wallet:statement.column.${name}`))
  const edge = (key: string, balance: string) => ['', '', t(`wallet:statement.${key}`), '', '', balance]
  const rows = read.lines.map(({ id, at, text, value, balanceAfter }) => {
    const isIn = signOf(value) >= 0
    const sum = value.replace(/^-/, '')
    return [id, new Date(at).toISOString(), text, isIn ? sum : '', isIn ? '' : sum, balanceAfter]
  })
  const note = read.isComplete ? [] : [['', '', t('wallet:statement.cut'), '', '', '']]
  return csvResponse(`history-${period.from}-${period.to}`, columns, [
    edge('opening', read.opening),
    ...rows,
    ...note,
    edge('closing', read.closing),
  ])
}
