/**
 * Where the labels of the lines stand, so that each can be read and held although lines are near each other: a label keeps
 * the height of its line and steps aside, away from its edge, until it is free of all the others. Only where the whole width
 * is taken it steps up or down.
 */
export interface LabelSize {
  readonly id: string
  /** Middle of the line. */
  readonly y: number
  readonly width: number
  /** `start` stands at the left edge of the candles, `end` at the price axis. */
  readonly edge: 'start' | 'end'
}

interface LabelPlace {
  readonly id: string
  /** From the left edge of the candles. */
  readonly x: number
  readonly y: number
}

/** Something that stands there already. */
interface Obstacle {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface LabelRoom {
  readonly width: number
  readonly taken?: readonly Obstacle[]
  /** Middles nearer than this count as touching: the height of what a finger must be able to hit. */
  readonly gap: number
}

const EDGE = 8
const BETWEEN = 6
/** Two labels over each other can still be read. */
const READABLE_GAP = 24
/** Nothing stands higher than half a label. */
const LOWEST_Y = 12

interface Placed extends LabelPlace, Obstacle {}

export function placeLabels(labels: readonly LabelSize[], room: LabelRoom): LabelPlace[] {
  const placed: Placed[] = []
  const inOrder = [...labels].sort((left, right) => left.y - right.y || (left.id < right.id ? -1 : 1))
  for (const label of inOrder) placed.push(placeOf(label, placed, room))
  return placed.map(({ id, x, y }) => ({ id, x, y }))
}

function placeOf(label: LabelSize, placed: readonly Placed[], room: LabelRoom): Placed {
  const { width } = room
  const { id, width: own } = label
  const aside = freeX(label, placed, room) ?? freeX(label, placed, { ...room, gap: READABLE_GAP })
  if (aside !== null) return { id, x: aside, y: label.y, width: own }
  for (const step of [-1, 1, -2, 2, -3, 3]) {
    const y = label.y + step * READABLE_GAP
    const x = y < LOWEST_Y ? null : freeX({ ...label, y }, placed, { ...room, gap: READABLE_GAP })
    if (x !== null) return { id, x, y, width: own }
  }
  // It lies over the others, where the list of lines still reaches them.
  return { id, x: firstX(label, width), y: label.y, width: own }
}

const firstX = (label: LabelSize, width: number): number => (label.edge === 'start' ? EDGE : width - EDGE - label.width)

function freeX(label: LabelSize, placed: readonly Placed[], { width, gap, taken = [] }: LabelRoom): number | null {
  const near: readonly Obstacle[] = [...placed, ...taken].filter(({ y }) => Math.abs(y - label.y) < gap)
  let x = firstX(label, width)
  for (;;) {
    const inWay = near.find((other) => x < other.x + other.width + BETWEEN && other.x < x + label.width + BETWEEN)
    if (inWay === undefined) return x
    x = label.edge === 'start' ? inWay.x + inWay.width + BETWEEN : inWay.x - BETWEEN - label.width
    if (x < EDGE || x + label.width > width - EDGE) return null
  }
}
