/** A day by instrument: those with enough orders each in a line, the others together, and the sum. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Anchor, Card, CardHead, decimalText, media, token } from '../../ui'
import type { DayFigures, ExecutionFilter, NamedInstrument, OrderClass } from './execution-data'
import { numberText } from './execution-parts'

const Wide = styled.div`
  overflow-x: auto;
  position: relative;
  table { width: 100%; border-collapse: collapse; font-size: ${token.type.sm}; font-variant-numeric: tabular-nums lining-nums; }
  th, td { padding: 12px ${token.space[3]}; text-align: end; border-block-start: 1px solid ${token.border.hairline}; white-space: nowrap; }
  thead th { font-weight: 400; color: ${token.text.secondary}; }
  tr > :first-child { text-align: start; padding-inline-start: ${token.space[4]}; }
  tbody th { font-weight: 600; }
  tfoot > tr > * { font-weight: 600; background: ${token.surface.sunken}; }
  ${media.phone} { [data-wide] { display: none; } }
`

interface InstrumentCardProps {
  readonly figures: DayFigures
  readonly type: OrderClass['type']
  readonly names: readonly NamedInstrument[]
  readonly filter: ExecutionFilter
}

const UNIT = 'ms'

export function InstrumentCard({ figures, type, names, filter }: InstrumentCardProps) {
  const { t } = useTranslation(['execution', 'order', 'public'])
  const { classes, others, minOrders: fewest } = figures
  const sum = classes.find((one) => one.instrument === null && one.type === type)
  const rows = classes.filter((one) => one.instrument !== null && one.type === type && one.orders >= fewest)
  const symbols = new Map(names.map(({ code, symbol }) => [code, symbol]))
  if (sum === undefined) return null
  return (
    <Card>
      <CardHead>
        <h2>{t('byInstrument.title')}</h2>
        <Anchor href={paths.executionFile({ day: filter.day, as: 'csv' })} download>
          {t('byInstrument.csv')}
        </Anchor>
      </CardHead>
      <Wide tabIndex={0} role="region" aria-label={t('byInstrument.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('public:field.instrument')}</th>
              <th scope="col">{t('order:title')}</th>
              <th scope="col" data-wide="">
                {t('byInstrument.filled')}
              </th>
              <th scope="col">{t('fillRate')}</th>
              <th scope="col" data-wide="">
                {t('slippage.better')}
              </th>
              <th scope="col" data-wide="">
                {t('byInstrument.asRequested')}
              </th>
              <th scope="col" data-wide="">
                {t('slippage.worse')}
              </th>
              <th scope="col" data-wide="">{`p50, ${UNIT}`}</th>
              <th scope="col">{`p99, ${UNIT}`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.instrument}>
                <th scope="row">
                  <bdi dir="ltr">{symbols.get(one.instrument ?? '') ?? one.instrument}</bdi>
                </th>
                <ClassCells one={one} />
              </tr>
            ))}
            {type === null && others.instruments > 0 ? (
              <tr>
                <th scope="row">{t('byInstrument.others', { number: others.instruments })}</th>
                <ClassCells one={others} />
              </tr>
            ) : null}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('order:map.all')}</th>
              <ClassCells one={sum} />
            </tr>
          </tfoot>
        </table>
      </Wide>
    </Card>
  )
}

function ClassCells({ one: { orders, filled, fillRate: rate, slippage, tookMs: took } }: { one: OrderClass }) {
  const count = (value: number | undefined) => (value === undefined ? '–' : numberText(value))
  return (
    <>
      <td>{numberText(orders)}</td>
      <td data-wide="">{numberText(filled)}</td>
      <td>{rate === null ? '–' : `${decimalText(rate)}%`}</td>
      <td data-wide="">{count(slippage?.better)}</td>
      <td data-wide="">{count(slippage?.same)}</td>
      <td data-wide="">{count(slippage?.worse)}</td>
      <td data-wide="">{count(took?.p50)}</td>
      <td>{count(took?.p99)}</td>
    </>
  )
}
