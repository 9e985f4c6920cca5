/** Under the message that an order was placed: what it brings now, and the way to end it. It asks as the order's row does. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useOrderEvents } from '../../../realtime'
import type { Order } from '../../../terms/order'
import { media, token } from '../../../ui'
import { askEnd, useAskedEnd } from '../../orders/asked-end'
import { LiveProfit } from '../../orders/live-figures'
import { EndButton } from '../../orders/order-card'
import { STATUS_TAB } from '../../orders/orders-data'
import { useLockedReason } from '../../orders/use-locked-reason'

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  margin-block-start: ${token.space[2]};
  min-height: 32px;
  > span { font-variant-numeric: tabular-nums; }
  /* Over the edge of a sheet a message has one line of room (toast.tsx). */
  ${media.phone} { body:has([data-sheet]) & { display: none; } }
`

export function PlacedResult({ order }: { order: Order }) {
  const { t } = useTranslation(['trade', 'order'])
  const isServed = useAskedEnd((asked) => asked.isServed)
  const isLocked = useLockedReason(order) !== null
  const [isOver, setIsOver] = useState(false)
  useOrderEvents((event) => {
    if (event.id === order.id) setIsOver(true)
  })
  if (isOver || order.underWay !== null) return null
  const isPosition = order.status === 'open'
  return (
    <Row>
      {/* A message that is read aloud is read once: its figures go on moving in silence. */}
      <span aria-hidden="true">
        {isPosition ? (
          <>
            {t('dock.total')} <LiveProfit order={order} /> USDT
          </>
        ) : null}
      </span>
      {isServed ? (
        <EndButton
          order={order}
          tab={STATUS_TAB[order.status]}
          label={t(isPosition ? 'order:close' : 'order:cancelOrder')}
          isLocked={isPosition && isLocked}
          onEnd={({ id }) => askEnd(id)}
          size="sm"
        />
      ) : null}
    </Row>
  )
}
