/** The market with the rows that the document left out, once they are here. */
import { useMemo } from 'react'
import { paths } from '../../addresses/paths'
import { useLeftOut } from '../../page/use-left-out'
import type { MarketsData, WholeMarket } from './home-data'

export function useWholeMarkets(markets: MarketsData): MarketsData {
  const instruments = useLeftOut<WholeMarket>(markets.ok && !markets.isWhole, paths.action.markets())?.instruments ?? null
  return useMemo(() => (markets.ok && instruments !== null ? { ...markets, instruments, isWhole: true } : markets), [markets, instruments])
}
