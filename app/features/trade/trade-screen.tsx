/** The trade screen: one grid, every part in its place. Layout is the style sheet's business alone. */
import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterPage } from '../../page/after-page'
import { InTurn } from '../../page/in-turn'
import { SharedPart } from '../../page/shared-part'
import { useAccountFigures, useMarketFeed } from '../../realtime'
import type { Order } from '../../terms/order'
import { EmptyState, Icon, IconButton, InstrumentMark } from '../../ui'
import { Countdown } from '../market/countdown'
import { FavouriteButton } from '../market/favourite-button'
import { useInstrumentName } from '../market/instrument-name'
import { ChartPanel } from './chart/chart-panel'
import { TradeDock } from './dock/trade-dock'
import { AccountBar } from './header/account-bar'
import { InstrumentInfo } from './header/instrument-info'
import { InstrumentColumn, InstrumentDrawer } from './header/instrument-list'
import { PriceBlock, SessionStatus } from './header/price-block'
import { TradeProvider, usePeriodAsLeft, useTrade, useTradeSelection } from './scene/trade-context'
import { type TradeData, withFreshOrder } from './scene/trade-data'
import { useIsOpen } from './scene/use-price-mood'
import { TicketProvider } from './ticket/ticket-context'
import { TicketColumn, TicketPeek, TicketSheet } from './ticket/ticket-panels'
import { ClosedBar, PickButton, TradeBar, TradeGrid } from './trade-layout'
import { useLiveOrders } from './use-live-orders'
import { useTradeKeys } from './use-trade-keys'
import { useWholeTrade } from './use-whole-trade'

const TicketKeys = afterPage(() => import('./ticket/ticket-keys').then((keys) => keys.TicketKeys))
const KeepQuotes = afterPage(() => import('../market/keep-quotes').then((quotes) => quotes.KeepQuotes))

export function TradeScreen({ data: sent }: { data: TradeData }) {
  const { t } = useTranslation('trade')
  const loaded = useWholeTrade(sent)
  const [fresh, setFresh] = useState<Order | null>(null)
  const data = useLiveOrders(useMemo(() => withFreshOrder(loaded, fresh), [loaded, fresh]))
  const selection = useTradeSelection(data)
  useMarketFeed(data.instruments)
  if (selection === null) return <EmptyState level={1} title={t('noInstruments')} />
  return (
    <TradeProvider data={data} {...selection}>
      <AccountFeed data={loaded} />
      <KeepQuotes instruments={data.instruments} />
      <TradeLayout newOrderId={fresh?.id ?? null} onPlaced={setFresh} />
    </TradeProvider>
  )
}

/** Plants the loader's figures for everybody who shows them; it stands alone because every push draws it again. */
function AccountFeed({ data }: { data: TradeData }) {
  useAccountFigures(data.orders?.figures)
  return null
}

function TradeLayout({ newOrderId, onPlaced }: { newOrderId: string | null; onPlaced: (order: Order) => void }) {
  const { t } = useTranslation('trade')
  const { instrument, period, brokerTerms, stepInstrument, isSignedIn } = useTrade()
  const [layer, setLayer] = useState<'drawer' | 'ticket' | 'info' | null>(null)
  const close = useCallback(() => setLayer(null), [])
  const openTicket = useCallback(() => {
    if (window.matchMedia('(max-width: 767.98px)').matches) setLayer('ticket')
  }, [])
  const placed = useCallback(
    (order: Order) => {
      setLayer(null)
      onPlaced(order)
    },
    [onPlaced],
  )
  usePeriodAsLeft()
  useTradeKeys({ stepInstrument, openTicket })
  useSessionChange()
  return (
    <TradeGrid data-testid="trade-screen" data-visitor={isSignedIn ? undefined : ''}>
      <h1 className="sr-only">
        {t('title')} <bdi dir="ltr">{instrument.symbol}</bdi>
      </h1>
      <MobileTradeBar onPick={() => setLayer('drawer')} onInfo={() => setLayer('info')} />
      <InstrumentColumn />
      <PriceBlock onInfo={() => setLayer('info')} />
      <ClosedNotice />
      {/* Another instrument is another ticket and another chart. */}
      <TicketProvider key={instrument.id} onPlaced={placed}>
        <TicketKeys onOpenTicket={openTicket} />
        <InTurn>
          <SharedPart name="chart" of={[instrument, period, brokerTerms?.staleAfterMs]}>
            <ChartPanel />
          </SharedPart>
        </InTurn>
        <InTurn>
          <TicketColumn />
        </InTurn>
        <TicketPeek onOpen={openTicket} />
        <TicketSheet open={layer === 'ticket'} onClose={close} />
      </TicketProvider>
      <InTurn>
        <TradeDock newOrderId={newOrderId} />
      </InTurn>
      <AccountBar />
      <InstrumentDrawer open={layer === 'drawer'} onClose={close} />
      <InstrumentInfo open={layer === 'info'} onClose={close} />
    </TradeGrid>
  )
}

function MobileTradeBar({ onPick, onInfo }: { onPick: () => void; onInfo: () => void }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const nameOf = useInstrumentName()
  const isOpen = useIsOpen(instrument)
  return (
    <TradeBar>
      <IconButton icon="panel-left-open" flip label={t('chooseInstrument')} aria-haspopup="dialog" onClick={onPick} />
      <PickButton type="button" aria-label={t('chooseNamed', { code: instrument.symbol })} aria-haspopup="dialog" onClick={onPick}>
        <InstrumentMark code={instrument.symbol} logo={instrument.logo} size={28} />
        <span>
          <b>
            <bdi dir="ltr">{instrument.symbol}</bdi>
          </b>
          <small>{nameOf(instrument)}</small>
        </span>
        <Icon name="chevron-down" size={16} />
      </PickButton>
      <span style={{ flex: 1 }} />
      <SessionStatus isOpen={isOpen} />
      <FavouriteButton instrument={instrument} />
      <IconButton icon="info" label={t('info.open', { code: instrument.symbol })} aria-haspopup="dialog" onClick={onInfo} />
    </TradeBar>
  )
}

function ClosedNotice() {
  const { t } = useTranslation('trade')
  const { instrument, data } = useTrade()
  if (useIsOpen(instrument)) return null
  const opens = data.sessions[instrument.id]?.opens
  return (
    <ClosedBar role="note">
      <Icon name="moon" />
      <span>
        <b>{t('lock.closed')}</b> {opens ? t('lock.closedOpens', { time: opens }) : null}{' '}
        <Countdown atMs={opens ? instrument.nextOpen : null} readAt={data.readAt} /> {t('lock.closedHint')}
      </span>
    </ClosedBar>
  )
}

/** When the market opens or closes, its next times are the loader's to say. */
function useSessionChange() {
  const { instrument } = useTrade()
  const { revalidate } = useRevalidator()
  const isOpen = useIsOpen(instrument)
  const known = useRef({ id: instrument.id, isOpen })
  useEffect(() => {
    const before = known.current
    known.current = { id: instrument.id, isOpen }
    if (before.id === instrument.id && before.isOpen !== isOpen) revalidate()
  }, [instrument.id, isOpen, revalidate])
}
