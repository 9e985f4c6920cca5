/** The movements of a statement with the balance after each, oldest first; on a phone two lines each. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Amount, Card, CardHead, EmptyState, Link, media, SectionTitle, Text, token } from '../../../ui'
import type { ShownStatement, StatementLine } from './statement-data'
import { ALL_DECIMALS } from './statement-summary'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${token.type.sm};
  thead th { text-align: start; font-weight: 500; font-size: ${token.type.xs}; color: ${token.text.muted}; background: ${token.surface.surface}; }
  ${media.desktop} { thead th { position: sticky; inset-block-start: calc(${token.size.bar} + ${token.size.ribbon}); z-index: 1; } }
  th, td { padding: 9px ${token.space[2]}; border-block-end: 1px solid ${token.border.hairline}; vertical-align: top; overflow-wrap: anywhere; text-align: start; }
  th:first-child, td:first-child { padding-inline-start: ${token.space[4]}; }
  th:last-child, td:last-child { padding-inline-end: ${token.space[4]}; }
  [data-n] { text-align: end; white-space: nowrap; }
  tbody th { font-weight: 500; }
  small { display: none; font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; }
  /* On a phone the time and what was traded stand under the kind, and the balance under the amount. */
  ${media.phone} {
    thead, [data-wide] { display: none; }
    small { display: block; }
    tbody th { padding-inline-start: ${token.space[4]}; }
    td:nth-last-child(2) { padding-inline-end: ${token.space[4]}; }
  }
`
const More = styled.div`
  padding: ${token.space[3]} ${token.space[4]};
  text-align: center;
`

function Line({ line }: { line: StatementLine }) {
  const details = (
    <>
      {line.what === '' ? null : <bdi>{line.what}</bdi>} {line.number === '' ? null : <bdi dir="ltr">{line.number}</bdi>}
    </>
  )
  return (
    <tr>
      <td data-wide="">
        <bdi>{line.at}</bdi>
      </td>
      <th scope="row">
        {line.kind}{' '}
        <small>
          <bdi>{line.at}</bdi> {details}
        </small>
      </th>
      <td data-wide="">{details}</td>
      <td data-n="">
        <Amount value={line.amount} decimals={ALL_DECIMALS} signed />{' '}
        <small>
          <Amount value={line.balance} decimals={ALL_DECIMALS} />
        </small>
      </td>
      <td data-n="" data-wide="">
        <Amount value={line.balance} decimals={ALL_DECIMALS} />
      </td>
    </tr>
  )
}

export function StatementTable({ shown, rows }: { shown: ShownStatement; rows: number }) {
  const { t } = useTranslation('wallet')
  return (
    <Card>
      <CardHead>
        <SectionTitle>{t('records')}</SectionTitle>
        <Text $size="xs" $tone="muted">
          {t('statement.count', { count: rows })}
        </Text>
      </CardHead>
      {rows === 0 ? (
        <EmptyState art="none" title={t('statement.empty')} level={3} />
      ) : (
        <Table aria-label={t('records')}>
          <thead>
            <tr>
              <th scope="col">{`${t('statement.column.time')}, UTC`}</th>
              <th scope="col">{t('statement.column.kind')}</th>
              <th scope="col">{t('statement.column.details')}</th>
              <th scope="col" data-n="">
                {`${t('statement.column.value')}, USDT`}
              </th>
              <th scope="col" data-n="">
                {`${t('statement.column.total')}, USDT`}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.lines.map((line) => (
              <Line key={line.n} line={line} />
            ))}
          </tbody>
        </Table>
      )}
      {shown.lines.length < rows ? (
        <More>
          {shown.hasMore ? (
            <Link href={paths.mine.statements({ period: shown.period, page: String(shown.pages + 1) })}>{t('showMore')}</Link>
          ) : (
            <Text $size="sm" $tone="secondary">
              {t('statement.restInFiles')}
            </Text>
          )}
        </More>
      ) : null}
    </Card>
  )
}
