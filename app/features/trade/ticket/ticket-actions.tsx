/** Buy and Sell, with the reason when they cannot be pressed and the broker's words when it refused. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { type OrderSide, spreadOf } from '../../../../rules/price'
import { paths } from '../../../addresses/paths'
import { exactPrices } from '../../../terms/quote'
import { ButtonLink, DASH, Note, Price, TradeButtons, token } from '../../../ui'
import { spreadText } from '../../market/spread-text'
import { costText, inUsdt } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import { useSendMode } from '../scene/send-mode'
import { tradePath } from '../scene/trade-address'
import { useTrade } from '../scene/trade-context'
import { usePriceAge } from '../scene/use-price-age'
import { PlainButtons } from './plain-fields'
import { PriceOfferNote } from './price-offer-note'
import { useTicket, useTicketView } from './ticket-context'
import { readTyped } from './ticket-draft'
import { type LockFacts, sideLock, ticketLock } from './ticket-lock'
import { Scripted } from './ticket-parts'
import { draftProblem } from './ticket-question'
import type { TicketSummary } from './ticket-summary'
import { hintText, lockText, pendingKindText, type TradeText } from './trade-texts'
import { useUnknownOrder } from './unknown-order'
import { useSendOrder } from './use-send-order'

const Actions = styled.div`
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
  const spread = quote === undefined ? '' : spreadText(spreadOf(exactPrices(quote)), terms.pricePrecision)
  const { press, accept, questions } = useSendOrder()
  const { mode } = useSendMode()
  const showsPrice = spread !== '' || draft.kind === 'pending'
  return (
    <Actions>
      <Notices data-floating={isFloating ? '' : undefined}>
        {sending.refusal === null ? null : (
          <Note tone="danger" role="alert">
            {sending.refusal}
          </Note>
        )}
        {sending.offer === null ? null : <PriceOfferNote offer={sending.offer} onAccept={accept} />}
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
          press={mode === 'one-click' ? 'once' : mode === 'hold' ? 'hold' : 'plain'}
          onTrade={press}
        />
      </Scripted>
      <PlainButtons />
      {questions}
    </Actions>
  )
}

/** Said once more where it cannot be scrolled away. */
function marginText(t: TradeText, summary: TicketSummary | null): string {
  const cost = summary === null ? null : summary[summary.leaning ?? 'buy'].cost
  return cost === null ? '' : `${t('ticket.margin')} ${inUsdt(costText(formatFixed(cost.margin), 'own'))}`
}

const SIDE_TEXTS = {
  buy: { title: 'ticket.buyUp', name: 'ticket.buyName', lots: 'ticket.longLots', hold: 'ticket.holdBuy', holdName: 'ticket.holdBuyName' },
  sell: {
    title: 'ticket.sellLow',
    name: 'ticket.sellName',
    lots: 'ticket.shortLots',
    hold: 'ticket.holdSell',
    holdName: 'ticket.holdSellName',
  },
} as const

/** What stands on a button. A pending order is named for what it is; "Buy" would promise a fill now. */
function useFace(side: OrderSide, facts: LockFacts, showsPrice: boolean, isUnknown: boolean) {
  const { t } = useTranslation('trade')
  const { terms, draft, summary } = facts
  const texts = SIDE_TEXTS[side]
  const isHeld = useSendMode().mode === 'hold'
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
    title: isPending ? kind : t(isHeld ? texts.hold : texts.title),
    heldTitle: t('ticket.keepHolding'),
    againTitle: t('ticket.pressAgain'),
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
      : t(isHeld ? texts.holdName : texts.name, { lots }),
    disabled: lock !== null,
  }
}

function LogInButton() {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { pathname } = useLocation()
  const from = pathname === paths.trade() ? tradePath({ code: instrument.code, period }) : pathname
  return (
    <ButtonLink variant="primary" size="lg" block href={paths.login({ from })}>
      {t('ticket.logIn')}
    </ButtonLink>
  )
}
