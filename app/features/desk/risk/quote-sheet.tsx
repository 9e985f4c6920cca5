/** The quote of the last hour of one instrument: its lowest and highest of every minute as a band, and the last of each as a line. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { getRiskQuote } from '../../../../contract/desk/risk'
import type { OutputOf } from '../../../../contract/endpoint'
import { paths } from '../../../addresses/paths'
import { dateTimeFormat } from '../../../language/intl'
import type { RiskRow } from '../../../terms/risk'
import { DataTable, Note, Sheet, Skeleton, TableHead, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { linePath, type PlotBox, scaleOf } from './line-plot'
import { Grid, Plot } from './plot-parts'

type Minutes = OutputOf<typeof getRiskQuote>

const BOX: PlotBox = { left: 64, right: 516, top: 10, bottom: 190 }
const REREAD_MS = 5_000

const Details = styled.details`
  margin-block-start: ${token.space[3]};
  summary { cursor: pointer; min-height: 32px; color: ${token.text.secondary}; }
  table { width: 100%; }
  > div { max-height: 220px; overflow: auto; position: relative; }
`

interface QuoteSheetProps {
  readonly row: RiskRow
  readonly company: string
  onClose(): void
}

export function QuoteSheet({ row, company, onClose }: QuoteSheetProps) {
  const { t } = useTranslation('desk')
  const minutes = useMinutes(row.code, company)
  return (
    <Sheet open onClose={onClose} title={t('risk.quote', { instrument: row.showCode })} closeLabel={t('public:close')}>
      {minutes === null ? (
        <Skeleton height={200} />
      ) : minutes === 'failed' ? (
        <Note tone="danger" role="alert">
          {t('public:connection.notSent')}
        </Note>
      ) : minutes.length < 2 ? (
        <Note>{t('risk.quoteEmpty')}</Note>
      ) : (
        <QuotePlot minutes={minutes} />
      )}
    </Sheet>
  )
}

/** Read anew while it is looked at. */
function useMinutes(code: string, company: string): Minutes | 'failed' | null {
  const [minutes, setMinutes] = useState<Minutes | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    const read = async () => {
      try {
        const response = await fetch(paths.desk.riskQuote({ company, code }), { headers: { accept: 'application/json' } })
        if (!response.ok) throw new Error(`the quote was not given: ${response.status}`)
        const read = (await response.json()) as Minutes
        if (!isGone) setMinutes(read)
      } catch {
        if (!isGone) setMinutes((known) => (known === null ? 'failed' : known))
      }
    }
    void read()
    const timer = setInterval(() => void read(), REREAD_MS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [code, company])
  return minutes
}

function QuotePlot({ minutes }: { readonly minutes: Minutes }) {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const time = dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' })
  const [first, last] = [minutes[0]!, minutes.at(-1)!]
  const span = { from: first.at, to: last.at }
  const lowest = Math.min(...minutes.map(({ low }) => low))
  const highest = Math.max(...minutes.map(({ high }) => high))
  const scale = scaleOf([lowest, highest])
  const line = (of: (minute: Minutes[number]) => number) =>
    linePath(
      minutes.map((minute) => ({ at: minute.at, value: of(minute) })),
      span,
      scale,
      BOX,
    )
  const back = linePath(
    [...minutes].reverse().map(({ at, low }) => ({ at, value: low })),
    span,
    scale,
    BOX,
  ).replace('M', 'L')
  const price = (value: number) => String(Math.round(value * 1e8) / 1e8)
  const name = t('risk.quoteName', { from: price(first.open), to: price(last.close), low: price(lowest), high: price(highest) })
  return (
    <>
      <Plot viewBox="0 0 528 212" role="img" aria-label={name}>
        <Grid scale={scale} box={BOX} textOf={price} />
        <path data-band="" d={`${line(({ high }) => high)}${back}Z`} />
        <path data-line="quote" d={line(({ close }) => close)} />
        <text x={BOX.left} y={208}>
          {time.format(first.at)}
        </text>
        <text x={BOX.right} y={208} textAnchor="end">
          {time.format(last.at)}
        </text>
      </Plot>
      <Details>
        <summary>{t('risk.asTable')}</summary>
        <div>
          <DataTable label={name} rowHeight={40}>
            <TableHead
              columns={[
                t('risk.column.minute'),
                ...(['low', 'high', 'last'] as const).map((key) => ({ label: t(`risk.column.${key}`), isNumber: true })),
              ]}
            />
            <tbody>
              {[...minutes].reverse().map(({ at, low, high, close }) => (
                <tr key={at}>
                  <td>{time.format(at)}</td>
                  <td data-n="">{price(low)}</td>
                  <td data-n="">{price(high)}</td>
                  <td data-n="">{price(close)}</td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </div>
      </Details>
    </>
  )
}
