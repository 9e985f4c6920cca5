/**
 * The provider of `npm run demo:provider` with its session of copies, over TCP: its book and ours are equal, amendments included while it tells
 * both sessions, and named row by row where it tells the session of copies alone.
 */
import { expect, test } from 'vitest'
import { auditBooks } from '../../broker/audit/audit-books'
import { providerCopy, providerReport, reconciliationDifference, reconciliationRun } from '../../broker/db/schema'
import { openFixCopies } from '../../broker/fix/fix-copies'
import { openFixProvider } from '../../broker/fix/fix-provider'
import { memoryFixStore } from '../../broker/fix/session-store'
import { silent } from '../../broker/ground/logger'
import type { DemoProvider, ProviderOptions } from '../../scripts/provider/start-provider'
import { createWorld, type World } from '../fixtures/create-world'
import { clock, demoPeer, folderOfEach, startDemoProvider } from '../fixtures/demo-provider'
import { fund } from '../fixtures/funded-trader'
import { chanceOf } from '../fixtures/scripted-provider'
import { PLAIN_TERMS, submit } from '../fixtures/trader-actions'

const INSTRUMENTS = [{ code: 'EURUSD', symbol: 'EURUSD' }]

const scene = folderOfEach('candor-reconciled-')
const { closers } = scene
const startDemo = (faults: Partial<ProviderOptions['faults']>): Promise<DemoProvider> =>
  startDemoProvider(scene, { faults, depth: ['20000', '300000'], random: chanceOf(11) })

async function startWorld(port: number): Promise<World> {
  const services = () => ({ store: memoryFixStore(), clock, random: () => 0, logger: silent })
  const provider = openFixProvider({ id: 'demo', peer: demoPeer(port, 'ORDERS'), account: '', instruments: INSTRUMENTS }, services())
  const copies = openFixCopies({ id: 'demo', peer: demoPeer(port, 'COPIES'), instruments: INSTRUMENTS }, services())
  const execution = { EURUSD: { model: 'hedged' as const, provider: 'demo' } }
  const world = await createWorld({
    tenants: { aurora: { trading: { ...PLAIN_TERMS.aurora?.trading, execution } } },
    broker: { providers: [{ provider, copies, symbols: { EURUSD: 'EURUSD' }, isSimulated: true }], copiesSettleMs: 0 },
  })
  closers.push(() => world.close())
  await expect.poll(() => world.broker.orders.isConnected('demo'), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => world.broker.reconciliation.copies('demo'), { timeout: 20_000 }).toBe('live')
  return world
}

/** Trades, and waits until both sessions have told all that there is. */
async function dealt(world: World, isTold: (amended: { readonly copies: number; readonly reports: number }) => boolean): Promise<void> {
  const trader = await world.realTrader()
  await fund(world, trader, '100000')
  await world.quoteAll()
  for (let n = 0; n < 6; n++) {
    const { outcome } = await submit(world, trader, n % 3 === 2 ? 'sell' : 'buy', 'EURUSD', { lots: '0.3' })
    expect(outcome).toBe('ok')
    await expect
      .poll(async () => (await world.broker.cover.coverOf('aurora')).every(({ difference }) => difference === 0n), { timeout: 20_000 })
      .toBe(true)
  }
  const amended = async () => {
    const [copies, reports] = await world.broker.database.system(async (tx) => [
      await tx.select().from(providerCopy),
      await tx.select().from(providerReport),
    ])
    const count = (rows: readonly { readonly kind: string }[]) =>
      rows.filter(({ kind }) => kind === 'busted' || kind === 'corrected').length
    const fills = (rows: readonly { readonly kind: string }[]) => rows.filter(({ kind }) => kind === 'filled').length
    return fills(copies) >= fills(reports) && isTold({ copies: count(copies), reports: count(reports) })
  }
  await expect.poll(amended, { timeout: 20_000 }).toBe(true)
  await world.broker.orders.idle()
}

async function compared(world: World) {
  await world.broker.reconciliation.run(world.tenant('aurora'), 'engine')
  return world.broker.database.system(async (tx) => ({
    runs: await tx.select().from(reconciliationRun),
    rows: await tx.select().from(reconciliationDifference),
  }))
}

async function findings(world: World): Promise<string[]> {
  await world.broker.sealer.flush()
  const results = await auditBooks(world.broker.database, world.tenants)
  return results.flatMap(({ findings: found }) =>
    found.map((one) => `${one.invariant} ${one.table}/${one.id}: ${one.expected}, found ${one.found}`),
  )
}

test('all equal, while nothing goes wrong', { timeout: 60_000 }, async () => {
  const world = await startWorld((await startDemo({})).port)
  await dealt(world, () => true)
  const { runs, rows } = await compared(world)
  expect(rows).toEqual([])
  expect(runs.at(-1)).toMatchObject({ differ: 0, positionsDiffer: 0, positionsEqual: 1 })
  expect(runs.at(-1)?.equal).toBe(runs.at(-1)?.theirs)
  expect(runs.at(-1)?.equal).toBeGreaterThanOrEqual(6)
  expect(await findings(world)).toEqual([])
})

test('what is corrected or taken back on the session of copies alone is named', { timeout: 60_000 }, async () => {
  const world = await startWorld((await startDemo({ bustShare: 0.3, correctShare: 0.3, isAmendingQuietly: true })).port)
  await dealt(world, ({ copies }) => copies >= 2)
  await new Promise((resolve) => setTimeout(resolve, 400))
  const { rows } = await compared(world)
  const amendments = await world.broker.database.system(async (tx) =>
    (await tx.select().from(providerCopy)).flatMap(({ kind, referredExecId }) =>
      kind === 'busted' ? [`not_in_theirs ${referredExecId}`] : kind === 'corrected' ? [`price ${referredExecId}`] : [],
    ),
  )
  expect(amendments.length).toBeGreaterThanOrEqual(2)
  // The subject ends with the number of the fill that was amended; their positions are what the fills explain.
  expect(rows.map(({ kind, subject }) => `${kind} ${subject.split(' ').at(-1)}`).sort()).toEqual(amendments.sort())
  expect(await findings(world)).toEqual([])
})
