/**
 * The chosen order of the lists, kept on this device, and the instruments in it.
 *
 * Rule: a list sorted by change does not jump at every tick. It is sorted at once when the order or the instruments change,
 * then every five seconds; while the pointer is over it or the focus in it nothing moves, and it is sorted again when they leave.
 */
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRealtime } from '../../realtime/realtime-provider'
import type { Instrument } from '../../terms/instrument'
import { createDeviceStore, useDeviceStore } from '../../ui/device-store'
import { MARKET_ORDERS, type MarketOrder, orderMarkets } from './market-order'

const SORT_EVERY_MS = 5_000

const store = createDeviceStore<MarketOrder>('candor.market.order', 'broker', (found) => {
  return MARKET_ORDERS.find((order) => order === found) ?? 'broker'
})

export function useMarketOrder(): readonly [MarketOrder, (order: MarketOrder) => void] {
  return [useDeviceStore(store), store.set]
}

interface CalmList {
  onPointerEnter(event: PointerEvent): void
  onPointerLeave(): void
  onFocus(): void
  onBlur(event: FocusEvent<HTMLElement>): void
}

/** @returns the instruments in the chosen order, and what the list needs in order to stand still while it is used. */
export function useOrderedMarkets<Listed extends Pick<Instrument, 'id' | 'symbol' | 'isOpen' | 'quote'>>(
  instruments: readonly Listed[],
  order: MarketOrder,
): readonly [readonly Listed[], CalmList] {
  const { stores } = useRealtime()
  const [round, setRound] = useState(0)
  const used = useRef({ pointer: false, focus: false })
  const isMoving = order === 'change-down' || order === 'change-up'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round sorts the same instruments by their prices of now.
  const ordered = useMemo(
    () =>
      orderMarkets(instruments, order, ({ id, isOpen, quote: loaded }) => {
        const quote = stores.quote(id).get()
        return { change: quote?.change ?? loaded.change, isOpen: quote?.isOpen ?? isOpen }
      }),
    [instruments, order, stores, round],
  )
  const sortIfCalm = useCallback(() => {
    if (!used.current.pointer && !used.current.focus) setRound((before) => before + 1)
  }, [])
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(sortIfCalm, SORT_EVERY_MS)
    return () => clearInterval(timer)
  }, [isMoving, sortIfCalm])
  const calm = useMemo(
    (): CalmList => ({
      // A finger that scrolls past is no wish to hold the list.
      onPointerEnter: (event) => {
        used.current.pointer = event.pointerType !== 'touch'
      },
      onPointerLeave: () => {
        used.current.pointer = false
        sortIfCalm()
      },
      onFocus: () => {
        used.current.focus = true
      },
      onBlur: (event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        used.current.focus = false
        sortIfCalm()
      },
    }),
    [sortIfCalm],
  )
  return [ordered, calm]
}
