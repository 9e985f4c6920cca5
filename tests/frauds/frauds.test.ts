/**
 * Every fraud of contract/frauds.ts, planted in a real world by somebody who has the company's database and its keys, and what catches it. A
 * plant gives the names of what caught it, as `<command or page> <check>`.
 */
import { sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipts } from '../../app/features/receipts/check-receipts'
import { type KnownLog, proofSteps } from '../../app/features/receipts/log-steps'
import type { TrustedKey } from '../../app/features/receipts/trusted-keys'
import { checkInclusion } from '../../app/features/solvency/check-inclusion'
import { statementRows } from '../../app/features/wallet/statement/statement-rows.server'
import { readPeriodStatement } from '../../app/terms/period-statement'
import { readSolvency } from '../../app/terms/solvency'
import { auditExecution } from '../../broker/companies/audit-execution'
import type { ExecutionTally } from '../../broker/companies/execution-tally'
import { reexecuteDay } from '../../broker/companies/reexecute-day'
import { queryRows } from '../../broker/db/open-database'
import { silent as logger } from '../../broker/ground/logger'
import { openLogKeys } from '../../broker/log/log-keys'
import { noteFact } from '../../broker/log/note-fact'
import { auditRanking } from '../../broker/ranking/audit-ranking'
import { computeRanking } from '../../broker/ranking/ranking-list'
import { canonicalText, sha256Hex } from '../../broker/receipts/canonical-json'
import { openReceiptKeys, type ReceiptKeys } from '../../broker/receipts/receipt-keys'
import { type TickRecord, ticksHash } from '../../broker/receipts/ticks'
import { BrokerStatement } from '../../contract/companies'
import { ExecutionDocument, getExecution } from '../../contract/execution'
import { FRAUD_COUNTS, FRAUDS, type Fraud, fraudOf, SHOWN_FRAUDS } from '../../contract/frauds'
import { listReceiptProofs, listReceipts, type Receipt } from '../../contract/orders'
import { getSolvency } from '../../contract/solvency'
import { getPeriodStatement, listStatementRows } from '../../contract/statements'
import type { Tenant } from '../../contract/tenant'
import { DAY_MS, HOUR_MS } from '../../rules/durations'
import { checkpointText, openCheckpoint } from '../../rules/log/checkpoint'
import { cosign } from '../../rules/log/cosignature'
import { inclusionSpans, leafHash, nodeHash, type ReadSubtree, rootHash, spanHash } from '../../rules/log/merkle'
import { type NoteKey, parseNote, parseNoteKey, SIGNATURE_KIND, signatureLine } from '../../rules/log/note'
import { parseLogProof, writeLogProof } from '../../rules/log/proof-file'
import { readEntryBundle, tilePath } from '../../rules/log/tiles'
import { provenForks } from '../../scripts/witness/evidence'
import { knownLogs } from '../../scripts/witness/known-logs'
import { startWitness } from '../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../scripts/witness/witness-folder'
import { auditAfter } from '../fixtures/broken-books'
import { createWorld, type World } from '../fixtures/create-world'
import { fund } from '../fixtures/funded-trader'
import type { RealTrader } from '../fixtures/real-trader'
import { ShiftedFeed, SIMULATED_DAY, simulatedDay, simulatedWorld } from '../fixtures/simulated-day'
import { testKey, testLog } from '../fixtures/test-log'
import { TEST_MASTER_KEY, TEST_SIGNING_KEY } from '../fixtures/test-signer'
import { close, open, PLAIN_TERMS, protect, submit } from '../fixtures/trader-actions'

const AURORA = { id: 'aurora' } as Tenant
/** The clock at which the day begins: a month ends on the day after it. */
const START = Date.parse('2026-10-30T12:00:00Z')
let world: World
let trader: RealTrader
let other: RealTrader
let keys: ReceiptKeys
let trusted: TrustedKey[]
let log: KnownLog
/** An order that was stopped out some seconds after its opening. */
let late: string
/** An order whose trailing stop was set off. */
let trailed: string
/** The trader's last opening, at a tick at which another one opened as well. */
let opening: string
/** Of the log before that opening. */
let olderCheckpoint: string
/** As the company can: with the key of its log. */
let signLog: (text: string) => string

