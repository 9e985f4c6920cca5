/** The trade screen's data with the instruments that the document left out, once they are here. */
import { useMemo } from 'react'
import { paths } from '../../addresses/paths'
import { useLeftOut } from '../../page/use-left-out'
import type { TradeData, TradeMarket } from './scene/trade-data'

export function useWholeTrade(data: TradeData): TradeData {
  const whole = useLeftOut<TradeMarket | null>(!data.isWhole, paths.action.tradeMarket())
  return useMemo(() => (whole == null ? data : { ...data, ...whole }), [data, whole])
}
