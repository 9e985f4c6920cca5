/** The realtime API for screens. */
export {
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
  useMarketFeed,
  useMarketStatus,
  useMissedEvents,
  useOrderEvents,
  useOrderLive,
  useQuote,
  useQuotesEvery,
  useRecovery,
} from './hooks'
export type { AccountNotice, LiveQuote, QuoteSeed } from './live-stores'
export type { OrderEvent } from './page-realtime'
export { RealtimeProvider } from './realtime-provider'
