import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../terms/order'
import { Change, decimalText, type KeyValue, Price } from '../../ui'
import { OrderMargin } from './live-figures'
import { Cost, Profit } from './money'
import { closingSlippage, distanceText, isSet, kindKey, openingSlippage, type Slippage } from './order-facts'

/** The facts of an order as rows of its detail; what an order does not have is an empty list. */
export function useDetailRows(order: Order) {
  const { t } = useTranslation('order')
  const precision = order.instrument.pricePrecision
  const row = (key: string, value: ReactNode): KeyValue => ({ key, label: t(`fact.${key}`), value })
  const price = (text: string) => (isSet(text) ? <Price value={text} precision={precision} pipStyle="plain" /> : t('notSet'))
  const time = (text: string) => <bdi>{text}</bdi>
  const slipped = (key: string, slippage: Slippage | null): KeyValue[] =>
    slippage === null
      ? []
      : [
          row(`${key}Requested`, price(slippage.requested)),
          row(
            'slippage',
            <>
              <bdi dir="ltr" data-num="">
                {slippage.distance}
              </bdi>{' '}
              {t(slippage.isWorse ? 'slippage.worse' : 'slippage.better')}
            </>,
          ),
        ].map((each) => ({ ...each, key: `${key}-${each.key}` }))
  const kind = kindKey(order)
  return {
    row,
    price,
    kind:
      kind === null
        ? []
        : [
            row(
              'kind',
              <>
                {t(kind)} {price(order.askedPrice)}
              </>,
            ),
          ],
    opening: [row('openPrice', price(order.entryPrice)), ...slipped('open', openingSlippage(order))],
    fills: order.fills.map(({ purpose, provider, price: filledAt, markUp }) =>
      row(
        purpose === 'open' ? 'openedBy' : 'closedBy',
        <bdi>{t('fill', { provider, price: decimalText(filledAt), markUp: decimalText(markUp) })}</bdi>,
      ),
    ),
    closing: [row('closePrice', price(order.price)), ...slipped('close', closingSlippage(order))],
    distance: (now: string) => row('distance', <Change value={distanceText(order.askedPrice, now)} />),
    margin: row('margin', <OrderMargin order={order} />),
    marginWhenFilled: row('marginWhenFilled', <OrderMargin order={order} />),
    fee: row('fee', <Cost value={order.fee} form="own" />),
    funding: order.funding === null ? [] : [row('funding', <Profit value={order.funding} form="own" />)],
    stopOut: order.stopOutPrice === '' ? [] : [row('stopOutPrice', price(order.stopOutPrice))],
    parent: order.parentId === '' ? [] : [row('parent', <span data-num="">{order.parentId}</span>)],
    number: row('number', <span data-num="">{order.id}</span>),
    opened: row(order.openedAt === null ? 'placed' : 'opened', time(order.placedTime)),
    closed: row(order.openedAt === null ? 'cancelled' : 'closed', time(order.closedTime)),
  }
}
