/** How long a connection may take over one request. */
export const SERVER_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  /** How often Node looks for connections over their time; its own 30 s would triple the first of them. */
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const

/** How much one request may bring. */
export const BODY_LIMITS = {
  /** Forms of the site are small, but for those that carry pictures. */
  form: 256 * 1024,
  /** One picture of 8 MB and the multipart frame round it. */
  picture: 9 * 1024 * 1024,
  /** More fields than any form of the site has: each costs far more than its bytes. */
  fields: 1_000,
  /** Of all that are under way at once: a dozen pictures. What comes beyond that is asked to come again. */
  together: 128 * 1024 * 1024,
} as const
