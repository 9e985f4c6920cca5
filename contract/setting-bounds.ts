/**
 * Within what a company may move its settings, in its file and at its desk. Published: here, at the desk and in docs/settings.md.
 *
 * Invariant: constants only. No company, file or operator can widen one.
 */
export const SETTING_BOUNDS = {
  /** USDT; above it two operators decide. 0: they always do. */
  secondApproval: { min: '0', max: '1000000' },
  hours: { min: 0, max: 720 },
  promisedHours: { min: 1, max: 720 },
  /** Days after a fill in which it can be challenged: no company takes the right away. Hours within which a person answers. */
  challengeDays: { min: 30, max: 3650 },
  answerHours: { min: 1, max: 168 },
  staleAfterMs: { min: 500, max: 10_000 },
  /** USDT. */
  demoBalance: { min: '1', max: '1000000' },
  /** Margin level at which positions are closed, in percent. */
  stopOutPercent: { min: '50', max: '100' },
  /** Percent of the instrument's reference price, rounded down to its price grid. */
  spreadPercent: '0.5',
  /** Percent of the reference price: a stop that may not stand near the price protects nobody. */
  stopDistancePercent: '1',
  /** USDT a lot, where the company charges by the lot. */
  feePerLot: { min: '0', max: '100' },
  /** Part of the margin, where it charges a share of it. */
  feeShare: { min: '0', max: '0.05' },
  /** USDT that may stand uncovered, of one instrument and of all. 0: no limit. */
  exposureLimit: { min: '0', max: '1000000000' },
  /** Percent of a limit from which the risk desk warns. */
  warnPercent: { min: 50, max: 99 },
  /** From here on the risk desk marks a source: silence and latency in milliseconds, gaps an hour, percent of refused orders. */
  feedAgeMs: { min: 200, max: 60_000 },
  feedGaps: { min: 1, max: 1000 },
  rejectPercent: { min: 1, max: 100 },
  latencyMs: { min: 1, max: 10_000 },
  leverage: { min: 1, max: 1000 },
  leverages: 12,
} as const
