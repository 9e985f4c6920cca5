/** The published terms of the risk desk's brake. Constants only, so that pages may know them, too. */

/** One person’s brake ends by itself after this long. */
export const BRAKE_MINUTES = 10
/** What is asked of a second person stands no longer than this. */
export const BRAKE_ASK_MINUTES = 30
/** The target of a halt: every instrument. */
export const EVERY_INSTRUMENT = '*'
