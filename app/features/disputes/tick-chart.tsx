/** Ticks as a line of steps with the level that set the fill off; left to right in every language. One of them is chosen by arrows or a press. */
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { ShownFill, ShownTick } from '../../terms/challenge'
import { media, token } from '../../ui'

/** Of the drawing, which is stretched to its frame. */
const SIZE = 100
const EDGE = 8

const Frame = styled.div`
  position: relative;
  block-size: 180px;
  direction: ltr;
  font-size: ${token.type.xxs};
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  ${media.tablet} { block-size: 210px; }
`
const Drawing = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;
  path { fill: none; stroke: ${token.text.primary}; stroke-width: 2; vector-effect: non-scaling-stroke; }
  line { stroke: ${token.chart.grid}; vector-effect: non-scaling-stroke; }
  line[data-line='level'] { stroke: ${token.status.warn.text}; stroke-width: 1.5; stroke-dasharray: 5 4; }
  line[data-line='chosen'] { stroke: ${token.chart.cross}; stroke-dasharray: 2 3; }
`
const Mark = styled.span`
  position: absolute;
  inset-inline-start: var(--x);
  inset-block-start: var(--y);
  inline-size: 12px;
  block-size: 12px;
  margin: -6px;
  border-radius: 50%;
  background: ${token.text.primary};
  box-shadow: 0 0 0 3px ${token.surface.surface};
  &[data-traded] { background: ${token.status.danger.fill}; }
`
const Level = styled.span`
  position: absolute;
  inset-inline-end: 0;
  inset-block-start: var(--y);
  transform: translateY(-130%);
  padding-inline: 4px;
  color: ${token.status.warn.text};
  background: ${token.surface.surface};
`
const Chosen = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px ${token.space[3]};
  b { color: ${token.text.primary}; }
`
const Slider = styled.div`
  position: absolute;
  inset: 0;
  cursor: crosshair;
  border-radius: ${token.radius.xs};
`

interface TickChartProps {
  readonly fill: ShownFill
  /** At least one. */
  readonly ticks: readonly ShownTick[]
  readonly chosen: ShownTick | null
  onChoose(tick: ShownTick): void
  shown(price: string): string
  timeText(tick: ShownTick): string
  readonly label: string
}

const percent = (name: string, part: number) => ({ [name]: `${part}%` }) as React.CSSProperties

export function TickChart({ fill, ticks, chosen, onChoose, shown, timeText, label }: TickChartProps) {
  const { t } = useTranslation('proof')
  const level = levelOf(fill)
  const values = ticks.map((tick) => Number(tick[fill.counts]))
  const all = level === null ? values : [...values, Number(level.price)]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (index: number) => EDGE + (index * (SIZE - 2 * EDGE)) / ticks.length
  const y = (value: number) => (most === least ? SIZE / 2 : EDGE + ((most - value) * (SIZE - 2 * EDGE)) / (most - least))
  const line = values.map((value, index) => `${index === 0 ? `M${x(0)}` : `H${x(index)} V`}${index === 0 ? ` ${y(value)}` : y(value)}`)
  const at = chosen === null ? -1 : ticks.indexOf(chosen)
  const levelText = level === null ? null : `${t(level.name)} ${shown(level.price)}`
  const said = (tick: ShownTick) => `${timeText(tick)} UTC, ${t(`order:ticks.column.${fill.counts}`)} ${shown(tick[fill.counts])}`
  const choose = (index: number) => {
    const tick = ticks[Math.min(ticks.length - 1, Math.max(0, index))]
    if (tick !== undefined) onChoose(tick)
  }
  const onPress = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { x: start, width } = currentTarget.getBoundingClientRect()
    choose(Math.floor((((clientX - start) / Math.max(1, width)) * SIZE - EDGE) / ((SIZE - 2 * EDGE) / ticks.length)))
  }
  const current = ticks[at]
  return (
    <div>
      <Frame>
        <Drawing
          viewBox={`0 0 ${SIZE} ${SIZE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={levelText === null ? label : `${label}. ${levelText}`}
        >
          {[EDGE, SIZE / 2, SIZE - EDGE].map((place) => (
            <line key={place} x1="0" x2={SIZE} y1={place} y2={place} />
          ))}
          {level === null ? null : <line data-line="level" x1="0" x2={SIZE} y1={y(Number(level.price))} y2={y(Number(level.price))} />}
          {at < 0 ? null : <line data-line="chosen" x1={x(at)} x2={x(at)} y1="0" y2={SIZE} />}
          <path d={`${line.join(' ')} H${x(ticks.length)}`} />
        </Drawing>
        {level === null ? null : (
          <Level aria-hidden="true" style={percent('--y', y(Number(level.price)))}>
            <bdi>{levelText}</bdi>
          </Level>
        )}
        {current === undefined ? null : (
          <Mark
            data-traded={current.isTraded ? '' : undefined}
            style={{ ...percent('--x', x(at)), ...percent('--y', y(values[at] ?? least)) }}
          />
        )}
        <Slider
          role="slider"
          tabIndex={0}
          aria-label={t('challenge.ticks')}
          aria-valuemin={1}
          aria-valuemax={ticks.length}
          aria-valuenow={at + 1 || 1}
          aria-valuetext={current === undefined ? undefined : said(current)}
          onClick={onPress}
          onKeyDown={(event) => {
            const next = indexAfter(event, at, ticks.length)
            if (next !== null) choose(next)
          }}
        />
      </Frame>
      {current === undefined ? null : (
        <Chosen aria-hidden="true">
          <bdi dir="ltr">{`${timeText(current)} UTC`}</bdi>
          <b>{shown(current[fill.counts])}</b>
          {current.isTraded ? <span>{t('order:ticks.traded')}</span> : null}
        </Chosen>
      )}
    </div>
  )
}

/** Where a key leads from a tick; null where it means nothing here. Time goes to the right whatever the language. */
function indexAfter(event: KeyboardEvent, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    Home: 0,
    End: count - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return null
  event.preventDefault()
  return next
}

/** The price that set the fill off, with the key of its name; null where none did. */
function levelOf({ reason, stop, target, kind, event, requested }: ShownFill): { readonly price: string; readonly name: string } | null {
  if (event === 'order_opened')
    return kind === 'market' || requested === '' ? null : { price: requested, name: 'receipt:fact.requestedPrice' }
  if (reason === 'stop_loss' && stop !== '') return { price: stop, name: 'receipt:fact.stopLoss' }
  if (reason === 'take_profit' && target !== '') return { price: target, name: 'receipt:fact.takeProfit' }
  return null
}
