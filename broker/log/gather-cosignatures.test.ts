import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cosign, cosignaturesOf } from '../../rules/log/cosignature'
import { parseNote, parseNoteKey, SIGNATURE_KIND, signatureLine } from '../../rules/log/note'
import { knownLogs } from '../../scripts/witness/known-logs'
import { startWitness } from '../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../scripts/witness/witness-folder'
import { frozenClock } from '../../tests/fixtures/frozen-clock'
import { openReceiptsLog, type ReceiptsLog } from '../../tests/fixtures/receipts-log'
import { type TestKey, testKey } from '../../tests/fixtures/test-log'
import { type Database, queryRows } from '../db/open-database'
import { silent } from '../ground/logger'
import { type Cosignatures, gatherCosignatures } from './gather-cosignatures'
import type { Logs } from './open-logs'
import { answerCheckpoint, answerWitnessed } from './read-witnessed'
import type { NamedWitness, WitnessPolicy } from './witness-policy'

const clock = frozenClock()
let log: ReceiptsLog
let database: Database
let logs: Logs
beforeAll(async () => {
  log = await openReceiptsLog(clock)
  ;({ database, logs } = log)
  await grow(5)
})
afterAll(() => log.close())

/** The log of the company has so many entries more, and a checkpoint over them. */
async function grow(count: number): Promise<void> {
  await log.sealReceipts(count)
  await logs.flush()
}

const closers: (() => unknown)[] = []
let complaints: string[] = []
beforeEach(() => {
  complaints = []
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await database.system((tx) => tx.execute(sql`delete from log_cosignature`))
})

/** A whole witness of ours; what it is told of comes in through `heard`. */
async function honest(name: string, heard: string[] = []): Promise<NamedWitness> {
  const dir = mkdtempSync(path.join(tmpdir(), 'witness-'))
  const { key, trees, evidence, lock } = await openWitnessFolder(dir, name)
  const known = knownLogs(logs.published('aurora')!.keys.map((one) => parseNoteKey(one)!))
  const options = { host: '127.0.0.1', port: 0, now: () => clock.now(), said: (line: string) => void heard.push(line) }
  const witness = await startWitness({ ...options, key, trees, evidenceFolder: evidence, logs: known })
  closers.push(async () => {
    await witness.close()
    lock.release()
    rmSync(dir, { recursive: true })
  })
  return { name, url: `http://127.0.0.1:${witness.port}`, key: key.text, noteKey: key.noteKey }
}

