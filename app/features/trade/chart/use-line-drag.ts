/** A line on its way to another price, on the page: the reducer of line-drag.ts with the orders, the sending and the words around it. */
import { useCallback, useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../terms/order'
import { useToast } from '../../../ui'
import { useOrderAction } from '../../orders/use-order-action'
import type { LinePart } from './chart-lines'
import { IDLE, type LineDrag, type LineDragEvent, lineDragReducer, type Move } from './line-drag'
import { sentStopsFor } from './line-reading'

export interface LineControls {
  readonly drag: LineDrag
  /** The order that is held or asked about. */
  readonly order: Order | null
  /** What is asked now; null while nothing is, and as soon as the broker has saved it. */
  readonly asked: Move | null
  readonly isSaving: boolean
  send(event: LineDragEvent): void
  ask(order: Order, part: LinePart, price: string): void
  giveUp(): void
  /** `price`: what the field says, as decimal text. */
  save(price: string): void
}

export function useLineDrag(orders: readonly Order[]): LineControls {
  const { t } = useTranslation(['trade', 'order'])
  const toast = useToast()
  const [drag, send] = useReducer(lineDragReducer, IDLE)
  const [isSaved, setIsSaved] = useState(false)
  const { run, isBusy } = useOrderAction((answer) => {
    if (answer.done) {
      setIsSaved(true)
      const isTarget = drag.phase === 'asking' && drag.move.part === 'target'
      toast.show({ tone: 'ok', title: t(isTarget ? 'trade:chart.line.targetSaved' : 'order:done.stops') })
      return
    }
    toast.show({ tone: 'err', title: answer.message === '' ? t('order:failed') : answer.message })
  })
  const giveUp = useCallback(() => send({ type: 'given-up' }), [])

  useEffect(() => send({ type: 'orders-changed', orders }), [orders])
  useEffect(() => {
    if (drag.phase !== 'lost') return
    const { why, move } = drag
    toast.show({ tone: 'info', key: `line-${move.orderId}`, title: t(`trade:chart.line.${why}`, { code: move.name }) })
    giveUp()
  }, [drag, toast, t, giveUp])
  // The line stays where it was put until the list has been read again with its new price.
  useEffect(() => {
    if (!isSaved || isBusy) return
    setIsSaved(false)
    giveUp()
  }, [isSaved, isBusy, giveUp])

  const move = drag.phase === 'idle' ? null : drag.move
  const order = move === null ? null : (orders.find(({ id }) => id === move.orderId) ?? null)
  return {
    drag,
    order,
    asked: drag.phase === 'asking' && !isSaved ? drag.move : null,
    isSaving: isBusy,
    send,
    ask: (asked, part, price) => send({ type: 'asked', order: asked, part, price }),
    giveUp,
    save(price) {
      if (drag.phase === 'asking' && order !== null) run({ intent: 'stops', id: order.id, ...sentStopsFor(order, drag.move.part, price) })
    },
  }
}
