/** The layout of the chart that is shown: read from the device once the page runs, kept there with every change. */
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { deviceStorage, layoutKey } from '../scene/chart-memory'
import { useTrade } from '../scene/trade-context'
import type { ChartHabits, ChartLayout, ChartType, ChartZone } from './chart-layout'
import { changeDrawings, type Drawing, type DrawingAction, type DrawingHistory, emptyHistory } from './drawings'
import { DEFAULT_INDICATORS, type IndicatorChoice } from './indicator-settings'

interface Desk {
  readonly habits: ChartHabits
  readonly type: ChartType
  readonly indicators: readonly IndicatorChoice[]
  readonly history: DrawingHistory
  /** What was read is not written back: looking at an instrument leaves nothing on the device. */
  readonly isChanged: boolean
}

type DeskAction =
  | { readonly do: 'read'; readonly layout: ChartLayout; readonly habits: ChartHabits }
  | { readonly do: 'set'; readonly change: Pick<Desk, 'indicators'> }
  | { readonly do: 'type'; readonly type: ChartType }
  | { readonly do: 'zone'; readonly zone: ChartZone }
  | { readonly do: 'draw'; readonly action: DrawingAction }
  | { readonly do: 'reset' }

function changeDesk(desk: Desk | null, action: DeskAction): Desk | null {
  if (action.do === 'read') {
    const { type, indicators, drawings } = action.layout
    return { habits: action.habits, type, indicators, history: emptyHistory(drawings), isChanged: false }
  }
  if (desk === null) return null
  switch (action.do) {
    case 'set':
      return { ...desk, ...action.change, isChanged: true }
    case 'type':
      return { ...desk, type: action.type, habits: { ...desk.habits, type: action.type }, isChanged: true }
    case 'zone':
      return { ...desk, habits: { ...desk.habits, zone: action.zone }, isChanged: true }
    case 'draw': {
      const history = changeDrawings(desk.history, action.action)
      return history === desk.history ? desk : { ...desk, history, isChanged: true }
    }
    case 'reset':
      return {
        ...desk,
        type: 'candles',
        habits: { ...desk.habits, type: 'candles' },
        indicators: DEFAULT_INDICATORS,
        // The drawings can be taken back.
        history: changeDrawings(desk.history, { do: 'deleteAll' }),
        isChanged: true,
      }
  }
}

export interface ChartLayoutDesk {
  readonly type: ChartType
  readonly zone: ChartZone
  readonly indicators: readonly IndicatorChoice[]
  readonly drawings: readonly Drawing[]
  readonly canUndo: boolean
  readonly canRedo: boolean
  setType(type: ChartType): void
  setZone(zone: ChartZone): void
  setIndicators(indicators: readonly IndicatorChoice[]): void
  draw(action: DrawingAction): void
  reset(): void
}

const NO_HABITS: ChartHabits = { type: 'candles', zone: 'london' }
const NO_LAYOUT: ChartLayout = { type: 'candles', indicators: DEFAULT_INDICATORS, drawings: [] }

type LayoutModule = typeof import('./chart-layout')

/** Null until the device was asked. */
export function useChartLayout(): ChartLayoutDesk | null {
  const { instrument } = useTrade()
  const { code } = instrument
  const [desk, act] = useReducer(changeDesk, null)
  const kept = useRef<LayoutModule | null>(null)

  useEffect(() => {
    let isGone = false
    const read = (layouts: LayoutModule) => {
      const habits = layouts.readHabits(deviceStorage())
      act({ do: 'read', habits, layout: layouts.readLayout(deviceStorage(), code, habits) })
    }
    import('./chart-layout').then(
      (layouts) => {
        if (isGone) return
        kept.current = layouts
        read(layouts)
      },
      // The chart goes on without what was kept; nothing is written over it then.
      () => {
        if (!isGone) act({ do: 'read', habits: NO_HABITS, layout: NO_LAYOUT })
      },
    )
    const elsewhere = (event: StorageEvent) => {
      if (event.key === layoutKey(code) && kept.current !== null) read(kept.current)
    }
    window.addEventListener('storage', elsewhere)
    return () => {
      isGone = true
      window.removeEventListener('storage', elsewhere)
    }
  }, [code])

  useEffect(() => {
    if (desk === null || !desk.isChanged || kept.current === null) return
    const { type, indicators, history } = desk
    kept.current.keepLayout(deviceStorage(), code, { type, indicators, drawings: history.now })
    kept.current.keepHabits(deviceStorage(), desk.habits)
  }, [desk, code])

  return useMemo(() => (desk === null ? null : deskOf(desk, act)), [desk])
}

function deskOf({ type, habits, indicators, history }: Desk, act: (action: DeskAction) => void): ChartLayoutDesk {
  return {
    type,
    zone: habits.zone,
    indicators,
    drawings: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    setType: (next) => act({ do: 'type', type: next }),
    setZone: (zone) => act({ do: 'zone', zone }),
    setIndicators: (next) => act({ do: 'set', change: { indicators: next } }),
    draw: (action) => act({ do: 'draw', action }),
    reset: () => act({ do: 'reset' }),
  }
}
