/** What the house made today and what it is made of; and how it came in the last hour. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { dateTimeFormat } from '../../../language/intl'
import type { RiskView } from '../../../terms/risk'
import { decimalText, signOf, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { Num, TableCard } from '../table-card'
import { linePath, type PlotBox, type PlotPoint, scaleOf, yOf } from './line-plot'
import { Grid, Plot } from './plot-parts'

const Body = styled.div`
  padding: 12px ${token.space[4]} 14px;
  > p { font-size: ${token.type.xxl}; font-weight: 600; letter-spacing: -0.02em; margin-block-end: 8px; }
  dl { display: grid; gap: 8px; }
  dl > div { display: flex; align-items: baseline; justify-content: space-between; gap: ${token.space[4]}; }
  dt { color: ${token.text.secondary}; }
  dd { font-weight: 500; }
`
const Legend = styled.span`
  display: flex;
  gap: 14px;
  font-size: ${token.type.xs};
  span { display: inline-flex; align-items: center; gap: 6px; color: ${token.text.secondary}; }
  i { width: 12px; height: 2px; background: ${token.text.primary}; }
  i[data-house] { background: ${token.chart.ma3}; }
`
const PlotFrame = styled.div`
  padding: 12px 8px 8px;
  [data-stale] & { opacity: 0.6; }
`

const money = (text: string) => decimalText(text, { decimals: 2, signed: true, rounding: 'half-up' })

export function HouseCard({ house }: Pick<RiskView, 'house'>) {
  const { t } = useTranslation('desk')
  return (
    <TableCard title={t('risk.house')} end={<span>{t('risk.since')}</span>}>
      <Body>
        <p>
          <Num data-sign={signOf(house.total)}>{money(house.total)}</Num>
        </p>
        <dl>
          {(['mirrored', 'cover', 'fees'] as const).map((part) => (
            <div key={part}>
              <dt>{t(`risk.part.${part}`)}</dt>
              <dd>
                <Num>{money(house[part])}</Num>
              </dd>
            </div>
          ))}
        </dl>
      </Body>
    </TableCard>
  )
}

const UPPER: PlotBox = { left: 42, right: 342, top: 8, bottom: 88 }
const LOWER: PlotBox = { left: 42, right: 342, top: 114, bottom: 176 }

/** Two plots on one time axis: two scales on one plot could be read as one. */
export function HourCard({ series, total, thresholds }: Pick<RiskView, 'series' | 'total' | 'thresholds'>) {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const first = series[0]
  const last = series.at(-1)
  const legend = (
    <Legend>
      <span>
        <i />
        {t('risk.uncovered')}
      </span>
      <span>
        <i data-house="" />
        {t('risk.column.house')}
      </span>
    </Legend>
  )
  if (first === undefined || last === undefined || series.length < 2)
    return (
      <TableCard title={t('risk.hour')} end={legend}>
        <p>{t('risk.hourEmpty')}</p>
      </TableCard>
    )
  const time = dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' })
  const span = { from: first.at, to: last.at }
  const uncovered: PlotPoint[] = series.map(({ at, uncovered: value }) => ({ at, value: Number(value) }))
  const house: PlotPoint[] = series.map(({ at, housePl: value }) => ({ at, value: Number(value) }))
  const limit = Number(total.limit)
  const warn = (limit * thresholds.warnPercent) / 100
  const highest = Math.max(...uncovered.map(({ value }) => value))
  // A limit far above what stands would press the line to the ground.
  const showsLimit = limit > 0 && highest > limit / 4
  const [upper, lower] = [scaleOf([0, highest, ...(showsLimit ? [limit] : [])]), scaleOf([0, ...house.map(({ value }) => value)])]
  const name = t('risk.hourName', {
    from: decimalText(first.uncovered, { decimals: 2 }),
    to: decimalText(last.uncovered, { decimals: 2 }),
    houseFrom: money(first.housePl),
    houseTo: money(last.housePl),
  })
  return (
    <TableCard title={t('risk.hour')} end={legend}>
      <PlotFrame>
        <Plot viewBox="0 0 352 196" role="img" aria-label={name}>
          <Grid scale={upper} box={UPPER} />
          {showsLimit ? (
            <>
              <path data-mark="warn" d={`M${UPPER.left} ${yOf(warn, upper, UPPER)}H${UPPER.right}`} />
              <path data-mark="limit" d={`M${UPPER.left} ${yOf(limit, upper, UPPER)}H${UPPER.right}`} />
            </>
          ) : null}
          <path data-line="uncovered" d={linePath(uncovered, span, upper, UPPER)} />
          <Grid scale={lower} box={LOWER} />
          <path data-line="house" d={linePath(house, span, lower, LOWER)} />
          <text x={LOWER.left} y={192}>
            {time.format(first.at)}
          </text>
          <text x={LOWER.right} y={192} textAnchor="end">
            {time.format(last.at)}
          </text>
        </Plot>
      </PlotFrame>
    </TableCard>
  )
}
