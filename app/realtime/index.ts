/** The realtime API for screens. */
export {
  type Connection,
  useAccountFigures,
  useBrokerNow,
  useBrokerTime,
  useCalmWhile,
  useConnection,
  useHoldingCount,
  useIsStale,
  useKline,
  useMarketFeed,
  useMarketStatus,
  useOrderEvents,
  useOrderLive,
  useQuote,
  useRecovery,
} from './hooks'
export type { LiveQuote, OrderLive, QuoteMove, QuoteSeed } from './live-stores'
export type { OrderEvent } from './page-realtime'
export { RealtimeProvider, type RealtimeProviderProps } from './realtime-provider'
export type { ConnectionState, ConnectionStatus } from './socket-client'
