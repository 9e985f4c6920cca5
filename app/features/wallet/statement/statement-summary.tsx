/** The sums of a statement, ruled off like in a book, and below them the sum written out. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Amount, Badge, Card, CardHead, decimalText, SectionTitle, token } from '../../../ui'
import type { ShownStatement, ShownSummary } from './statement-data'

/** All digits that the books have. */
export const ALL_DECIMALS = 8

const Sums = styled.dl`
  padding: 0 ${token.space[4]};
  font-size: ${token.type.sm};
  > div { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 ${token.space[4]}; padding: 9px 0; border-block-start: 1px solid ${token.border.hairline}; }
  > div:first-child { border-block-start: 0; }
  dt { color: ${token.text.secondary}; }
  dt small { margin-inline-start: 6px; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  dd { margin-inline-start: auto; font-weight: 500; }
  > [data-edge] dt { color: ${token.text.primary}; font-weight: 600; }
  > [data-edge] dd { font-weight: 600; }
  > [data-edge='closing'] { border-block-start: 2px solid ${token.text.primary}; }
  > [data-edge='closing'] dd { font-size: ${token.type.xl}; }
`
const Written = styled.p`
  padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`

interface SummaryProps {
  readonly shown: ShownStatement
  readonly summary: ShownSummary
}

export function StatementSummary({ shown, summary }: SummaryProps) {
  const { t } = useTranslation('wallet')
  const addsUp = shown.state !== 'wrong'
  const moved = decimalText(summary.moved, { signed: true })
  const written = `${decimalText(summary.opening)} ${moved.replace(/^([+\u2212])/, '$1 ')} = ${decimalText(summary.closing)} USDT`
  const isRunning = shown.state === 'running'
  const edge = (key: 'opening' | 'closing', at: string) => (
    <div data-edge={key}>
      <dt>
        {isRunning && key === 'closing' ? (
          t('statement.column.total')
        ) : (
          <>
            {t(`statement.${key}`)} <small>{`${at} UTC`}</small>
          </>
        )}
      </dt>
      <dd>
        <Amount value={summary[key]} decimals={ALL_DECIMALS} />
      </dd>
    </div>
  )
  return (
    <Card>
      <CardHead>
        <SectionTitle>{t('statement.summary')}</SectionTitle>
        <Badge tone={addsUp ? 'ok' : 'danger'} icon={addsUp ? 'check' : 'x'}>
          {t(addsUp ? 'statement.addsUp' : 'statement.wrong')}
        </Badge>
      </CardHead>
      <Sums>
        {edge('opening', shown.from)}
        {summary.kinds.map(({ kind, name, count, sum }) => (
          <div key={kind}>
            <dt>
              {name} <small>{t('statement.count', { count })}</small>
            </dt>
            <dd>
              <Amount value={sum} decimals={ALL_DECIMALS} signed />
            </dd>
          </div>
        ))}
        {edge('closing', shown.until)}
      </Sums>
      <Written dir="ltr">{addsUp ? written : null}</Written>
    </Card>
  )
}
