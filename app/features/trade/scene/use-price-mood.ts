/** How much the price of the chosen instrument can be trusted now. Only a change of the answer draws anything. */
import { useCallback, useSyncExternalStore } from 'react'
import { useConnection, useIsStale } from '../../../realtime'
import { useRealtime } from '../../../realtime/realtime-provider'
import type { Instrument } from '../../../terms/instrument'
import { useTrade } from './trade-context'

interface PriceMood {
  readonly isOpen: boolean
  /** Open, but older than the broker trades on. */
  readonly isStale: boolean
  /** The connection is gone. */
  readonly isOffline: boolean
  /** Any of them: figures step back. */
  readonly isMuted: boolean
}

export function useIsOpen({ id, isOpen }: Pick<Instrument, 'id' | 'isOpen'>): boolean {
  const cell = useRealtime().stores.quote(id)
  const read = useCallback(() => cell.get()?.isOpen ?? isOpen, [cell, isOpen])
  const planted = useCallback(() => cell.getPlanted()?.isOpen ?? isOpen, [cell, isOpen])
  return useSyncExternalStore(cell.subscribe, read, planted)
}

export function usePriceMood(): PriceMood {
  const { instrument, brokerTerms } = useTrade()
  const { isLost } = useConnection()
  const isStale = useIsStale(instrument.id, brokerTerms?.staleAfterMs ?? Number.POSITIVE_INFINITY)
  const isOpen = useIsOpen(instrument)
  return { isOpen, isStale, isOffline: isLost, isMuted: isLost || isStale || !isOpen }
}
