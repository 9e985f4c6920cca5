/** The orders under the chart: three tabs, rows of 40 px, close and edit without leaving the chart. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { useAccountFigures, useHoldingCount } from '../../../realtime'
import { Link, Sheet, TabPanel, Tabs, token, useToast } from '../../../ui'
import { useTabState } from '../../../visitor/tab-state'
import { askEnd, useAskedEnd, useServeAskedEnd } from '../../orders/asked-end'
import { CloseAllSheet } from '../../orders/close-all'
import { doneMessage } from '../../orders/done-message'
import { EndDialog } from '../../orders/end-dialog'
import { Profit } from '../../orders/money'
import { OrderDetail } from '../../orders/order-detail'
import { STATUS_TAB } from '../../orders/orders-data'
import { PositionToolDialogs } from '../../orders/position-tools'
import { useUnknownOrderOf } from '../../orders/unknown-order-row'
import { useEndedOrders } from '../../orders/use-ended-orders'
import { useOrderAction } from '../../orders/use-order-action'
import { useTrade } from '../scene/trade-context'
import type { OrderPage, TradeOrders } from '../scene/trade-data'
import { DOCK_TABS, type DockActions, type DockTab } from './dock-data'
import { Nothing } from './dock-nothing'
import { DockTable } from './dock-table'
import { useDockKeys } from './use-dock-keys'

const TabLine = styled.div`
  flex: none;
  > div { padding-inline: ${token.space[4]}; }
`
const Scroll = styled(TabPanel)`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
`
const Total = styled.span`
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  white-space: nowrap;
  b { font-weight: 600; }
`
const More = styled.p`
  padding: ${token.space[3]} ${token.space[4]};
  font-size: ${token.type.sm};
`

const TYPE_OF = { holding: '1', pending: '0', history: '3' } as const

export function DockOrders({ orders, newOrderId }: { orders: TradeOrders; newOrderId: string | null }) {
  const { t } = useTranslation('trade')
  const [tab, setTab] = useTabState<DockTab>('trade', 'dock', 'holding')
  const actions = useDockActions(orders)
  const [isClosingAll, setIsClosingAll] = useState(false)
  useDockKeys(orders, actions, () => setIsClosingAll(true))
  const holdingCount = useHoldingCount(orders.holding.total) ?? orders.holding.total
  const page = orders[tab]
  const shown = page.orders
  const isUnknownHere = useUnknownOrderOf(TYPE_OF[tab]) !== null
  const isWaiting = orders.pending.orders.some((order) => order.id === newOrderId)
  // A fresh order is shown where it can be seen; when it fires later, nobody is taken to another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order is the signal.
  useEffect(() => {
    if (newOrderId !== null) setTab(isWaiting ? 'pending' : 'holding')
  }, [newOrderId, setTab])
  const items = DOCK_TABS.map((value) => ({
    value,
    label: t(`dock.${value}`),
    ...(value === 'history' ? {} : { count: value === 'holding' ? holdingCount : orders.pending.total }),
  }))
  return (
    <>
      <TabLine>
        <Tabs
          label={t('dock.label')}
          items={items}
          value={tab}
          onChange={setTab}
          panelId="trade-dock"
          dense
          end={<TotalProfit orders={orders} />}
        />
      </TabLine>
      <Scroll id="trade-dock" value={tab}>
        {shown.length === 0 && !isUnknownHere ? (
          <Nothing>{t(tab === 'holding' ? 'dock.noHolding' : tab === 'pending' ? 'dock.noPending' : 'dock.noHistory')}</Nothing>
        ) : (
          <DockTable orders={shown} tab={tab} actions={actions} newOrderId={newOrderId} />
        )}
        <MoreOrders tab={tab} page={page} />
      </Scroll>
      <ActionLayers actions={actions} />
      <CloseAllSheet isOpen={isClosingAll} onClose={() => setIsClosingAll(false)} />
      <PositionToolDialogs />
    </>
  )
}

function MoreOrders({ tab, page }: { tab: DockTab; page: OrderPage }) {
  const { t } = useTranslation('trade')
  const hasMore = page.total > page.orders.length
  if (page.total === 0 || !(hasMore || tab === 'history')) return null
  return (
    <More>
      <Link href={paths.orders({ type: TYPE_OF[tab] })}>{hasMore ? t('dock.more', { count: page.total }) : t('dock.receipts')}</Link>
    </More>
  )
}

function TotalProfit({ orders }: { orders: TradeOrders }) {
  const { t } = useTranslation('trade')
  const figures = useAccountFigures() ?? orders.figures
  return (
    <Total>
      {t('dock.total')}{' '}
      <b>
        <Profit value={figures.floatingProfit} form="glance" />
      </b>
    </Total>
  )
}

/** What can be done with the orders of the dock, one thing at a time. The orders screen's own parts do the work. */
function useDockActions(orders: TradeOrders): DockActions {
  const { t } = useTranslation('order')
  const toast = useToast()
  const open = [...orders.holding.orders, ...orders.pending.orders]
  const askedId = useAskedEnd(({ id }) => id)
  useServeAskedEnd()
  const [editedId, setEditedId] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  // The rows themselves move by `useLiveOrders`, before the list is read again.
  const { leaving, markEndedHere } = useEndedOrders(open, nothingMore)
  const { run, isBusy } = useOrderAction((answer) => {
    setBusyId(null)
    askEnd(null)
    if (!answer.done) {
      toast.show({ tone: 'err', title: answer.message === '' ? t('failed') : answer.message })
      return
    }
    setEditedId(null)
    toast.show(doneMessage(t, answer))
  })
  const find = (id: string | null) => open.find((order) => order.id === id) ?? null
  return {
    leaving,
    busyId: isBusy ? busyId : null,
    asked: find(askedId),
    edited: find(editedId) ?? orders.history.orders.find((order) => order.id === editedId) ?? null,
    ask: (order) => askEnd(order.id),
    edit: (order) => setEditedId(order.id),
    dismiss() {
      if (askedId === null) setEditedId(null)
      else if (!isBusy) askEnd(null)
    },
    end(order) {
      markEndedHere(order.id)
      setBusyId(order.id)
      run({ intent: order.status === 'pending' ? 'cancel' : 'close', id: order.id })
    },
    saveStops(order, stops) {
      setBusyId(order.id)
      run({ intent: 'stops', id: order.id, ...stops })
    },
  }
}

const nothingMore = () => {}

function ActionLayers({ actions }: { actions: DockActions }) {
  const { t } = useTranslation('order')
  const { data } = useTrade()
  const { asked, edited } = actions
  return (
    <>
      {asked === null ? null : (
        <EndDialog
          order={asked}
          tab={STATUS_TAB[asked.status]}
          isOpen
          isBusy={actions.busyId === asked.id}
          onConfirm={() => actions.end(asked)}
          onCancel={actions.dismiss}
        />
      )}
      <Sheet open={edited !== null} onClose={actions.dismiss} title={t('detail')} closeLabel={t('closeLayer')} titleHidden>
        {edited === null ? null : (
          <OrderDetail
            order={edited}
            tab={STATUS_TAB[edited.status]}
            formKey={data.formKey}
            isBusy={actions.busyId === edited.id}
            onEnd={actions.ask}
            onSaveStops={actions.saveStops}
          />
        )}
      </Sheet>
    </>
  )
}
