/**
 * The labels of the lines, over the canvas: each can be read, and those that can be moved can be held by mouse, finger or pen.
 * The canvas draws the strokes and says where they are; the rest of it goes on panning and zooming.
 */
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../terms/order'
import { Icon, token } from '../../../ui'
import { type ChartLine, partOf } from './chart-lines'
import type { CandleChartHandle } from './kline.client'
import type { LineLayout } from './line-figures'
import type { LineLayerProps } from './line-layer-props'
import { placeLabels } from './line-places'
import { partTowards, snapPrice } from './line-reading'
import { LineTag } from './line-tag'
import { orderName } from './line-texts'

/** What a finger hits; a mouse needs less. */
const TOUCH_PX = 44
/** The button of the list stands in the lower corner of the candles (chart-line-controls.tsx). */
const LIST_BUTTON = { x: 8, width: TOUCH_PX, fromFoot: 30 }
const LABEL_PADDING = 16
const TRAILING_MARK = 18
/** A hand that holds still moves this much. */
const STILL_PX = 3

/** Left to right like the canvas under it, in every language. */
const Layer = styled.div`
  position: absolute;
  inset: 0;
  direction: ltr;
  pointer-events: none;
  overflow: hidden;
  z-index: 1;
`
const Place = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-start: 0;
  display: flex;
  align-items: center;
  height: ${TOUCH_PX}px;
  margin-block-start: -${TOUCH_PX / 2}px;
  @media (pointer: fine) { height: 28px; margin-block-start: -14px; }
`
const Handle = styled(Place).attrs({ as: 'button', type: 'button' })`
  min-width: ${TOUCH_PX}px;
  pointer-events: auto;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
  -webkit-touch-callout: none;
  cursor: ns-resize;
  &[data-held] { cursor: grabbing; z-index: 2; }
  &:hover, &:focus-visible { z-index: 1; }
  &:focus-visible { outline: none; }
  &:focus-visible > span { outline: 2px solid ${token.focus}; outline-offset: 1px; }
`
const Label = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 20px;
  padding-inline: 7px;
  border: 1px solid currentColor;
  border-radius: 3px;
  background: ${token.surface.raised};
  font-size: 11px;
  font-weight: 600;
  line-height: 1;
  white-space: nowrap;
  font-variant-numeric: tabular-nums lining-nums;
  &[data-kind='entry'][data-side='buy'], &[data-kind='target'][data-side='buy'] { color: ${token.direction.upText}; }
  &[data-kind='entry'][data-side='sell'], &[data-kind='target'][data-side='sell'] { color: ${token.direction.downText}; }
  &[data-kind='take-profit'] { color: ${token.status.ok.text}; }
  &[data-kind='stop-loss'] { color: ${token.status.warn.text}; }
  &[data-kind='stop-out'] { color: ${token.status.danger.text}; }
  /* Over its line, which the line of the bid is close to, and at the axis, where no candle stands. */
  &[data-kind='ask'] {
    justify-content: flex-end;
    min-width: ${TOUCH_PX}px;
    padding-inline: 0 2px;
    border-color: transparent;
    background: none;
    color: ${token.text.muted};
    transform: translateY(-8px);
  }
  b { font-weight: 600; }
  b[data-loss='no'] { color: ${token.direction.upText}; }
  b[data-loss='yes'] { color: ${token.direction.downText}; }
  [data-stale='true'] & b[data-loss] { color: ${token.text.muted}; }
`

