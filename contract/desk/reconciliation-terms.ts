/** The published terms of reconciliation. Constants only, so that pages may know them, too. */

/** How long after 17:00 in New York the day's comparison begins: what was dealt until then has been copied. */
export const RECONCILIATION_DELAY_MINUTES = 10

/** Equal fills of a day that a page lists at most. */
export const EQUAL_FILLS_SHOWN = 200

/** Rows of a day that a file holds at most. */
export const RECONCILIATION_ROWS_MAX = 5_000
