/** Checks in the browser that a trader's money is in what a company owes, by the rules and the trader's own number alone. */
import { HOUR_MS } from '../../../rules/durations'
import { formatAmount, parseAmount } from '../../../rules/money'
import { arePartsOf, verifyInclusion } from '../../../rules/solvency/sum-tree'
import type { Solvency } from '../../terms/solvency'

type Newest = NonNullable<Solvency['newest']>

interface Addition {
  readonly before: string
  readonly neighbour: string
  readonly sum: string
}

export interface CountedParts {
  /** Decimal texts. */
  readonly counted: string
  readonly total: string
  /** Unix milliseconds. */
  readonly at: number
  readonly parts: readonly { readonly amount: string; readonly additions: readonly Addition[] }[]
}

interface Document {
  readonly at: number
  readonly root: string
  readonly total: string
  readonly leaves: number
}

const documentOf = ({ document }: Newest) => JSON.parse(document) as Document
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** What the page shows; null where the account was not counted. */
export function readParts(newest: Newest): CountedParts | null {
  const { own } = newest
  if (own === null) return null
  const { at, total } = documentOf(newest)
  const parts = own.parts.map(({ amount, path }) => {
    let sum = parseAmount(amount)
    const additions = path.map((step) => {
      const before = sum
      sum += parseAmount(step.sum)
      return { before: formatAmount(before), neighbour: step.sum, sum: formatAmount(sum) }
    })
    return { amount, additions }
  })
  return { counted: formatAmount(countedOf(own)), total, at, parts }
}

function countedOf(own: NonNullable<Newest['own']>): bigint {
  const equity = parseAmount(own.equity)
  return (equity > 0n ? equity : 0n) + parseAmount(own.underReview)
}

/** @param uid the trader's own number: not believed of the answer. Never throws. */
export function checkInclusion(newest: Newest, uid: string): { readonly addsUp: boolean; readonly isIncluded: boolean } {
  const { own } = newest
  if (own === null) return { addsUp: false, isIncluded: false }
  try {
    const { at, root, total, leaves } = documentOf(newest)
    const hour = at - (at % HOUR_MS)
    const proofs = own.parts.map(({ place, salt, amount, path }, part) => ({
      leaf: { salt: bytesOf(salt), account: uid, hour, part, amount: parseAmount(amount) },
      place,
      path: path.map(({ hash, sum, side }) => ({ hash: bytesOf(hash), sum: parseAmount(sum), side })),
    }))
    const tree = { root: bytesOf(root), total: parseAmount(total), leaves }
    return {
      addsUp: arePartsOf(proofs, { account: uid, hour, amount: countedOf(own) }),
      isIncluded: proofs.length > 0 && proofs.every((proof) => verifyInclusion(proof, tree)),
    }
  } catch {
    return { addsUp: false, isIncluded: false }
  }
}
