import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checkpoint, openCheckpoint } from '../../rules/log/checkpoint'
import { consistencySpans, isConsistent, isSameHash, rootHash, type Span, spanHash, subtreesOf } from '../../rules/log/merkle'
import { parseNoteKey } from '../../rules/log/note'
import { subtreeReader, tilePath, tilesOf } from '../../rules/log/tiles'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openReceiptsLog, type ReceiptsLog } from '../../tests/fixtures/receipts-log'
import { type Database, openDatabase, queryRows } from '../db/open-database'
import { silent as logger } from '../ground/logger'
import { ROOT_FOLDER } from '../ground/root-folder'
import { growLog } from './grow-log'
import { noteFact } from './note-fact'
import type { Logs } from './open-logs'

const clock = frozenClock()
let log: ReceiptsLog
let database: Database
let logs: Logs
beforeAll(async () => {
  log = await openReceiptsLog(clock)
  ;({ database, logs } = log)
})
afterAll(() => log.close())

const published = async () => {
  const text = (await logs.answer('aurora', 'checkpoint'))!.body as string
  const opened = openCheckpoint(
    text,
    logs.published('aurora')!.keys.map((key) => parseNoteKey(key)!),
  )
  if (!opened.ok) throw new Error(opened.problem)
  return opened.checkpoint
}

async function hashesOf(spans: readonly Span[], size: number) {
  const tiles = new Map<string, Uint8Array>()
  for (const tile of tilesOf(spans.flatMap(subtreesOf), size)) {
    const found = await logs.answer('aurora', tilePath(tile))
    if (found === null) throw new Error(`${tilePath(tile)} is not there`)
    tiles.set(`${tile.level}/${tile.index}`, found.body as Uint8Array)
  }
  return subtreeReader(({ level, index }) => tiles.get(`${level}/${index}`))
}

async function expectWhole({ size, root }: Checkpoint): Promise<void> {
  expect(isSameHash(rootHash(size, await hashesOf([{ from: 0, to: size }], size)), root)).toBe(true)
}

async function expectGrownOutOf(older: Checkpoint, newer: Checkpoint): Promise<void> {
  const spans = older.size === 0 || older.size === newer.size ? [] : consistencySpans(older.size, newer.size)
  const read = await hashesOf(spans, newer.size)
  expect(
    isConsistent(
      older,
      newer,
      spans.map((span) => spanHash(span, read)),
    ),
  ).toBe(true)
}

const rowsOfLog = () =>
  database.system((tx) =>
    queryRows(
      tx,
      sql`select (select count(*)::int from log_entry) as entries, (select md5(string_agg(t::text, ';' order by t::text)) from log_tile t) as tiles,
            (select c::text from company_log c where tenant_id = 'aurora') as log`,
    ),
  )

test.each([
  ['between the tiles and the checkpoint', 1],
  ['between the checkpoint and the commit', 250],
  ['between the tiles and the checkpoint', 300],
  ['between the checkpoint and the commit', 2],
] as const)('who is killed %s leaves the log as it was, and it grows on from there by the same receipts', async (when, count) => {
  const before = await published()
  await log.sealReceipts(count)
  const rows = await rowsOfLog()
  const victim = await openDatabase({ databaseUrl: log.databaseUrl, poolSize: 1, logger, migrates: false })
  const isBefore = when === 'between the tiles and the checkpoint'
  let signed = 0
  const dying = victim.system(async (tx) => {
    const sign = (text: string) => {
      signed += 1
      if (isBefore) victim.cut()
      return text
    }
    await growLog(tx, 'aurora', { origin: before.origin, sign }, clock.now())
    victim.cut()
  })
  await expect(dying).rejects.toThrow()
  expect(signed).toBe(1)
  expect(await rowsOfLog()).toEqual(rows)
  expect(await published()).toEqual(before)
  await expectWhole(before)
  await logs.flush()
  const after = await published()
  expect(after.size).toBe(before.size + count)
  await expectWhole(after)
  await expectGrownOutOf(before, after)
})

test.each([
  ['between the tiles and the checkpoint', 'signing', 1],
  ['between the tiles and the checkpoint', 'signing', 600],
  ['between the checkpoint and the commit', 'committing', 256],
] as const)('a process that is ended by kill -9 %s (%s, %i receipts) leaves the log whole', async (_when, moment, count) => {
  const before = await published()
  const hash = createHash('sha256').update(`${moment} ${count}`).digest()
  await database.withTenant('aurora', (tx) => noteFact(tx, 'aurora', { kind: 'solvency', hash, at: clock.now() }))
  await log.sealReceipts(count)
  const rows = await rowsOfLog()
  const program = path.join(ROOT_FOLDER, 'broker/log/dying-growth-process.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, log.databaseUrl, 'aurora', before.origin, moment], {
    cwd: ROOT_FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await rowsOfLog()).toEqual(rows)
  expect(await published()).toEqual(before)
  await expectWhole(before)
  await logs.flush()
  const after = await published()
  expect(after.size).toBe(before.size + count + 1)
  await expectWhole(after)
  await expectGrownOutOf(before, after)
})

test('two that grow a log at once put each receipt into it once', async () => {
  const before = await published()
  await log.sealReceipts(40)
  const other = await log.openOther()
  await Promise.all([logs.flush(), other.flush(), logs.flush()])
  await other.close()
  const after = await published()
  expect(after.size).toBe(before.size + 40)
  await expectWhole(after)
  await expectGrownOutOf(before, after)
})
