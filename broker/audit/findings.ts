/** What an audit has looked at and what it found: per invariant the counts, and every broken row by name. */

/** The invariants of docs/invariants.md, by what they say. */
export const INVARIANTS = {
  I1: 'the entries of every ledger transaction sum to 0',
  I2: 'cached balances, locks and counts equal what they are of',
  I3: 'no lock is negative, and nobody without positions owes anything',
  I4: 'locks equal the margins of the holding orders and the withdrawals under way',
  I5: 'every idempotency key has one effect and its answer',
  I6: 'every order has one opening, at most one close, and its parts add up to it',
  I7: 'no sealed row was changed or deleted: the hash chain holds',
  I8: 'no row refers to another company or another trader',
  I9: 'every fill is the proper side of a fresh quote, with its ticks',
  I10: 'demo and real never meet',
  I11: 'every completed deposit and withdrawal has its operator, time and entries',
  I12: 'replaying the entries from zero gives the same balances',
  I13: 'every receipt is signed, names the one before it, the entries it was written with and, of an opening, the terms in force',
  I14: 'every order says what its receipts say',
  I15: 'every charge of funding follows from its facts, one a position and rollover',
  I16: 'what is covered, and what covering brought, follows from what was reported',
  I17: 'every order of the house says what its reports say, each told once',
  I18: "every difference from a provider's book is resolved as it says, by whom it has to be",
  I19: 'the public log holds every receipt that is sealed, and its tiles and checkpoint follow from its entries',
  I20: 'what is owed is the sum of all real accounts, each once, and the tree of the newest hour says so',
  I21: 'the prices that are kept are those that every company committed to, minute by minute',
} as const
export type InvariantName = keyof typeof INVARIANTS
const INVARIANT_NAMES = Object.keys(INVARIANTS) as InvariantName[]

/** A row by name and why it is wrong. */
export interface Finding {
  readonly invariant: InvariantName
  readonly table: string
  readonly tenantId: string
  readonly id: string
  readonly expected: string
  readonly found: string
}

export interface InvariantResult {
  readonly invariant: InvariantName
  /** How many of what were looked at, in the order in which they were counted. */
  readonly checked: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
}

/** More broken rows than this of one invariant are counted, not kept. */
const KEPT = 100

/** What one part of an audit counted and found, as plain JSON. */
export interface FindingsPart {
  readonly counts: readonly (readonly [invariant: InvariantName, what: string, count: number])[]
  readonly broken: readonly Finding[]
}

export class Findings {
  private readonly counts = new Map<InvariantName, Map<string, number>>()
  private readonly kept = new Map<InvariantName, Finding[]>()
  total = 0

  checked(invariant: InvariantName, what: string, count = 1): void {
    const counts = this.counts.get(invariant) ?? new Map<string, number>()
    counts.set(what, (counts.get(what) ?? 0) + count)
    this.counts.set(invariant, counts)
  }

  broken(finding: Finding): void {
    this.total += 1
    const kept = this.kept.get(finding.invariant) ?? []
    if (kept.length < KEPT) kept.push(finding)
    this.kept.set(finding.invariant, kept)
  }

  part(): FindingsPart {
    return {
      counts: [...this.counts].flatMap(([invariant, counts]) => [...counts].map(([what, count]) => [invariant, what, count] as const)),
      broken: [...this.kept.values()].flat(),
    }
  }

  /** Takes over what a part found. */
  join({ counts, broken }: FindingsPart): void {
    for (const [invariant, what, count] of counts) this.checked(invariant, what, count)
    for (const finding of broken) this.broken(finding)
  }

  results(): InvariantResult[] {
    return INVARIANT_NAMES.map((invariant) => ({
      invariant,
      checked: this.counts.get(invariant) ?? new Map<string, number>(),
      findings: this.kept.get(invariant) ?? [],
    }))
  }
}

/** The hash chain and the receipts name the very row; sums only say that one of several is wrong. */
const NAMING_FIRST: readonly InvariantName[] = ['I7', 'I13', 'I14', 'I6', 'I1']

export function firstFinding(results: readonly InvariantResult[]): Finding | null {
  const order = [...NAMING_FIRST, ...INVARIANT_NAMES.filter((name) => !NAMING_FIRST.includes(name))]
  for (const name of order) {
    const found = results.find(({ invariant }) => invariant === name)?.findings[0]
    if (found !== undefined) return found
  }
  return null
}
