/**
 * I20: the newest hour of what a company owed, once more: the tree from its tiles, each trader's parts in it, nothing in it that is
 * nobody's, every account that was there, and the document that was published of it.
 */
import { sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { TILE_WIDTH, tileNodes, topOfTile } from '../../rules/solvency/build-tree'
import { leafNode, type SumNode, saltAt } from '../../rules/solvency/sum-tree'
import { queryRows, type Tx } from '../db/open-database'
import { sha256Hex } from '../receipts/canonical-json'
import type { Findings } from './findings'

interface HourRow extends Record<string, unknown> {
  readonly hour: string
  readonly at: string
  readonly root: string
  readonly total: string
  readonly leaves: string
  readonly document: string
  readonly secret: string | null
}

interface PartRow extends Record<string, unknown> {
  readonly trader_id: string
  readonly uid: string | null
  readonly is_demo: boolean | null
  readonly places: readonly number[]
  readonly amounts: readonly string[]
}

const same = (one: SumNode | undefined, other: SumNode) =>
  one !== undefined && one.sum === other.sum && Buffer.from(one.hash).equals(Buffer.from(other.hash))

export async function checkSolvency(tx: Tx, tenantId: string, findings: Findings): Promise<void> {
  const [hour] = await queryRows<HourRow>(
    tx,
    sql`select hour::text, at::text, root, total::text, leaves::text, document, encode(secret, 'hex') as secret
        from solvency_hour where tenant_id = ${tenantId} order by solvency_hour.hour desc limit 1`,
  )
  if (hour === undefined) return
  const broken = (table: string, id: string, expected: string, found: string) =>
    findings.broken({ invariant: 'I20', table, tenantId, id, expected, found })
  const whole = await readTree(tx, tenantId, hour.hour, broken)
  const total = formatAmount(BigInt(hour.total))
  if (whole === null || whole.root.sum !== BigInt(hour.total)) broken('solvency_hour', hour.hour, `a tree over ${total}`, 'another sum')
  else if (Buffer.from(whole.root.hash).toString('hex') !== hour.root)
    broken('solvency_hour', hour.hour, 'the root of its tiles', hour.root)
  const said = JSON.parse(hour.document) as Record<string, unknown>
  const isSaid = said.root === hour.root && said.total === total && said.leaves === Number(hour.leaves) && said.at === Number(hour.at)
  if (!isSaid || said.company !== tenantId) broken('solvency_hour', hour.hour, 'the document of its row', hour.document)
  const facts = await queryRows(
    tx,
    sql`select 1 from log_fact where tenant_id = ${tenantId} and kind = 'solvency' and hash = ${sha256Hex(hour.document)}`,
  )
  if (facts.length === 0) broken('solvency_hour', hour.hour, 'a fact for the log', 'no such fact')
  if (whole === null) return
  await checkParts(tx, tenantId, { hour, leaves: whole.leaves }, findings)
  await checkNobodyIsLeftOut(tx, tenantId, hour, broken)
}

type Complain = (table: string, id: string, expected: string, found: string) => void

/** Null where a tile is missing or no tile. */
async function readTree(tx: Tx, tenantId: string, hour: string, broken: Complain): Promise<{ root: SumNode; leaves: SumNode[] } | null> {
  const rows = await queryRows<{ level: number; index: number; nodes: string }>(
    tx,
    sql`select level, index, encode(nodes, 'hex') as nodes from solvency_tile
        where tenant_id = ${tenantId} and hour = ${hour}::text::bigint order by level, index`,
  )
  const leaves: SumNode[] = []
  let below: SumNode[] = []
  try {
    for (let level = 0; level === 0 || below.length > 1; level++) {
      const tiles = rows.filter((row) => row.level === level).map(({ nodes }) => Buffer.from(nodes, 'hex'))
      const nodes = tiles.flatMap((bytes) => tileNodes(bytes))
      if (level === 0) leaves.push(...nodes)
      else if (nodes.length !== below.length || nodes.some((node, at) => !same(below[at], node))) {
        broken('solvency_tile', `${hour}/${level}`, 'what stands below it', 'other nodes')
        return null
      }
      if (tiles.length !== Math.ceil(nodes.length / TILE_WIDTH) || tiles.length === 0) return null
      below = tiles.map(topOfTile)
    }
  } catch (error) {
    broken('solvency_tile', hour, 'tiles of nodes', error instanceof Error ? error.message : String(error))
    return null
  }
  const [root] = below
  return root === undefined ? null : { root, leaves }
}

interface Whole {
  readonly hour: HourRow
  readonly leaves: readonly SumNode[]
}

async function checkParts(tx: Tx, tenantId: string, { hour, leaves }: Whole, findings: Findings): Promise<void> {
  const broken = (id: string, expected: string, found: string) =>
    findings.broken({ invariant: 'I20', table: 'solvency_part', tenantId, id, expected, found })
  if (hour.secret === null) return broken(hour.hour, 'the secret of the newest hour', 'none')
  const secret = Buffer.from(hour.secret, 'hex')
  const parts = await queryRows<PartRow>(
    tx,
    sql`select p.trader_id::text, t.uid, t.is_demo, array[p.first_place, p.second_place] as places,
          array[p.first_amount::text, p.second_amount::text] as amounts
        from solvency_part p left join trader t on t.tenant_id = p.tenant_id and t.id = p.trader_id
        where p.tenant_id = ${tenantId} and p.hour = ${hour.hour}::text::bigint`,
  )
  const owners = new Map<number, string>()
  for (const { trader_id: id, uid, is_demo: isDemo, places, amounts } of parts) {
    if (isDemo !== false) broken(id, 'a real account', 'another')
    for (const [part, place] of places.entries()) {
      const owner = owners.get(place)
      if (owner !== undefined) broken(id, `a place of its own, not that of ${owner}`, String(place))
      owners.set(place, id)
      const leaf = { salt: saltAt(secret, place), account: uid ?? '', hour: Number(hour.hour), part, amount: BigInt(amounts[part] ?? 0) }
      if (!same(leaves[place], leafNode(leaf))) broken(id, `its part ${part} at ${place}`, 'another leaf')
    }
  }
  for (const [place, { sum }] of leaves.entries()) {
    if (sum !== 0n && !owners.has(place)) broken(`place ${place}`, 'nothing, for it is nobody’s', formatAmount(sum))
  }
  findings.checked('I20', 'accounts in what is owed', parts.length)
}

/** Who opened an account while the hour was read may have come too late for it. */
async function checkNobodyIsLeftOut(tx: Tx, tenantId: string, { hour, at }: HourRow, broken: Complain): Promise<void> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select t.id::text from trader t where t.tenant_id = ${tenantId} and not t.is_demo
          and t.created_at < ${String(Number(at) - MINUTE_MS)}::text::bigint and not exists (
            select 1 from solvency_part p where p.tenant_id = t.tenant_id and p.trader_id = t.id and p.hour = ${hour}::text::bigint)
        limit 100`,
  )
  for (const { id } of rows) broken('solvency_part', id, 'to be counted, as a real account is', 'left out')
}
