/** The price has moved further than the order allowed: the new one is offered where the refusal stands, everything typed stays. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { OrderSide } from '../../../../rules/price'
import { Button, decimalText, Note, token } from '../../../ui'
import { useTicket } from './ticket-context'
import type { PriceOffer } from './use-place-order'

const Offer = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
`

export function PriceOfferNote({ offer, onAccept }: { offer: PriceOffer; onAccept: (side: OrderSide, price: string) => void }) {
  const { t } = useTranslation('trade')
  const { terms } = useTicket()
  const price = decimalText(offer.price, { decimals: terms.pricePrecision })
  return (
    <Note tone="warn" role="alert">
      <Offer>
        <span>{t('ticket.priceNow', { price })}</span>
        <Button size="sm" variant={offer.side} onClick={() => onAccept(offer.side, offer.price)}>
          {t(offer.side === 'buy' ? 'ticket.acceptBuy' : 'ticket.acceptSell', { price })}
        </Button>
      </Offer>
    </Note>
  )
}
