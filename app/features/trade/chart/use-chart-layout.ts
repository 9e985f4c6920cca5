/** The layout of the chart that is shown: read from the device once the page runs, kept there with every change. */
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { deviceStorage, layoutKey } from '../scene/chart-memory'
import { useTrade } from '../scene/trade-context'
import type { ChartHabits, ChartLayout, ChartType, ChartZone } from './chart-layout'
import { changeDrawings, type Drawing, type DrawingAction, type DrawingHistory, emptyHistory } from './drawings'
import { DEFAULT_INDICATORS, type IndicatorChoice } from './indicator-settings'

interface LayoutState {
  readonly habits: ChartHabits
  readonly type: ChartType
  readonly indicators: readonly IndicatorChoice[]
  readonly history: DrawingHistory
  /** What was read is not written back: looking at an instrument leaves nothing on the device. */
  readonly isChanged: boolean
}

type LayoutAction =
  | { readonly do: 'read'; readonly layout: ChartLayout; readonly habits: ChartHabits }
  | { readonly do: 'set'; readonly change: Pick<LayoutState, 'indicators'> }
  | { readonly do: 'type'; readonly type: ChartType }
  | { readonly do: 'zone'; readonly zone: ChartZone }
  | { readonly do: 'draw'; readonly action: DrawingAction }
  | { readonly do: 'reset' }

function changeLayout(state: LayoutState | null, action: LayoutAction): LayoutState | null {
  if (action.do === 'read') {
    const { type, indicators, drawings } = action.layout
    return { habits: action.habits, type, indicators, history: emptyHistory(drawings), isChanged: false }
  }
  if (state === null) return null
  switch (action.do) {
    case 'set':
      return { ...state, ...action.change, isChanged: true }
    case 'type':
      return { ...state, type: action.type, habits: { ...state.habits, type: action.type }, isChanged: true }
    case 'zone':
      return { ...state, habits: { ...state.habits, zone: action.zone }, isChanged: true }
    case 'draw': {
      const history = changeDrawings(state.history, action.action)
      return history === state.history ? state : { ...state, history, isChanged: true }
    }
    case 'reset':
      return {
        ...state,
        type: 'candles',
        habits: { ...state.habits, type: 'candles' },
        indicators: DEFAULT_INDICATORS,
        // The drawings can be taken back.
        history: changeDrawings(state.history, { do: 'deleteAll' }),
        isChanged: true,
      }
  }
}

export interface ChartLayoutControls {
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
export function useChartLayout(): ChartLayoutControls | null {
  const { instrument } = useTrade()
  const { code } = instrument
  const [state, act] = useReducer(changeLayout, null)
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
    if (state === null || !state.isChanged || kept.current === null) return
    const { type, indicators, history } = state
    kept.current.keepLayout(deviceStorage(), code, { type, indicators, drawings: history.now })
    kept.current.keepHabits(deviceStorage(), state.habits)
  }, [state, code])

  return useMemo(() => (state === null ? null : controlsOf(state, act)), [state])
}

function controlsOf({ type, habits, indicators, history }: LayoutState, act: (action: LayoutAction) => void): ChartLayoutControls {
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
