/** A statement as a file, written while it is read: for paper, for spreadsheets, for programs. */
import { redirect } from '@remix-run/node'
import canonicalize from 'canonicalize'
import { stringify } from 'csv-stringify/sync'
import type { TFunction } from 'i18next'
import { getPeriodStatement } from '../../../../contract/statements'
import { paths } from '../../../addresses/paths'
import { fixedT } from '../../../language/i18n.server'
import type { SheetRow } from '../../../paper/statement-sheet'
import { type PeriodStatement, readPeriodStatement, type StatementRow } from '../../../terms/period-statement'
import { signOf } from '../../../ui/decimal-text'
import { requireTrader } from '../../../visitor/guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { statementRows } from './statement-rows.server'
import { sheetRow, statementSheet } from './statement-sheet.server'
import { kindName, tradedName } from './statement-words.server'

const TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const
const isKnown = (as: string): as is keyof typeof TYPES => Object.hasOwn(TYPES, as)

/** @param search `period`, `as` what kind of file, and `show` for one that the browser shows instead of saving it */
export async function statementDocument(context: SiteContext, search: URLSearchParams): Promise<Response> {
  const trader = await requireTrader(context)
  const period = search.get('period') ?? ''
  const as = search.get('as') ?? ''
  const answer = await context.broker.call(getPeriodStatement, { period })
  if (!answer.ok || !isKnown(as)) return redirect(paths.mine.statements({ period: period || undefined }))
  const statement = readPeriodStatement(answer.data)
  // What is not closed yet has no paper, and what is being prepared has nothing: the page says so.
  if (statement.summary === null || statement.state === 'wrong' || (as === 'pdf' && statement.signature === null))
    return redirect(paths.mine.statements({ period }))
  const t = await fixedT(context)
  const body =
    as === 'pdf'
      ? context.drawPaper(
          statementSheet(
            context,
            t,
            { trader, counterparty: await counterpartyWords(context, t), mark: await context.paperMark() },
            statement,
          ),
          sheetRows(context, t, statement),
        )
      : streamOf(as === 'csv' ? csvParts(context, t, statement) : jsonParts(context, statement))
  if (body === 'busy') return new Response(t('public:error.TOO_MANY_REQUESTS'), { status: 503, headers: { 'Retry-After': '10' } })
  const name = `statement-${trader.uid}-${period}.${as}`
  const way = search.get('show') === '1' ? 'inline' : 'attachment'
  return new Response(body, {
    headers: { 'Content-Type': TYPES[as], 'Content-Disposition': `${way}; filename="${name}"`, 'Cache-Control': 'no-store' },
  })
}

/** What the broker says of itself; nothing where it cannot be asked. */
async function counterpartyWords({ broker }: SiteContext, t: TFunction): Promise<string> {
  const said = await broker.statement()
  return said.ok ? t(`public:honesty.executionModel.${said.data.execution_model}`) : ''
}

function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

/** One row a line: `jq -c '.rows[]'` prints the text whose hash was signed. */
async function* jsonParts(context: SiteContext, statement: PeriodStatement): AsyncGenerator<string> {
  const { signature, summary, period, from, to } = statement
  const head = signature?.whole ?? { period, from, to, currency: 'USDT', ...summary, signature: null }
  const proof = signature?.proof == null ? '' : `,"proof":${JSON.stringify(signature.proof)}`
  yield `{"statement":${canonicalize(head)}${proof},"rows":[`
  let before = ''
  for await (const rows of statementRows(context, statement)) {
    yield rows.map((row, index) => `${index === 0 ? before : ','}\n${canonicalize(row)}`).join('')
    before = ','
  }
  yield '\n]}\n'
}

/** What came and what went stand in columns of their own, without signs: a spreadsheet would run a cell that begins with one. */
async function* csvParts(context: SiteContext, t: TFunction, statement: PeriodStatement): AsyncGenerator<string> {
  const { summary, signature, from, to } = statement
  const write = (rows: string[][], bom = false) => stringify(rows, { bom, escape_formulas: true, record_delimiter: 'windows' })
  const names = ['number', 'time', 'kind', 'details', 'in', 'out', 'total']
  const edge = (at: number, key: string, balance = '') => [
    '',
    new Date(at).toISOString(),
    t(`wallet:statement.${key}`),
    '',
    '',
    '',
    balance,
  ]
  yield write([names.map((name) => t(`wallet:statement.column.${name}`)), edge(from, 'opening', summary?.opening)], true)
  for await (const rows of statementRows(context, statement)) yield write(rows.map((row) => csvRow(t, row)))
  yield write([edge(to, 'closing', summary?.closing)])
  if (signature === null) return
  const fact = (key: string, value: string) => ['', '', t(`wallet:statement.${key}`), value, '', '', '']
  yield write([fact('hash', signature.hash), fact('signature', signature.signature)])
}

function csvRow(t: TFunction, row: StatementRow): string[] {
  const isIn = signOf(row.amount) >= 0
  const sum = row.amount.replace(/^-/, '')
  const details = [tradedName(t, row), row.number].filter((part) => part !== '').join(' · ')
  return [String(row.n), new Date(row.at).toISOString(), kindName(t, row.kind), details, isIn ? sum : '', isIn ? '' : sum, row.balance]
}

async function* sheetRows(context: SiteContext, t: TFunction, statement: PeriodStatement): AsyncGenerator<readonly SheetRow[]> {
  for await (const rows of statementRows(context, statement)) yield rows.map((row) => sheetRow(t, row))
}
