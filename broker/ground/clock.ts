/** The broker's time, passed in so that tests freeze it and a demonstration may start on another day. */
export interface Clock {
  /** Wall time, Unix milliseconds UTC; may be shifted, may jump. For what people read: bookings, opening hours, sessions. */
  now(): number
  /** Milliseconds since some start, never backwards. For ages and intervals only. */
  monotonic(): number
}
