/**
 * Which of the brands that could be read are live: all of them, but where two want one host.
 *
 * Invariants: no host ever leads to two brands; a brand that is live keeps its hosts until it gives them up itself, and of two that
 * come together the one whose id sorts first has them; the other one stays as it was, or outside. Nothing depends on the order in
 * which folders were edited, only on what they hold in the end.
 */
import type { Tenant } from '../../contract/tenant'

export interface HostConflict {
  readonly id: string
  readonly host: string
  /** Who has it: the id of a brand, or the name of what the house keeps for itself. */
  readonly owner: string
}

export interface Choice {
  /** In the order of their ids. */
  readonly tenants: readonly Tenant[]
  readonly conflicts: readonly HostConflict[]
}

/**
 * @param wanted what the folders say now, by id; a brand that cannot be read stands here as it was last good.
 * @param live what is served so far, by id.
 * @param house hosts that no brand can have, with the name of what is there.
 */
export function chooseLive(
  wanted: ReadonlyMap<string, Tenant>,
  live: ReadonlyMap<string, Tenant>,
  house: ReadonlyMap<string, string>,
): Choice {
  const chosen = new Map([...wanted].sort(([one], [other]) => (one < other ? -1 : 1)))
  const conflicts = new Map<string, HostConflict[]>()
  // A round sends losers back to what they were. Those never lose again: what all were before is free of conflicts.
  for (let losers = conflictsOf(chosen, live, house); losers.length > 0; losers = conflictsOf(chosen, live, house)) {
    for (const id of new Set(losers.map((conflict) => conflict.id))) {
      conflicts.set(
        id,
        losers.filter((conflict) => conflict.id === id),
      )
      const before = live.get(id)
      if (before === undefined) chosen.delete(id)
      else chosen.set(id, before)
    }
  }
  return { tenants: [...chosen.values()], conflicts: [...conflicts.values()].flat() }
}

/** Who wants a host that is somebody else's, one line a host. */
function conflictsOf(
  chosen: ReadonlyMap<string, Tenant>,
  live: ReadonlyMap<string, Tenant>,
  house: ReadonlyMap<string, string>,
): HostConflict[] {
  const owners = new Map(house)
  const has = (id: string, host: string) => live.get(id)?.siteHosts.includes(host) === true
  // First those who have a host already and keep it, then the others by their ids.
  for (const [id, { siteHosts }] of chosen) for (const host of siteHosts) if (has(id, host) && !owners.has(host)) owners.set(host, id)
  for (const [id, { siteHosts }] of chosen) for (const host of siteHosts) if (!owners.has(host)) owners.set(host, id)
  const found: HostConflict[] = []
  for (const [id, { siteHosts }] of chosen) {
    for (const host of siteHosts) {
      const owner = owners.get(host)
      if (owner === undefined || owner === id) continue
      found.push({ id, host, owner })
    }
  }
  return found
}
