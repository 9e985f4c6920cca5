/** From a press of Buy or Sell to the order: what is asked before it is sent. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFixed } from '../../../../rules/decimal'
import type { OrderSide } from '../../../../rules/price'
import { laterLayer } from '../../../ui/later-layer'
import { useFarPriceQuestion } from '../../orders/far-price'
import { useSendMode } from '../scene/send-mode'
import type { OrderQuestionProps } from './order-question-layer'
import type { SideSummary } from './side-summary'
import { useTicket } from './ticket-context'
import { orderFields } from './ticket-draft'

const OrderQuestion = laterLayer<OrderQuestionProps>(() => import('./order-question-layer'))

interface SendOrder {
  press(side: OrderSide): void
  /** Sends at a price that was offered: the button that names it is the confirmation. */
  accept(side: OrderSide, price: string): void
  readonly questions: ReactNode
}

export function useSendOrder(): SendOrder {
  const { t } = useTranslation('trade')
  const { terms, draft, sending, shown } = useTicket()
  const { modeAtPress, noteOrder } = useSendMode()
  const [asked, setAsked] = useState<OrderSide | null>(null)
  const far = useFarPriceQuestion(terms.pricePrecision)
  const place = (own: SideSummary, acceptedPrice?: string) => {
    const fields = orderFields({ terms, draft }, own)
    if (fields === null) return
    noteOrder()
    sending.place({ side: own.side, fields, price: acceptedPrice ?? formatFixed(own.price, terms.pricePrecision) })
  }
  const begin = (side: OrderSide, acceptedPrice?: string) => {
    const own = shown.current?.[side]
    const fields = own === undefined ? null : orderFields({ terms, draft }, own)
    if (own === undefined || fields === null) return
    far.ask({
      prices: [
        { name: t('ticket.targetPrice'), price: fields.target_price ?? '' },
        { name: t('ticket.takeProfit'), price: fields.target_profit_price ?? '' },
        { name: t('ticket.stopLoss'), price: fields.stop_loss_price ?? '' },
      ],
      now: formatFixed(own.price - own.distanceToMarket, terms.pricePrecision),
      confirmLabel: t(side === 'buy' ? 'ticket.buyUp' : 'ticket.sellLow'),
      send: () => (acceptedPrice === undefined && modeAtPress() === 'confirm' ? setAsked(side) : place(own, acceptedPrice)),
    })
  }
  return {
    press: (side) => begin(side),
    accept: begin,
    questions: (
      <>
        {far.dialog}
        <OrderQuestion
          open={asked !== null}
          side={asked ?? 'buy'}
          onConfirm={(own) => {
            setAsked(null)
            place(own)
          }}
          onCancel={() => setAsked(null)}
        />
      </>
    ),
  }
}
