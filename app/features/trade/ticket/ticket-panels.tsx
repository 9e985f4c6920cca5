import { paths } from '~/addresses/paths'
/** The three homes of the ticket: the column beside the chart, the peek at the foot of a phone, and the sheet over it. */

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useLatest } from '~/ui/use-latest'
import { formatFixed, formatFixedShort } from '../../../../rules/decimal'
import { useQuote } from '../../../realtime'
import { Divider, Icon, media, Price, Sheet, token } from '../../../ui'
import { HonestyLine } from '../../honesty/honesty-line'
import { Cost } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import { useTrade } from '../scene/trade-context'
import { usePriceMood } from '../scene/use-price-mood'
import { PlainFields } from './plain-fields'
import { HoldHint, SendBy } from './send-by'
import { TicketActions } from './ticket-actions'
import { useTicket, useTicketView } from './ticket-context'
import { TicketFields } from './ticket-fields'
import { shownSide, TicketFigures } from './ticket-figures'
import { Scripted, type TicketLayout } from './ticket-parts'
import { LotsStepper } from './ticket-size'
import { UnknownOrder, UnknownOrderStrip, useUnknownOrder } from './unknown-order'

const Column = styled.aside`
  grid-area: ticket;
  display: none;
  min-height: 0;
  background: ${token.surface.surface};
  border-inline-start: 1px solid ${token.border.hairline};
  ${media.tablet} {
    display: flex;
    flex-direction: column;
    border-block-start: 1px solid ${token.border.hairline};
  }
  ${media.desktop} { border-block-start: 0; }
`
const ColumnForm = styled.form`
  display: contents;
`
const Scroll = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  padding: ${token.space[4]};
  display: grid;
  gap: 14px;
  align-content: start;
  ${media.desktop} { padding-block-start: 14px; }
  /* What goes on below fades out instead of being cut through a line; at the end only the free space does. */
  --fade: 28px;
  padding-block-end: var(--fade);
  mask-image: linear-gradient(to bottom, ${token.text.primary} calc(100% - var(--fade)), transparent);
`
const ColumnFoot = styled.div`
  flex: none;
  display: grid;
  gap: 10px;
  padding: 12px ${token.space[4]};
  border-block-start: 1px solid ${token.border.hairline};
  ${media.desktop} { border: 0; padding-block: 12px 14px; }
`
const RiskWords = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.text.muted};
`
const DesktopOnly = styled.div`
  display: none;
  ${media.desktop} { display: block; }
`

function PlainForm({ children }: { children: ReactNode }) {
  const { instrument, data } = useTrade()
  return (
    // With scripts the buttons send the draft themselves, and Enter in a field must not place an order.
    <ColumnForm method="post" action={paths.trade()} onSubmit={(event) => event.preventDefault()} noValidate>
      <input type="hidden" name="forex_id" value={instrument.id} />
      <input type="hidden" name="key" value={data.formKey} />
      {children}
    </ColumnForm>
  )
}

/** The form with its figures, or the order whose end is not known in their place. */
function TicketBody({ layout }: { layout: TicketLayout }) {
  const unknown = useUnknownOrder()
  if (unknown !== null) return <UnknownOrder sending={unknown} />
  return (
    <>
      <TicketFields layout={layout} />
      <Divider />
      <TicketFigures />
    </>
  )
}

export function TicketColumn() {
  const { t } = useTranslation('trade')
  return (
    <Column aria-label={t('ticket.region')}>
      <PlainForm>
        <Scroll>
          <TicketBody layout="column" />
          {/* The screen has no footer: this is where its words end. */}
          <HonestyLine />
        </Scroll>
        <ColumnFoot>
          <SendByOfTrader />
          <TicketActions />
          <HoldHint />
          <DesktopOnly>
            <RiskWords>{t('ticket.riskLine')}</RiskWords>
          </DesktopOnly>
        </ColumnFoot>
      </PlainForm>
    </Column>
  )
}

const Peek = styled.section`
  grid-area: peek;
  background: ${token.surface.raised};
  border-radius: ${token.radius.lg} ${token.radius.lg} 0 0;
  box-shadow: 0 -1px 0 ${token.border.soft};
  padding: 0 ${token.space[4]} ${token.space[3]};
  position: relative;
  z-index: 2;
  ${media.tablet} { display: none; }
`
const Grab = styled.button`
  display: grid;
  place-items: center;
  width: 100%;
  height: 24px;
  position: relative;
  touch-action: none;
  &::before { content: ''; width: 36px; height: 4px; border-radius: 2px; background: ${token.border.control}; }
  /* In the middle only: at its end the chart has a button on its edge. */
  &::after { content: ''; position: absolute; inset: -18px 30% -2px; }
`
const PeekRow = styled.div`
  display: grid;
  grid-template-columns: 152px minmax(0, 1fr) minmax(58px, auto);
  gap: ${token.space[3]};
  align-items: center;
  margin-block-end: 10px;
  --field: 44px;
`
const PeekButton = styled.button`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 4px;
  min-height: 44px;
  padding-inline: 12px 10px;
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  overflow: hidden;
`
const Margin = styled.p`
  text-align: end;
  font-size: ${token.type.xs};
  line-height: 1.35;
  color: ${token.text.muted};
  b { display: block; color: ${token.text.primary}; font-size: ${token.type.sm}; font-weight: 500; }
  &[data-short] b { color: ${token.status.danger.text}; }
`

