import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import type { Order } from '../../terms/order'
import { Button, ButtonLink, Card, ConfirmDialog, type KeyValue, KeyValueList, Price, Text, Two, token } from '../../ui'
import { useLiveOrder, useOpeningPrice } from './live-figures'
import { Profit } from './money'
import { lotsText } from './order-facts'
import type { OrderTabId } from './orders-data'

function useEndTexts(order: Order, tab: OrderTabId) {
  const { t } = useTranslation('order')
  const live = useLiveOrder(order)
  const now = useOpeningPrice(order)
  const precision = order.instrument.pricePrecision
  const values = {
    code: order.instrument.symbol,
    side: t(order.side === 'buy' ? 'longWord' : 'shortWord'),
    lots: lotsText(order.lots),
  }
  const price = (text: string) => <Price value={text} precision={precision} pipStyle="plain" />
  const closing: KeyValue[] = [
    { key: 'price', label: t('ask.about'), value: price(live.price) },
    {
      key: 'profit',
      label: t('ask.profitAbout'),
      value: <Profit value={live.profit} form="own" currency="USDT" />,
    },
  ]
  const cancelling: KeyValue[] = [
    { key: 'target', label: t('fact.target'), value: price(order.askedPrice) },
    { key: 'now', label: t('fact.currentPrice'), value: price(now) },
  ]
  return tab === '0'
    ? {
        title: t('ask.cancelTitle', values),
        facts: cancelling,
        text: t('ask.cancelText'),
        confirm: t('cancelOrder'),
        keep: t('ask.keepOrder'),
      }
    : {
        title: t('ask.closeTitle', values),
        facts: closing,
        text: t('ask.closeText'),
        confirm: t('ask.closeConfirm'),
        keep: t('ask.keepOpen'),
      }
}

interface EndDialogProps {
  order: Order
  tab: OrderTabId
  isOpen: boolean
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an order ends, with the price and result of this moment; they go on moving while it asks. */
export function EndDialog({ order, tab, isOpen, isBusy, onConfirm, onCancel }: EndDialogProps) {
  const { title, facts, text, confirm, keep } = useEndTexts(order, tab)
  return (
    <ConfirmDialog
      open={isOpen}
      title={title}
      facts={facts}
      text={text}
      confirmLabel={confirm}
      cancelLabel={keep}
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}

const Ask = styled(Card)`
  display: grid;
  gap: ${token.space[4]};
  margin: ${token.space[4]};
  h2 { font-size: ${token.type.xl}; }
`

/** The same question for a browser without scripts: a card with a form. */
export function EndForm({ order, tab, formKey }: { order: Order; tab: OrderTabId; formKey: string }) {
  const { title, facts, text, confirm, keep } = useEndTexts(order, tab)
  const intent = tab === '0' ? 'cancel' : 'close'
  return (
    <Ask $pad>
      <h2>{title}</h2>
      <KeyValueList rows={facts} />
      <Text $size="sm" $tone="secondary">
        {text}
      </Text>
      <Form method="post" action={paths.orders({ type: tab })}>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="id" value={order.id} />
        <input type="hidden" name="key" value={`${formKey}.${intent}.${order.id}`} />
        <Two>
          <ButtonLink size="lg" href={paths.orders({ type: tab })}>
            {keep}
          </ButtonLink>
          <Button type="submit" variant="primary" size="lg">
            {confirm}
          </Button>
        </Two>
      </Form>
    </Ask>
  )
}