beforeAll(async () => {
  world = await createWorld({ tenants: PLAIN_TERMS, startMs: START })
  trader = await world.realTrader()
  other = await world.realTrader()
  for (const one of [trader, other]) await fund(world, one, '20000')
  late = await stoppedLater()
  trailed = await trailedStop()
  await world.price('EURUSD', '1.10000', '1.10010')
  for (let count = 0; count < 5; count++) await close(trader, (await open(world, trader, 'buy', 'EURUSD')).Id)
  expect((await submit(world, other, 'buy', 'EURUSD', { lots: '50' })).outcome).not.toBe('ok')
  expect((await submit(world, other, 'buy', 'EURUSD', { lots: '0.001' })).outcome).toBe('LOTS_TOO_SMALL')
  const stopped = await open(world, trader, 'buy', 'EURUSD', { lots: '0.5' })
  await protect(trader, stopped.Id, '1.09900', '1.20000')
  await world.price('EURUSD', '1.09450', '1.09460')
  await open(world, other, 'buy', 'EURUSD', { lots: '0.1' })
  await grown()
  olderCheckpoint = await (await ask('log/aurora/checkpoint')).text()
  opening = (await open(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).Id
  await protect(other, (await open(world, other, 'buy', 'EURUSD', { lots: '0.1' })).Id, '1.09000', '1.20000')
  await later(3 * DAY_MS)
  await world.quoteAll()
  await world.broker.market.flush()
  await world.broker.priceFacts.flush()
  await world.broker.solvency.countDue()
  await world.broker.executionDays.work()
  await grown()
  const { database } = world.broker
  keys = await openReceiptKeys(database, world.tenants, TEST_MASTER_KEY, world.clock)
  const logKeys = await openLogKeys({ database, masterKey: TEST_MASTER_KEY, clock: world.clock, logger }, world.tenants)
  signLog = (text) => logKeys.signer('aurora')!.sign(text)
  const statement = BrokerStatement.parse(await (await ask('.well-known/broker.json')).json())
  trusted = statement.receipt_keys.map(({ key_id: keyId, public_key: publicKey }) => ({
    keyId,
    publicKey,
    broker: 'aurora',
    owner: 'Aurora',
  }))
  const { path: logPath, keys: noteKeys } = statement.log!
  log = { broker: 'aurora', path: logPath, keys: noteKeys, witnesses: [], needed: 0 }
}, 120_000)
afterAll(() => world.close())

/** An order whose stop loss was set off some seconds after it was opened. */
async function stoppedLater(): Promise<string> {
  const one = await world.realTrader()
  await fund(world, one, '20000')
  // Of the first minute of a process nothing is told.
  world.pass(60_000)
  await secondAt('1.10000', '1.10010')
  const { Id: id } = await open(world, one, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.09950' })
  for (let quiet = 0; quiet < 8; quiet++) await secondAt('1.10000', '1.10010')
  await secondAt('1.09940', '1.09950')
  return id
}

/** An order whose stop trailed 0.005 behind the price, was nearly reached, and then was. */
async function trailedStop(): Promise<string> {
  const one = await world.realTrader()
  await fund(world, one, '20000')
  const { Id: id } = await open(world, one, 'buy', 'EURUSD', { lots: '0.1', trailing: '0.00500' })
  for (let quiet = 0; quiet < 8; quiet++) await secondAt('1.09940', '1.09950')
  for (const bid of ['1.10200', '1.10000', '1.09800', '1.09600']) await secondAt(bid, bid)
  return id
}

async function secondAt(bid: string, ask: string): Promise<void> {
  world.pass(1_000)
  await world.price('EURUSD', bid, ask)
}

/** Time passes, and everybody stays signed in. */
async function later(byMs: number): Promise<void> {
  world.pass(byMs)
  const now = world.clock.now()
  await world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`update session set last_seen_at = ${now}::bigint, expires_at = ${now + DAY_MS}::bigint`)
  })
}

const ask = (path: string) => world.broker.fetch(new Request(`http://aurora.localhost:3000/${path}`))

async function grown(): Promise<void> {
  await world.broker.sealer.flush()
  await world.broker.logs.flush()
}

const rowsOf = <Row extends Record<string, unknown>>(query: string) =>
  world.broker.database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    return queryRows<Row>(tx, sql.raw(query))
  })
async function idOf(query: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(query)
  if (row === undefined) throw new Error(`nothing to plant it in: ${query}`)
  return row.id
}

/** Chain and log are gone, as if both had been built anew over what is there: nothing but the books speaks. */
const REBUILT = [
  'delete from audit_link',
  "delete from market_state where key = 'audit-chain'",
  ...['company_log', 'log_entry', 'log_tile'].map((table) => `delete from ${table}`),
]

async function audited(...statements: readonly string[]): Promise<string[]> {
  // What is planted is looked at while nothing is being sealed.
  await grown()
  const results = await auditAfter(world.broker.database, world.tenants, ...statements)
  return results.filter(({ findings }) => findings.length > 0).map(({ invariant }) => `audit ${invariant}`)
}

