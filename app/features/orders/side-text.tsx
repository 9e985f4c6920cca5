import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { Icon, token } from '../../ui'
import { kindKey, lotsText, sideOf, wasNeverFilled } from './order-facts'

const Root = styled.span`
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
  const side = sideOf(order)
  const kind = order.Status === 0 || wasNeverFilled(order) ? kindKey(order) : null
  return (
    <Root data-side={side} className={className}>
      <Icon name={side === 'buy' ? 'arrow-up' : 'arrow-down'} size={14} />
      {t(kind ?? (side === 'buy' ? 'long' : 'short'))}
      {withLots ? <span data-num="">{lotsText(order.Quantity)}</span> : null}
      {order.Multiple === '' ? null : <small data-num="">{order.Multiple}×</small>}
    </Root>
  )
}
