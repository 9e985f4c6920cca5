import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useConnection, useOrderEvents } from '../../realtime'
import { useForeignOrders, useReadAnew } from '../../realtime/use-read-anew'
import type { Order } from '../../terms/order'
import { ButtonLink, Card, EmptyState, Link, media, Only, RiskLine, ScrollList, Sheet, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { AccountSummary } from './account-summary'
import { EndDialog, EndForm } from './end-dialog'
import { OrderCard } from './order-card'
import { OrderDetail } from './order-detail'
import { OrderTable } from './order-table'
import { type NamedInstrument, type OrdersData, type OrderTabId, TAB_NAME } from './orders-data'
import { UnknownOrderCard, useUnknownOrderOf } from './unknown-order-row'
import { useEndedOrders } from './use-ended-orders'
import { type OrderControls, useOrderControls } from './use-order-controls'
import { useOrderList } from './use-order-list'

const Cards = styled.div`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]} 0;
  ${media.tablet} { grid-template-columns: 1fr 1fr; padding-inline: ${token.space[6]}; }
  ${media.desktop} { display: none; }
`
const Leaving = styled.div`
  display: grid;
  transition: opacity ${token.motion.move} ${token.motion.leave}, transform ${token.motion.move} ${token.motion.leave};
  &[data-leaving] { opacity: 0; transform: translateY(-8px); }
`
const ListCard = styled(Card)`
  overflow-x: auto;
  position: relative;
  ${media.touch} { background: none; box-shadow: none; border-radius: 0; }
  ${media.desktop} { &&[data-wide] { grid-column: 1 / -1; } }
`
const Panel = styled.aside`
  display: none;
  ${media.desktop} {
    display: block;
    && { grid-column: 2; grid-row: 2 / span 3; }
    position: sticky;
    inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + ${token.space[5]});
    /* Its buttons are on the screen before anything is scrolled: bar, band of figures and gaps stand above it. */
    max-height: calc(100dvh - ${token.size.bar} - ${token.size.ribbon} - 96px - 3 * ${token.space[5]});
    overflow: auto;
    overscroll-behavior: contain;
    padding: ${token.space[4]};
    background: ${token.surface.surface};
    border-radius: ${token.radius.md};
    box-shadow: ${token.shadow.card};
    --mark-ring: ${token.surface.surface};
  }
`
const Foot = styled(RiskLine)`
  padding: ${token.space[3]} ${token.space[4]} ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: 0 4px; }
`
const PlainDetail = styled(Card)`
  margin: ${token.space[4]};
  padding: ${token.space[4]};
  ${media.desktop} { display: none; }
`

type ReadyOrders = Extract<OrdersData, { ok: true }>
type LoadedList = ReturnType<typeof useOrderList>

interface OrdersScreenProps {
  data: ReadyOrders
  tabs: ReactNode
  desktopTabs: ReactNode
  onMap: () => void
}

/** One tab of the orders screen: figures, list, and what is done with an order. */
export function OrdersScreen({ data, tabs, desktopTabs, onMap }: OrdersScreenProps) {
  const { t } = useTranslation('order')
  const [address] = useSearchParams()
  const { isLost } = useConnection()
  const { tab, formKey } = data
  const loaded = useOrderList(tab, data.list)
  const { orders, total } = loaded.list
  const isUnknownHere = useUnknownOrderOf(tab) !== null
  const { leaving } = useEndedOrders(orders, (id) => loaded.dispatch({ type: 'order-left', id }))
  const { readAnew, readAgainIfBusy } = useReadAnew()
  // The list is read again after each of them; a load that is under way may have been asked for before.
  useOrderEvents(readAgainIfBusy)
  useForeignOrders(tab === '1' ? total : null, readAnew)
  const addressedId = address.get('order')
  const isEndAddressed = address.get('ask') === 'end'
  const controls = useOrderControls({ tab, orders, addressedId, isEndAddressed, onMap })
  const { selected, inSheet, asked } = controls
  const detailOf = (order: Order) => (
    <OrderDetail
      order={order}
      tab={tab}
      formKey={formKey}
      isBusy={controls.busyId === order.id}
      onEnd={controls.askEnd}
      onSaveStops={controls.saveStops}
    />
  )
  return (
    <>
      <AccountSummary figures={data.figures} realised={data.realised} />
      {tabs}
      <AddressedOrder orders={orders} addressedId={addressedId} isEndAddressed={isEndAddressed} data={data} detailOf={detailOf} />
      <ListCard as="div" id="orders" data-wide={selected ? undefined : ''} data-stale={isLost ? 'true' : undefined}>
        <Only on="desktop">{desktopTabs}</Only>
        {orders.length === 0 && !isUnknownHere ? (
          <NoOrders tab={tab} />
        ) : (
          <OrderListView tab={tab} loaded={loaded} leaving={leaving} controls={controls} instruments={data.quotes} />
        )}
      </ListCard>
      <Foot>
        {orders.length > 0 ? `${t('showing', { shown: orders.length, total })} ` : ''}
        {t('risk.line')}
      </Foot>
      {selected ? <Panel aria-label={t('detail')}>{detailOf(selected)}</Panel> : null}
      <Sheet open={inSheet !== null} onClose={controls.closeSheet} title={t('detail')} closeLabel={t('closeLayer')}>
        {inSheet ? detailOf(inSheet) : null}
      </Sheet>
      {asked ? (
        <EndDialog
          order={asked}
          tab={tab}
          isOpen
          isBusy={controls.busyId === asked.id}
          onConfirm={() => controls.confirmEnd(asked)}
          onCancel={controls.keepAsked}
        />
      ) : null}
    </>
  )
}

interface AddressedOrderProps {
  orders: readonly Order[]
  addressedId: string | null
  isEndAddressed: boolean
  data: ReadyOrders
  detailOf: (order: Order) => ReactNode
}

/** Without scripts no layer opens: the order of the address, or the question about it, stands in the page. */
function AddressedOrder({ orders, addressedId, isEndAddressed, data, detailOf }: AddressedOrderProps) {
  const hasScripts = useHydrated()
  const order = orders.find((each) => each.id === addressedId)
  if (hasScripts || !order) return null
  if (isEndAddressed && data.tab !== '3') return <EndForm order={order} tab={data.tab} formKey={data.formKey} />
  return <PlainDetail>{detailOf(order)}</PlainDetail>
}

function NoOrders({ tab }: { tab: OrderTabId }) {
  const { t } = useTranslation('order')
  return (
    <EmptyState
      art="records"
      title={t(`empty.${TAB_NAME[tab]}.title`)}
      text={t(`empty.${TAB_NAME[tab]}.text`)}
      action={
        <ButtonLink variant="primary" href={paths.trade()}>
          {t('goTrade')}
        </ButtonLink>
      }
    />
  )
}

interface OrderListViewProps {
  tab: OrderTabId
  loaded: LoadedList
  leaving: ReadonlySet<string>
  controls: OrderControls
  instruments: readonly NamedInstrument[]
}

/** Cards on touch layouts, a table on desktop; both grow as the end comes near. */
function OrderListView({ tab, loaded, leaving, controls, instruments }: OrderListViewProps) {
  const { t } = useTranslation('order')
  const unknown = useUnknownOrderOf(tab)
  const hasScripts = useHydrated()
  const { list, times, hasMore, isLoadingMore, loadMore, lastAdded } = loaded
  return (
    <>
      <ScrollList
        hasMore={hasMore}
        loading={isLoadingMore}
        onMore={loadMore}
        loadMoreLabel={t('loadMore')}
        endLabel={t('noMore')}
        announcement={lastAdded > 0 ? t('moreLoaded', { count: lastAdded }) : ''}
      >
        <Cards>
          {unknown === null ? null : <UnknownOrderCard sending={unknown} instruments={instruments} />}
          {list.orders.map((order) => (
            <Leaving key={order.id} data-leaving={leaving.has(order.id) ? '' : undefined}>
              <OrderCard
                order={order}
                tab={tab}
                times={times[order.id]}
                isBusy={controls.busyId === order.id}
                onOpen={controls.open}
                onEnd={controls.askEnd}
              />
            </Leaving>
          ))}
        </Cards>
        <Only on="desktop">
          <OrderTable
            orders={list.orders}
            tab={tab}
            times={times}
            busyId={controls.busyId}
            instruments={instruments}
            selection={{ selectedId: controls.selected?.id ?? null, onSelect: controls.select, onOpen: controls.open }}
            onEnd={controls.askEnd}
          />
        </Only>
      </ScrollList>
      {!hasScripts && hasMore ? (
        <p style={{ padding: 'var(--s-4)' }}>
          <Link href={paths.orders({ type: tab, ...list.next })}>{t('loadMore')}</Link>
        </p>
      ) : null}
    </>
  )
}
