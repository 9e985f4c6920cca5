import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRootInLog } from '../../app/features/solvency/root-in-log'
import type { OutputOf } from '../../contract/endpoint'
import { getSolvency, SolvencyDocument } from '../../contract/solvency'
import { getAccountDetail } from '../../contract/wallet'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { parseAmount } from '../../rules/money'
import { arePartsOf, verifyInclusion } from '../../rules/solvency/sum-tree'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { open } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'
import { queryRows } from '../db/open-database'
import { sha256Hex } from '../receipts/canonical-json'

let world: World
let rich: RealTrader
let trading: RealTrader
beforeAll(async () => {
  world = await createWorld()
  await world.quoteAll()
  rich = await world.realTrader()
  trading = await world.realTrader()
  await fund(world, rich, '1500.25')
  await fund(world, trading, '1000')
  await open(world, trading, 'buy', 'EURUSD', { lots: '0.1' })
  world.pass(HOUR_MS)
  await world.quoteAll()
  await world.broker.solvency.countDue()
})
afterAll(() => world.close())

type Solvency = OutputOf<typeof getSolvency>

async function ask({ call }: Pick<RealTrader, 'call'>): Promise<Solvency> {
  return (await call(getSolvency, {})).data
}

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

/** What a browser does. */
function checked({ newest }: Solvency) {
  if (newest?.own == null) return null
  const { at, root, total, leaves } = SolvencyDocument.parse(JSON.parse(newest.document))
  const { account, equity, under_review: underReview, parts } = newest.own
  const hour = at - (at % HOUR_MS)
  const proofs = parts.map(({ place, salt, amount, path }, part) => ({
    leaf: { salt: bytes(salt), account, hour, part, amount: parseAmount(amount) },
    place,
    path: path.map(({ hash, sum, side }) => ({ hash: bytes(hash), sum: parseAmount(sum), side })),
  }))
  const amount = (parseAmount(equity) > 0n ? parseAmount(equity) : 0n) + parseAmount(underReview)
  return {
    addsUp: arePartsOf(proofs, { account, hour, amount }),
    isIncluded: proofs.every((proof) => verifyInclusion(proof, { root: bytes(root), total: parseAmount(total), leaves })),
  }
}

const findings = async () => {
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.flatMap((result) => result.findings.map(({ invariant, table }) => `${invariant} ${table}`))
}

test('each trader finds their own equity in what is owed to all', async () => {
  const [one, other] = [await ask(rich), await ask(trading)]
  expect([checked(one), checked(other)]).toEqual([
    { addsUp: true, isIncluded: true },
    { addsUp: true, isIncluded: true },
  ])
  expect(one.newest?.own).toMatchObject({ equity: '1500.25000000', under_review: '0.00000000' })
  expect(other.newest?.own?.equity).toBe((await trading.call(getAccountDetail, {})).data.net_value)
  expect(one.newest?.document).toBe(other.newest?.document)
  const { total } = SolvencyDocument.parse(JSON.parse(one.newest!.document))
  expect(parseAmount(total)).toBe(parseAmount('1500.25') + parseAmount(other.newest!.own!.equity))
})

test('what is published is a fact for the log, and of nobody', async () => {
  const { newest } = await ask(rich)
  expect(newest?.hash).toBe(sha256Hex(newest!.document))
  const facts = await world.broker.database.system((tx) =>
    queryRows(tx, sql`select document from log_fact where tenant_id = 'aurora' and kind = 'solvency'`),
  )
  expect(facts).toEqual([{ document: newest!.document }])
  expect(Object.keys(JSON.parse(newest!.document))).toEqual(['at', 'company', 'leaves', 'root', 'total'])
  expect(await findings()).toEqual([])
})

