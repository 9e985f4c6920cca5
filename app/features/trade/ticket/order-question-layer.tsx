/** What is about to be sent, asked about while the price goes on: the button always names the price that it would send. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { type Fixed, formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { formatBalance } from '../../../../rules/money'
import type { OrderSide } from '../../../../rules/price'
import { Amount, ConfirmDialog, DASH, decimalText, type KeyValue, Note, Price } from '../../../ui'
import { useLatest } from '../../../ui/use-latest'
import { Cost } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import { useTrade } from '../scene/trade-context'
import { usePriceAge } from '../scene/use-price-age'
import type { SideSummary } from './side-summary'
import { useTicket, useTicketView } from './ticket-context'
import { sideLock } from './ticket-lock'
import { limitOf } from './ticket-steps'
import { distanceText, lockText, pendingKindText } from './trade-texts'

export interface OrderQuestionProps {
  open: boolean
  side: OrderSide
  /** `own`: the side as it was shown when it was confirmed. */
  onConfirm: (own: SideSummary) => void
  onCancel: () => void
}

/** How long a price that has moved too far is shown before it can be accepted: a press under way was meant for the one before. */
export const LOOK_AGAIN_MS = 1_000

const Quiet = styled.bdi`
  white-space: nowrap;
  font-weight: 400;
`

export default function OrderQuestionLayer(props: OrderQuestionProps) {
  // Asked anew each time: from the price of that moment on.
  return props.open ? <OrderQuestion {...props} /> : null
}

function OrderQuestion({ side, onConfirm, onCancel }: OrderQuestionProps) {
  const { t } = useTranslation('trade')
  const { instrument, data } = useTrade()
  const { terms, draft } = useTicket()
  const { quote, summary, facts } = useTicketView()
  const own = summary?.[side] ?? null
  const isMarket = draft.kind === 'market'
  const lock = sideLock(side, facts)
  const ageSeconds = usePriceAge(quote, facts.isStale)
  const now = own?.price ?? null
  const [before] = useState(now)
  const { isTooFar, hasBeen } = useLookAgain(side, isMarket ? now : null, limitOf(draft.slippage, terms))
  const lots = own?.lots == null ? DASH : lotsText(formatFixedShort(own.lots))
  const words = { lots, instrument: instrument.symbol }
  const kind = pendingKindText(t, side, own ?? { pendingKind: null })
  const price = now === null ? DASH : decimalText(formatFixed(now, terms.pricePrecision))
  const title = isMarket ? t(`ticket.ask.${side}`, words) : t('ticket.ask.pending', { ...words, kind })
  const reason =
    lock === null || lock.kind === 'unsized' ? null : lockText(t, lock, draft, { terms, session: data.sessions[instrument.id], ageSeconds })
  return (
    <ConfirmDialog
      open
      title={title}
      text={t(isMarket ? 'ticket.ask.market' : 'ticket.ask.waits')}
      facts={own === null ? [] : factsOf(own)}
      tone={side}
      confirmLabel={isMarket ? t(side === 'buy' ? 'ticket.acceptBuy' : 'ticket.acceptSell', { price }) : t('ticket.ask.place')}
      cancelLabel={t('public:cancel')}
      confirmLocked={own === null || lock !== null || isTooFar}
      onConfirm={() => own !== null && onConfirm(own)}
      onCancel={onCancel}
    >
      {reason === null && !hasBeen ? null : (
        <Note tone="warn" role="status">
          {reason ?? t('ticket.ask.moved', { price })}
        </Note>
      )}
    </ConfirmDialog>
  )

  function factsOf(shown: SideSummary): KeyValue[] {
    const written = (value: Fixed) => (
      <Price value={formatFixed(value, terms.pricePrecision)} precision={terms.pricePrecision} pipStyle="plain" />
    )
    const moved = before === null ? 0n : shown.price - before
    const row = (key: string, label: string, value: KeyValue['value']): KeyValue => ({ key, label, value })
    const some = (value: Fixed, one: KeyValue) => (value === 0n ? [] : [one])
    const free = shown.after && formatBalance(shown.after.freeMargin)
    const slippage = limitOf(draft.slippage, terms)
    const limit = slippage === null ? t('ticket.noLimit') : distanceText(t, slippage, terms.pricePrecision).replace(/^\+/, '')
    return [
      isMarket
        ? row(
            'price',
            t('ticket.ask.now'),
            <>
              {written(shown.price)} {moved === 0n ? null : <Quiet dir="ltr">{distanceText(t, moved, terms.pricePrecision)}</Quiet>}
            </>,
          )
        : row('price', t('ticket.targetPrice'), written(shown.price)),
      ...some(shown.takeProfit, row('profit', t('ticket.takeProfit'), written(shown.takeProfit))),
      ...some(shown.stopLoss, row('loss', t('ticket.stopLoss'), written(shown.stopLoss))),
      ...some(
        shown.trailing,
        row('trailing', t('ticket.trailing'), distanceText(t, shown.trailing, terms.pricePrecision).replace(/^\+/, '')),
      ),
      ...(isMarket ? [row('slippage', t('ticket.slippage'), limit)] : []),
      row(
        'margin',
        t(isMarket ? 'ticket.margin' : 'ticket.marginAtTarget'),
        <Cost value={shown.cost && formatFixed(shown.cost.margin)} form="own" currency="USDT" />,
      ),
      row('fee', t('ticket.fee'), <Cost value={shown.cost && formatFixed(shown.cost.fee)} form="own" currency="USDT" />),
      {
        ...row(
          'free',
          t('ticket.freeAfter'),
          <>
            <Amount value={free} /> USDT
          </>,
        ),
        total: true,
      },
    ]
  }
}

/** True while a market price has moved against the order by more than it allows, until it has been shown for a moment. */
function useLookAgain(side: OrderSide, now: Fixed | null, most: Fixed | null): { isTooFar: boolean; hasBeen: boolean } {
  const [seen, setSeen] = useState(now)
  const [hasBeen, setHasBeen] = useState(false)
  const latest = useLatest(now)
  const against = seen === null || now === null ? 0n : side === 'buy' ? now - seen : seen - now
  const isTooFar = most !== null && against > most
  useEffect(() => {
    if (!isTooFar) return
    setHasBeen(true)
    const timer = setTimeout(() => setSeen(latest.current), LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isTooFar])
  return { isTooFar, hasBeen }
}
