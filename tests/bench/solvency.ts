/** How long the tree of what is owed takes. `node --import tsx scripts/bench-solvency.ts [accounts]`; what it says is the rules' part alone. */
import { randomBytes } from 'node:crypto'
import { machineSha256, secureDraw } from '../../broker/solvency/machine'
import { buildTree, pathOf, type Tile, tilesOfPath } from '../../rules/solvency/build-tree'
import { saltAt, verifyInclusion } from '../../rules/solvency/sum-tree'

const count = Number(process.argv[2] ?? 1_000_000)
const owed = Array.from({ length: count }, (_, index) => ({ account: String(10_000_000 + index), amount: BigInt(index) * 12_345_678n }))
const secret = randomBytes(32)
const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
const tiles = new Map<string, Uint8Array>()
const begun = performance.now()
const tree = await buildTree(owed, { hour, secret, draw: secureDraw(), sha256: machineSha256 }, ({ level, index, nodes }: Tile) => {
  tiles.set(`${level}/${index}`, nodes)
})
const built = performance.now()
const cpuSeconds = process.cpuUsage().user / 1e6
const { place, amount } = tree.parts[0]![0]!
const path = pathOf(
  place,
  tilesOfPath(place, tree.leaves).map(({ level, index }) => tiles.get(`${level}/${index}`)!),
)
const proven = performance.now()
const isIncluded = verifyInclusion(
  { leaf: { salt: saltAt(secret, place), account: owed[0]!.account, hour, part: 0, amount }, place, path },
  tree,
)
const verified = performance.now()
const kilobytes = [...tiles.values()].reduce((sum, { length }) => sum + length, 0) / 1024
process.stdout.write(
  `${count} accounts, ${tree.leaves} leaves, ${tiles.size} tiles of ${Math.round(kilobytes)} KiB: ${((built - begun) / 1000).toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor); ` +
    `a proof read in ${(proven - built).toFixed(1)} ms, checked in ${(verified - proven).toFixed(1)} ms: ${isIncluded}\n`,
)
