/** A trader of the ranking, as the gallery shows one. */
import type { RankingEntry } from '../../terms/ranking'

export const RANKING: readonly RankingEntry[] = [
  {
    user: 'tr****@example.com',
    multiple: '100',
    threeWeekRate: '12.40',
    threeWeekWin: '61.50',
    threeWeekProfit: '1240.00',
    totalRate: '30.10',
    totalTradeNum: 214,
    code: 'A1',
    drawdown: '4.20',
    threeWeekTradeNum: 26,
  },
]