/** A server that answers as it likes. */
async function liar(
  name: string,
  answer: (note: string, response: ServerResponse, key: TestKey, body: string) => void,
): Promise<NamedWitness> {
  const key = testKey(name, SIGNATURE_KIND.cosignature)
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    answer(body.slice(body.indexOf('\n\n') + 2), response, key, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { name, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: key.text, noteKey: key.noteKey }
}

const seconds = () => Math.floor(clock.now() / 1_000)
const lineOver = (text: string, key: TestKey, time = seconds()) => signatureLine(cosign(text, key.noteKey, time, key.sign))
const textOf = (note: string) => parseNote(note)!.text

/** Signs whatever it is shown. */
const signsEverything = (name: string) => liar(name, (note, response, key) => response.end(lineOver(textOf(note), key)))
/** Its signature is over another time than it says. */
const signsWrongTime = (name: string) =>
  liar(name, (note, response, key) => {
    const { bytes, ...rest } = cosign(textOf(note), key.noteKey, seconds() - 1, key.sign)
    const moved = Uint8Array.from(bytes)
    new DataView(moved.buffer).setBigUint64(0, BigInt(seconds()))
    response.end(signatureLine({ ...rest, bytes: moved }))
  })

function gather(policy: WitnessPolicy, timeoutMs?: number): Cosignatures {
  const complain = ({ witness, trouble }: Readonly<Record<string, unknown>>) => void complaints.push(`${witness}: ${trouble}`)
  const parts = { database, clock, logger: { ...silent, warn: complain, error: complain }, timeoutMs }
  const cosignatures = gatherCosignatures({ ...parts, policies: () => [['aurora', policy]], policyOf: () => policy })
  closers.push(() => cosignatures.close())
  return cosignatures
}

/** Who has signed what is served, and over how many entries. */
async function served(which: typeof answerCheckpoint, policy: WitnessPolicy): Promise<{ size: number; signers: string[] } | null> {
  const answer = await database.withTenant('aurora', (tx) => which(tx, 'aurora', policy))
  if (answer === null) return null
  const note = parseNote(answer.body as string)!
  const keys = policy.witnesses.map(({ noteKey }) => noteKey)
  const signers = cosignaturesOf(note, keys).flatMap(({ key, outcome }) => (outcome === 'signed' ? [key.name] : []))
  expect(note.signatures).toHaveLength(1 + signers.length)
  return { size: Number(note.text.split('\n')[1]), signers }
}

const sizeNow = async () =>
  (await database.system((tx) => queryRows<{ size: string }>(tx, sql`select size::text from company_log`)))[0]!.size

test('five witnesses, two of them lying: the checkpoint has the three that are needed, and one lie that nobody can see', async () => {
  const honestOnes = [await honest('h1'), await honest('h2'), await honest('h3')]
  const policy = { witnesses: [...honestOnes, await signsEverything('yes'), await signsWrongTime('late')], needed: 3 }
  const cosignatures = gather(policy)
  for (const count of [0, 3, 300]) {
    if (count > 0) await grow(count)
    await cosignatures.flush()
    const size = Number(await sizeNow())
    const expected = { size, signers: ['h1', 'h2', 'h3', 'yes'] }
    expect(await served(answerCheckpoint, policy)).toEqual(expected)
    expect(await served(answerWitnessed, policy)).toEqual(expected)
  }
  expect(complaints).toEqual(['late: not_its_signature'])
  expect(cosignatures.health()).toMatchObject([
    {
      tenantId: 'aurora',
      needed: 3,
      quorumAgeMs: 0,
      witnesses: [{}, {}, {}, {}, { name: 'late', isBehind: true, trouble: 'not_its_signature' }],
    },
  ])
})

test('without enough signatures the newest checkpoint says so, and the last that had them is still there', async () => {
  const [one, two] = [await honest('h1'), await honest('h2')]
  const policy = { witnesses: [one, two], needed: 2 }
  const cosignatures = gather(policy)
  await cosignatures.flush()
  const before = Number(await sizeNow())
  await grow(4)
  await gather({ witnesses: [one, { ...two, url: 'http://127.0.0.1:1' }], needed: 2 }).flush()
  expect(await served(answerCheckpoint, policy)).toEqual({ size: before + 4, signers: ['h1'] })
  expect(await served(answerWitnessed, policy)).toEqual({ size: before, signers: ['h1', 'h2'] })
  expect(await served(answerWitnessed, { ...policy, needed: 3 })).toBeNull()
  clock.advance(90_000)
  cosignatures.grown('aurora')
  await cosignatures.flush()
  expect(await served(answerWitnessed, policy)).toEqual({ size: before + 4, signers: ['h1', 'h2'] })
})

test('whoever starts again asks from where the witnesses are, also when they know more than the store does', async () => {
  const witness = await honest('h1')
  const policy = { witnesses: [witness], needed: 1 }
  await gather(policy).flush()
  await database.system((tx) => tx.execute(sql`delete from log_cosignature`))
  await grow(2)
  await gather(policy).flush()
  expect((await served(answerWitnessed, policy))?.signers).toEqual(['h1'])
  await database.system((tx) => tx.execute(sql`delete from log_cosignature`))
  await gather(policy).flush()
  expect((await served(answerWitnessed, policy))?.signers).toEqual(['h1'])
  expect(complaints).toEqual([])
})

test('of what was signed the newest of each stays, and all since the last that enough have signed', async () => {
  const [one, two] = [await honest('h1'), await honest('h2')]
  const behind = { witnesses: [one, two], needed: 2 }
  await gather(behind).flush()
  const first = Number(await sizeNow())
  const alone = gather({ witnesses: [one, { ...two, url: 'http://127.0.0.1:1' }], needed: 2 })
  for (let round = 0; round < 3; round++) {
    await grow(1)
    await alone.flush()
  }
  const kept = async () =>
    (
      await database.system((tx) => queryRows<{ size: string }>(tx, sql`select size::text from log_cosignature order by size, witness_key`))
    ).map(({ size }) => Number(size) - first)
  expect(await kept()).toEqual([0, 0, 1, 2, 3])
  expect(complaints).toEqual(['h2: unreachable'])
  await gather(behind).flush()
  expect(await kept()).toEqual([3, 3])
})

describe('a witness that', () => {
  const sized =
    (size: string, type = 'text/x.tlog.size') =>
    (_note: string, response: ServerResponse) =>
      response.writeHead(409, { 'content-type': type }).end(size)
  test.each<[string, string, Parameters<typeof liar>[1]]>([
    ['answers ten megabytes', 'too_much', (_note, response) => response.end('x'.repeat(10_000_000))],
    ['never answers', 'slow', () => {}],
    ['begins and never ends', 'slow', (_note, response) => void response.write('— w ')],
    ['cuts the line', 'unreachable', (_note, response) => response.destroy()],
    ['answers garbage', 'bad_answer', (_note, response) => response.end('<html>hello</html>')],
    ['answers nothing', 'not_its_signature', (_note, response) => response.end()],
    [
      'answers with the signature of another name',
      'not_its_signature',
      (note, response) => response.end(lineOver(textOf(note), testKey('other', SIGNATURE_KIND.cosignature))),
    ],
    [
      'answers with the signature of another key under its name',
      'not_its_signature',
      (note, response, key) => response.end(lineOver(textOf(note), { ...testKey('w', SIGNATURE_KIND.cosignature), noteKey: key.noteKey })),
    ],
    [
      'signs another text',
      'not_its_signature',
      (note, response, key) => response.end(lineOver(textOf(note).replace(/\n\d+\n/, '\n999\n'), key)),
    ],
    ['brings a text of its own', 'bad_answer', (note, response, key) => response.end(`\n${lineOver(textOf(note), key)}`)],
    ['lives in another year', 'wrong_time', (note, response, key) => response.end(lineOver(textOf(note), key, seconds() + 31_536_000))],
    ['sends us elsewhere', 'bad_answer', (_note, response) => response.writeHead(307, { location: 'http://127.0.0.1:1' }).end()],
    ['does not know the key', 'unknown_key', (_note, response) => response.writeHead(403).end()],
    ['does not know the log', 'unknown_log', (_note, response) => response.writeHead(404).end()],
    ['does not understand', 'refused_request', (_note, response) => response.writeHead(400).end()],
    ['does not accept the proof', 'refused_proof', (_note, response) => response.writeHead(422).end()],
    ['knows another tree of this size', 'other_tree', sized('0\n')],
    ['knows a longer log', 'knows_more', sized('9007199254740991\n')],
    ['is in conflict without a size', 'bad_answer', sized('')],
    ['is in conflict under another type', 'bad_answer', sized('3\n', 'text/plain')],
  ])('%s is told once, is never believed, and holds nobody up', async (_what, trouble, answer) => {
    const good = await honest('h1')
    const bad = await liar('w', answer)
    const policy = { witnesses: [bad, good], needed: 1 }
    // Whoever answers at all is waited for on the slowest machine, too.
    const cosignatures = gather(policy, trouble === 'slow' ? 700 : undefined)
    await cosignatures.flush()
    await cosignatures.flush()
    expect(await served(answerCheckpoint, policy)).toEqual({ size: Number(await sizeNow()), signers: ['h1'] })
    expect(complaints).toEqual([`w: ${trouble}`])
    expect(cosignatures.health()[0]?.witnesses[0]).toEqual({ name: 'w', isBehind: true, trouble })
  })

  test('names another size each time is asked a few times and then left alone', async () => {
    let asked = 0
    const bad = await liar('w', (_note, response) => {
      asked += 1
      response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${asked % 4}\n`)
    })
    await gather({ witnesses: [bad], needed: 1 }).flush()
    expect([asked, complaints]).toEqual([3, ['w: busy']])
  })

  test('comes back is asked again', async () => {
    let isDown = true
    const witness = await liar('w', (note, response, key) =>
      isDown ? response.writeHead(503).end() : response.end(lineOver(textOf(note), key)),
    )
    const policy = { witnesses: [witness], needed: 1 }
    const cosignatures = gather(policy)
    await cosignatures.flush()
    expect(cosignatures.health()).toMatchObject([{ witnesses: [{ isBehind: true, trouble: 'busy' }] }])
    isDown = false
    await cosignatures.flush()
    expect(cosignatures.health()).toMatchObject([{ witnesses: [{ isBehind: false, trouble: null }], quorumAgeMs: 0 }])
  })
})

test('who has failed is asked again by itself, and what it missed meanwhile is signed', async () => {
  let asked = 0
  const witness = await liar('w', (note, response, key) => {
    asked += 1
    if (asked === 1) response.destroy()
    else response.end(lineOver(textOf(note), key))
  })
  const policy = { witnesses: [witness], needed: 1 }
  const real = { now: () => clock.now(), monotonic: () => performance.now() }
  const cosignatures = gatherCosignatures({
    database,
    clock: real,
    logger: silent,
    policies: () => [['aurora', policy]],
    policyOf: () => policy,
  })
  closers.push(() => cosignatures.close())
  await expect.poll(() => asked).toBe(1)
  await grow(1)
  cosignatures.grown('aurora')
  await expect.poll(async () => (await served(answerWitnessed, policy))?.size, { timeout: 20_000 }).toBe(Number(await sizeNow()))
})

test('a company that names nobody any more is not asked for and not told of', async () => {
  let policy: WitnessPolicy | null = { witnesses: [await honest('h1')], needed: 1 }
  const cosignatures = gatherCosignatures({ database, clock, logger: silent, policies: () => [], policyOf: () => policy })
  closers.push(() => cosignatures.close())
  cosignatures.grown('aurora')
  await cosignatures.flush()
  expect(cosignatures.health()).toHaveLength(1)
  policy = null
  await cosignatures.flush()
  expect(cosignatures.health()).toEqual([])
})

test('however fast the log grows, slow witnesses come to sign the same checkpoint', async () => {
  const held: (() => void)[] = []
  const asked: string[] = []
  const slow = (name: string) =>
    liar(name, (note, response, key) => {
      asked.push(textOf(note).split('\n')[1]!)
      held.push(() => response.end(lineOver(textOf(note), key)))
    })
  const policy = { witnesses: [await slow('a'), await slow('b')], needed: 2 }
  const cosignatures = gather(policy)
  await expect.poll(() => held.length).toBe(2)
  held.shift()!()
  for (let round = 0; round < 3; round++) {
    await grow(1)
    cosignatures.grown('aurora')
  }
  // The first has answered and waits for the second: what came meanwhile is not asked before.
  expect(new Set(asked).size).toBe(1)
  held.shift()!()
  await expect.poll(() => held.length).toBe(2)
  expect(asked.slice(2)).toEqual(Array(2).fill(await sizeNow()))
  expect((await served(answerWitnessed, policy))?.signers).toEqual(['a', 'b'])
  for (const answer of held.splice(0)) answer()
  await cosignatures.flush()
})
