/** A trader of the ranking, as the gallery shows one. */
import type { RankingEntry } from '../../../contract/users'

export const RANKING: readonly RankingEntry[] = [
  {
    user: 'tr****@example.com',
    multiple: '100',
    three_week_rate: '12.40',
    three_week_win: '61.50',
    three_week_profit: '1240.00',
    total_rate: '30.10',
    total_trade_num: 214,
    code: 'A1',
    drawdown: '4.20',
    three_week_trade_num: 26,
  },
]
