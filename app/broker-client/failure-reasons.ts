/** Reasons that a thrown answer carries to the nearest error boundary. */

/** The broker gave no usable answer. */
export const BROKER_UNREACHABLE = 'broker-unreachable'
/** A demo trader opened a page that needs a real account. */
export const DEMO_RESTRICTED = 'demo-restricted'
/** The company winds down and no longer does what the page is for. */
export const WINDING_DOWN = 'winding-down'