/** What executing the first day again names. */
async function reexecuted(statement: string): Promise<string[]> {
  const undone = new Error('taken back')
  let names: string[] = []
  await world.broker.database
    .system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
      const { tally } = await reexecuteDay({ atOneMoment: (work) => work(tx) }, { company: 'aurora', from: START - (START % DAY_MS) })
      names = differing(tally)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return names
}

function differing({ first, refusals, leftOut, seeds }: ExecutionTally): string[] {
  const names = [
    ...(first === null ? [] : [first.difference.fact]),
    ...(refusals.wrong > 0 ? ['wrong refusal'] : []),
    ...(leftOut > 0 ? ['left out'] : []),
    ...(seeds.otherTicks > 0 ? ['seed'] : []),
    ...(seeds.otherDays > 0 ? ['seed day'] : []),
  ]
  return names.map((name) => `reexecute ${name}`)
}

/** A day of a simulated market, executed again. */
async function simulated(feed?: ShiftedFeed, statement = 'select 1'): Promise<string[]> {
  const on = await simulatedWorld(feed)
  await simulatedDay(on)
  const { database } = on.world.broker
  await database.system(async (tx) => {
    await tx.execute(sql`reset role`)
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(statement))
  })
  const { tally } = await reexecuteDay(database, { company: 'aurora', from: SIMULATED_DAY })
  await on.world.close()
  return differing(tally)
}

interface Kept {
  readonly receipt: Receipt
  readonly proof: string
}

/** What the trader keeps: the receipt of the last opening and where it is in the log. */
async function kept(): Promise<Kept> {
  const { data } = await trader.call(listReceipts, { id: opening })
  const { data: proofs } = await trader.call(listReceiptProofs, { id: opening })
  const [receipt, proof] = [data.at(-1), proofs.at(-1)]
  if (receipt === undefined || proof?.State !== 'logged') throw new Error('no receipt in the log')
  return { receipt, proof: proof.Proof }
}

interface Shown {
  readonly receipt: Receipt
  readonly proof: string
  readonly log?: KnownLog
  readonly memory?: Pick<Storage, 'getItem' | 'setItem'>
  readonly tile?: (bytes: Uint8Array) => Uint8Array
}

/** The step of `/verify` that fails, or that keeps the verdict waiting. */
async function verified({ receipt, proof, log: known = log, memory = remembering(), tile = (bytes) => bytes }: Shown): Promise<string[]> {
  const report = await checkReceipts(canonicalText({ receipts: [receipt], proofs: [] }), trusted)
  if (!report.ok) throw new Error(report.problem)
  const fetchTile = async (path: string) => {
    const response = await ask(`log/aurora/${path}`)
    return response.status === 200 ? tile(new Uint8Array(await response.arrayBuffer())) : null
  }
  const steps = await proofSteps({
    checked: report.receipts[0]!,
    proof,
    log: known,
    memory,
    readerOf: () => ({ tile: fetchTile, newest: async () => null }),
  })
  return steps.filter(({ outcome }) => outcome === 'failed' || outcome === 'waiting').map(({ name }) => `verify ${name}`)
}

