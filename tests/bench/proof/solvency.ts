/** How long the tree of what a company owes takes, and an example of an account's own part of it for whoever checks one. */
import { randomBytes } from 'node:crypto'
import { canonicalText, sha256Hex } from '../../../broker/receipts/canonical-json'
import { machineSha256, secureDraw } from '../../../broker/solvency/machine'
import { HOUR_MS } from '../../../rules/durations'
import { formatAmount } from '../../../rules/money'
import { buildTree, pathOf, type Tile, tilesOfPath } from '../../../rules/solvency/build-tree'
import { leafNode, saltAt } from '../../../rules/solvency/sum-tree'
import type { Figure } from '../report'

/** What a trader is told of the newest hour, and their number. */
export interface OwnPart {
  readonly uid: string
  readonly newest: {
    readonly document: string
    readonly hash: string
    readonly own: {
      readonly account: string
      readonly equity: string
      readonly underReview: string
      readonly parts: {
        readonly place: number
        readonly salt: string
        readonly amount: string
        readonly path: { readonly hash: string; readonly sum: string; readonly side: 'left' | 'right' }[]
      }[]
    }
  }
}

const GOAL = { accounts: 1_000_000, seconds: 60 }
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** @param count accounts */
export async function measureSolvency(count: number): Promise<{ readonly figures: Figure[]; readonly example: OwnPart }> {
  const owed = Array.from({ length: count }, (_, index) => ({
    account: String(10_000_000 + index),
    amount: BigInt(index + 1) * 12_345_678n,
  }))
  const secret = randomBytes(32)
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const tiles = new Map<string, Uint8Array>()
  const begun = performance.now()
  const tree = await buildTree(owed, { hour, secret, draw: secureDraw(), sha256: machineSha256 }, ({ level, index, nodes }: Tile) => {
    tiles.set(`${level}/${index}`, nodes)
  })
  const seconds = (performance.now() - begun) / 1_000
  const leavesAt = performance.now()
  for (let place = 0; place < tree.leaves; place++)
    leafNode({ salt: secret, account: '10000000', hour, part: 0, amount: 1n }, machineSha256)
  const leavesSeconds = (performance.now() - leavesAt) / 1_000
  const [first] = owed
  if (first === undefined) throw new Error('nobody is owed anything')
  const parts = (tree.parts[0] ?? []).map(({ place, amount }) => {
    const path = pathOf(
      place,
      tilesOfPath(place, tree.leaves).map(({ level, index }) => tiles.get(`${level}/${index}`) ?? new Uint8Array()),
    )
    return {
      ...{ place, salt: hexOf(saltAt(secret, place)), amount: formatAmount(amount) },
      path: path.map(({ hash, sum, side }) => ({ hash: hexOf(hash), sum: formatAmount(sum), side })),
    }
  })
  const document = canonicalText({ at: hour, root: hexOf(tree.root), total: formatAmount(tree.total), leaves: tree.leaves })
  const own = { account: first.account, equity: formatAmount(first.amount), underReview: '0.00000000', parts }
  return {
    figures: [
      {
        what: `what is owed, summed (${count.toLocaleString('en-GB')} accounts)`,
        value: seconds,
        unit: 's',
        baseline: { what: 'the hashes of its leaves', value: leavesSeconds },
        goal: { atMost: (GOAL.seconds * count) / GOAL.accounts },
      },
    ],
    example: { uid: first.account, newest: { document, hash: sha256Hex(document), own } },
  }
}
