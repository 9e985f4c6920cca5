/**
 * The layout of a chart as this device keeps it: one for each instrument, with type, indicators and drawings, and a few
 * habits for all of them. A company's site has its own origin, so companies never share a layout.
 *
 * Invariant: whatever stands in the storage, a whole layout comes out. A broken part falls back alone; a layout of another
 * version is not read.
 */
import * as z from 'zod/mini'
import { DEVICE_KEY, keepText, layoutKey } from '../scene/chart-memory'
import { type Drawing, LONGEST_NOTE, MOST_DRAWINGS, POINTS_OF_TOOL, TOOLS } from './drawings'
import { areParams, DEFAULT_INDICATORS, INDICATORS, type IndicatorChoice, withIndicator } from './indicator-settings'

export const CHART_TYPES = ['candles', 'line', 'area'] as const
export type ChartType = (typeof CHART_TYPES)[number]
/** Whose clock the time axis shows. */
export type ChartZone = 'london' | 'own'

export interface ChartLayout {
  readonly type: ChartType
  readonly indicators: readonly IndicatorChoice[]
  readonly drawings: readonly Drawing[]
}

/** Of the device: what a chart without a layout of its own starts with. */
export interface ChartHabits {
  readonly type: ChartType
  readonly zone: ChartZone
}

const VERSION = 1

const Point = z.object({ time: z.int(), price: z.number() })
const KeptDrawing = z
  .object({
    id: z.string().check(z.minLength(1), z.maxLength(40)),
    tool: z.enum(TOOLS),
    points: z.array(Point),
    text: z.catch(z.string().check(z.maxLength(LONGEST_NOTE)), ''),
    isLocked: z.catch(z.boolean(), false),
    isHidden: z.catch(z.boolean(), false),
  })
  .check(z.refine(({ tool, points }) => points.length === POINTS_OF_TOOL[tool]))
const KeptIndicator = z
  .object({ name: z.enum(INDICATORS), params: z.array(z.number()) })
  .check(z.refine(({ name, params }) => areParams(name, params)))
const KeptType = z.enum(CHART_TYPES)
const KeptLayout = z.object({
  v: z.literal(VERSION),
  type: z.catch(z.nullable(KeptType), null),
  indicators: z.catch(z.nullable(z.array(z.unknown())), null),
  drawings: z.catch(z.array(z.unknown()), []),
})
const KeptHabits = z.object({
  v: z.literal(VERSION),
  type: z.catch(KeptType, 'candles'),
  zone: z.catch(z.enum(['london', 'own']), 'london'),
})

const NO_HABITS: ChartHabits = { type: 'candles', zone: 'london' }

export const plainLayout = (habits: ChartHabits): ChartLayout => ({
  type: habits.type,
  indicators: DEFAULT_INDICATORS,
  drawings: [],
})

export function readHabits(storage: Pick<Storage, 'getItem'>): ChartHabits {
  const kept = KeptHabits.safeParse(readJson(storage, DEVICE_KEY))
  return kept.success ? { type: kept.data.type, zone: kept.data.zone } : NO_HABITS
}

export function readLayout(storage: Pick<Storage, 'getItem'>, code: string, habits: ChartHabits): ChartLayout {
  const kept = KeptLayout.safeParse(readJson(storage, layoutKey(code)))
  if (!kept.success) return plainLayout(habits)
  const { type, indicators, drawings } = kept.data
  return {
    type: type ?? habits.type,
    indicators: indicators === null ? DEFAULT_INDICATORS : readIndicators(indicators),
    drawings: readDrawings(drawings),
  }
}

function readIndicators(kept: readonly unknown[]): readonly IndicatorChoice[] {
  const whole = kept.flatMap((each) => {
    const read = KeptIndicator.safeParse(each)
    return read.success ? [read.data] : []
  })
  return whole.reduce<readonly IndicatorChoice[]>((chosen, { name, params }) => withIndicator(chosen, name, params), [])
}

function readDrawings(kept: readonly unknown[]): readonly Drawing[] {
  const whole = new Map<string, Drawing>()
  for (const each of kept) {
    const read = KeptDrawing.safeParse(each)
    if (read.success && whole.size < MOST_DRAWINGS) whole.set(read.data.id, read.data)
  }
  return [...whole.values()]
}

function readJson(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function keepLayout(storage: Pick<Storage, 'setItem'>, code: string, layout: ChartLayout): void {
  keepText(storage, layoutKey(code), JSON.stringify({ v: VERSION, ...layout }))
}

export function keepHabits(storage: Pick<Storage, 'setItem'>, habits: ChartHabits): void {
  keepText(storage, DEVICE_KEY, JSON.stringify({ v: VERSION, ...habits }))
}
