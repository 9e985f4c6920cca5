/** Brings the rows that the document left out, as soon as the page stands. */
import { useFetcher } from '@remix-run/react'
import { useEffect, useMemo } from 'react'
import { paths } from '../../platform/paths'
import type { MarketsData, WholeMarket } from './home-data'

export function useWholeMarkets(markets: MarketsData): MarketsData {
  const { data, load } = useFetcher<WholeMarket>()
  const isWhole = !markets.ok || markets.isWhole
  useEffect(() => {
    if (!isWhole) load(paths.action.markets())
  }, [isWhole, load])
  const instruments = data?.instruments ?? null
  return useMemo(
    () => (markets.ok && !markets.isWhole && instruments !== null ? { ...markets, instruments, isWhole: true } : markets),
    [markets, instruments],
  )
}
