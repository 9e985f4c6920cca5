/** A day by instrument: those with enough orders each in a line, the others together, and the sum. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Card, CardHead, decimalText, InstrumentMark, Link, media, token } from '../../ui'
import type { DayFigures, ExecutionFilter, NamedInstrument, OrderClass } from './execution-data'
import { numberText } from './execution-parts'

const Wide = styled.div`
  overflow-x: auto;
  position: relative;
  border-end-start-radius: inherit;
  border-end-end-radius: inherit;
  table { width: 100%; border-collapse: collapse; font-size: ${token.type.sm}; font-variant-numeric: tabular-nums lining-nums; }
  th, td { padding: 12px ${token.space[3]}; text-align: end; border-block-start: 1px solid ${token.border.hairline}; white-space: nowrap; }
  thead th { font-weight: 400; color: ${token.text.secondary}; }
  tr > :first-child { text-align: start; padding-inline-start: ${token.space[4]}; }
  tbody th { font-weight: 600; }
  tfoot > tr > * { font-weight: 600; background: ${token.surface.sunken}; }
  ${media.phone} { [data-wide] { display: none; } }
`
const Name = styled.span`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  small { display: block; font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.secondary}; ${media.tablet} { display: none; } }
`
const NoMark = styled.span`
  inline-size: 22px;
  flex: none;
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
  const symbolOf = ({ instrument }: OrderClass) => symbols.get(instrument ?? '') ?? instrument ?? ''
  if (sum === undefined) return null
  const rest = type === null ? others : restOf(figures, type)
  return (
    <Card>
      <CardHead>
        <h2>{t('byInstrument.title')}</h2>
        <Link href={paths.executionFile({ day: filter.day, as: 'csv' })} download>
          {t('byInstrument.csv')}
        </Link>
      </CardHead>
      <Wide tabIndex={0} role="region" aria-label={t('byInstrument.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('public:field.instrument')}</th>
              <th scope="col" data-wide="">
                {t('order:title')}
              </th>
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
                <RowHead one={one} mark={<InstrumentMark code={symbolOf(one)} size={22} />}>
                  <bdi dir="ltr">{symbolOf(one)}</bdi>
                </RowHead>
                <ClassCells one={one} />
              </tr>
            ))}
            {rest.instruments > 0 ? (
              <tr>
                <RowHead one={rest} mark={<NoMark />}>
                  {t('byInstrument.others', { number: rest.instruments })}
                </RowHead>
                <ClassCells one={rest} />
              </tr>
            ) : null}
          </tbody>
          <tfoot>
            <tr>
              <RowHead one={sum}>{t('order:map.all')}</RowHead>
              <ClassCells one={sum} />
            </tr>
          </tfoot>
        </table>
      </Wide>
    </Card>
  )
}

interface RowHeadProps {
  readonly one: OrderClass
  readonly mark?: ReactNode
  readonly children: ReactNode
}

/** The name of a row; on a phone, which has no columns for them, its counts stand under it. */
function RowHead({ one: { filled, orders }, mark, children }: RowHeadProps) {
  const { t } = useTranslation('execution')
  return (
    <th scope="row">
      <Name>
        {mark}
        <span>
          {children}
          <small>{t('ofOrders', { filled: numberText(filled), orders: numberText(orders) })}</small>
        </span>
      </Name>
    </th>
  )
}

/** Of one type of order, the instruments with too few of them, together: counts alone, as for each of them. */
function restOf({ classes, minOrders }: DayFigures, type: OrderClass['type']): DayFigures['others'] {
  const few = classes.filter((one) => one.instrument !== null && one.type === type && one.orders < minOrders)
  const sum = (read: (one: OrderClass) => number) => few.reduce((total, one) => total + read(one), 0)
  return {
    ...{
      instrument: null,
      type,
      instruments: few.length,
      fillRate: null,
      tookMs: null,
      quoteAgeMs: null,
      slippage: null,
      rejections: null,
    },
    ...{ orders: sum(({ orders }) => orders), filled: sum(({ filled }) => filled), rejected: sum(({ rejected }) => rejected) },
  }
}

function ClassCells({ one: { orders, filled, fillRate: rate, slippage, tookMs: took } }: { one: OrderClass }) {
  const count = (value: number | undefined) => (value === undefined ? '–' : numberText(value))
  return (
    <>
      <td data-wide="">{numberText(orders)}</td>
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
