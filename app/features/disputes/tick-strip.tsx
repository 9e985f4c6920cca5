/** The ticks around a fill: a table of them, and the side that counts drawn as a line of steps, along which the arrows choose a row. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { dateTimeFormat } from '../../language/intl'
import type { ShownFill, ShownTick } from '../../terms/challenge'
import { Badge, compareDecimals, DataTable, decimalText, media, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { TickChart } from './tick-chart'

const MILLIS: Intl.DateTimeFormatOptions = {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
}

const Ticks = styled.div`
  position: relative;
  overflow-x: auto;
  max-height: 320px;
  tbody th { font-weight: 400; }
  tr[data-traded] { font-weight: 600; }
  tr[aria-current] { background: ${token.brand.soft}; }
  ${media.phone} { [data-wide] { display: none; } }
  ${media.tablet} { [data-narrow] { display: none; } }
`

/** Height of the table's head, px. */
const HEAD = 36

interface TickStripProps {
  readonly fill: ShownFill
  readonly ticks: readonly ShownTick[]
}

const keyOf = ({ source, seq, time, verdict }: ShownTick): string => `${source} ${seq} ${time} ${verdict}`

export function TickStrip({ fill, ticks }: TickStripProps) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  const traded = ticks.find(({ isTraded }) => isTraded)
  const [chosenKey, setChosenKey] = useState(traded === undefined ? null : keyOf(traded))
  if (ticks.length === 0) return <p>{t('challenge.noTicks')}</p>
  const decimals = fill.price.split('.')[1]?.length ?? 0
  const shown = (price: string) => decimalText(price, { decimals })
  const timeText = ({ time }: ShownTick) => dateTimeFormat(language, MILLIS).format(time)
  const chosen = ticks.find((tick) => keyOf(tick) === chosenKey) ?? null
  const sided = ticks.filter(({ verdict }) => verdict === 'accepted')
  const prices = sided.map((tick) => tick[fill.counts])
  const [low, first, last] = [prices.toSorted(compareDecimals)[0], prices[0], prices.at(-1)]
  return (
    <Stack $gap={3}>
      {low === undefined || first === undefined || last === undefined ? null : (
        <TickChart
          fill={fill}
          ticks={sided}
          chosen={chosen}
          onChoose={(tick) => setChosenKey(keyOf(tick))}
          shown={shown}
          timeText={timeText}
          label={t('challenge.chart', {
            side: t(`order:ticks.column.${fill.counts}`),
            first: shown(first),
            low: shown(low),
            last: shown(last),
          })}
        />
      )}
      <TickTable counts={fill.counts} ticks={ticks} chosen={chosen} shown={shown} timeText={timeText} />
    </Stack>
  )
}

interface TickTableProps extends Pick<TickStripProps, 'ticks'> {
  readonly counts: ShownFill['counts']
  readonly chosen: ShownTick | null
  shown(price: string): string
  timeText(tick: ShownTick): string
}

/** On a phone the side that does not count leaves, and what happened is said in the name of the row. */
function TickTable({ counts, ticks, chosen, shown, timeText }: TickTableProps) {
  const { t } = useTranslation('proof')
  const name = t('challenge.ticks')
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the choice that moves the rows
  useEffect(() => showChosen(frame.current), [chosen])
  const sides = (['bid', 'ask'] as const).map((side) => ({ side, wide: side === counts ? undefined : '' }))
  const comments = ({ isTraded, verdict }: ShownTick) => [
    ...(isTraded ? [{ tone: 'brand' as const, text: t('order:ticks.traded') }] : []),
    ...(verdict === 'accepted' ? [] : [{ tone: 'warn' as const, text: t(`order:ticks.verdict.${verdict}`) }]),
  ]
  return (
    <Ticks ref={frame} tabIndex={0} role="region" aria-label={name}>
      <DataTable label={name} rowHeight={40}>
        <thead>
          <tr>
            <th scope="col">{t('order:ticks.column.seq')}</th>
            <th scope="col">{`${t('receipt:fact.time')}, UTC`}</th>
            {sides.map(({ side, wide }) => (
              <th key={side} scope="col" data-n="" data-wide={wide}>
                {t(`order:ticks.column.${side}`)}
              </th>
            ))}
            <th scope="col" data-wide="">
              {t('order:ticks.column.mark')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ticks.map((tick) => (
            <tr key={keyOf(tick)} data-traded={tick.isTraded ? '' : undefined} aria-current={tick === chosen ? 'true' : undefined}>
              <th scope="row">
                <bdi dir="ltr">{tick.seq}</bdi>
                {comments(tick).map(({ text }) => (
                  <span key={text} className="sr-only" data-narrow="">
                    {' '}
                    {text}
                  </span>
                ))}
              </th>
              <td>
                <bdi dir="ltr">{timeText(tick)}</bdi>
              </td>
              {sides.map(({ side, wide }) => (
                <td key={side} data-n="" data-wide={wide}>
                  {shown(tick[side])}
                </td>
              ))}
              <td data-wide="">
                {comments(tick).map(({ tone, text }) => (
                  <Badge key={text} tone={tone}>
                    {text}
                  </Badge>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Ticks>
  )
}

/** Moves the rows, and never the page, until the chosen one is seen. */
function showChosen(frame: HTMLDivElement | null): void {
  const row = frame?.querySelector<HTMLElement>('tr[aria-current]')
  if (frame === null || row == null) return
  const isSeen = row.offsetTop - HEAD >= frame.scrollTop && row.offsetTop + row.offsetHeight <= frame.scrollTop + frame.clientHeight
  if (!isSeen) frame.scrollTop = row.offsetTop - frame.clientHeight / 2
}
