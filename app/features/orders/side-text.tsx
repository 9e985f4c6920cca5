import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { Icon, token } from '../../ui'
import { kindKey, lotsText, wasNeverFilled } from './order-facts'

const Words = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-weight: 500;
  white-space: nowrap;
  &[data-side='buy'] { color: ${token.direction.upText}; }
  &[data-side='sell'] { color: ${token.direction.downText}; }
  small { font-size: inherit; font-weight: 400; color: ${token.text.muted}; }
`

/** An arrow and a word, so that the side never hangs on colour alone; then lots and leverage. A pending order names its kind. */
export function SideText({ order, withLots = false, className }: { order: Order; withLots?: boolean; className?: string }) {
  const { t } = useTranslation('order')
  const side = order.side
  const kind = order.status === 'pending' || wasNeverFilled(order) ? kindKey(order) : null
  return (
    <Words data-side={side} className={className}>
      <Icon name={side === 'buy' ? 'arrow-up' : 'arrow-down'} size={14} />
      {t(kind ?? (side === 'buy' ? 'long' : 'short'))}
      {withLots ? <span data-num="">{lotsText(order.lots)}</span> : null}
      {order.leverage === '' ? null : <small data-num="">{order.leverage}×</small>}
    </Words>
  )
}
