/** Every line of the chart as a list: the way to it without a pointer, and for lines that are out of sight. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../terms/order'
import { type KeyValue, KeyValueList, List, ListItem, Sheet, Stack, Text, token } from '../../../ui'
import { decimalText } from '../../../ui/decimal-text'
import { inUsdt, profitText } from '../../orders/money'
import { useTrade } from '../scene/trade-context'
import { type ChartLine, isPending, isTrailing, type LinePart, partPrice, resultAt } from './chart-lines'
import type { LineMarket } from './line-reading'
import { orderName, partText } from './line-texts'

const ListHead = styled.h3`
  font-size: ${token.type.md};
  font-weight: 600;
  display: flex;
  justify-content: space-between;
  gap: ${token.space[2]};
  padding-block-end: ${token.space[2]};
  span { font-weight: 500; color: ${token.text.secondary}; font-variant-numeric: tabular-nums lining-nums; }
`
const Rows = styled(List)`
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
`

interface LineListProps {
  open: boolean
  onClose: () => void
  orders: readonly Order[]
  /** Stop-out and ask. */
  marks: readonly ChartLine[]
  market: LineMarket | null
  onChoose: (order: Order, part: LinePart) => void
}

export function LineList({ open, onClose, orders, marks, market, onChoose }: LineListProps) {
  const { t } = useTranslation(['trade', 'order'])
  const { instrument } = useTrade()
  const { symbol: code, pricePrecision: decimals } = instrument
  const facts: KeyValue[] = marks.map((line) => ({ key: line.id, label: line.label, value: <bdi dir="ltr">{line.priceText}</bdi> }))
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.line.title', { code })} closeLabel={t('close')}>
      <Stack>
        <Text $size="sm" $tone="secondary">
          {orders.length === 0 ? t('chart.line.none', { code }) : t('chart.line.hint')}
        </Text>
        {orders.map((order) => (
          <section key={order.id} aria-label={orderName(t, order)}>
            <ListHead>
              {orderName(t, order)}
              {isPending(order) ? null : <span>{decimalText(order.entryPrice, { decimals })}</span>}
            </ListHead>
            <Rows>
              {partsOf(order).map((part) => (
                <PartRow key={part} order={order} part={part} quoteToUsdt={market?.quoteToUsdt} onChoose={onChoose} />
              ))}
            </Rows>
          </section>
        ))}
        {facts.length === 0 ? null : <KeyValueList rows={facts} />}
      </Stack>
    </Sheet>
  )
}

const partsOf = (order: Order): LinePart[] => (isPending(order) ? ['target', 'takeProfit', 'stopLoss'] : ['takeProfit', 'stopLoss'])

interface PartRowProps {
  order: Order
  part: LinePart
  quoteToUsdt: string | undefined
  onChoose: (order: Order, part: LinePart) => void
}

function PartRow({ order, part, quoteToUsdt, onChoose }: PartRowProps) {
  const { t } = useTranslation(['trade', 'order'])
  const { pricePrecision: decimals } = order.instrument
  const price = partPrice(order, part)
  const result = price === '' || part === 'target' ? null : resultAt(order, price, quoteToUsdt)
  const trails = part === 'stopLoss' && isTrailing(order)
  const caption = [trails ? t('chart.line.trailing') : '', result === null ? '' : inUsdt(profitText(result, 'glance'))].filter(
    (text) => text !== '',
  )
  return (
    <ListItem
      title={partText(t, part)}
      caption={caption.length === 0 ? undefined : <bdi dir="ltr">{caption.join(' · ')}</bdi>}
      value={price === '' ? t('chart.line.add') : <bdi dir="ltr">{decimalText(price, { decimals })}</bdi>}
      onClick={() => onChoose(order, part)}
    />
  )
}
