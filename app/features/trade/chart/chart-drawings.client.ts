/**
 * Drawings on the canvas: what the page keeps is shown, and what a hand does with it is told to the page. Browser only.
 *
 * Invariant: the page's list is the truth. The canvas adds one overlay of its own only while a drawing is being made.
 */
import { type Chart, type Overlay, type Point, registerOverlay } from 'klinecharts'
import type { ChartLook } from './chart-theme'
import { type DrawingCanvas, type DrawingQuestion, drawingAxisFigures, drawingFigures } from './drawing-figures'
import { type Drawing, type DrawingPoint, type DrawingTool, POINTS_OF_TOOL, TOOLS } from './drawings'

const GROUP = 'drawings'
const CANDLE_PANE = 'candle_pane'
const MAKING_ID = 'drawing-being-made'
const REACH = { fine: 10, coarse: 26 }

export interface DrawingEvents {
  onDrawn(tool: DrawingTool, points: readonly DrawingPoint[]): void
  onMoved(id: string, points: readonly DrawingPoint[]): void
  onSelected(id: string | null): void
  /** So many points of the drawing that is being made are set. */
  onPoint(count: number): void
}

export interface DrawingTools {
  listen(events: DrawingEvents): void
  show(drawings: readonly Drawing[], selectedId: string | null): void
  /** Begins a drawing with the pointer, or gives one up. */
  begin(tool: DrawingTool | null): void
  /** Sets a point of the drawing that was begun, without a pointer. */
  place(point: DrawingPoint): void
  /** Shows where the next point would stand. */
  preview(point: DrawingPoint): void
  redraw(): void
}

/** A function, because the library merges data into what it has. */
type CanvasOf = () => DrawingCanvas

let isRegistered = false

function registerDrawings() {
  if (isRegistered) return
  isRegistered = true
  for (const tool of TOOLS) {
    registerOverlay<CanvasOf>({
      name: overlayName(tool),
      totalStep: POINTS_OF_TOOL[tool] + 1,
      needDefaultPointFigure: true,
      needDefaultXAxisFigure: false,
      needDefaultYAxisFigure: false,
      createPointFigures: ({ overlay, coordinates, bounding }) => drawingFigures(questionOf(tool, overlay, coordinates, bounding)),
      createYAxisFigures: ({ overlay, coordinates, bounding }) => drawingAxisFigures(questionOf(tool, overlay, coordinates, bounding)),
    })
  }
}

const overlayName = (tool: DrawingTool) => `candor-${tool}`

function questionOf(
  tool: DrawingTool,
  overlay: Overlay<CanvasOf>,
  places: DrawingQuestion['places'],
  { width, height }: { width: number; height: number },
): DrawingQuestion {
  return { tool, canvas: overlay.extendData(), places, prices: overlay.points.map(({ value }) => value ?? 0), width, height }
}

/**
 * The library waits half a second for the second half of a double press, and swallows a press that comes meanwhile in another place:
 * of a line that is drawn quickly, its second point. It has no public way to say that the first press was a whole one.
 */
function endDoublePress(chart: Chart): void {
  const { _chartEvent: { _event: presses } = {} } = chart as unknown as ChartWithPresses
  presses?._resetClickTimeout?.()
  presses?._resetTapTimeout?.()
}
interface ChartWithPresses {
  readonly _chartEvent?: { readonly _event?: Partial<Record<'_resetClickTimeout' | '_resetTapTimeout', () => void>> }
}

