/** Brings the instruments that the document left out, as soon as the page stands. */
import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { paths } from '../../platform/paths'
import type { TradeData, TradeMarket } from './trade-data'

export function useWholeTrade(data: TradeData): TradeData {
  const { data: whole, load } = useFetcher<TradeMarket | null>()
  useEffect(() => {
    if (!data.isWhole) load(paths.action.tradeMarket())
  }, [data.isWhole, load])
  return useMemo(() => (data.isWhole || whole == null ? data : { ...data, ...whole }), [data, whole])
}
