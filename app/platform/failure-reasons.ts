/** Reasons that a thrown answer carries to the nearest error boundary. */

/** The broker gave no usable answer. */
export const BROKER_UNREACHABLE = 'broker-unreachable'
/** A demo trader opened a page that needs a real account. */
export const DEMO_RESTRICTED = 'demo-restricted'