export function TicketPeek({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('trade')
  const { draft, terms } = useTicket()
  const isUnknown = useUnknownOrder() !== null
  const from = useRef<number | null>(null)
  return (
    <Peek aria-label={t('ticket.region')} data-testid="ticket-peek">
      <PlainForm>
        <Grab
          type="button"
          aria-label={t('ticket.open')}
          aria-haspopup="dialog"
          data-open-ticket=""
          onClick={onOpen}
          onPointerDown={(event) => {
            from.current = event.clientY
          }}
          onPointerMove={(event) => {
            // Pulled up by a finger, the sheet follows before the finger is lifted.
            if (from.current === null || from.current - event.clientY < 16) return
            from.current = null
            onOpen()
          }}
          onPointerUp={() => {
            from.current = null
          }}
        />
        {isUnknown ? (
          <UnknownOrderStrip onOpen={onOpen} />
        ) : (
          <PeekRow>
            <PeekSize onOpen={onOpen} />
            <PeekButton type="button" aria-haspopup="dialog" onClick={onOpen} aria-label={`${t('ticket.leverage')} ${draft.leverage}`}>
              {terms.marginMode === 'fixed' ? (
                t('ticket.fixedMargin')
              ) : draft.leverage === '' ? (
                '–'
              ) : (
                <bdi dir="ltr">{draft.leverage}×</bdi>
              )}
              <Icon name="chevron-down" size={16} />
            </PeekButton>
            <PeekMargin />
          </PeekRow>
        )}
        <PlainFields />
        <TicketActions isFloating hidesClosed />
      </PlainForm>
    </Peek>
  )
}

/** Lots that follow from the risk are not typed: the sheet is where they are changed. */
function PeekSize({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  return draft.sizing === 'lots' ? (
    <LotsStepper size="compact" />
  ) : (
    <PeekButton type="button" aria-haspopup="dialog" onClick={onOpen} aria-label={t('ticket.byRisk')}>
      <RiskLots />
      <Icon name="chevron-down" size={16} />
    </PeekButton>
  )
}

function RiskLots() {
  const { t } = useTranslation('trade')
  const side = shownSide(useTicketView())
  return <span>{side?.lots == null ? t('ticket.riskNone') : t('ticket.riskSize', { lots: lotsText(formatFixedShort(side.lots)) })}</span>
}

function PeekMargin() {
  const { t } = useTranslation('trade')
  const view = useTicketView()
  const side = shownSide(view)
  return (
    <Margin data-short={view.lock?.kind === 'margin' ? '' : undefined}>
      {t('ticket.margin')}
      <b>
        <Cost value={side?.cost ? formatFixed(side.cost.margin) : null} form="own" />
      </b>
    </Margin>
  )
}

const FullBar = styled.section`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${token.space[2]} ${token.space[4]};
  padding: ${token.space[2]} ${token.space[4]} ${token.space[3]};
  background: ${token.surface.raised};
  border-block-start: 1px solid ${token.border.hairline};
  --field: 44px;
`
const FullSize = styled.div`
  display: grid;
  grid-template-columns: 152px auto;
  gap: ${token.space[3]};
  align-items: center;
  ${media.phone} { flex: 1; justify-content: space-between; }
`
const FullActions = styled.div`
  flex: 1 1 340px;
  max-width: 480px;
  ${media.phone} { max-width: none; }
`

/** Under a chart over the whole window: size, margin and both buttons; what else there is to an order stays in the ticket. */
export function FullScreenTicket() {
  const { t } = useTranslation('trade')
  const { draft } = useTicket()
  const isUnknown = useUnknownOrder() !== null
  return (
    <FullBar aria-label={t('ticket.region')} data-testid="full-screen-ticket">
      <PlainForm>
        {isUnknown ? (
          <UnknownOrderStrip onOpen={undefined} />
        ) : (
          <FullSize>
            {draft.sizing === 'lots' ? <LotsStepper size="compact" /> : <RiskLots />}
            <PeekMargin />
          </FullSize>
        )}
        <FullActions>
          <TicketActions isFloating />
        </FullActions>
      </PlainForm>
    </FullBar>
  )
}

const SheetTitle = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: 8px;
`
const SheetBody = styled.div`
  display: grid;
  gap: ${token.space[4]};
`

export function TicketSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('trade')
  useCloseOnWide(open, onClose)
  return (
    <Sheet open={open} onClose={onClose} title={<LiveTitle />} closeLabel={t('close')} footer={<SheetFoot />}>
      <SheetBody>
        <TicketBody layout="sheet" />
        <RiskWords>{t('ticket.riskLine')}</RiskWords>
      </SheetBody>
    </Sheet>
  )
}

const Foot = styled.div`
  display: grid;
  gap: 10px;
`

function SheetFoot() {
  return (
    <Foot>
      <SendByOfTrader />
      <TicketActions />
      <HoldHint />
    </Foot>
  )
}

/** A visitor sends nothing yet. Without scripts the form is sent as it stands. */
function SendByOfTrader() {
  return useTrade().isSignedIn ? (
    <Scripted>
      <SendBy />
    </Scripted>
  ) : null
}

function LiveTitle() {
  const { instrument } = useTrade()
  const quote = useQuote(instrument.id)
  const { isMuted } = usePriceMood()
  return (
    <SheetTitle>
      <bdi dir="ltr">{instrument.symbol}</bdi>
      <Price value={quote?.last ?? instrument.quote.last} precision={instrument.pricePrecision} stale={isMuted} />
    </SheetTitle>
  )
}

/** A phone that is turned gets the column, so the sheet must not stay over it. */
function useCloseOnWide(open: boolean, onClose: () => void) {
  const close = useLatest(onClose)
  useEffect(() => {
    if (!open) return
    const wide = window.matchMedia('(min-width: 768px)')
    const change = () => {
      if (wide.matches) close.current()
    }
    wide.addEventListener('change', change)
    return () => wide.removeEventListener('change', change)
  }, [open])
}