test('a trader’s browser finds the root in the log by its hash, and no other root', async () => {
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
  const origin = 'http://aurora.localhost:3000'
  const fetched = (url: string) => world.broker.fetch(new Request(url))
  const { log } = (await (await fetched(`${origin}/.well-known/broker.json`)).json()) as { log: { path: string; keys: string[] } }
  const stated = { path: `${origin}${log.path}`, keys: log.keys }
  const newest = (await ask(rich)).newest!
  expect(await isRootInLog(newest, stated, fetched)).toBe(true)
  expect(await isRootInLog({ ...newest, hash: 'ab'.repeat(32) }, stated, fetched)).toBe(false)
  expect(await isRootInLog({ ...newest, document: newest.document.replace('"total":"', '"total":"1') }, stated, fetched)).toBe(false)
  expect(await isRootInLog(newest, { ...stated, keys: [] }, fetched)).toBeUndefined()
  expect(await isRootInLog(newest, stated, () => Promise.reject(new TypeError('the network is off')))).toBeUndefined()
})

test('demo money is not owed, and another’s parts are nobody’s to see', async () => {
  const demo = await world.demoTrader()
  const answer = await ask(demo)
  expect(answer.newest?.own).toBeNull()
  expect(answer.hours.map(({ state }) => state)).toEqual(Array.from({ length: 24 }, () => 'none'))
  expect(await ask(await world.realTrader('graphite'))).toMatchObject({ newest: null })
})

test('an hour is counted once, however often it is asked for', async () => {
  const before = (await ask(rich)).newest
  await world.broker.solvency.countDue()
  expect((await ask(rich)).newest).toEqual(before)
})

describe('the audit finds', () => {
  test.each([
    ['an account that was left out', sql`delete from solvency_part where trader_id = (select min(trader_id) from solvency_part)`],
    [
      'an account that is counted with less',
      sql`update solvency_part set equity = equity - 100, first_amount = first_amount - 100 where first_amount > 100`,
    ],
    [
      'two accounts in one place',
      sql`update solvency_part p set first_place = (select o.second_place from solvency_part o where o.tenant_id = p.tenant_id and o.trader_id <> p.trader_id limit 1) where tenant_id = 'aurora'`,
    ],
    ['a total that is not the sum', sql`update solvency_hour set total = total - 1 where tenant_id = 'aurora'`],
    [
      'a tile that was changed',
      sql`update solvency_tile set nodes = set_byte(nodes, 39, 1 - least(get_byte(nodes, 39), 1)) where level = 0`,
    ],
  ])('%s', async (_what, damage) => {
    await world.broker.database
      .system(async (tx) => {
        await tx.execute(sql`reset role`)
        await tx.execute(damage)
        const results = await auditBooks({ atOneMoment: (work) => work(tx) }, world.tenants)
        expect(results.find(({ invariant }) => invariant === 'I20')?.findings.length).toBeGreaterThan(0)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  })
})

test('an hour in which nobody counted is missing, one with the account in it is not; what is old keeps its root alone', async () => {
  world.pass(2 * HOUR_MS)
  await world.quoteAll()
  await world.broker.solvency.countDue()
  const { hours } = await ask(rich)
  expect(hours.slice(-3).map(({ state }) => state)).toEqual(['counted', 'missing', 'counted'])
  world.pass(DAY_MS)
  await world.quoteAll()
  await world.broker.solvency.countDue()
  const kept = await world.broker.database.system((tx) =>
    queryRows(
      tx,
      sql`select secret is not null as is_whole, exists (select 1 from solvency_tile t where t.tenant_id = h.tenant_id and t.hour = h.hour) as has_tiles,
            exists (select 1 from solvency_part p where p.tenant_id = h.tenant_id and p.hour = h.hour) as has_parts from solvency_hour h where h.tenant_id = 'aurora' order by hour`,
    ),
  )
  const gone = { is_whole: false, has_tiles: false, has_parts: false }
  const whole = { is_whole: true, has_tiles: true, has_parts: true }
  expect(kept).toEqual([gone, whole, whole])
  expect(checked(await ask(rich))).toEqual({ addsUp: true, isIncluded: true })
  expect(await findings()).toEqual([])
})
