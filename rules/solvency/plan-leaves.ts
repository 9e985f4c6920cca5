/**
 * Where the parts of all accounts stand in the tree of an hour: each amount in two random parts, all parts mixed, and as many empty
 * leaves among them as make a power of two.
 *
 * Invariant: every account has its parts once and nobody has less than nothing, or there is no plan.
 */
import { paddedCount } from './sum-tree'

export const PARTS = 2

export interface Owed {
  readonly account: string
  readonly amount: bigint
}

export interface PlacedPart {
  readonly place: number
  readonly amount: bigint
}

interface Plan {
  /** As long as the accounts, in their order: the parts of each. */
  readonly parts: readonly (readonly PlacedPart[])[]
  /** At each place, the account's index × `PARTS` + the part; −1 for an empty leaf. */
  readonly owners: Int32Array
}

/** A whole number at or above 0 and below `bound`, every one as likely; not to be foretold. */
type Draw = (bound: bigint) => bigint

/** @throws RangeError for an account that is named twice or whose amount is below zero */
export function planLeaves(owed: readonly Owed[], draw: Draw): Plan {
  const seen = new Set<string>()
  for (const { account, amount } of owed) {
    if (account === '' || seen.has(account)) throw new RangeError(`the account ${account} is counted twice, or has no name`)
    if (amount < 0n) throw new RangeError(`the account ${account} would take away from what is owed`)
    seen.add(account)
  }
  const count = paddedCount(owed.length * PARTS)
  const owners = Int32Array.from({ length: count }, (_, at) => (at < owed.length * PARTS ? at : -1))
  for (let at = count - 1; at > 0; at--) {
    const other = Number(draw(BigInt(at + 1)))
    const own = owners[at]!
    owners[at] = owners[other]!
    owners[other] = own
  }
  const places = new Int32Array(owed.length * PARTS)
  for (const [place, owner] of owners.entries()) if (owner >= 0) places[owner] = place
  const parts = owed.map(({ amount }, index) => {
    const first = draw(amount + 1n)
    return [
      { place: places[index * PARTS]!, amount: first },
      { place: places[index * PARTS + 1]!, amount: amount - first },
    ]
  })
  return { parts, owners }
}
