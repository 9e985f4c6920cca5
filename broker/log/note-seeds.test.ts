import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogFacts } from '../../contract/companies'
import { DAY_MS } from '../../rules/durations'
import { openSeed, type SeedFact } from '../../rules/simulated/seed-facts'
import { ShiftedFeed, SIMULATED_DAY, simulatedDay, simulatedWorld } from '../../tests/fixtures/simulated-day'
import { reexecuteDay } from '../companies/reexecute-day'
import { queryRows } from '../db/open-database'

type SimulatedWorld = Awaited<ReturnType<typeof simulatedWorld>>
let simulated: SimulatedWorld
let before: SeedFact[]
beforeAll(async () => {
  simulated = await simulatedWorld()
  before = await seedFacts(simulated)
  await simulatedDay(simulated)
}, 60_000)
afterAll(() => simulated.world.close())

async function seedFacts({ world }: SimulatedWorld): Promise<SeedFact[]> {
  const rows = await world.broker.database.system((tx) =>
    queryRows<{ document: string }>(tx, sql`select document from log_fact where tenant_id = 'aurora' and kind = 'seed' order by id`),
  )
  return rows.map(({ document }) => JSON.parse(document) as SeedFact)
}

const said = (facts: readonly SeedFact[]) => facts.map(({ state, day }) => `${state} ${day}`)
const reexecuted = ({ world: { broker } }: SimulatedWorld, statement = 'select 1') => {
  const undone = new Error('taken back')
  let report: Awaited<ReturnType<typeof reexecuteDay>> | undefined
  return broker.database
    .system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
      report = await reexecuteDay({ atOneMoment: (work) => work(tx) }, { company: 'aurora', from: SIMULATED_DAY })
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone || report === undefined) throw error
      return report
    })
}

test('a server that is new commits to the day of then, late, and to the next one before it begins', () => {
  expect(said(before)).toEqual(['committed 2026-11-24', 'committed 2026-11-25'])
  expect(before.map((fact) => fact.state === 'committed' && fact.is_late)).toEqual([true, false])
  expect(JSON.stringify(before)).not.toMatch(/"seed":"|a secret/)
})

test('a day is revealed when it is over, and not before; nothing is said twice', async () => {
  const facts = await seedFacts(simulated)
  expect(said(facts)).toEqual([
    ...said(before),
    'committed 2026-11-26',
    'revealed 2026-11-24',
    'committed 2026-11-27',
    'revealed 2026-11-25',
  ])
  await simulated.note()
  expect(await seedFacts(simulated)).toEqual(facts)
})

test('what was revealed is what was committed, and stands in the log for everybody', async () => {
  const facts = await seedFacts(simulated)
  const promised = facts.find(({ state, day }) => state === 'committed' && day === '2026-11-25')
  const shown = facts.find(({ state, day }) => state === 'revealed' && day === '2026-11-25')
  if (promised?.state !== 'committed' || shown?.state !== 'revealed') throw new Error('no seed of the day')
  expect(openSeed(shown.document, promised.hash)?.from).toBe(SIMULATED_DAY)
  expect(openSeed(shown.document.replace('"seed":"', '"seed":"0'), promised.hash)).toBeNull()
  const page = await simulated.world.broker.fetch(new Request('http://aurora.localhost:3000/log/aurora/facts/0'))
  const { facts: published } = LogFacts.parse(await page.json())
  expect(published.filter(({ kind }) => kind === 'seed').map(({ document }) => JSON.parse(document ?? ''))).toEqual(facts)
})

test('every tick of the day is worked out again from its seed, and so is what was filled on them', async () => {
  const { tally, lines, isClean } = await reexecuted(simulated)
  expect(lines.join('\n')).toMatch(/seed of simulated 2026-11-25: committed 2026-11-24T23:48:00.000Z, revealed as committed/)
  expect(lines.join('\n')).toMatch(/\d{3,} ticks worked out from their seed, 0 seconds differ/)
  expect([...tally.same.keys()].sort()).toEqual(['close', 'open'])
  expect(isClean).toBe(true)
})

test('a day whose ticks are not those of its seed is caught', async () => {
  const other = await simulatedWorld(new ShiftedFeed('a secret', 10_000n))
  await simulatedDay(other)
  const { tally, lines, isClean } = await reexecuted(other)
  expect(isClean).toBe(false)
  expect(tally.seeds.otherTicks).toBeGreaterThan(0)
  expect(lines.join('\n')).toMatch(/first tick that is not of its day's seed: simulated EURUSD at 2026-11-25T11:59/)
  await other.world.close()
}, 60_000)

test.each([
  [
    'another seed revealed',
    `update log_fact set document = replace(document, 'dollar', 'franc'),
      hash = encode(sha256(convert_to(replace(document, 'dollar', 'franc'), 'UTF8')), 'hex')
      where kind = 'seed' and document like '%revealed%'`,
    'and another one was revealed',
    false,
  ],
  [
    'a seed promised when the day had begun',
    `update log_fact set created_at = ${SIMULATED_DAY + 1} where kind = 'seed' and document like '%"day":"2026-11-25"%committed%'`,
    'late, revealed as committed',
    true,
  ],
])('%s is named', async (_, statement, named, isClean) => {
  const report = await reexecuted(simulated, statement)
  expect(report.lines.join('\n')).toContain(named)
  expect(report.isClean).toBe(isClean)
})

test('a seed that is kept back is named', async () => {
  const { lines, isClean } = await reexecuted(
    simulated,
    `delete from log_fact where kind = 'seed' and document like '%revealed%';
     update log_fact set created_at = ${SIMULATED_DAY + 2 * DAY_MS} where kind = 'seed' and document like '%2026-11-27%'`,
  )
  expect(isClean).toBe(false)
  expect(lines.join('\n')).toContain('never revealed')
})
