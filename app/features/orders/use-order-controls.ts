import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../terms/order'
import { useToast } from '../../ui'
import { useTabState } from '../../visitor/tab-state'
import { doneMessage } from './done-message'
import type { OrderTabId } from './orders-data'
import { pressTool } from './position-tools'
import { pressVisible } from './press-visible'
import { type SentStops, useOrderAction } from './use-order-action'
import { focusStops, useOrderKeys } from './use-order-keys'

const isDesktop = () => window.matchMedia('(min-width: 1024px)').matches

export interface OrderControls {
  /** Shown in the panel of the desktop: what was chosen, else the first. */
  readonly selected: Order | null
  /** Shown in the sheet of touch layouts. */
  readonly inSheet: Order | null
  /** The order whose end is being asked about. */
  readonly asked: Order | null
  readonly busyId: string | null
  select(order: Order): void
  open(order: Order): void
  closeSheet(): void
  askEnd(order: Order): void
  keepAsked(): void
  confirmEnd(order: Order): void
  saveStops(order: Order, stops: SentStops): void
}

interface OrderControlsOptions {
  readonly tab: OrderTabId
  readonly orders: readonly Order[]
  /** From the address: an order to show, and whether its end is asked about. */
  readonly addressedId: string | null
  readonly isEndAddressed: boolean
  readonly onMap: () => void
}

/** What is chosen, opened and asked on the orders screen, by pointer and by keyboard, and what becomes of it. */
export function useOrderControls({ tab, orders, addressedId, isEndAddressed, onMap }: OrderControlsOptions): OrderControls {
  const { t } = useTranslation('order')
  const toast = useToast()
  const [kept, setSelectedId] = useTabState<string | null>('order', `selected-${tab}`, null)
  const selectedId = kept ?? addressedId
  const [sheetId, setSheetId] = useState<string | null>(null)
  const [askedId, setAskedId] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const { run, isBusy } = useOrderAction((answer) => {
    setBusyId(null)
    setAskedId(null)
    if (answer.done && answer.intent !== 'stops') setSheetId(null)
    if (answer.done) toast.show(doneMessage(t, answer))
    else toast.show({ tone: 'err', title: answer.message === '' ? t('failed') : answer.message })
  })
  const find = (id: string | null) => orders.find((order) => order.id === id) ?? null
  const selected = find(selectedId) ?? orders[0] ?? null
  const inSheet = find(sheetId)
  const asked = tab === '3' ? null : find(askedId)

  // A link to an order (or to the question about it) opens what a browser without scripts was shown in the page.
  useEffect(() => {
    if (addressedId === null) return
    setSelectedId(addressedId)
    if (!isDesktop()) setSheetId(addressedId)
    if (isEndAddressed) setAskedId(addressedId)
  }, [addressedId, isEndAddressed, setSelectedId])

  const open = (order: Order) => {
    setSelectedId(order.id)
    if (isDesktop()) focusStops(order.id)
    else setSheetId(order.id)
  }
  const askEnd = (order: Order) => {
    setSelectedId(order.id)
    if (tab !== '3') setAskedId(order.id)
  }
  useOrderKeys({
    orders,
    selectedId: selected?.id ?? null,
    isEnabled: inSheet === null && asked === null,
    onSelect: (order) => setSelectedId(order.id),
    onOpen: open,
    onEnd: askEnd,
    onEditStops: (order) => {
      if (tab === '3') return
      open(order)
      // The panel follows the selection with the next drawing.
      requestAnimationFrame(() => focusStops(order.id))
    },
    onTool: (order, tool) => {
      if (tab !== '1') return
      open(order)
      requestAnimationFrame(() => pressTool(order.id, tool))
    },
    onCloseAll: () => {
      if (tab === '1') pressVisible('[data-tool="close-all"]')
    },
    onMap: () => {
      if (tab === '1') onMap()
    },
  })
  return {
    selected,
    inSheet,
    asked,
    busyId: isBusy ? busyId : null,
    select: (order) => setSelectedId(order.id),
    open,
    closeSheet: () => setSheetId(null),
    askEnd,
    keepAsked: () => setAskedId(null),
    confirmEnd(order) {
      setBusyId(order.id)
      run({ intent: tab === '0' ? 'cancel' : 'close', id: order.id, ends: [order.id] })
    },
    saveStops(order, stops) {
      setBusyId(order.id)
      run({ intent: 'stops', id: order.id, ...stops })
    },
  }
}
