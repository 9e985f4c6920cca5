/** Age at which a price without a tick is shown as stale. The broker's own limit for trading on it is much shorter. */
export const STALE_AFTER_MS = 30_000
