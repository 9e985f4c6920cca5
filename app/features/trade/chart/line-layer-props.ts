import type { Order } from '../../../terms/order'
import type { ChartLine } from './chart-lines'
import type { CandleChartHandle } from './kline.client'
import type { LineMarket } from './line-reading'
import type { LineControls } from './use-line-drag'

export interface LineLayerProps {
  handle: CandleChartHandle
  lines: readonly ChartLine[]
  orders: readonly Order[]
  market: LineMarket | null
  controls: LineControls
  /** A label was pressed and not moved: the way of keyboard and reader. */
  onChoose: (line: ChartLine, order: Order) => void
}
