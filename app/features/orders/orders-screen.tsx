import { useSearchParams } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
import { paths } from '../../platform/paths'
import { useConnection } from '../../realtime'
import { ButtonLink, Card, EmptyState, Link, media, Only, RiskLine, ScrollList, Sheet, token, useToast } from '../../ui'
import { AccountSummary } from './account-summary'
import { EndDialog, EndForm } from './end-dialog'
import { OrderCard } from './order-card'
import { OrderDetail } from './order-detail'
import { OrderTable } from './order-table'
import type { OrdersData } from './orders-data'
import { useEndedOrders } from './use-ended-orders'
import { useHydrated } from './use-hydrated'
import { useOrderAction } from './use-order-action'
import { focusStops, useOrderKeys } from './use-order-keys'
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
const TableCard = styled(Card)`
  overflow-x: auto;
  ${media.touch} { background: none; box-shadow: none; border-radius: 0; }
`
const Panel = styled.aside`
  display: none;
  ${media.desktop} {
    display: block;
    && { grid-column: 2; grid-row: 2 / span 3; }
    position: sticky;
    inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + ${token.space[5]});
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

const isDesktop = () => window.matchMedia('(min-width: 1024px)').matches

export interface OrdersScreenProps {
  data: Extract<OrdersData, { ok: true }>
  tabs: ReactNode
  deskTabs: ReactNode
}

/** One tab of the orders screen: figures, list, and what is done with an order. */
export function OrdersScreen({ data, tabs, deskTabs }: OrdersScreenProps) {
  const { t } = useTranslation('order')
  const toast = useToast()
  const hasScripts = useHydrated()
  const [address] = useSearchParams()
  const { isLost } = useConnection()
  const { tab, formKey } = data
  const { list, dispatch, times, hasMore, lastAdded, isLoadingMore, loadMore } = useOrderList(tab, data.list)
  const addressedId = address.get('order')
  const [selectedId, setSelectedId] = useState<string | null>(addressedId)
  const [sheetId, setSheetId] = useState<string | null>(null)
  const [askedId, setAskedId] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const { leaving, markEndedHere } = useEndedOrders(list.orders, (id) => dispatch({ type: 'order-left', id }))
  const { run, isBusy } = useOrderAction((answer) => {
    setBusyId(null)
    setAskedId(null)
    if (!answer.done) {
      toast.show({ tone: 'err', title: answer.message === '' ? t(answer.isUncertain ? 'uncertain' : 'failed') : answer.message })
      return
    }
    if (answer.intent !== 'stops') setSheetId(null)
    toast.show({ tone: 'ok', title: answer.message === '' ? t(`done.${answer.intent}`) : answer.message })
  })

  const find = (id: string | null) => list.orders.find((order) => order.Id === id) ?? null
  const selected = find(selectedId) ?? list.orders[0] ?? null
  const inSheet = find(sheetId)
  const asked = find(askedId)
  const addressed = find(addressedId)

  // A link to an order (or to the question about it) opens what a browser without scripts was shown in the page.
  useEffect(() => {
    if (addressedId === null) return
    if (!isDesktop()) setSheetId(addressedId)
    if (address.get('ask') === 'end') setAskedId(addressedId)
  }, [addressedId, address])

  const open = (order: Order) => {
    setSelectedId(order.Id)
    if (isDesktop()) focusStops(order.Id)
    else setSheetId(order.Id)
  }
  const editStops = (order: Order) => {
    open(order)
    requestAnimationFrame(() => focusStops(order.Id))
  }
  const end = (order: Order) => {
    setSelectedId(order.Id)
    if (tab !== '3') setAskedId(order.Id)
  }
  const confirmEnd = (order: Order) => {
    markEndedHere(order.Id)
    setBusyId(order.Id)
    run({ intent: tab === '0' ? 'cancel' : 'close', id: order.Id })
  }
  const saveStops = (order: Order, stops: { takeProfit: string; stopLoss: string }) => {
    setBusyId(order.Id)
    run({ intent: 'stops', id: order.Id, ...stops })
  }
  useOrderKeys({
    orders: list.orders,
    selectedId: selected?.Id ?? null,
    isEnabled: inSheet === null && asked === null,
    onSelect: (order) => setSelectedId(order.Id),
    onOpen: open,
    onEnd: (order) => tab !== '3' && end(order),
    onEditStops: (order) => tab === '1' && editStops(order),
  })

  const detailOf = (order: Order) => (
    <OrderDetail order={order} tab={tab} formKey={formKey} isBusy={isBusy && busyId === order.Id} onEnd={end} onSaveStops={saveStops} />
  )

  return (
    <>
      <AccountSummary figures={data.figures} realised={data.realised} />
      {tabs}
      {!hasScripts && addressed ? (
        address.get('ask') === 'end' && tab !== '3' ? (
          <EndForm order={addressed} tab={tab} formKey={formKey} />
        ) : (
          <PlainDetail>{detailOf(addressed)}</PlainDetail>
        )
      ) : null}
      <TableCard as="div" id="orders" data-stale={isLost ? 'true' : undefined}>
        <Only on="desktop">{deskTabs}</Only>
        {list.orders.length === 0 ? (
          <EmptyState
            art="records"
            title={t(`empty.${EMPTY[tab]}.title`)}
            text={t(`empty.${EMPTY[tab]}.text`)}
            action={
              <ButtonLink variant="primary" href={paths.trade()}>
                {t('goTrade')}
              </ButtonLink>
            }
          />
        ) : (
          <ScrollList
            hasMore={hasMore}
            loading={isLoadingMore}
            onMore={loadMore}
            loadMoreLabel={t('loadMore')}
            endLabel={t('noMore')}
            announcement={lastAdded > 0 ? t('moreLoaded', { count: lastAdded }) : ''}
          >
            <Cards>
              {list.orders.map((order) => (
                <Leaving key={order.Id} data-leaving={leaving.has(order.Id) ? '' : undefined}>
                  <OrderCard
                    order={order}
                    tab={tab}
                    times={times[order.Id]}
                    isBusy={isBusy && busyId === order.Id}
                    onOpen={open}
                    onEnd={end}
                  />
                </Leaving>
              ))}
            </Cards>
            <Only on="desktop">
              <OrderTable
                orders={list.orders}
                tab={tab}
                times={times}
                selectedId={selected?.Id ?? null}
                busyId={isBusy ? busyId : null}
                onSelect={(order) => setSelectedId(order.Id)}
                onOpen={open}
                onEnd={end}
              />
            </Only>
          </ScrollList>
        )}
        {!hasScripts && hasMore ? (
          <p style={{ padding: 'var(--s-4)' }}>
            <Link href={`${paths.orders({ type: tab })}&page=${list.page + 1}`}>{t('loadMore')}</Link>
          </p>
        ) : null}
      </TableCard>
      <Foot>
        {list.orders.length > 0 ? `${t('showing', { shown: list.orders.length, total: list.total })} ` : ''}
        {t('risk.line')}
      </Foot>
      {selected ? <Panel aria-label={t('detail')}>{detailOf(selected)}</Panel> : null}
      <Sheet open={inSheet !== null} onClose={() => setSheetId(null)} title={t('detail')} closeLabel={t('closeLayer')}>
        {inSheet ? detailOf(inSheet) : null}
      </Sheet>
      {asked && tab !== '3' ? (
        <EndDialog order={asked} tab={tab} isOpen isBusy={isBusy} onConfirm={() => confirmEnd(asked)} onCancel={() => setAskedId(null)} />
      ) : null}
    </>
  )
}

const EMPTY = { '1': 'holding', '0': 'pending', '3': 'history' } as const
