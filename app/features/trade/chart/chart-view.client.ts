/**
 * Which part of the series is in view, and the way back to its end.
 *
 * Invariant: while the newest bar is in view, zooming leaves it where it stands; only who has scrolled back zooms round the pointer.
 */
import type { Chart } from 'klinecharts'

export interface ChartView {
  /** Told at once and at every change: whether the newest bar is in view. True without bars. */
  onLatest(listener: (isShown: boolean) => void): () => void
  toLatest(): void
}

/** @param dataset of the element: a journey through the page has nothing else to look at. */
export function createChartView(chart: Chart, { dataset }: HTMLElement): ChartView {
  const listeners = new Set<(isShown: boolean) => void>()
  let isLatestShown = true
  chart.setZoomAnchor('last_bar')
  chart.subscribeAction('onVisibleRangeChange', () => {
    const bars = chart.getDataList()
    const { realFrom: from, to } = chart.getVisibleRange()
    dataset.bars = String(bars.length)
    dataset.firstBar = String(bars[from]?.timestamp ?? '')
    dataset.lastBar = String(bars[to - 1]?.timestamp ?? '')
    const isShown = to >= bars.length
    if (isShown === isLatestShown) return
    isLatestShown = isShown
    chart.setZoomAnchor(isShown ? 'last_bar' : 'cursor')
    for (const listener of [...listeners]) listener(isShown)
  })
  return {
    onLatest(listener) {
      listeners.add(listener)
      listener(isLatestShown)
      return () => listeners.delete(listener)
    },
    toLatest: () => chart.scrollToRealTime(),
  }
}
