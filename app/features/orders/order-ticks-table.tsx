import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatOf } from '~/language/intl'
import { dateTag } from '../../../contract/language-tags'
import type { EventTicks, Order, OrderTick } from '../../terms/order'
import { Badge, DASH, DataTable, decimalText, Stack, TableHead, Text, token } from '../../ui'
import { eventText } from './event-text'

const Scroll = styled.div`
  overflow-x: auto;
  position: relative;
  max-height: 320px;
  overscroll-behavior: contain;
  h3 { font-size: ${token.type.sm}; }
`
const Table = styled(DataTable)`
  width: 100%;
  th, td { padding-inline: 6px; font-size: ${token.type.xs}; }
  && tr > :first-child { padding-inline-start: 2px; }
  tr[data-traded] { background: ${token.brand.soft}; font-weight: 600; }
  tr[data-verdict='quarantined'] { color: ${token.status.warn.text}; }
`

/** Of the whole table: beside every tick it would have no room in the panel. Ticks of two sources round one event are told apart by their numbers. */
const Source = styled.p`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  overflow-wrap: anywhere;
`

/** The ticks round each event of an order: what the source quoted, and which of it was traded. */
export function OrderTicksTable({ order, events }: { order: Order; events: readonly EventTicks[] }) {
  const { t } = useTranslation('order')
  if (events.length === 0) {
    return (
      <Text $size="sm" $tone="secondary">
        {t('ticks.none')}
      </Text>
    )
  }
  return (
    <Stack>
      {events.map(({ event, receiptHash, ticks }) => (
        <section key={receiptHash}>
          <h3>{eventText(t, event)}</h3>
          <Source>
            {t('ticks.column.source')}: <bdi>{[...new Set(ticks.map(({ source: name }) => name))].join(', ')}</bdi>
          </Source>
          <Scroll tabIndex={0} role="region" aria-label={t('ticks.around', { event: eventText(t, event) })}>
            <Table label={t('ticks.around', { event: eventText(t, event) })} rowHeight={40}>
              <TableHead
                columns={(['time', 'bid', 'ask', 'mark', 'seq', ...timesOf(ticks)] as const).map((key) => ({
                  label: t(`ticks.column.${key}`),
                  isNumber: key !== 'mark',
                }))}
              />
              <tbody>
                {ticks.map((tick) => (
                  <TickRow
                    key={`${tick.source} ${tick.seq} ${tick.time} ${tick.verdict}`}
                    tick={tick}
                    times={timesOf(ticks)}
                    precision={order.instrument.pricePrecision}
                  />
                ))}
              </tbody>
            </Table>
          </Scroll>
        </section>
      ))}
      <Text $size="sm" $tone="secondary">
        {t('ticks.help')}
      </Text>
    </Stack>
  )
}

type TimeColumn = 'made' | 'arrived'

/** Times besides the market's own that are known of any of them. */
function timesOf(ticks: readonly OrderTick[]): readonly TimeColumn[] {
  return (['made', 'arrived'] as const).filter((column) => ticks.some((tick) => timeOf(tick, column) !== undefined))
}

function timeOf({ sourceTime, arrivedAt }: OrderTick, column: TimeColumn): number | undefined {
  return column === 'made' ? sourceTime : arrivedAt
}

function TickRow({ tick, times, precision }: { tick: OrderTick; times: readonly TimeColumn[]; precision: number }) {
  const { t } = useTranslation('order')
  return (
    <tr data-traded={tick.isTraded ? '' : undefined} data-verdict={tick.verdict}>
      <td data-n="">
        <bdi dir="ltr">{londonMillis(tick.time)}</bdi>
      </td>
      <td data-n="">{decimalText(tick.bid, { decimals: precision })}</td>
      <td data-n="">{decimalText(tick.ask, { decimals: precision })}</td>
      <td>
        {tick.isTraded ? <Badge tone="brand">{t('ticks.traded')}</Badge> : null}
        {tick.verdict === 'accepted' ? null : <Badge tone="warn">{t(`ticks.verdict.${tick.verdict}`)}</Badge>}
      </td>
      <td data-n="">{tick.seq}</td>
      {times.map((column) => {
        const time = timeOf(tick, column)
        return (
          <td key={column} data-n="">
            <bdi dir="ltr">{time === undefined ? DASH : londonMillis(time)}</bdi>
          </td>
        )
      })}
    </tr>
  )
}

const TIME: Intl.DateTimeFormatOptions = {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
}

/** London wall time to the millisecond. Drawn only after a press, so the server never writes it. */
function londonMillis(timeMs: number): string {
  return formatOf(dateTag('en'), TIME).format(timeMs)
}