export function LineLayer(props: LineLayerProps) {
  const { handle, lines, orders, controls } = props
  const layout = useLayout(handle)
  const placed = useMemo(() => labelPlaces(handle, lines, layout), [handle, lines, layout])
  const drag = useDragHandlers(props, layout)
  return (
    <Layer>
      {placed.map(({ line, x, y }) => {
        const order = orders.find(({ id }) => id === line.orderId)
        const style = { transform: `translate(${Math.round(x)}px, ${y}px)` }
        if (order === undefined) {
          return (
            <Place key={line.id} style={style} data-line={line.id}>
              <LabelOf line={line} />
            </Place>
          )
        }
        return (
          <LineHandle
            key={line.id}
            line={line}
            order={order}
            style={style}
            isHeld={controls.drag.phase === 'held' && line.isMoving === true}
            drag={drag}
          />
        )
      })}
      {controls.drag.phase === 'held' && controls.drag.hasMoved && layout !== null ? <LineTag {...props} layout={layout} /> : null}
    </Layer>
  )
}

function LabelOf({ line }: { line: ChartLine }) {
  return (
    <Label data-kind={line.kind} data-side={line.side ?? undefined}>
      {line.isTrailing ? <Icon name="arrow-up-down" size={14} /> : null}
      <bdi>{line.label}</bdi>
      {line.result === undefined ? null : (
        <b data-loss={line.resultIsLoss ? 'yes' : 'no'}>
          <bdi dir="ltr">{line.result}</bdi>
        </b>
      )}
    </Label>
  )
}

interface LineHandleProps {
  line: ChartLine
  order: Order
  style: { transform: string }
  isHeld: boolean
  drag: DragHandlers
}

function LineHandle({ line, order, style, isHeld, drag }: LineHandleProps) {
  const { t } = useTranslation(['trade', 'order'])
  const part = partOf(line.kind)
  const values = { order: orderName(t, order), price: line.priceText, name: part === null ? '' : t(`chart.line.${part}`) }
  return (
    <Handle
      aria-label={t(part === null ? 'chart.line.entryHandle' : line.isTrailing ? 'chart.line.trailingHandle' : 'chart.line.handle', values)}
      aria-haspopup="dialog"
      // The list of lines is the way of the keyboard; sixty labels before the ticket would be none.
      tabIndex={-1}
      style={style}
      data-line={line.id}
      data-held={isHeld ? '' : undefined}
      onPointerDown={(event: PointerEvent<HTMLElement>) => drag.down(event, line, order)}
      onPointerMove={drag.move}
      onPointerUp={drag.up}
      onPointerCancel={drag.cancel}
      onLostPointerCapture={drag.cancel}
      onContextMenu={(event: { preventDefault(): void }) => event.preventDefault()}
      onClick={() => drag.click(line, order)}
    >
      <LabelOf line={line} />
    </Handle>
  )
}

function useLayout(handle: CandleChartHandle): LineLayout | null {
  const [layout, setLayout] = useState<LineLayout | null>(null)
  useEffect(() => handle.onLayout(setLayout), [handle])
  return layout
}

interface PlacedLine {
  readonly line: ChartLine
  readonly x: number
  readonly y: number
}

/** Entries and targets at the left, what closes beside the axis. The ask says its name only where there is room. */
function labelPlaces(handle: CandleChartHandle, lines: readonly ChartLine[], layout: LineLayout | null): PlacedLine[] {
  if (layout === null) return []
  const heights = new Map(layout.places.map(({ id, y }) => [id, y]))
  const shown = lines.flatMap((line) => {
    const y = heights.get(line.id)
    return y === null || y === undefined ? [] : [{ line, y }]
  })
  const sizeOf = ({ line, y }: { line: ChartLine; y: number }) => ({
    id: line.id,
    y,
    width: Math.max(TOUCH_PX, labelWidth(handle, line)),
    edge: line.kind === 'entry' || line.kind === 'target' ? ('start' as const) : ('end' as const),
  })
  const room = { width: layout.width, gap: TOUCH_PX, taken: [{ ...LIST_BUTTON, y: layout.height - LIST_BUTTON.fromFoot }] }
  const still = placeLabels(shown.filter(({ line }) => !line.isMoving).map(sizeOf), room)
  // The moving one passes over the others instead of pushing them about.
  const moving = placeLabels(shown.filter(({ line }) => line.isMoving).map(sizeOf), room)
  const places = new Map([...still, ...moving].map((place) => [place.id, place]))
  const sizes = new Map(shown.map(sizeOf).map((size) => [size.id, size]))
  return shown.flatMap(({ line }) => {
    const place = places.get(line.id)
    const isAside = place !== undefined && place.x + (sizes.get(line.id)?.width ?? 0) < layout.width - TOUCH_PX
    return place === undefined || (line.kind === 'ask' && isAside) ? [] : [{ line, x: place.x, y: place.y }]
  })
}

