/** A signed statement as it goes to paper. */
import type { TFunction } from 'i18next'
import { formatAmount, parseAmount } from '../../../../rules/money'
import { paths } from '../../../addresses/paths'
import { directionOf } from '../../../language/language'
import type { SheetRow, StatementSheet } from '../../../paper/statement-sheet'
import type { PeriodStatement, StatementRow } from '../../../terms/period-statement'
import { decimalText } from '../../../ui/decimal-text'
import type { SiteContext, TraderInfo } from '../../../visitor/load-context.server'
import { kindName, periodName, plainMoment, tradedName } from './statement-words.server'

export const sheetRow = (t: TFunction, row: StatementRow): SheetRow => ({
  time: plainMoment(row.at),
  kind: kindName(t, row.kind),
  what: tradedName(t, row),
  number: row.number,
  amount: decimalText(row.amount, { signed: true }),
  balance: decimalText(row.balance),
})

interface SheetFacts {
  readonly trader: TraderInfo
  /** Whether the company is the other side of every order, in its own words. */
  readonly counterparty: string
  /** The company's sign as PNG, black on white; null where it has none that can be drawn. */
  readonly mark: Uint8Array | null
}

export function statementSheet(
  context: SiteContext,
  t: TFunction,
  { trader, counterparty, mark }: SheetFacts,
  statement: PeriodStatement,
): StatementSheet {
  const { tenant, language, origin } = context
  const { summary, signature, from, to } = statement
  if (tenant === null || summary === null || signature === null) throw new Error('only a signed statement of a company is drawn')
  const words = (key: string, values: Record<string, string> = {}): string => t(`wallet:statement.${key}`, values)
  const [opening, closing] = [decimalText(summary.opening), decimalText(summary.closing)]
  const moved = decimalText(formatAmount(parseAmount(summary.closing) - parseAmount(summary.opening)), { signed: true })
  return {
    language,
    direction: directionOf(language),
    brand: tenant.name,
    mark,
    company: [`${tenant.legal.entity} · ${tenant.legal.registeredAddress}`, counterparty].filter((line) => line !== ''),
    title: words('title'),
    period: periodName(t, language, statement),
    stamp: trader.is_demo === 1 ? t('user:demoAccount') : '',
    facts: [
      { label: words('column.number'), value: signature.number },
      { label: words('account'), value: trader.uid },
      { label: t('bank:field.payee_name'), value: trader.email || trader.mobile || t('user:demoAccount') },
      { label: t('public:field.currency'), value: 'USDT' },
      { label: words('period'), value: `${plainMoment(from).slice(0, 16)} – ${plainMoment(to).slice(0, 16)} UTC` },
    ],
    opening: { label: words('opening'), note: `${plainMoment(from).slice(0, 16)} UTC`, value: opening },
    kinds: summary.kinds.map(({ kind, count, sum }) => ({
      label: kindName(t, kind),
      note: t('wallet:statement.count', { count }),
      value: decimalText(sum, { signed: true }),
    })),
    closing: { label: words('closing'), note: `${plainMoment(to).slice(0, 16)} UTC`, value: closing },
    sum: `${opening} ${moved.replace(/^([+\u2212])/, '$1 ')} = ${closing} USDT`,
    columns: [
      `${words('column.time')}, UTC`,
      words('column.kind'),
      words('column.details'),
      `${words('column.value')}, USDT`,
      `${words('column.total')}, USDT`,
    ],
    empty: words('empty'),
    carried: words('carried'),
    rows: summary.rows,
    signed: {
      by: words('signedBy', { entity: signature.by, at: plainMoment(signature.at) }),
      hashLabel: words('hash'),
      hash: signature.hash,
      signatureLabel: words('signature'),
      signature: signature.signature,
      checkTitle: words('check'),
      check: words('checkPaper', { address: `${new URL(origin).host}${paths.mine.statements()}/${statement.period}` }),
    },
    number: signature.number,
    pageOf: words('pageOf', { page: '{{page}}', pages: '{{pages}}' }),
    at: signature.at,
  }
}
