/** What the trade screen's parts are given in the gallery. */

import type { TradeData } from '../trade/scene/trade-data'
import { btcUsdt, eurUsd, figures, usdJpy } from '../trade/ticket/ticket-fixtures'

export const CLOSED = { ...usdJpy, isOpen: false as const }
export const NO_LEVERAGE = { ...btcUsdt, leverages: [] }
const NONE = { orders: [], total: 0 }

export const GALLERY_TRADE: TradeData = {
  instruments: [eurUsd, CLOSED, NO_LEVERAGE],
  categories: [],
  isWhole: true,
  sessions: { [CLOSED.id]: { opens: 'Sun 22 Nov, 22:00', closes: null } },
  orders: { figures, holding: NONE, pending: NONE, history: NONE },
  orderTimes: {},
  defaultCode: eurUsd.code,
  defaultPeriod: '15min',
  leverages: {},
  lots: {},
  readAt: 0,
  formKey: 'gallery',
}