export function createDrawingTools(chart: Chart, look: () => ChartLook, precision: number, { dataset }: HTMLElement): DrawingTools {
  registerDrawings()
  const reach = window.matchMedia('(pointer: coarse)').matches ? REACH.coarse : REACH.fine
  let events: DrawingEvents | null = null
  let shown: readonly Drawing[] = []
  let selectedId: string | null = null
  let making: { readonly tool: DrawingTool; readonly points: readonly DrawingPoint[] } | null = null

  const canvasOf =
    (text: string, isSelected: boolean): CanvasOf =>
    () => ({ theme: look().theme, text, isSelected, reach, precision })
  const pointsOf = (overlay: Overlay): DrawingPoint[] | null => {
    const points = overlay.points.flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ time: Math.round(timestamp), price: Number(value.toFixed(precision)) }],
    )
    return points.length === overlay.points.length ? points : null
  }
  const toPoints = (points: readonly DrawingPoint[]): Partial<Point>[] =>
    points.map(({ time, price }) => ({ timestamp: time, value: price }))
  const isMaking = (overlay: Overlay) => overlay.id === MAKING_ID

  const add = (drawing: Drawing) => {
    chart.createOverlay({
      id: drawing.id,
      name: overlayName(drawing.tool),
      groupId: GROUP,
      paneId: CANDLE_PANE,
      points: toPoints(drawing.points),
      lock: drawing.isLocked,
      visible: !drawing.isHidden,
      extendData: canvasOf(drawing.text, drawing.id === selectedId),
      // The library would delete what is pressed with the right button.
      onRightClick: (event) => event.preventDefault?.(),
      onSelected: ({ overlay }) => events?.onSelected(overlay.id),
      onDeselected: () => events?.onSelected(null),
      onPressedMoveEnd: ({ overlay }) => {
        const points = pointsOf(overlay)
        const before = shown.find(({ id }) => id === overlay.id)
        if (points !== null && before !== undefined && JSON.stringify(points) !== JSON.stringify(before.points))
          events?.onMoved(overlay.id, points)
      },
    })
  }
  const update = (drawing: Drawing) =>
    chart.overrideOverlay({
      id: drawing.id,
      points: toPoints(drawing.points),
      lock: drawing.isLocked,
      visible: !drawing.isHidden,
      extendData: canvasOf(drawing.text, drawing.id === selectedId),
    })
  const stopMaking = () => {
    making = null
    chart.removeOverlay({ id: MAKING_ID })
  }
  const finish = (tool: DrawingTool, points: readonly DrawingPoint[]) => {
    stopMaking()
    events?.onDrawn(tool, points)
  }
  const begin = (tool: DrawingTool) => {
    making = { tool, points: [] }
    let count = 0
    chart.createOverlay({
      id: MAKING_ID,
      name: overlayName(tool),
      groupId: GROUP,
      paneId: CANDLE_PANE,
      extendData: canvasOf('', true),
      onRightClick: (event) => event.preventDefault?.(),
      // The library goes on holding what it finished as selected, although the page's own drawing has taken its place.
      onDeselected: () => events?.onSelected(null),
      onDrawing: ({ overlay }) =>
        // The step is counted after this call.
        queueMicrotask(() => {
          const set = overlay.currentStep - 1
          if (set <= count) return
          count = set
          endDoublePress(chart)
          events?.onPoint(set)
        }),
      onDrawEnd: ({ overlay }) => {
        const points = overlay.paneId === CANDLE_PANE ? pointsOf(overlay) : null
        // The library is still about to select what it has just finished.
        setTimeout(() => {
          if (making === null) return
          if (points !== null) return finish(tool, points)
          // Prices stand on the candles only: begun on another pane, it begins again.
          stopMaking()
          begin(tool)
          events?.onPoint(0)
        })
      },
    })
  }
  /** The drawing that is being made by keys: the points that are set, and the rest where the crosshair stands. */
  const showMaking = (crosshair: DrawingPoint) => {
    if (making === null) return
    const { tool, points } = making
    const rest = Array.from({ length: POINTS_OF_TOOL[tool] - points.length }, () => crosshair)
    chart.removeOverlay({ id: MAKING_ID })
    chart.createOverlay({
      id: MAKING_ID,
      name: overlayName(tool),
      groupId: GROUP,
      paneId: CANDLE_PANE,
      lock: true,
      points: toPoints([...points, ...rest]),
      extendData: canvasOf('', true),
    })
  }

  return {
    listen(next) {
      events = next
    },
    show(drawings, selected) {
      const before = shown
      shown = drawings
      selectedId = selected
      dataset.drawings = String(drawings.length)
      for (const overlay of chart.getOverlays({ groupId: GROUP }))
        if (!isMaking(overlay) && !drawings.some(({ id }) => id === overlay.id)) chart.removeOverlay({ id: overlay.id })
      for (const drawing of drawings) {
        if (before.some(({ id }) => id === drawing.id) && chart.getOverlays({ id: drawing.id }).length > 0) update(drawing)
        else add(drawing)
      }
    },
    begin(tool) {
      stopMaking()
      if (tool !== null) begin(tool)
    },
    place(point) {
      if (making === null) return
      const points = [...making.points, point]
      if (points.length === POINTS_OF_TOOL[making.tool]) return finish(making.tool, points)
      making = { ...making, points }
      showMaking(point)
      events?.onPoint(points.length)
    },
    preview(point) {
      if (making !== null && making.points.length > 0) showMaking(point)
    },
    redraw() {
      for (const drawing of shown) update(drawing)
    },
  }
}
