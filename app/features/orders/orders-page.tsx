import { useNavigation, useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useHoldingCount, useMarketFeed } from '../../realtime'
import { Button, Card, Kbd, media, Note, Only, type TabItem, Tabs, token, VisuallyHidden } from '../../ui'
import { AwaitsScripts } from '../../ui/awaits-scripts'
import { LoadFailed } from '../../ui/load-failed'
import { useHydrated } from '../../ui/use-hydrated'
import { useSite } from '../../visitor/site'
import { CloseAllButton } from './close-all'
import { ORDER_ROOM } from './order-cells'
import { ORDER_TABS, type OrdersData, type OrderTabId, readTab, TAB_NAME } from './orders-data'
import { OrdersScreen } from './orders-screen'
import { OrdersColumns, OrdersSkeleton } from './orders-skeleton'
import { PositionToolDialogs } from './position-tools'
import { StopOutMapSheet } from './stop-out-map-sheet'

const Layout = styled(OrdersColumns)`
  ${media.desktop} { > * { grid-column: 1; } }
`
const StickyTabs = styled.div`
  position: sticky;
  inset-block-start: calc(${token.size.bar} + ${token.size.ribbon});
  z-index: ${token.layer.sticky};
  background: ${token.surface.canvas};
  padding-inline: ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { display: none; }
`
const DesktopTabs = styled(Tabs)`
  padding-inline: ${token.space[4]};
`
/** Side by side over the cards; on desktop they stand in the line of the tabs. */
const TouchTools = styled.div`
  display: flex;
  gap: ${token.space[2]};
  padding: ${token.space[3]} ${token.space[4]} 0;
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { display: none; }
  && button { min-height: 44px; flex: 1; }
`
const DesktopEnd = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[2]};
  white-space: nowrap;
`
const Hints = styled.span`
  display: none;
  align-items: center;
  gap: 6px;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  white-space: nowrap;
  ${ORDER_ROOM.laptop} { display: inline-flex; }
`

const Message = styled(Note)`
  margin: ${token.space[3]} ${token.space[4]};
  ${media.desktop} { && { grid-column: 1 / -1; } margin: 0; }
`

const SKELETON_AFTER_MS = 150

/** The tab that is being loaded, once that takes long enough to be shown. */
function usePendingTab(): OrderTabId | null {
  const navigation = useNavigation()
  const [current] = useSearchParams()
  const target = navigation.state === 'loading' && navigation.location.pathname === paths.orders() ? navigation.location : null
  const tab = target ? readTab(new URLSearchParams(target.search).get('type')) : null
  const pending = tab !== null && tab !== readTab(current.get('type')) ? tab : null
  const [shown, setShown] = useState<OrderTabId | null>(null)
  useEffect(() => {
    if (pending === null) {
      setShown(null)
      return
    }
    const timer = setTimeout(() => setShown(pending), SKELETON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return shown
}

export function OrdersPage({ data }: { data: OrdersData }) {
  const { t } = useTranslation('order')
  useMarketFeed(data.quotes)
  const pendingTab = usePendingTab()
  const holding = useHoldingCount(data.holdingTotal ?? undefined)
  const tab = pendingTab ?? data.tab
  const counts: Record<OrderTabId, number | null | undefined> = { '1': holding ?? data.holdingTotal, '0': data.pendingTotal, '3': null }
  const items: TabItem<OrderTabId>[] = ORDER_TABS.map((value) => ({
    value,
    label: t(`tab.${TAB_NAME[value]}`),
    href: paths.orders({ type: value }),
    ...(counts[value] == null ? {} : { count: counts[value] }),
  }))
  const map = useMapSheet()
  const tools = tab === '1' ? <HoldingTools hasOrders={(holding ?? data.holdingTotal ?? 0) > 0} onMap={map.open} /> : null
  const tabs = (
    <>
      <StickyTabs>
        <Tabs label={t('title')} items={items} value={tab} panelId="orders" />
      </StickyTabs>
      {tools === null ? null : <TouchTools>{tools}</TouchTools>}
    </>
  )
  const desktopTabs = (
    <DesktopTabs
      label={t('title')}
      items={items}
      value={tab}
      end={
        <DesktopEnd>
          {tools}
          <Hints aria-hidden="true">
            <Kbd>J</Kbd>
            <Kbd>K</Kbd> {t('hint.move')} <Kbd>Enter</Kbd> {t('hint.open')}
          </Hints>
        </DesktopEnd>
      }
    />
  )
  return (
    <Layout>
      <Only on="desktop">
        <VisuallyHidden>
          <h1>{t('title')}</h1>
        </VisuallyHidden>
      </Only>
      <PlainMessage />
      {pendingTab !== null || !data.ok ? (
        <>
          {tabs}
          <Card>
            <Only on="desktop">{desktopTabs}</Only>
            {data.ok || pendingTab !== null ? <OrdersSkeleton /> : <LoadFailed texts="order" code={data.code} />}
          </Card>
        </>
      ) : (
        <OrdersScreen key={data.tab} data={data} tabs={tabs} desktopTabs={desktopTabs} onMap={map.open} />
      )}
      <PositionToolDialogs />
      <StopOutMapSheet isOpen={map.isOpen} onClose={map.close} />
    </Layout>
  )
}

/** The stop-out map opens by its button, by a key, and by a link from anywhere (`map=1`). */
function useMapSheet() {
  const [address, setAddress] = useSearchParams()
  const isAddressed = address.get('map') === '1'
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (isAddressed) setIsOpen(true)
  }, [isAddressed])
  return {
    isOpen,
    open: () => setIsOpen(true),
    close() {
      setIsOpen(false)
      if (!isAddressed) return
      const rest = new URLSearchParams(address)
      rest.delete('map')
      setAddress(rest, { replace: true, preventScrollReset: true })
    },
  }
}

function HoldingTools({ hasOrders, onMap }: { hasOrders: boolean; onMap: () => void }) {
  const { t } = useTranslation('order')
  return (
    <AwaitsScripts>
      <Button size="sm" aria-haspopup="dialog" onClick={onMap}>
        {t('map.title')}
      </Button>
      {hasOrders ? <CloseAllButton /> : null}
    </AwaitsScripts>
  )
}

/** What a form has brought, for browsers without scripts; with them it is a toast. */
function PlainMessage() {
  const { t } = useTranslation()
  const { toast } = useSite()
  const hasScripts = useHydrated()
  if (hasScripts || toast === null) return null
  return (
    <Message tone={toast.kind === 'error' ? 'danger' : 'ok'} role="status">
      {toast.text ?? t(toast.textKey ?? 'public:unknownError', toast.values ?? {})}
    </Message>
  )
}
