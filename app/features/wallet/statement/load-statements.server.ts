/** The list of statements, or the one of a period with as many of its rows as are shown. */
import { data } from '@remix-run/node'
import { getPeriodStatement, listStatementRows, listStatements } from '../../../../contract/statements'
import { parseLogProof } from '../../../../rules/log/proof-file'
import { formatAmount, parseAmount } from '../../../../rules/money'
import { paths } from '../../../addresses/paths'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { fixedT } from '../../../language/i18n.server'
import {
  type PeriodStatement,
  readListedStatements,
  readPeriodStatement,
  type StatementRow,
  type StatementSignature,
} from '../../../terms/period-statement'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadCheckedAgainst } from '../../receipts/load-verify.server'
import { checkableText } from './checkable-text.server'
import type { ShownSignature, ShownStatement, StatementsData } from './statement-data'
import { kindName, periodName, tradedName, utcMoment } from './statement-words.server'

/** Pages of 100 rows; what is behind them is in the files. */
const MOST_PAGES = 10

/** @param search `period` a month or a tax year, `page` how many pages of rows */
export async function loadStatements(context: SiteContext, search: URLSearchParams): Promise<StatementsData> {
  const trader = await requireTrader(context)
  const { broker, language } = context
  const [t, listed] = await Promise.all([fixedT(context), broker.call(listStatements, {})])
  const list = readListedStatements(requireAnswer(listed)).map(({ period, from, to, state }) => ({
    period,
    name: periodName(t, language, { period, from }),
    state,
    closes: state === 'running' ? utcMoment(language, to) : '',
  }))
  const page = { account: trader.uid, isDemo: trader.is_demo === 1, list }
  const asked = search.get('period')
  if (asked === null) return { title: t('wallet:statement.all'), ...page, shown: null }
  const answer = await broker.call(getPeriodStatement, { period: asked })
  // Of a period that was never lived, or that is none.
  if (!answer.ok && ['NOT_FOUND', 'PARAMETER_INVALID'].includes(answer.error.name)) {
    const { name, msg } = answer.error
    throw data({ code: name, message: msg }, { status: 404 })
  }
  const shown = await showStatement(context, readPeriodStatement(requireAnswer(answer)), pagesOf(search.get('page')))
  return { title: `${t('wallet:statement.title')} · ${shown.name}`, ...page, shown }
}

async function showStatement(context: SiteContext, statement: PeriodStatement, pages: number): Promise<ShownStatement> {
  const { language } = context
  const t = await fixedT(context)
  const { period, from, to, state, progress, summary, signature } = statement
  const read = summary === null || summary.rows === 0 ? { rows: [], hasMore: false } : await readRows(context, period, pages)
  return {
    period,
    name: periodName(t, language, statement),
    state,
    from: utcMoment(language, from),
    until: utcMoment(language, to),
    progress,
    summary: summary && {
      opening: summary.opening,
      closing: summary.closing,
      moved: formatAmount(parseAmount(summary.closing) - parseAmount(summary.opening)),
      kinds: summary.kinds.map((one) => ({ ...one, name: kindName(t, one.kind) })),
      rows: summary.rows,
    },
    lines: read.rows.map((row) => ({
      n: row.n,
      at: utcMoment(language, row.at),
      kind: kindName(t, row.kind),
      what: tradedName(t, row),
      number: row.number,
      amount: row.amount,
      balance: row.balance,
    })),
    pages,
    hasMore: read.hasMore,
    signed: signature && (await showSignature(context, signature)),
  }
}

async function showSignature(context: SiteContext, signature: StatementSignature): Promise<ShownSignature> {
  const { by, at, hash, keyId, rowsHash, proof } = signature
  return {
    ...{ by, hash, keyId, rowsHash },
    at: utcMoment(context.language, at),
    entry: proof === null ? null : (parseLogProof(proof)?.index ?? null),
    text: checkableText(signature),
    against: await loadCheckedAgainst(context),
    checkedAt: `${new URL(context.origin).host}${paths.verify()}`,
  }
}

async function readRows({ broker }: SiteContext, period: string, pages: number): Promise<{ rows: StatementRow[]; hasMore: boolean }> {
  const rows: StatementRow[] = []
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    const answer = requireAnswer(await broker.call(listStatementRows, { period, ...(after === undefined ? {} : { after }) }))
    rows.push(...answer.rows)
    after = answer.next || undefined
    if (after === undefined) break
  }
  return { rows, hasMore: after !== undefined && pages < MOST_PAGES }
}

function pagesOf(text: string | null): number {
  return text !== null && /^\d{1,2}$/.test(text) ? Math.min(MOST_PAGES, Math.max(1, Number(text))) : 1
}