function remembering(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

type Body = Receipt['body'] & Record<string, unknown>

/** The receipt of the last opening as the company could sign it today, and the statements that lay it and what goes with it into the store. */
async function reissued(change: (body: Body) => Body, ticks?: readonly TickRecord[]): Promise<{ shown: Shown; statements: string[] }> {
  const { receipt, proof } = await kept()
  const { key_id: _key, ...body } = change(structuredClone(receipt.body) as Body)
  const signed = keys.sign(AURORA, body)
  const columns = [
    `body = '${signed.body.replaceAll("'", "''")}'`,
    `hash = '${signed.hash}'`,
    `signature = '${signed.signature}'`,
    `created_at = ${body.at as number}`,
    ...(ticks === undefined ? [] : [`ticks = '${JSON.stringify(ticks)}'`]),
  ]
  return {
    shown: { receipt: { body: JSON.parse(signed.body), hash: signed.hash, key_id: signed.keyId, signature: signed.signature }, proof },
    statements: [
      ...REBUILT,
      `update receipt set ${columns.join(', ')} where tenant_id = 'aurora' and hash = '${receipt.hash}'`,
      `update trading_account set receipt_hash = '${signed.hash}' where tenant_id = 'aurora' and trader_id = ${trader.id}`,
    ],
  }
}

/** Signed anew and laid into the store: what the books say though chain and log were rebuilt, and what `/verify` says of the copy. */
async function caughtAnew(change: (body: Body) => Body, more: readonly string[] = []): Promise<string[]> {
  const { shown, statements } = await reissued(change)
  return [...(await audited(...statements, ...more)), ...(await verified(shown))]
}

const orderIs = (columns: string) => `update trade_order set ${columns} where tenant_id = 'aurora' and id = ${opening}`
const firstOf = (table: string, where = 'true') =>
  idOf(`select id::text as id from ${table} where tenant_id = 'aurora' and ${where} order by id limit 1`)

/** A movement that nothing else speaks of. */
const moved = (kind: string, [from, to]: readonly [string, string], owner = 'null') => [
  `insert into ledger_transaction (tenant_id, trader_id, is_demo, kind, created_at)
   values ('aurora', ${owner}, false, '${kind}', ${START})`,
  ...[
    [from, -700],
    [to, 700],
  ].map(
    ([account, amount]) =>
      `insert into ledger_entry (tenant_id, transaction_id, account, trader_id, amount)
       select 'aurora', max(id), '${account}', ${String(account).startsWith('trader') ? owner : 'null'}, ${amount} from ledger_transaction where tenant_id = 'aurora'`,
  ),
]

async function ofExecution(change: (figures: ExecutionDocument) => object): Promise<string[]> {
  const [day] = await rowsOf<{ day: string; document: string }>(
    "select day, document from execution_day where tenant_id = 'aurora' order by day desc limit 1",
  )
  const document = canonicalText(change(ExecutionDocument.parse(JSON.parse(day!.document))))
  const put = (text: string) =>
    world.broker.database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(
        sql`update execution_day set document = ${text}, sha256 = ${sha256Hex(text)} where tenant_id = 'aurora' and day = ${day!.day}`,
      )
    })
  await put(document)
  const report = await auditExecution(world.broker.database)
  world.pass(HOUR_MS)
  await world.broker.executionDays.work()
  const { differs } = (await trader.call(getExecution, { day: day!.day })).data
  await put(day!.document)
  return [
    ...(report.lines.at(-1)?.startsWith('first wrong day: aurora') ? ['audit -- --execution wrong day'] : []),
    ...(differs === null ? [] : ['execution differs']),
  ]
}

const newestOf = async (one: RealTrader) => {
  const { newest } = readSolvency((await one.call(getSolvency, {})).data)
  if (newest === null) throw new Error('nothing was counted')
  return newest
}
const uidOf = (one: RealTrader) => idOf(`select uid as id from trader where tenant_id = 'aurora' and id = ${one.id}`)

/** What the page `/mine/solvency` says of this answer. */
function counted(newest: Parameters<typeof checkInclusion>[0], uid: string): string[] {
  const { addsUp, isIncluded } = checkInclusion(newest, uid)
  return [...(addsUp ? [] : ['solvency adds up']), ...(isIncluded ? [] : ['solvency included'])]
}

/** The signed head of October, in the form of a receipt. */
async function statementOf(): Promise<Receipt> {
  await trader.call(listStatementRows, { period: '2026-10', size: '1000' })
  const { signed } = (await trader.call(getPeriodStatement, { period: '2026-10' })).data
  if (signed === null) throw new Error('the statement is not signed')
  return signed as unknown as Receipt
}

/** The company's log as it is, and as it could sign it with another first entry: where the receipt of the last opening is in both. */
async function rewritten(): Promise<string> {
  const { proof } = await kept()
  const { index, extra } = parseLogProof(proof)!
  const { origin, size } = openedOf(proof)
  const bundle = await ask(`log/aurora/${tilePath({ level: 'entries', index: 0, width: size })}`)
  const leaves = readEntryBundle(new Uint8Array(await bundle.arrayBuffer()))!.map((entry) => leafHash(entry))
  leaves[0] = leafHash(new Uint8Array(32).fill(1))
  const read: ReadSubtree = ({ height, index: at }) =>
    height === 0 ? leaves[at]! : nodeHash(read({ height: height - 1, index: 2 * at }), read({ height: height - 1, index: 2 * at + 1 }))
  const checkpoint = signLog(checkpointText({ origin, size, root: rootHash(size, read) }))
  return writeLogProof({ index, hashes: inclusionSpans(index, size).map((span) => spanHash(span, read)), checkpoint, extra: extra! })
}

/** The proof with lines of witnesses under its checkpoint. */
function under(proof: string, lines: (checkpoint: string) => string): string {
  const parsed = parseLogProof(proof)!
  return writeLogProof({ ...parsed, extra: parsed.extra!, checkpoint: `${parsed.checkpoint}${lines(parsed.checkpoint)}` })
}

