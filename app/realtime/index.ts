/** The realtime API for screens. */
export {
  type Connection,
  useAccountFigures,
  useAccountNotice,
  useBrokerNow,
  useBrokerTime,
  useCalmQuote,
  useCalmWhile,
  useConnection,
  useHoldingCount,
  useInstrumentTerms,
  useIsStale,
  useKline,
  useMarketFeed,
  useMarketStatus,
  useMissedEvents,
  useOrderEvents,
  useOrderLive,
  useQuote,
  useQuotesEvery,
  useRecovery,
} from './hooks'
export type { AccountNotice, InstrumentTerms, LiveQuote, OrderLive, QuoteMove, QuoteSeed } from './live-stores'
export type { OrderEvent } from './page-realtime'
export { RealtimeProvider, type RealtimeProviderProps } from './realtime-provider'
export type { ConnectionState, ConnectionStatus } from './socket-client'
