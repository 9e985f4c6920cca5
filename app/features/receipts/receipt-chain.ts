/**
 * How the receipts of a list hang together: each names the hash of the account's receipt before it.
 *
 * A list of one order leaves out what the account did in between, so a gap is no fault and is only told. A fault is what can
 * never be: two receipts after the same one, one of them twice, or one before its own predecessor.
 */
import type { Receipt } from '../../../contract/orders'

export type ChainLink =
  /** The account's first receipt. */
  | 'first'
  /** The first of the list; the account has older ones. */
  | 'begins'
  /** Directly after the one before it in the list. */
  | 'follows'
  /** Other receipts of the account lie between. */
  | 'gap'
  | 'repeated'
  | 'forked'
  | 'misplaced'

export const BROKEN_LINKS: ReadonlySet<ChainLink> = new Set<ChainLink>(['repeated', 'forked', 'misplaced'])

interface Seen {
  readonly hash: string
  readonly previous: string
  readonly at: number
}

/** One link for each receipt, in the order of the list. Accounts and brokers are followed each for itself. */
export function chainLinks(receipts: readonly Receipt[]): ChainLink[] {
  const seenByAccount = new Map<string, Seen[]>()
  return receipts.map(({ body, hash }) => {
    const account = JSON.stringify([body.broker, body.account])
    const seen = seenByAccount.get(account) ?? []
    const own: Seen = { hash, previous: String(body.previous ?? ''), at: Number(body.at ?? 0) }
    const link = linkOf(own, seen)
    seenByAccount.set(account, [...seen, own])
    return link
  })
}

function linkOf(own: Seen, seen: readonly Seen[]): ChainLink {
  const before = seen.at(-1)
  if (before === undefined) return own.previous === '' ? 'first' : 'begins'
  if (seen.some(({ hash }) => hash === own.hash)) return 'repeated'
  if (seen.some(({ previous }) => previous === own.previous)) return 'forked'
  if (own.previous === before.hash) return own.at < before.at ? 'misplaced' : 'follows'
  // Its predecessor is here, but something else stands between; or its successor is here already; or it is the account's first.
  const isMisplaced =
    own.previous === '' || own.at < before.at || seen.some(({ hash, previous }) => hash === own.previous || previous === own.hash)
  return isMisplaced ? 'misplaced' : 'gap'
}