/** What a real witness says when a log shows it `body` behind its first nine entries. */
async function witnessed(body: (of: ReturnType<typeof testLog>) => string): Promise<{ status: number; forks: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'witness-'))
  const one = testLog('broker.example/log/a')
  const { key, trees, evidence: evidenceFolder, lock } = await openWitnessFolder(folder, 'witness.example')
  const logs = knownLogs([one.key.noteKey])
  const witness = await startWitness({ host: '127.0.0.1', port: 0, key, trees, logs, evidenceFolder, now: Date.now, said: () => {} })
  const send = (text: string) => fetch(`http://127.0.0.1:${witness.port}/add-checkpoint`, { method: 'POST', body: text })
  try {
    expect((await send(one.request(0, 9))).status).toBe(200)
    const { status } = await send(body(one))
    return { status, forks: provenForks(evidenceFolder).length }
  } finally {
    await witness.close()
    lock.release()
    rmSync(folder, { recursive: true })
  }
}
const refusedFork = async (body: Parameters<typeof witnessed>[0]) => {
  const { status, forks } = await witnessed(body)
  return status === 200 || forks === 0 ? [] : ['witness fork']
}
const cosigned = (note: string, key: ReturnType<typeof testKey>) =>
  signatureLine(cosign(parseNote(note)!.text, key.noteKey, Math.floor(START / 1_000), key.sign))
const named = (...witnesses: ReturnType<typeof testKey>[]): KnownLog => ({
  ...log,
  witnesses: witnesses.map(({ noteKey, text }) => ({ name: noteKey.name, key: text, kind: 'club' })),
  needed: witnesses.length,
})

/** What a browser keeps of the checkpoint of this proof. */
function seenAs(proof: string): string {
  const { size, root } = openedOf(proof)
  return JSON.stringify({ size, root: Buffer.from(root).toString('base64'), note: parseLogProof(proof)!.checkpoint })
}

