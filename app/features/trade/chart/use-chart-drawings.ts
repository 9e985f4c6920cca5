/** Drawing on the chart: which tool is in the hand, what is selected, and the keys that belong to both. */

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import { isTyping, useToast } from '../../../ui'
import { type Drawing, type DrawingTool, MOST_DRAWINGS, newDrawing } from './drawings'
import type { CandleChartHandle } from './kline.client'
import type { ChartLayoutControls } from './use-chart-layout'

export interface ChartDrawings {
  readonly tool: DrawingTool | null
  /** So many of its points are set. */
  readonly pointsSet: number
  readonly selected: Drawing | null
  /** A note whose text is being written. */
  readonly written: Drawing | null
  choose(tool: DrawingTool | null): void
  select(id: string | null): void
  write(id: string | null): void
}

export function useChartDrawings(handle: CandleChartHandle, controls: ChartLayoutControls): ChartDrawings {
  const { t } = useTranslation('trade')
  const toast = useToast()
  const [tool, setTool] = useState<DrawingTool | null>(null)
  const [pointsSet, setPointsSet] = useState(0)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [writtenId, setWrittenId] = useState<string | null>(null)
  const { drawings } = controls
  const latest = useLatest(controls)
  const find = (id: string | null) => drawings.find((drawing) => drawing.id === id) ?? null

  useEffect(() => {
    handle.drawings.listen({
      onDrawn(drawn, points) {
        const drawing = newDrawing(newId(), drawn, points)
        latest.current.draw({ do: 'add', drawing })
        setTool(null)
        setSelectedId(drawing.id)
        if (drawn === 'note') setWrittenId(drawing.id)
      },
      onMoved: (id, points) => latest.current.draw({ do: 'change', id, change: { points } }),
      onSelected: setSelectedId,
      onPoint: setPointsSet,
    })
  }, [handle])
  useEffect(() => handle.drawings.show(drawings, selectedId), [handle, drawings, selectedId])
  useEffect(() => {
    setPointsSet(0)
    handle.drawings.begin(tool)
  }, [handle, tool])

  const control: ChartDrawings = {
    tool,
    pointsSet,
    selected: find(selectedId),
    written: find(writtenId),
    choose(next) {
      if (next !== null && drawings.length >= MOST_DRAWINGS) {
        toast.show({ tone: 'info', title: t('chart.draw.full', { most: MOST_DRAWINGS }), key: 'drawings-full' })
        return
      }
      // A drawing that nobody sees could not be made.
      if (next !== null && drawings.some(({ isHidden }) => isHidden)) controls.draw({ do: 'hideAll', isOn: false })
      setTool(next)
      setSelectedId(null)
    },
    select: setSelectedId,
    write: setWrittenId,
  }
  useDrawingKeys(control, controls)
  return control
}

let idCount = 0
/** Unlike on every device and in every tab, without asking for a secure page. */
const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}-${++idCount}`

function useDrawingKeys(control: ChartDrawings, controls: ChartLayoutControls) {
  const latest = useRef({ control, controls })
  latest.current = { control, controls }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { control: now, controls: layout } = latest.current
      if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
      if (pressKey(event, now, layout)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** True when the key meant something. */
function pressKey(event: KeyboardEvent, { tool, selected, choose, select }: ChartDrawings, controls: ChartLayoutControls): boolean {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (isRedo ? !controls.canRedo : key !== 'z' || !controls.canUndo) return false
    controls.draw({ do: isRedo ? 'redo' : 'undo' })
    return true
  }
  if (key === 'escape' && tool !== null) choose(null)
  else if (key === 'escape' && selected !== null) select(null)
  else if ((key === 'delete' || key === 'backspace') && selected !== null && !selected.isLocked)
    controls.draw({ do: 'delete', id: selected.id })
  else return false
  return true
}
