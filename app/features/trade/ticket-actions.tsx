/** Buy up and Sell low, with the reason when they cannot be pressed and the broker's words when it refused. */
import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed } from '../../../rules/decimal'
import type { OrderSide } from '../../../rules/price'
import { paths } from '../../platform/paths'
import { ButtonLink, Note, Price, TradeButtons, token } from '../../ui'
import { PlainButtons } from './plain-fields'
import { orderFields, useTicket, useTicketView } from './ticket-context'
import { type LockFacts, sideLock } from './ticket-lock'
import { tradePath } from './trade-address'
import { useTrade } from './trade-context'
import { lockText, lotsText, spreadText } from './trade-texts'
import { usePriceAge } from './use-price-age'

const Root = styled.div`
  display: grid;
  gap: ${token.space[2]};
  position: relative;
`
const Scripted = styled.div`
  display: contents;
  @media (scripting: none) { display: none; }
`
const Spread = styled.p`
  text-align: center;
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
  }
`

export interface TicketActionsProps {
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
  const { quote, summary, lock, facts } = useTicketView()
  const ageSeconds = usePriceAge(quote, facts.isStale)
  const words = { terms, session: data.sessions[instrument.Id], ageSeconds }
  const isReasonShown = lock !== null && !(hidesClosed && lock.kind === 'closed')
  const spread = summary === null ? '' : spreadText(summary.buy.price - summary.sell.price, terms.pricePrecision)
  const send = (side: OrderSide) => {
    const price = summary?.[side].price
    if (price !== undefined) sending.place(side, orderFields({ terms, draft }), formatFixed(price, terms.pricePrecision))
  }
  return (
    <Root>
      <Notices data-floating={isFloating ? '' : undefined}>
        {sending.refusal === null ? null : (
          <Note tone="danger" role="alert">
            {sending.refusal === '' ? t('ticket.notReached') : sending.refusal}
          </Note>
        )}
        {isReasonShown ? (
          <Note
            tone={lock.kind === 'margin' ? 'danger' : 'warn'}
            role="status"
            {...(lock.kind === 'closed' ? { icon: 'moon' as const } : {})}
          >
            {lockText(t, lock, words)}
          </Note>
        ) : null}
      </Notices>
      <Scripted>
        {spread === '' ? null : <Spread>{t('price.spread', { points: spread })}</Spread>}
        <TradeButtons
          buy={useFace('buy', facts, spread !== '')}
          sell={useFace('sell', facts, spread !== '')}
          busy={sending.busySide}
          onTrade={send}
        />
      </Scripted>
      <PlainButtons />
    </Root>
  )
}

const SIDE_TEXTS = {
  buy: { title: 'ticket.buyUp', name: 'ticket.buyName', lots: 'ticket.longLots' },
  sell: { title: 'ticket.sellLow', name: 'ticket.sellName', lots: 'ticket.shortLots' },
} as const

function useFace(side: OrderSide, facts: LockFacts, hasSpread: boolean) {
  const { t } = useTranslation('trade')
  const { terms, draft, summary } = facts
  const texts = SIDE_TEXTS[side]
  const own = summary?.[side]
  const lots = /^\d+(\.\d+)?$/.test(draft.lots) ? lotsText(draft.lots) : '–'
  const isDisabled = sideLock(side, facts) !== null
  const isMisfit = own !== undefined && !own.fitsProtection && !isDisabled
  return {
    title: t(texts.title),
    detail: (
      <>
        {/* A hint, not a block: the broker says no if it must. */}
        <Line>{isMisfit ? t('ticket.checkStops') : t(texts.lots, { lots })}</Line>
        {hasSpread && own !== undefined ? (
          <Line>
            <Price value={formatFixed(own.price)} precision={terms.pricePrecision} pipStyle="plain" />
          </Line>
        ) : null}
      </>
    ),
    label: t(texts.name, { lots }),
    disabled: isDisabled,
  }
}

function LogInButton() {
  const { t } = useTranslation('trade')
  const { instrument, period } = useTrade()
  const { pathname } = useLocation()
  const from = pathname === '/trade' ? tradePath({ code: instrument.Code, period }) : pathname
  return (
    <ButtonLink variant="primary" size="lg" block href={paths.login({ from })}>
      {t('ticket.logIn')}
    </ButtonLink>
  )
}