const PLANTED: Readonly<Record<string, () => Promise<string[]>>> = {
  priceShifted: () => caughtAnew((body) => ({ ...body, price: '1.09470' }), [orderIs('fill_price = 109470000')]),
  fillBackdated: () => caughtAnew((body) => ({ ...body, at: (body.at as number) - 1_000 }), [orderIs('opened_at = opened_at - 1000')]),
  feeChanged: () => caughtAnew((body) => ({ ...body, fee: '9.00000000' }), [orderIs('fee = 900000000')]),
  leverageChanged: () => caughtAnew((body) => ({ ...body, leverage: '50' })),
  termsSwapped: () => caughtAnew((body) => ({ ...body, terms: 'ab'.repeat(32) })),
  demoMadeReal: () => caughtAnew((body) => ({ ...body, demo_account: true })),
  async receiptAltered() {
    const { receipt, proof } = await kept()
    return verified({ receipt: { ...receipt, body: { ...receipt.body, price: '1.09400' } }, proof })
  },
  async foreignKey() {
    const { receipt, proof } = await kept()
    const signature = sign(null, Buffer.from(canonicalText(receipt.body)), TEST_SIGNING_KEY.privateKey).toString('base64url')
    const statement = `update receipt set signature = '${signature}' where hash = '${receipt.hash}'`
    return [...(await audited(...REBUILT, statement)), ...(await verified({ receipt: { ...receipt, signature }, proof }))]
  },
  async receiptDeleted() {
    const id = await firstOf('receipt', `event = 'order_closed' and trader_id = ${trader.id}`)
    return audited(...REBUILT, `delete from receipt where id = ${id}`)
  },
  entryRemoved: () => audited("delete from log_entry where tenant_id = 'aurora' and receipt_id is not null and index > 0"),
  async historyRewritten() {
    const { receipt, proof } = await kept()
    const memory = remembering()
    await verified({ receipt, proof, memory })
    const caught = await verified({ receipt, proof: await rewritten(), memory })
    return [...caught, ...(await refusedFork((one) => one.fork(3).request(9, 12)))]
  },
  async forkForOne() {
    const { receipt } = await kept()
    const [honest, lying] = [testKey('honest', SIGNATURE_KIND.cosignature), testKey('lying', SIGNATURE_KIND.cosignature)]
    const shown = under(await rewritten(), (note) => cosigned(note, lying))
    return [
      ...(await verified({ receipt, proof: shown, log: named(honest, lying) })),
      ...(await refusedFork((one) => one.fork(3).request(9, 9))),
    ]
  },
  async witnessTwoTrees() {
    const { receipt, proof } = await kept()
    const lying = testKey('lying', SIGNATURE_KIND.cosignature)
    const memory = remembering()
    const shown = { receipt, log: named(lying), memory }
    const first = await verified({ ...shown, proof: under(proof, (note) => cosigned(note, lying)) })
    expect(first).toEqual([])
    return verified({ ...shown, proof: under(await rewritten(), (note) => cosigned(note, lying)) })
  },
  async cosignatureForged() {
    const { receipt, proof } = await kept()
    const [honest, forger] = [testKey('honest', SIGNATURE_KIND.cosignature), testKey('honest', SIGNATURE_KIND.cosignature)]
    const forged = under(proof, (note) =>
      signatureLine(cosign(parseNote(note)!.text, honest.noteKey, Math.floor(START / 1_000), forger.sign)),
    )
    return verified({ receipt, proof: forged, log: named(honest) })
  },
  async olderCheckpoint() {
    const { receipt, proof } = await kept()
    const parsed = parseLogProof(proof)!
    const shown = writeLogProof({ ...parsed, extra: parsed.extra!, checkpoint: olderCheckpoint })
    const { status } = await witnessed((one) => `old 9\n\n${one.checkpoint(5)}`)
    return [...(await verified({ receipt, proof: shown })), ...(status === 200 ? [] : ['witness older tree'])]
  },
  async tileFlipped() {
    const before = await kept()
    const memory = remembering()
    await verified({ ...before, memory })
    await world.price('EURUSD', '1.09450', '1.09460')
    await open(world, other, 'buy', 'EURUSD', { lots: '0.1' })
    await grown()
    const flip = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))
    const statement = "update log_tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where tenant_id = 'aurora' and level = 0"
    expect(await verified({ ...(await kept()), memory })).toEqual([])
    memory.setItem(`candor.log.${openedOf(before.proof).origin}`, seenAs(before.proof))
    return [...(await verified({ ...(await kept()), memory, tile: flip })), ...(await audited(statement))]
  },
  async checkpointOfNothing() {
    const { origin, size } = openedOf((await kept()).proof)
    const note = signLog(checkpointText({ origin, size, root: new Uint8Array(32).fill(1) }))
    return audited(`update company_log set checkpoint = '${note}' where tenant_id = 'aurora'`)
  },
  entryOfAnother: () =>
    audited("update log_entry set salt = decode(repeat('ab', 32), 'hex') where tenant_id = 'aurora' and receipt_id is not null"),
  async factEdited() {
    const id = await firstOf('log_fact', "kind = 'terms'")
    return audited(`update log_fact set document = '{}', hash = '${sha256Hex('{}')}' where id = ${id}`)
  },
  settingsWithoutFact: () => audited(...REBUILT, "delete from log_fact where tenant_id = 'aurora' and kind = 'terms'"),
  async decisionDeleted() {
    const hash = Buffer.from(sha256Hex('a decision'), 'hex')
    await world.broker.database.withTenant('aurora', (tx) => noteFact(tx, 'aurora', { kind: 'decision', hash, at: START }))
    await grown()
    return audited("delete from log_fact where tenant_id = 'aurora' and kind = 'decision'")
  },
  async auditEventDeleted() {
    return audited(`delete from audit_event where id = ${await firstOf('audit_event')}`)
  },
  async ledgerRowRemoved() {
    const id = await firstOf('ledger_transaction', `kind = 'order_close' and trader_id = ${trader.id}`)
    return audited(...REBUILT, `delete from ledger_entry where transaction_id = ${id}`, `delete from ledger_transaction where id = ${id}`)
  },
  async entriesInPairs() {
    const id = await firstOf('ledger_transaction', "kind = 'order_close'")
    const pair = [
      ['trader:available', 700],
      ['house:trading', -700],
    ]
    const statements = pair.map(
      ([account, by]) => `update ledger_entry set amount = amount + ${by} where transaction_id = ${id} and account = '${account}'`,
    )
    return audited(...REBUILT, ...statements)
  },
  balanceRaised: () =>
    audited(`update trading_account set balance = balance + 700 where tenant_id = 'aurora' and trader_id = ${trader.id}`),
  depositWithoutOperator: () => audited(...REBUILT, "delete from audit_event where tenant_id = 'aurora' and action like 'deposit.%'"),
  negativeBalance: () =>
    audited(
      'alter table trading_account drop constraint if exists locks_not_negative',
      `update trading_account set locked_margin = -700 where tenant_id = 'aurora' and trader_id = ${other.id}`,
    ),
  stopMoved: () => audited(...REBUILT, orderIs('stop_loss = 109000000')),
  async stopHunted() {
    const [row] = await rowsOf<{ ticks: TickRecord[] }>(
      `select ticks from receipt where tenant_id = 'aurora' and order_id = ${opening} and event = 'order_opened'`,
    )
    const ticks = row!.ticks.with(-1, { ...row!.ticks.at(-1)!, bid: '1.09449', ask: '1.09461' })
    const { statements } = await reissued(
      (body) => ({
        ...body,
        price: '1.09461',
        quote: { ...(body.quote as object), bid: '1.09449', ask: '1.09461' },
        ticks_hash: ticksHash(ticks),
      }),
      ticks,
    )
    return audited(...statements)
  },
  async tickRemoved() {
    const { receipt } = await kept()
    const [row] = await rowsOf<{ ticks: TickRecord[] }>(`select ticks from receipt where hash = '${receipt.hash}'`)
    const cut = row!.ticks.slice(1)
    return audited(...REBUILT, `update receipt set ticks = '${JSON.stringify(cut)}' where hash = '${receipt.hash}'`)
  },
  fundingTwice: () => audited(...REBUILT, ...moved('funding', ['trader:available', 'house:funding'], trader.id)),
  coverDoubled: () => audited(...REBUILT, ...moved('cover_result', ['house:provider', 'house:cover'])),
  reconciliationHidden: () => audited(...REBUILT, ...moved('cover_resolution', ['house:provider', 'house:cover'])),
  async rankingEdited() {
    const edited: typeof computeRanking = async (...asked) => {
      const list = await computeRanking(...asked)
      return {
        ...list,
        entries: list.entries.map((one) => ({ ...one, entry: { ...one.entry, total_trade_num: one.entry.total_trade_num + 1 } })),
      }
    }
    expect((await auditRanking(world.broker.database, world.tenants)).isClean).toBe(true)
    const report = await auditRanking(world.broker.database, world.tenants, edited)
    return report.lines.at(-1)?.startsWith('first wrong figure') ? ['audit -- --ranking wrong figure'] : []
  },
  executionPrettified: () => ofExecution((figures) => ({ ...figures, paid_below_zero: '0.00000001' })),
  withdrawalClockShortened: () => ofExecution((figures) => ({ ...figures, withdrawals: { ...figures.withdrawals, asked: 7 } })),
  async accountLeftOut() {
    const newest = await newestOf(trader)
    const left = `delete from solvency_part where tenant_id = 'aurora' and trader_id = ${trader.id}`
    return [...(await audited(left)), ...counted({ ...newest, own: null }, await uidOf(trader))]
  },
  async accountTooSmall() {
    const newest = await newestOf(trader)
    return counted({ ...newest, own: { ...newest.own!, parts: newest.own!.parts.slice(0, 1) } }, await uidOf(trader))
  },
  async negativeAccount() {
    const newest = await newestOf(trader)
    const parts = newest.own!.parts.map((part) => ({ ...part, path: part.path.map((step) => ({ ...step, sum: `-${step.sum}` })) }))
    return counted({ ...newest, own: { ...newest.own!, parts } }, await uidOf(trader))
  },
  async doubledAccount() {
    const newest = await newestOf(trader)
    const doubled = `update solvency_part p set first_place = q.first_place, second_place = q.second_place from solvency_part q
      where p.tenant_id = 'aurora' and q.tenant_id = 'aurora' and p.trader_id = ${other.id} and q.trader_id = ${trader.id}`
    return [...(await audited(doubled)), ...counted(newest, await uidOf(other))]
  },
  async statementAltered() {
    const receipt = await statementOf()
    const altered = { ...receipt, body: { ...receipt.body, closing: '1.00000000' } }
    const [whole, changed] = await Promise.all([receipt, altered].map((one) => checkReceipts(canonicalText(one), trusted)))
    expect(whole?.ok && whole.verdict).toBe('genuine')
    return changed?.ok && changed.verdict === 'false' ? ['verify signature'] : []
  },
  async statementRows() {
    const period = readPeriodStatement((await trader.call(getPeriodStatement, { period: '2026-10' })).data)
    const { data } = await trader.call(listStatementRows, { period: '2026-10', size: '1000' })
    const fileOf = async (rows: typeof data.rows): Promise<string[]> => {
      const said: string[] = []
      const broker = { call: async () => ({ ok: true, data: { rows, next: '' } }) } as unknown as Parameters<
        typeof statementRows
      >[0]['broker']
      const report = ((error: Error) => void said.push(error.message)) as unknown as Parameters<typeof statementRows>[0]['report']
      try {
        for await (const _rows of statementRows({ broker, report }, period));
      } catch {
        expect(said).toEqual(['the rows of a statement are not the ones that were signed'])
        return ['statements rows']
      }
      return []
    }
    expect(await fileOf(data.rows)).toEqual([])
    return fileOf(data.rows.with(0, { ...data.rows[0]!, amount: '1.00000000' }))
  },
  async candleEdited() {
    await world.broker.database.system((tx) =>
      tx.execute(
        sql`insert into candle (code, period, time, open, high, low, close, volume) values ('EURUSD', '1m', 60000, 1, 1, 1, 1, 1) on conflict do nothing`,
      ),
    )
    return audited('update candle set high = high + 1')
  },
  async tickLogCut() {
    expect(await rowsOf('select id::text from tick_log limit 1')).toHaveLength(1)
    return audited('delete from tick_log')
  },
  eventBeforeSeal: () =>
    audited(
      `insert into audit_event (tenant_id, actor, action, object, detail, created_at)
       values ('aurora', 'system', 'tenant.changed', 'tenant:aurora', '{}', ${START})`,
      "delete from audit_event where id = (select max(id) from audit_event where tenant_id = 'aurora')",
    ),
  refusalLeftOut: () => reexecuted("delete from order_refusal where reason = 'LOTS_TOO_SMALL'"),
  refusedForNothing: () => {
    const changed = `replace(document, '"lots":"0.001"', '"lots":"0.1"')`
    return reexecuted(`update log_fact set document = ${changed}, hash = encode(sha256(convert_to(${changed}, 'UTF8')), 'hex')
      where kind = 'refusals' and document like '%LOTS_TOO_SMALL%'`)
  },
  trailingHeldBack: () =>
    reexecuted(`update receipt set body = replace(regexp_replace(body, '"trailing_distance":"0.0050*"', '"trailing_distance":"0.0015"'),
      '"stop_loss":"1.09700"', '"stop_loss":"1.10050"') where order_id = ${trailed}`),
  trailingHunted: () =>
    reexecuted(`update receipt set body = replace(body, '"stop_loss":"1.09700"', '"stop_loss":"1.09710"') where order_id = ${trailed}`),
  seedIgnored: () => simulated(new ShiftedFeed('a secret', 10_000n)),
  seedSwapped: () => {
    const changed = "replace(document, 'dollar', 'franc')"
    const hash = `encode(sha256(convert_to(${changed}, 'UTF8')), 'hex')`
    return simulated(undefined, `update log_fact set document = ${changed}, hash = ${hash} where document like '%revealed%'`)
  },
  stopFiredLate: () =>
    reexecuted(`update receipt set body = replace(body, '"stop_loss":"1.09950"', '"stop_loss":"1.10500"') where order_id = ${late}`),
}

