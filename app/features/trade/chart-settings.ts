/** Which indicators the chart draws: a habit of this device, kept in its storage. */
export const INDICATORS = ['MA', 'EMA', 'BOLL', 'VOL'] as const
export type IndicatorName = (typeof INDICATORS)[number]

export const DEFAULT_INDICATORS: readonly IndicatorName[] = ['MA', 'VOL']
export const INDICATOR_PARAMETERS: Readonly<Record<IndicatorName, readonly number[]>> = {
  MA: [7, 25],
  EMA: [7, 25],
  BOLL: [20, 2],
  VOL: [],
}

const STORAGE_KEY = 'candor.chart.indicators'

export function readIndicators(storage: Pick<Storage, 'getItem'>): readonly IndicatorName[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    return Array.isArray(kept) ? INDICATORS.filter((name) => kept.includes(name)) : DEFAULT_INDICATORS
  } catch {
    return DEFAULT_INDICATORS
  }
}

export function keepIndicators(storage: Pick<Storage, 'setItem'>, indicators: readonly IndicatorName[]): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(indicators))
  } catch {
    // A device without storage forgets the choice with the page.
  }
}
