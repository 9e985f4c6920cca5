/**
 * Which leases a node should take or give back, from what all nodes see alike. A node gives back only what is above a fair share, and
 * takes only up to it: leases move when a node comes or goes, and at no other time.
 */

/** Names that are shared out among the nodes of a role. */
export interface LeaseGroup {
  readonly role: string
  readonly names: readonly string[]
}

export interface ClusterView {
  /** Nodes that are there, this one among them, with what they do. */
  readonly nodes: ReadonlyMap<string, ReadonlySet<string>>
  /** By name: the node that is there and holds it. Others are free. */
  readonly holders: ReadonlyMap<string, string>
}

interface Wanted {
  readonly take: readonly string[]
  readonly giveBack: readonly string[]
}

export function shareOut(me: string, { role, names }: LeaseGroup, { nodes, holders }: ClusterView): Wanted {
  const able = [...nodes].filter(([, roles]) => roles.has(role)).map(([id]) => id)
  const mine = names.filter((name) => holders.get(name) === me)
  if (!able.includes(me)) return { take: [], giveBack: mine }
  const share = Math.ceil(names.length / able.length)
  if (mine.length > share) return { take: [], giveBack: mine.slice(share) }
  // Everybody begins elsewhere, so that two that come at once do not reach for the same ones.
  const place = [...able].sort().indexOf(me)
  const from = Math.floor((place * names.length) / able.length)
  const inTurn = [...names.slice(from), ...names.slice(0, from)]
  return { take: inTurn.filter((name) => !holders.has(name)).slice(0, share - mine.length), giveBack: [] }
}
