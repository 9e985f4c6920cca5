/** The lines of the chart with everything that is done with them: labels to drag, a list for the keyboard, the sheet that asks. */
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../terms/order'
import { IconButton, token, wireDecimal } from '../../../ui'
import { type ChartLine, chartLines, type LinePart, movedLine, partOf, withMovedLine } from './chart-lines'
import type { CandleChartHandle } from './kline.client'
import { LineLayer } from './line-layer'
import { LineList } from './line-list'
import { startPrice } from './line-reading'
import { LineSheet } from './line-sheet'
import { useChartOrders } from './use-chart-lines'
import { useLineDrag } from './use-line-drag'

/** In the corner of the candles, over the time axis. */
const Open = styled(IconButton)`
  position: absolute;
  /* Left in every language, as the candles are: the price axis is at the right. */
  direction: ltr;
  inset-inline-start: ${token.space[2]};
  inset-block-end: 32px;
  z-index: 1;
  background: ${token.surface.raised};
  box-shadow: 0 0 0 1px ${token.border.soft};
`

export function ChartLineControls({ handle }: { handle: CandleChartHandle | null }) {
  const { t } = useTranslation('trade')
  const { question, market } = useChartOrders()
  const { orders } = question
  const controls = useLineDrag(orders)
  const [isListOpen, setIsListOpen] = useState(false)
  const still = useMemo(() => chartLines(question), [question])
  const move = controls.drag.phase === 'held' || controls.drag.phase === 'asking' ? controls.drag.move : null
  const isMoved = controls.drag.phase === 'asking' || (controls.drag.phase === 'held' && controls.drag.hasMoved)
  const lines = useMemo(() => {
    const price = move === null ? '' : wireDecimal(move.price)
    const isDrawn = move !== null && isMoved && controls.order !== null && price !== ''
    return withMovedLine(still, isDrawn ? movedLine(controls.order, move.part, price, question) : null)
  }, [still, move, isMoved, controls.order, question])
  useEffect(() => handle?.setLines(lines), [handle, lines])

  const choose = (order: Order, part: LinePart) => {
    if (market === null) return
    setIsListOpen(false)
    controls.ask(order, part, startPrice(order, part, market))
  }
  const chooseLine = (line: ChartLine, order: Order) => {
    const part = partOf(line.kind)
    if (part === null) setIsListOpen(true)
    else choose(order, part)
  }
  return (
    <>
      {handle === null ? null : (
        <LineLayer handle={handle} lines={lines} orders={orders} market={market} controls={controls} onChoose={chooseLine} />
      )}
      {orders.length === 0 ? null : (
        <Open icon="sliders-horizontal" label={t('chart.line.open')} aria-haspopup="dialog" onClick={() => setIsListOpen(true)} />
      )}
      <LineList
        open={isListOpen}
        onClose={() => setIsListOpen(false)}
        orders={orders}
        marks={still.filter(({ orderId }) => orderId === null)}
        market={market}
        onChoose={choose}
      />
      <LineSheet controls={controls} market={market} />
    </>
  )
}
