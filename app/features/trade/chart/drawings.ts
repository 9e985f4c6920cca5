/**
 * What a trader draws on the chart, and what can be done with it: add, change, delete, take back. Pure; a point is a time and
 * a price, so a drawing stands at the same place in every period and on every screen.
 */
export const TOOLS = ['trend', 'ray', 'horizontal', 'vertical', 'channel', 'fibonacci', 'rectangle', 'note'] as const
export type DrawingTool = (typeof TOOLS)[number]

export const POINTS_OF_TOOL: Readonly<Record<DrawingTool, 1 | 2 | 3>> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  fibonacci: 2,
  rectangle: 2,
  note: 1,
}

export const MOST_DRAWINGS = 100
export const LONGEST_NOTE = 120
/** How many changes can be taken back. */
const MOST_STEPS = 50

export interface DrawingPoint {
  /** Unix milliseconds. */
  readonly time: number
  readonly price: number
}

export interface Drawing {
  readonly id: string
  readonly tool: DrawingTool
  readonly points: readonly DrawingPoint[]
  /** Of a note; empty for everything else. */
  readonly text: string
  readonly isLocked: boolean
  readonly isHidden: boolean
}

export function newDrawing(id: string, tool: DrawingTool, points: readonly DrawingPoint[]): Drawing {
  return { id, tool, points, text: '', isLocked: false, isHidden: false }
}

export interface DrawingHistory {
  readonly past: readonly (readonly Drawing[])[]
  readonly now: readonly Drawing[]
  readonly future: readonly (readonly Drawing[])[]
}

export const emptyHistory = (now: readonly Drawing[] = []): DrawingHistory => ({ past: [], now, future: [] })

export type DrawingAction =
  | { readonly do: 'add'; readonly drawing: Drawing }
  | { readonly do: 'change'; readonly id: string; readonly change: Partial<Omit<Drawing, 'id' | 'tool'>> }
  | { readonly do: 'delete'; readonly id: string }
  | { readonly do: 'deleteAll' }
  | { readonly do: 'hideAll' | 'lockAll'; readonly isOn: boolean }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' }
  /** Another tab has changed them, or they were just read. */
  | { readonly do: 'read'; readonly drawings: readonly Drawing[] }

export function changeDrawings(history: DrawingHistory, action: DrawingAction): DrawingHistory {
  const { past, now, future } = history
  if (action.do === 'read') return emptyHistory(action.drawings)
  if (action.do === 'undo') {
    const before = past.at(-1)
    return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
  }
  if (action.do === 'redo') {
    const [next, ...rest] = future
    return next === undefined ? history : { past: [...past, now], now: next, future: rest }
  }
  const changed = changedList(now, action)
  return changed === now ? history : { past: [...past, now].slice(-MOST_STEPS), now: changed, future: [] }
}

type Change = Exclude<DrawingAction, { do: 'undo' | 'redo' | 'read' }>

/** The same list where the action changes nothing, so that nothing is kept to take back. */
function changedList(now: readonly Drawing[], action: Change): readonly Drawing[] {
  switch (action.do) {
    case 'add':
      return now.length >= MOST_DRAWINGS || now.some(({ id }) => id === action.drawing.id) ? now : [...now, action.drawing]
    case 'change':
      return now.some(({ id }) => id === action.id)
        ? now.map((drawing) => (drawing.id === action.id ? { ...drawing, ...action.change } : drawing))
        : now
    case 'delete':
      return now.some(({ id }) => id === action.id) ? now.filter(({ id }) => id !== action.id) : now
    case 'deleteAll':
      return now.length === 0 ? now : []
    case 'hideAll':
      return now.some(({ isHidden }) => isHidden !== action.isOn) ? now.map((each) => ({ ...each, isHidden: action.isOn })) : now
    case 'lockAll':
      return now.some(({ isLocked }) => isLocked !== action.isOn) ? now.map((each) => ({ ...each, isLocked: action.isOn })) : now
  }
}

/** A drawing moved as a whole. Times stay whole milliseconds; prices get the decimals of the instrument. */
export function movedPoints(points: readonly DrawingPoint[], by: { ms: number; price: number }, decimals: number): DrawingPoint[] {
  return points.map(({ time, price }) => ({ time: Math.round(time + by.ms), price: Number((price + by.price).toFixed(decimals)) }))
}
