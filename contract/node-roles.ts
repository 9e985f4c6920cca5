/** What a node of several can do; each of the six can be left to other nodes. */
export const NODE_ROLES = ['site', 'api', 'sockets', 'engine', 'feed', 'jobs'] as const
/**
 * `site` draws pages, `api` answers calls, `sockets` keeps the lines of open pages. `engine` acts on accounts by itself (stops,
 * stop-outs, pending orders), `feed` makes the prices, `jobs` does what nobody waits for.
 */
export type NodeRole = (typeof NODE_ROLES)[number]

/** What does its work without being asked: with no node for it the work stands still, and no proxy notices. */
export const SELF_ACTING_ROLES = ['engine', 'feed', 'jobs'] as const satisfies readonly NodeRole[]
