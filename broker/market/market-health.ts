/** How the market's feed is, for health and figures. */
export interface MarketHealth {
  source: string
  isSimulated: boolean
  /** Milliseconds since anything was heard of an open market; 0 while all markets rest. */
  feedAgeMs: number
  openMarkets: number
  /** Ticks that became quotes since the process began. */
  ticks: number
  refused: Readonly<Record<'duplicate' | 'late' | 'quarantined', number>>
}
