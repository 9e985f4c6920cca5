/** Asks before a line moves: the price before and after, what it would bring, and the price itself to type or to step. */
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixedShort, parseFixed } from '../../../../rules/decimal'
import { priceStep } from '../../../../rules/pip'
import type { Order } from '../../../terms/order'
import {
  Button,
  DASH,
  decimalText,
  Field,
  type KeyValue,
  KeyValueList,
  Note,
  Price,
  Sheet,
  Stack,
  Stepper,
  Two,
  token,
  wireDecimal,
} from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { useFarPriceQuestion } from '../../orders/far-price'
import { Profit } from '../../orders/money'
import { isSet } from '../../orders/order-facts'
import { useLockedReason } from '../../orders/use-locked-reason'
import { useProblemText } from '../../orders/use-problem-text'
import { distanceText } from '../ticket/trade-texts'
import { isPending, isTrailing, type LinePart, partPrice } from './chart-lines'
import { isMovedElsewhere, type Move } from './line-drag'
import { isSamePrice, type LineMarket, type LineReading, readLine, startPrice } from './line-reading'
import { orderName, partText } from './line-texts'
import type { LineControls } from './use-line-drag'

const Whose = styled.p`
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  b { color: ${token.text.primary}; font-weight: 600; }
`
const Change = styled.span`
  display: inline-flex;
  gap: ${token.space[2]};
  direction: ltr;
  s { color: ${token.text.muted}; text-decoration: none; }
`

export function LineSheet({ controls, market }: { controls: LineControls; market: LineMarket | null }) {
  const { t } = useTranslation(['trade', 'order'])
  const { asked, order } = controls
  const isOpen = asked !== null && order !== null && market !== null
  const title = asked === null ? '' : t(`chart.line.${asked.before === '' ? 'set' : 'move'}.${asked.part}`)
  return (
    <Sheet open={isOpen} onClose={controls.giveUp} title={title} closeLabel={t('close')}>
      {isOpen ? <LineForm move={asked} order={order} market={market} controls={controls} /> : null}
    </Sheet>
  )
}

interface LineFormProps {
  move: Move
  order: Order
  market: LineMarket
  controls: LineControls
}

function LineForm({ move, order, market, controls }: LineFormProps) {
  const { t } = useTranslation(['trade', 'order', 'public'])
  const readBack = useReadBack()
  const lockedReason = useLockedReason(order)
  const { pricePrecision: precision, symbol } = order.instrument
  const price = wireDecimal(move.price)
  const reading = readLine(order, move.part, price, market)
  const refusal = useProblemText(reading.problem)
  const example = decimalText(startPrice(order, move.part, market), { decimals: precision })
  const unreadable = `${t('chart.line.unreadable', { count: precision })} ${t('public:forExample', { example })}`
  const problem = reading.isReadable ? refusal : unreadable
  const now = partPrice(order, move.part)
  const isSame = isSamePrice(now, price)
  const canSave = problem === null && lockedReason === null && !isSame
  const label = t('chart.line.price')
  const far = useFarPriceQuestion(precision)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave || controls.isSaving) return
    far.ask({
      prices: [{ name: partText(t, move.part), price }],
      now: market.bid,
      confirmLabel: t('chart.line.save'),
      send: () => controls.save(price),
    })
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Whose>
          <bdi dir="ltr">{symbol}</bdi> · <b>{orderName(t, order)}</b>
        </Whose>
        <Field id={`line-${move.orderId}`} label={label} announce error={problem ?? undefined}>
          {(aria) => (
            <Stepper
              {...aria}
              value={move.price}
              onChange={(text) => controls.send({ type: 'typed', price: text })}
              step={formatFixedShort(priceStep(precision, parseFixed(market.bid)))}
              precision={precision}
              startAt={startPrice(order, move.part, market)}
              label={label}
              readBack={readBack}
              decreaseLabel={t('chart.line.decrease')}
              increaseLabel={t('chart.line.increase')}
            />
          )}
        </Field>
        <KeyValueList rows={useRows(move.part, price, order, reading)} />
        <Notes move={move} order={order} lockedReason={lockedReason} />
        <Two>
          <Button size="lg" onClick={controls.giveUp}>
            {t('chart.line.discard')}
          </Button>
          <Button type="submit" variant="primary" size="lg" busy={controls.isSaving} disabled={!canSave && !controls.isSaving}>
            {t('chart.line.save')}
          </Button>
        </Two>
      </Stack>
      {far.dialog}
    </form>
  )
}

function useRows(part: LinePart, moved: string, order: Order, reading: LineReading): KeyValue[] {
  const { t } = useTranslation(['trade', 'order'])
  const { pricePrecision: precision } = order.instrument
  const now = partPrice(order, part)
  const price = (text: string): ReactNode =>
    isSet(text) ? <Price value={text} precision={precision} pipStyle="plain" /> : t('chart.line.notSet')
  return [
    {
      key: 'change',
      label: partText(t, part),
      value: (
        <Change>
          <s>{price(now)}</s>
          <span aria-hidden="true">→</span>
          <span className="sr-only">{t('chart.line.becomes')}</span>
          <b>{price(moved)}</b>
        </Change>
      ),
    },
    {
      key: 'distance',
      label: t(isPending(order) && part !== 'target' ? 'chart.line.fromTarget' : 'chart.line.distance'),
      value: <bdi dir="ltr">{reading.isReadable ? distanceText(t, reading.distance, precision) : DASH}</bdi>,
    },
    ...(part === 'target'
      ? []
      : [
          {
            key: 'result',
            label: t('chart.line.result'),
            value: <Profit value={reading.result} form="glance" currency="USDT" />,
          },
        ]),
  ]
}

function Notes({ move, order, lockedReason }: { move: Move; order: Order; lockedReason: string | null }) {
  const { t } = useTranslation(['trade', 'order'])
  const { pricePrecision: decimals } = order.instrument
  const now = partPrice(order, move.part)
  const follows = move.part === 'stopLoss' && isTrailing(order)
  return (
    <>
      {lockedReason === null ? null : <Note tone="warn">{lockedReason}</Note>}
      {/* A stop that follows is moved by the price itself. */}
      {!follows && isMovedElsewhere(move, order) ? (
        <Note tone="warn" role="status">
          {t('chart.line.elsewhere', { price: isSet(now) ? decimalText(now, { decimals }) : t('chart.line.notSet') })}
        </Note>
      ) : null}
      {follows ? <Note>{t('chart.line.follows', { distance: decimalText(order.trailingDistance, { decimals }) })}</Note> : null}
    </>
  )
}