const openedOf = (proof: string) => {
  const opened = openCheckpoint(
    parseLogProof(proof)!.checkpoint,
    log.keys.map((key) => parseNoteKey(key) as NoteKey),
  )
  if (!opened.ok) throw new Error(opened.problem)
  return opened.checkpoint
}

test('nothing is caught where nothing is planted', async () => {
  const { receipt, proof } = await kept()
  expect([
    ...(await audited()),
    ...(await reexecuted('select 1')),
    ...(await audited(...REBUILT)),
    ...(await verified({ receipt, proof })),
  ]).toEqual([])
  expect(counted(await newestOf(trader), await uidOf(trader))).toEqual([])
})

test('every plant is a row of the list', () => {
  expect(Object.keys(PLANTED).sort()).toEqual(FRAUDS.map(({ id }) => id).sort())
  for (const id of SHOWN_FRAUDS) expect(fraudOf(id)).toMatchObject({ id, page: expect.any(String) })
  expect(FRAUD_COUNTS.planted).toBeGreaterThanOrEqual(30)
})

for (const fraud of FRAUDS) {
  test(`${fraud.id}: ${fraud.what}`, async () => {
    const plant = PLANTED[fraud.id]
    if (plant === undefined) throw new Error('a fraud that nobody plants')
    const caught = await plant()
    if (fraud.notCaught !== undefined) expect(caught).toEqual([])
    else expect(caught).toEqual(expect.arrayContaining(namesOf(fraud)))
  })
}

function namesOf({ command, check, page, pageCheck }: Fraud): string[] {
  return [...(command === null ? [] : [`${command} ${check}`]), ...(page === null ? [] : [`${page} ${pageCheck}`])]
}
