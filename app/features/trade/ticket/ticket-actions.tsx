/** Buy up and Sell low, with the reason when they cannot be pressed and the broker's words when it refused. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, formatFixedShort, parseFixed } from '../../../../rules/decimal'
import type { OrderSide } from '../../../../rules/price'
import { paths } from '../../../addresses/paths'
import { ButtonLink, DASH, Note, Price, TradeButtons, token } from '../../../ui'
import { useFarPriceQuestion } from '../../orders/far-price'
import { costText, inUsdt } from '../../orders/money'
import { tradePath } from '../scene/trade-address'
import { useTrade } from '../scene/trade-context'
import { usePriceAge } from '../scene/use-price-age'
import { PlainButtons } from './plain-fields'
import { PriceOfferNote } from './price-offer-note'
import { orderFields, useTicket, useTicketView } from './ticket-context'
import { readTyped } from './ticket-draft'
import { type LockFacts, sideLock, ticketLock } from './ticket-lock'
import { Scripted } from './ticket-parts'
import { draftProblem } from './ticket-question'
import type { TicketSummary } from './ticket-summary'
import { hintText, lockText, lotsText, pendingKindText, spreadText, type TradeText } from './trade-texts'
import { useUnknownOrder } from './unknown-order'

const Root = styled.div`
  display: grid;
  gap: ${token.space[2]};
  position: relative;
`
const OverButtons = styled.p`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[2]};
  &[data-floating] { justify-content: center; }
  font-size: ${token.type.xs};
  line-height: 16px;
  color: ${token.text.muted};
  font-variant-numeric: tabular-nums;
`
/** Reaches into the gap before the arrow: "Long 0.20 lots" just fits the narrowest button. */
const Line = styled.span`
  display: block;
  margin-inline-end: -8px;
  letter-spacing: -0.01em;
`
/** Over the foot of the chart, so that nothing moves under the finger when a reason comes and goes. */
const Notices = styled.div`
  display: grid;
  gap: ${token.space[2]};
  &[data-floating] {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 100%;
    margin-block-end: 84px;
    pointer-events: none;
    > * { box-shadow: ${token.shadow.float}; }
    button { pointer-events: auto; }
  }
`

interface TicketActionsProps {
  /** In the peek the notices float above, elsewhere they stand over the buttons. */
  isFloating?: boolean
  /** A closed market is said elsewhere on this layout. */
  hidesClosed?: boolean
}

export function TicketActions(props: TicketActionsProps) {
  return useTrade().isSignedIn ? <OrderActions {...props} /> : <LogInButton />
}

function OrderActions({ isFloating = false, hidesClosed = false }: TicketActionsProps) {
  const { t } = useTranslation('trade')
  const { instrument, data } = useTrade()
  const ticket = useTicket()
  const { terms, draft, sending } = ticket
  const { quote, summary, lock, hint, facts } = useTicketView()
  const ageSeconds = usePriceAge(quote, facts.isStale)
  const words = { terms, session: data.sessions[instrument.id], ageSeconds }
  const isUnknown = useUnknownOrder() !== null
  const isReasonShown = !isUnknown && lock !== null && !(hidesClosed && lock.kind === 'closed')
  const spread = quote === undefined ? '' : spreadText(parseFixed(quote.ask) - parseFixed(quote.bid), terms.pricePrecision)
  const far = useFarPriceQuestion(terms.pricePrecision)
  const send = (side: OrderSide, acceptedPrice?: string) => {
    const own = summary?.[side]
    const fields = own === undefined ? null : orderFields({ terms, draft }, own)
    if (own === undefined || fields === null) return
    const price = acceptedPrice ?? formatFixed(own.price, terms.pricePrecision)
    const prices = [
      { name: t('ticket.targetPrice'), price: fields.target_price ?? '' },
      { name: t('ticket.takeProfit'), price: fields.target_profit_price ?? '' },
      { name: t('ticket.stopLoss'), price: fields.stop_loss_price ?? '' },
    ]
    far.ask({
      prices,
      now: quote?.last ?? price,
      confirmLabel: t(SIDE_TEXTS[side].title),
      send: () => sending.place({ side, fields, price }),
    })
  }
  const showsPrice = spread !== '' || draft.kind === 'pending'
  return (
    <Root>
      <Notices data-floating={isFloating ? '' : undefined}>
        {sending.refusal === null ? null : (
          <Note tone="danger" role="alert">
            {sending.refusal}
          </Note>
        )}
        {sending.offer === null ? null : <PriceOfferNote offer={sending.offer} onAccept={send} />}
        {isReasonShown ? (
          <Note
            tone={lock.kind === 'margin' ? 'danger' : lock.kind === 'target' && draft.target.trim() === '' ? 'neutral' : 'warn'}
            role="status"
            {...(lock.kind === 'closed' ? { icon: 'moon' as const } : {})}
          >
            {lockText(t, lock, draft, words)}
          </Note>
        ) : hint !== null && lock === null && !isUnknown ? (
          <Note tone="warn" role="status">
            {hintText(t, hint, terms.pricePrecision)}
          </Note>
        ) : null}
      </Notices>
      <Scripted>
        <OverButtons data-floating={isFloating ? '' : undefined}>
          {isFloating ? null : <span>{marginText(t, summary)}</span>}
          {spread === '' ? null : <span>{t('price.spread', { points: spread })}</span>}
        </OverButtons>
        <TradeButtons
          buy={useFace('buy', facts, showsPrice, isUnknown)}
          sell={useFace('sell', facts, showsPrice, isUnknown)}
          busy={isUnknown ? null : sending.busySide}
          onTrade={(side) => send(side)}
        />
      </Scripted>
      <PlainButtons />
      {far.dialog}
    </Root>
  )
}