function labelWidth(handle: CandleChartHandle, line: ChartLine): number {
  const words = handle.textWidth(line.label) + (line.result === undefined ? 0 : handle.textWidth(line.result) + 4)
  return words + LABEL_PADDING + (line.isTrailing ? TRAILING_MARK : 0)
}

interface DragHandlers {
  down(event: PointerEvent<HTMLElement>, line: ChartLine, order: Order): void
  move(event: PointerEvent<HTMLElement>): void
  up(event: PointerEvent<HTMLElement>): void
  cancel(): void
  click(line: ChartLine, order: Order): void
}

interface Grip {
  readonly pointerId: number
  readonly orderId: string
  readonly startY: number
  /** Height of the line over the point that is held. */
  readonly lead: number
  hasMoved: boolean
}

function useDragHandlers({ handle, orders, market, controls, onChoose }: LineLayerProps, layout: LineLayout | null): DragHandlers {
  const grip = useRef<Grip | null>(null)
  const wasDragged = useRef(false)
  const isHeld = controls.drag.phase === 'held'
  const { giveUp } = controls

  const letGo = () => {
    grip.current = null
    handle.holdScale(false)
  }
  // Given up or lost from outside while the pointer is still down: what it does now means nothing.
  useEffect(() => {
    if (isHeld) return
    grip.current = null
    handle.holdScale(false)
  }, [isHeld, handle])
  useEffect(() => {
    if (!isHeld) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      giveUp()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isHeld, giveUp])

  return {
    down(event, line, order) {
      if (event.button !== 0 || !event.isPrimary || grip.current !== null || market === null) return
      wasDragged.current = false
      event.currentTarget.setPointerCapture(event.pointerId)
      const y = layout?.places.find(({ id }) => id === line.id)?.y ?? 0
      const top = layerTop(event.currentTarget)
      grip.current = {
        pointerId: event.pointerId,
        orderId: order.id,
        startY: event.clientY,
        lead: y - (event.clientY - top),
        hasMoved: false,
      }
      handle.holdScale(true)
      const price = snapPrice(line.price, order.instrument.pricePrecision)
      controls.send({ type: 'held', order, origin: partOf(line.kind) ?? 'entry', price })
    },
    move(event) {
      const held = grip.current
      if (held === null || held.pointerId !== event.pointerId || market === null || layout === null) return
      if (!held.hasMoved && Math.abs(event.clientY - held.startY) < STILL_PX) return
      const order = orders.find(({ id }) => id === held.orderId)
      if (order === undefined) return
      held.hasMoved = true
      wasDragged.current = true
      const y = event.clientY - layerTop(event.currentTarget) + held.lead
      const value = handle.priceAt(Math.min(Math.max(y, 0), layout.height))
      if (value === null) return
      const price = snapPrice(value, order.instrument.pricePrecision)
      controls.send({ type: 'moved', part: partTowards(order, price, market), price, order })
    },
    up(event) {
      if (grip.current?.pointerId !== event.pointerId) return
      letGo()
      controls.send({ type: 'dropped' })
    },
    cancel() {
      if (grip.current === null) return
      letGo()
      giveUp()
    },
    click(line, order) {
      if (!wasDragged.current) onChoose(line, order)
      wasDragged.current = false
    },
  }
}

/** The layer lies exactly over the chart, whose candles begin at its upper edge. */
const layerTop = (handle: HTMLElement): number => handle.parentElement?.getBoundingClientRect().top ?? 0
