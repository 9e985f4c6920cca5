/** The chart under the arrow keys: a bar at a time, read aloud; points of a drawing are set where the crosshair stands. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalText } from '../../../ui/decimal-text'
import { useTrade } from '../scene/trade-context'
import { cursorTarget } from './chart-cursor'
import { movedPoints } from './drawings'
import type { CandleChartHandle, CursorBar } from './kline.client'
import type { ChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'

/** A held key passes many bars; only the one where it stops is read. */
const READ_AFTER_MS = 300
const ZOOM = { '+': 1.25, '=': 1.25, '-': 0.8 } as const
const ARROWS: Readonly<Record<string, readonly [bars: number, steps: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

interface Place {
  readonly time: number
  readonly price: number
}

interface ChartCursorOptions {
  readonly host: RefObject<HTMLElement | null>
  readonly handle: CandleChartHandle
  readonly controls: ChartLayoutControls
  readonly drawings: ChartDrawings
}

interface ChartCursor {
  /** What a reader hears. */
  readonly spoken: string
  /** Where the crosshair was put by keys; null where it was not. */
  price(): number | null
}

export function useChartCursor({ host, handle, controls, drawings }: ChartCursorOptions): ChartCursor {
  const { instrument } = useTrade()
  const { spoken, read, silence } = useSpokenBar()
  const place = useRef<Place | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart has no crosshair yet.
  useEffect(() => {
    place.current = null
  }, [handle])

  const stand = (cursor: CursorBar | null, price: number | undefined) => {
    if (cursor === null) return
    place.current = { time: cursor.bar.timestamp, price: price ?? cursor.bar.close }
    read(cursor)
    if (drawings.tool !== null) handle.drawings.preview(place.current)
  }
  const pressed = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const now = place.current
    const at = now === null ? null : handle.indexOf(now.time)
    const arrow = ARROWS[key]
    if (shiftKey && arrow !== undefined && drawings.selected !== null) {
      const { id, points, isLocked } = drawings.selected
      const step = handle.step()
      const by = { ms: step.ms * arrow[0], price: step.price * arrow[1] }
      if (!isLocked) controls.draw({ do: 'change', id, change: { points: movedPoints(points, by, instrument.pricePrecision) } })
      return true
    }
    if (drawings.tool !== null && now !== null && (key === 'Enter' || key === ' ')) {
      handle.drawings.place({ time: now.time, price: Number(now.price.toFixed(instrument.pricePrecision)) })
      return true
    }
    if (now !== null && at !== null && arrow !== undefined && arrow[1] !== 0) {
      const price = now.price + handle.step().price * arrow[1]
      stand(handle.pointAt(at, price), price)
      return true
    }
    if (key in ZOOM) {
      handle.zoom(ZOOM[key as keyof typeof ZOOM])
      return true
    }
    const target = cursorTarget(key, { ...handle.view(), at })
    if (target === null) return false
    if (key === 'End') handle.toLatest()
    // While points are being set the crosshair keeps its height; else it follows the closes.
    const price = drawings.tool !== null && now !== null ? now.price : undefined
    stand(handle.pointAt(target, price), price)
    return true
  }

  const latest = useRef({ pressed, silence })
  latest.current = { pressed, silence }
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (latest.current.pressed(event)) event.preventDefault()
    }
    const leave = () => {
      place.current = null
      latest.current.silence()
      handle.unpoint()
    }
    element.addEventListener('keydown', press)
    element.addEventListener('blur', leave)
    return () => {
      element.removeEventListener('keydown', press)
      element.removeEventListener('blur', leave)
    }
  }, [host, handle])
  return { spoken, price: () => place.current?.price ?? null }
}

function useSpokenBar() {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const [spoken, setSpoken] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const price = (value: number) => decimalText(value.toFixed(instrument.pricePrecision), { decimals: instrument.pricePrecision })
  return {
    spoken,
    read({ bar, time }: CursorBar) {
      clearTimeout(timer.current)
      const text = t('chart.candleSpoken', {
        time,
        open: price(bar.open),
        high: price(bar.high),
        low: price(bar.low),
        close: price(bar.close),
      })
      timer.current = setTimeout(() => setSpoken(text), READ_AFTER_MS)
    },
    silence() {
      clearTimeout(timer.current)
      setSpoken('')
    },
  }
}