/** Said once more where it cannot be scrolled away. */
function marginText(t: TradeText, summary: TicketSummary | null): string {
  const cost = summary === null ? null : summary[summary.leaning ?? 'buy'].cost
  return cost === null ? '' : `${t('ticket.margin')} ${inUsdt(costText(formatFixed(cost.margin), 'own'))}`
}

const SIDE_TEXTS = {
  buy: { title: 'ticket.buyUp', name: 'ticket.buyName', lots: 'ticket.longLots' },
  sell: { title: 'ticket.sellLow', name: 'ticket.sellName', lots: 'ticket.shortLots' },
} as const

/** What stands on a button. A pending order is named for what it is; "Buy up" would promise a fill now. */
function useFace(side: OrderSide, facts: LockFacts, showsPrice: boolean, isUnknown: boolean) {
  const { t } = useTranslation('trade')
  const { terms, draft, summary } = facts
  const texts = SIDE_TEXTS[side]
  const own = summary?.[side]
  const sized = own?.lots ?? (draft.sizing === 'lots' ? readTyped(draft.lots) : null)
  const lots = sized === null ? DASH : lotsText(formatFixedShort(sized))
  const isPending = draft.kind === 'pending'
  const kind = pendingKindText(t, side, own ?? { pendingKind: null })
  const lock = sideLock(side, facts)
  const instead = isUnknown ? t('public:notKnown.waiting') : lock?.kind === 'offline' ? t('public:connection.page.title') : null
  if (instead !== null) {
    const title = isPending ? kind : t(texts.title)
    return { title, detail: <Line>{instead}</Line>, label: `${title}, ${instead}`, disabled: true }
  }
  // A hint, not a block: the broker says no if it must.
  const isAsked = own !== undefined && ticketLock(facts) === null
  const isOffTarget = isAsked && own.targetProblem !== null
  const isMisfit = isAsked && own.stopProblem !== null
  // A field that makes the price has none: the button carries no older one, it says what is missing.
  const lacksPrice = isPending && draftProblem(terms, draft)?.kind === 'target'
  const price = own === undefined ? '' : formatFixed(own.price, terms.pricePrecision)
  return {
    title: isPending ? kind : t(texts.title),
    detail: (
      <>
        <Line>{isOffTarget ? t('ticket.checkTarget') : isMisfit ? t('ticket.checkStops') : t(texts.lots, { lots })}</Line>
        {showsPrice ? (
          <Line>
            {lacksPrice ? (
              t('ticket.enterPrice')
            ) : (
              <Price value={own === undefined ? null : price} precision={terms.pricePrecision} pipStyle="plain" />
            )}
          </Line>
        ) : null}
      </>
    ),
    label: isPending
      ? lacksPrice
        ? `${kind}, ${t('ticket.enterPrice')}`
        : t('ticket.pendingName', { kind, lots, price })
      : t(texts.name, { lots }),
    disabled: lock !== null,
  }
}

function LogInButton() {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { pathname } = useLocation()
  const from = pathname === '/trade' ? tradePath({ code: instrument.code, period }) : pathname
  return (
    <ButtonLink variant="primary" size="lg" block href={paths.login({ from })}>
      {t('ticket.logIn')}
    </ButtonLink>
  )
}
