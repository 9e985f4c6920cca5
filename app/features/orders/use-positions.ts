import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { useLatest } from '~/ui/use-latest'
import { paths } from '../../addresses/paths'
import { useOrderEvents, useRecovery } from '../../realtime'
import type { PositionsAnswer } from './orders-data'

/** Every position with its quote while `isWanted`: read when it begins, and again whenever an order opens or ends. */
export function usePositions(isWanted: boolean) {
  const { load, data, state } = useFetcher<PositionsAnswer>()
  const wanted = useLatest(isWanted)
  useEffect(() => {
    if (isWanted) load(paths.action.positions())
  }, [isWanted, load])
  const again = () => {
    if (wanted.current) load(paths.action.positions())
  }
  useOrderEvents(again)
  useRecovery(again)
  return { positions: data?.positions ?? null, failedWith: data?.code ?? null, isLoading: state !== 'idle', again }
}
