/** The realtime API for screens. */
export {
  useAccountFigures,
  useBrokerNow,
  useBrokerTime,
  useCalmQuote,
  useCalmWhile,
  useConnection,
  useHoldingCount,
  useInstrumentTerms,
  useIsMarketOpen,
  useIsStale,
  useListedNotices,
  useMarginCall,
  useMarketFeed,
  useMissedEvents,
  useOrderEvents,
  useOrderLive,
  useQuote,
  useQuotesEvery,
  useRecovery,
  useUnderWayIds,
} from './hooks'
export type { LiveQuote, QuoteSeed } from './live-stores'
export { RealtimeProvider } from './realtime-provider'
