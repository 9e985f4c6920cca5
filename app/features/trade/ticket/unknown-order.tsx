/** An order whose end is not known: in place of the ticket's form, in one line on a phone, and as a row of the list below. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { OpenSending } from '../../../line/line-state'
import { Button, decimalText, Icon, token } from '../../../ui'
import { NotKnownPanel, SeeOrders } from '../../not-known/not-known-panel'
import { useOpenDeed } from '../../not-known/use-open-sendings'
import { lotsText } from '../../orders/order-facts'
import { useTrade } from '../scene/trade-context'

export const useUnknownOrder = (): OpenSending | null => useOpenDeed('order')

const Side = styled.b`
  font-weight: 600;
  &[data-side='1'] { color: ${token.direction.upText}; }
  &[data-side='2'] { color: ${token.direction.downText}; }
`

export function UnknownOrder({ sending }: { sending: OpenSending }) {
  const { t } = useTranslation('trade')
  const { data } = useTrade()
  const { forex_id, type, cont = '0', status, price, target_price } = sending.fields
  const instrument = data.instruments.find(({ id }) => id === forex_id)
  const isPending = status === '0'
  const asked = isPending ? target_price : price
  const facts = [
    {
      key: 'order',
      label: t('ticket.region'),
      value: (
        <>
          <Side data-side={type}>{t(type === '2' ? 'side.short' : 'side.long')}</Side> {t('ticket.riskSize', { lots: lotsText(cont) })}{' '}
          <bdi dir="ltr">{instrument?.symbol}</bdi>
        </>
      ),
    },
    ...(asked === undefined
      ? []
      : [
          {
            key: 'price',
            label: t(isPending ? 'ticket.targetPrice' : 'public:notKnown.requestedPrice'),
            value: <bdi dir="ltr">{decimalText(asked, instrument === undefined ? {} : { decimals: instrument.pricePrecision })}</bdi>,
          },
        ]),
  ]
  return <NotKnownPanel sending={sending} facts={facts} see={<SeeOrders type={isPending ? '0' : '1'} />} />
}

const Strip = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  margin-block-end: 10px;
  padding: 8px 12px;
  border-radius: ${token.radius.sm};
  background: ${token.status.warn.soft};
  font-size: ${token.type.sm};
  line-height: 1.35;
  > span { flex: 1; min-width: 0; }
`

/** Where there is no room for all of it. @param onOpen leads to all of it */
export function UnknownOrderStrip({ onOpen }: { onOpen: (() => void) | undefined }) {
  const { t } = useTranslation('public')
  return (
    <Strip role="status" data-testid="not-known-strip">
      <Icon name="wifi-off" />
      <span>{t('notKnown.order')}</span>
      {onOpen === undefined ? null : (
        <Button size="sm" aria-haspopup="dialog" onClick={onOpen}>
          {t('trade:ticket.open')}
        </Button>
      )}
    </Strip>
  )
}
