import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useQuote } from '../../realtime'
import type { Order } from '../../terms/order'
import { ConfirmDialog, type KeyValue, KeyValueList, Price, Text, token } from '../../ui'
import { useLiveOrder } from './live-figures'
import { Cost, Profit } from './money'
import { lotsText, marginAt } from './order-facts'

const Leg = styled.section`
  display: grid;
  gap: ${token.space[1]};
  h3 { font-size: ${token.type.sm}; font-weight: 600; }
`

interface ReverseDialogProps {
  order: Order
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Both legs before a position is turned round: what is closed with its result, and what is opened with its cost. */
export function ReverseDialog({ order, isBusy, onConfirm, onCancel }: ReverseDialogProps) {
  const { t } = useTranslation('order')
  const live = useLiveOrder(order)
  const quoteToUsdt = useQuote(order.instrument.id)?.quoteToUsdt
  const isBuy = order.side === 'buy'
  const [now, then] = [t(isBuy ? 'longWord' : 'shortWord'), t(isBuy ? 'shortWord' : 'longWord')]
  const lots = lotsText(order.lots)
  const price = <Price value={live.price} precision={order.instrument.pricePrecision} pipStyle="plain" />
  const closing: KeyValue[] = [
    { key: 'price', label: t('ask.about'), value: price },
    {
      key: 'profit',
      label: t('ask.profitAbout'),
      value: <Profit value={live.profit} form="own" currency="USDT" />,
    },
  ]
  const opening: KeyValue[] = [
    // The side that closes a position opens the opposite one: both legs meet the same price.
    { key: 'price', label: t('ask.about'), value: price },
    {
      key: 'margin',
      label: t('reverse.marginAbout'),
      value: <Cost value={marginAt(order, live.price, quoteToUsdt)} form="own" currency="USDT" />,
    },
    { key: 'fee', label: t('reverse.feeAbout'), value: <Cost value={order.fee} form="own" currency="USDT" /> },
  ]
  return (
    <ConfirmDialog
      open
      title={t('reverse.title', { code: order.instrument.symbol, side: now, lots, then })}
      text={t('reverse.text')}
      confirmLabel={t('reverse.confirm')}
      cancelLabel={t('ask.keepOpen')}
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Leg>
        <h3>{t('reverse.closes', { side: now, lots })}</h3>
        <KeyValueList rows={closing} />
      </Leg>
      <Leg>
        <h3>{t('reverse.opens', { side: then, lots })}</h3>
        <KeyValueList rows={opening} />
      </Leg>
      <Text $size="sm" $tone="muted">
        {t('reverse.estimate')}
      </Text>
    </ConfirmDialog>
  )
}
