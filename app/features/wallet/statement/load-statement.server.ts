/** A statement: what there was, every movement of a period, and what there was after it; as a page and as a file. */
import { redirect } from '@remix-run/node'
import { getStatement } from '../../../../contract/wallet'
import { paths } from '../../../addresses/paths'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import { dateTimeFormat } from '../../../language/intl'
import type { Language } from '../../../language/language'
import { csvResponse } from '../../../page/csv.server'
import { readStatement, type Statement } from '../../../terms/account-line'
import { signOf } from '../../../ui/decimal-text'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import type { StatementData } from './statement-data'
import { boundsOf, dayOf, type Period, periodOf } from './statement-period'

/** Where no period is asked for: a month to read, a year to keep. */
const SHOWN_DAYS = 30
const FILE_DAYS = 365

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }
const momentIn = (language: Language, at: number): string => dateTimeFormat(language, MOMENT).format(at)

/** The statement, or the words for why there is none of this period. */
async function askStatement(context: SiteContext, period: Period): Promise<Statement | string> {
  const bounds = boundsOf(period)
  if (bounds === null) return (await fixedT(context))('wallet:statement.unreadable')
  const answer = await context.broker.call(getStatement, bounds)
  if (!answer.ok && answer.error.name === 'STATEMENT_PERIOD_INVALID') return answer.error.msg
  return readStatement(requireAnswer(answer))
}

/** @param search `from` and `to`, days of UTC */
export async function loadStatement(context: SiteContext, search: URLSearchParams): Promise<StatementData> {
  const trader = await requireTrader(context)
  const { language } = context
  const period = periodOf(search, context.now(), SHOWN_DAYS)
  const [t, read] = await Promise.all([fixedT(context), askStatement(context, period)])
  return {
    title: t('wallet:statement.title'),
    uid: trader.uid,
    account: trader.email || trader.mobile || (trader.is_demo === 1 ? t('user:demoAccount') : ''),
    madeAt: momentIn(language, context.now()),
    period,
    today: dayOf(context.now()),
    problem: typeof read === 'string' ? read : '',
    statement:
      typeof read === 'string'
        ? null
        : {
            opening: read.opening,
            closing: read.closing,
            isComplete: read.isComplete,
            lines: read.lines.map(({ id, at, text, value, balanceAfter }) => {
              return { id, at: momentIn(language, at), text, value, balanceAfter }
            }),
          },
  }
}

/**
 * The same as a file. What came and what went stand in columns of their own, without signs: a spreadsheet would run a
 * cell that begins with one.
 */
export async function statementFile(context: SiteContext, search: URLSearchParams): Promise<Response> {
  await requireTrader(context)
  const period = periodOf(search, context.now(), FILE_DAYS)
  const [t, read] = await Promise.all([fixedT(context), askStatement(context, period)])
  if (typeof read === 'string') return redirect(paths.mine.statement(period))
  const columns = ['number', 'time', 'text', 'in', 'out', 'balance'].map((name) => t(`wallet:statement.column.${name}`))
  const edge = (key: string, balance: string) => ['', '', t(`wallet:statement.${key}`), '', '', balance]
  const rows = read.lines.map(({ id, at, text, value, balanceAfter }) => {
    const isIn = signOf(value) >= 0
    const sum = value.replace(/^-/, '')
    return [id, new Date(at).toISOString(), text, isIn ? sum : '', isIn ? '' : sum, balanceAfter]
  })
  const note = read.isComplete ? [] : [['', '', t('wallet:statement.cut'), '', '', '']]
  return csvResponse(`statement-${period.from}-${period.to}`, columns, [
    edge('opening', read.opening),
    ...rows,
    ...note,
    edge('closing', read.closing),
  ])
}
