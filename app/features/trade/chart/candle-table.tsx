import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { languageFacts } from '../../../language/language'
import { Price, Sheet, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { useTrade } from '../scene/trade-context'
import type { ChartZone } from './chart-layout'
import { createChartClock, zoneOf } from './chart-words'
import type { CandleChartHandle } from './kline.client'

const TABLE_BARS = 50

const Table = styled.table`
  width: 100%;
  font-size: ${token.type.sm};
  border-collapse: collapse;
  font-variant-numeric: tabular-nums lining-nums;
  th, td { text-align: end; padding: 6px 4px; white-space: nowrap; border-block-end: 1px solid ${token.border.hairline}; }
  th { font-weight: 500; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  th:first-child, td:first-child { text-align: start; }
  td:first-child { color: ${token.text.secondary}; }
`

/** What the canvas draws, as a table: the newest candles first. Read when it opens; it does not move while it is read. */
interface CandleTableProps {
  handle: CandleChartHandle | null
  zone: ChartZone
  onClose: () => void
}

export function CandleTable({ handle, zone, onClose }: CandleTableProps) {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { language } = useSite()
  const clock = createChartClock(languageFacts(language).tag, zoneOf(period, zone))
  const bars = handle?.lastBars(TABLE_BARS).reverse() ?? []
  const price = (value: number) => (
    <Price value={value.toFixed(instrument.pricePrecision)} precision={instrument.pricePrecision} pipStyle="plain" />
  )
  return (
    <Sheet
      open={handle !== null}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('chart.tableTitle', { code: instrument.symbol, count: bars.length, period: t(`period.name.${period}`) })}
    >
      <Table>
        <thead>
          <tr>
            <th scope="col">{t(zone === 'own' && period !== '1day' ? 'chart.ownTime' : 'chart.londonTime')}</th>
            {(['openLong', 'highLong', 'lowLong', 'closeLong'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`chart.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.timestamp}>
              <td>
                <bdi dir="ltr">{clock.format(bar.timestamp, period === '1day' ? 'YYYY-MM-DD' : 'HH:mm', 'tooltip')}</bdi>
              </td>
              <td>{price(bar.open)}</td>
              <td>{price(bar.high)}</td>
              <td>{price(bar.low)}</td>
              <td>{price(bar.close)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  )
}
