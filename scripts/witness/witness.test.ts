import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCheckpoint } from '../../rules/log/checkpoint'
import { cosignaturesOf } from '../../rules/log/cosignature'
import { isConsistent, isSameHash } from '../../rules/log/merkle'
import { parseNote, parseNoteKey, SIGNATURE_KIND } from '../../rules/log/note'
import { testKey, testLog } from '../../tests/fixtures/test-log'
import { provenForks } from './evidence'
import { knownLogs } from './known-logs'
import { type RunningWitness, startWitness } from './serve-witness'
import { openWitnessFolder, readOrMakeKey, type WitnessFolder } from './witness-folder'

const NOW = Date.UTC(2026, 10, 25, 12)
const log = testLog('broker.example/log/a')
const otherLog = testLog('broker.example/log/b')
let dir: string
let folder: WitnessFolder
let witness: RunningWitness
let said: string[]

async function start(): Promise<void> {
  folder = await openWitnessFolder(dir, 'example.org/witness')
  const logs = knownLogs([log.key.noteKey, otherLog.key.noteKey])
  const { key, trees, evidence: evidenceFolder } = folder
  const options = { host: '127.0.0.1', port: 0, now: () => NOW, said: (line: string) => void said.push(line) }
  witness = await startWitness({ ...options, key, trees, logs, evidenceFolder })
}

async function stop(): Promise<void> {
  await witness.close()
  folder.lock.release()
}

beforeEach(async () => {
  said = []
  dir = mkdtempSync(path.join(tmpdir(), 'witness-'))
  await start()
})
afterEach(async () => {
  await stop()
  rmSync(dir, { recursive: true })
})

interface Answered {
  readonly status: number
  readonly type: string | null
  readonly body: string
}

async function send(body: string, route = '/add-checkpoint', method = 'POST'): Promise<Answered> {
  const response = await fetch(`http://127.0.0.1:${witness.port}${route}`, { method, ...(method === 'POST' ? { body } : {}) })
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}
const statusOf = async (body: string) => (await send(body)).status

function timeSigned(note: string, line: string): number | null | undefined {
  return cosignaturesOf(parseNote(`${note}${line}`)!, [folder.key.noteKey])[0]?.timeSeconds
}

describe('a checkpoint', () => {
  test('that is the first, the same again, or has grown out of the last is signed by the key and the time of the witness', async () => {
    for (const [older, newer] of [
      [0, 5],
      [5, 5],
      [5, 8],
      [8, 300],
      [300, 301],
    ] as const) {
      const { status, body } = await send(log.request(older, newer))
      expect([older, newer, status]).toEqual([older, newer, 200])
      expect(body.split('\n')).toHaveLength(2)
      expect(timeSigned(log.checkpoint(newer), body)).toBe(NOW / 1_000)
    }
  })

  test.each([
    ['an old size that is not what was signed last', log.request(4, 9), 409],
    ['nothing as the old size', log.request(0, 9), 409],
    ['an older checkpoint', log.request(3, 4), 409],
    ['a proof with a hash too many', log.request(5, 9).replace('\n\n', `\n${Buffer.alloc(32).toString('base64')}\n\n`), 422],
    ['a proof with a hash changed', log.request(5, 9).replace(/\n[^\n]{44}\n/, `\n${Buffer.alloc(32).toString('base64')}\n`), 422],
    ['no proof', log.request(5, 9).replace(/\n[\s\S]*?\n\n/, '\n\n'), 422],
    ['a proof although nothing has changed', log.request(5, 5).replace('\n\n', `\n${Buffer.alloc(32).toString('base64')}\n\n`), 422],
    ['an old size above the checkpoint', `old 6\n\n${log.checkpoint(5)}`, 400],
    ['a size with a zero before it', `old 05\n\n${log.checkpoint(5)}`, 400],
    ['a hash that is no hash', `old 5\nabc\n\n${log.checkpoint(9)}`, 400],
    ['64 hashes', `old 5\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\n${log.checkpoint(9)}`, 400],
    ['no line between', `old 5\n${log.checkpoint(9)}`, 400],
    ['no note', 'old 5\n\nhello\n', 400],
    ['nothing', '', 400],
    ['a log that is not known', testLog('elsewhere.example/log').request(0, 5), 404],
    ['a known name under another key', testLog(log.origin).request(5, 9), 403],
    ['a signature of the log over another text', log.request(5, 9).replace('\n9\n', '\n10\n'), 403],
  ])('with %s is not', async (_what, body, status) => {
    await send(log.request(0, 5))
    expect(await statusOf(body)).toBe(status)
    expect(await statusOf(log.request(5, 9))).toBe(200)
  })

  test('in conflict is told the size that was signed last, as the specification writes it', async () => {
    expect(await send(log.request(3, 5))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '0\n' })
    await send(log.request(0, 5))
    expect(await send(log.request(0, 9))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '5\n' })
  })

  test('by several keys of one log is signed when one of them is known; what strangers added is not kept', async () => {
    const stranger = testKey('stranger.example', SIGNATURE_KIND.note)
    const note = `${log.checkpoint(5)}— ${stranger.noteKey.name} ${Buffer.alloc(68, 1).toString('base64')}\n`
    expect(await statusOf(`old 0\n\n${note}`)).toBe(200)
    expect(folder.trees.newest(log.origin).note).toBe(log.checkpoint(5))
  })

  test('is said once a minute, not each time', async () => {
    for (const [older, newer] of [
      [0, 5],
      [5, 6],
      [6, 7],
    ] as const)
      await send(log.request(older, newer))
    for (let time = 0; time < 3; time++) await send(testLog(log.origin).request(7, 9))
    expect(said).toEqual([`${log.origin}: signed up to 5 entries`, `${log.origin}: no key that is known has signed it`])
  })

  test('of one log says nothing of another', async () => {
    await send(log.request(0, 5))
    expect(await send(otherLog.request(0, 900))).toMatchObject({ status: 200 })
    expect(folder.trees.newest(log.origin).size).toBe(5)
  })
})

describe('at once', () => {
  test('two equal ones: one is signed, the other told what is', async () => {
    await send(log.request(0, 5))
    const answers = await Promise.all([send(log.request(5, 9)), send(log.request(5, 9))])
    expect(answers.map(({ status, body }) => [status, status === 409 ? body : '']).sort()).toEqual([
      [200, ''],
      [409, '9\n'],
    ])
  })

  test('two that differ: one is signed, and the other never rolls it back', async () => {
    await send(log.request(0, 5))
    const answers = await Promise.all([9, 12, 7, 30].map((size) => send(log.request(5, size))))
    const signed = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const size = [9, 12, 7, 30][signed]!
    expect(folder.trees.newest(log.origin).size).toBe(size)
    expect(answers.flatMap(({ status, body }) => (status === 409 ? [body] : []))).toEqual(Array(3).fill(`${size}\n`))
  })

  test('two histories: one is signed, whichever it is, and the other is evidence', async () => {
    await send(log.request(0, 90))
    const answers = await Promise.all([send(log.request(90, 100)), send(log.fork(90).request(90, 100))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await statusOf(log.fork(90).request(100, 100))).toBe(answers[1]!.status === 200 ? 200 : 409)
    expect(provenForks(folder.evidence)).toHaveLength(1)
  })
})

describe('a log that shows two histories', () => {
  const forked = log.fork(90)
  const evidence = () => provenForks(folder.evidence).map((name) => JSON.parse(readFileSync(path.join(folder.evidence, name), 'utf8')))

  test.each([
    ['of the same size', 100, 409],
    ['that has grown', 103, 422],
  ])('gets no signature for the other one %s, for ever, and anybody can check the evidence', async (_what, size, status) => {
    await send(log.request(0, 100))
    for (const attempt of [1, 2, 3]) {
      if (attempt === 3) {
        await stop()
        await start()
      }
      expect([attempt, await statusOf(forked.request(100, size))]).toEqual([attempt, status])
    }
    const [found, ...others] = evidence()
    expect(others).toEqual([])
    expect(said.filter((line) => line.includes('HAS TWO HISTORIES'))).toHaveLength(3)
    const keys = found.keys.map((key: string) => parseNoteKey(key)!)
    const [first, second] = [openCheckpoint(found.first, keys), openCheckpoint(found.second, keys)]
    if (!first.ok || !second.ok) throw new Error('a note that nobody signed')
    const proof = found.proof.map((hash: string) => Buffer.from(hash, 'base64'))
    expect(isConsistent(first.checkpoint, second.checkpoint, proof)).toBe(false)
    expect(isSameHash(first.checkpoint.root, second.checkpoint.root)).toBe(false)
    // The history that was signed goes on.
    expect(await statusOf(log.request(100, 110))).toBe(200)
  })

  test('is only suspected where the proof was wrong, and what is suspected does not fill the disk', async () => {
    await send(log.request(0, 100))
    for (let size = 101; size < 140; size++) expect(await statusOf(`old 100\n\n${log.checkpoint(size)}`)).toBe(422)
    expect(evidence()).toEqual([])
    expect(readdirSync(folder.evidence).length).toBe(20)
  })
})

describe('what is sent', () => {
  test('and is no request of it is not read further', async () => {
    expect((await send('x'.repeat(70_000))).status).toBe(413)
    expect((await send('', '/elsewhere')).status).toBe(404)
    expect((await send('', '/add-checkpoint', 'GET')).status).toBe(405)
    expect((await send('', '/', 'GET')).body).toContain(`key ${folder.key.text}\nlog ${log.origin}\n`)
  })

  test('and never ends holds nobody up', async () => {
    const open = httpRequest({ port: witness.port, host: '127.0.0.1', method: 'POST', path: '/add-checkpoint' })
    open.on('error', () => {})
    open.write('old 0\n')
    expect(await statusOf(log.request(0, 5))).toBe(200)
    open.destroy()
  })
})

describe('a folder', () => {
  test('remembers what was signed', async () => {
    await send(log.request(0, 100))
    await stop()
    await start()
    expect(await send(log.request(0, 3))).toMatchObject({ status: 409, body: '100\n' })
    expect(await statusOf(log.request(100, 101))).toBe(200)
  })

  test('belongs to one witness at a time, and its key to one name', async () => {
    await expect(openWitnessFolder(dir, undefined)).rejects.toThrow(/is in use by process/)
    await expect(readOrMakeKey(dir, 'example.org/other')).rejects.toThrow(/is the key of example.org\/witness, not of example.org\/other/)
    expect((await readOrMakeKey(dir, undefined)).text).toBe(folder.key.text)
    expect(statSync(path.join(dir, 'witness.key')).mode & 0o777).toBe(0o600)
  })

  test.each([
    [
      'whose memory is gone',
      (at: string) => rmSync(path.join(at, 'signed'), { recursive: true }),
      /is gone, and with it what this key has signed/,
    ],
    [
      'whose key others can read',
      (at: string) => chmodSync(path.join(at, 'witness.key'), 0o644),
      /others on this machine can read the key/,
    ],
    ['whose key is cut off', (at: string) => writeFileSync(path.join(at, 'witness.key'), 'PRIVATE+KEY+x'), /is no key of a witness/],
  ])('%s stops it', async (_what, spoil, reason) => {
    await stop()
    spoil(dir)
    await expect(openWitnessFolder(dir, undefined)).rejects.toThrow(reason)
    rmSync(dir, { recursive: true })
    await start()
  })

  test('with a tree that cannot be read never signs that log', async () => {
    await send(log.request(0, 100))
    await stop()
    const [file] = readdirSync(path.join(dir, 'signed'))
    writeFileSync(path.join(dir, 'signed', file!), log.checkpoint(100).slice(0, 30))
    await start()
    expect(() => folder.trees.newest(log.origin)).toThrow(/put it back/)
    expect(await statusOf(log.request(0, 3))).toBe(500)
    expect(await statusOf(otherLog.request(0, 3))).toBe(200)
  })

  test('of a name that a note cannot hold is not made', async () => {
    const fresh = mkdtempSync(path.join(tmpdir(), 'witness-'))
    await expect(readOrMakeKey(fresh, 'two words')).rejects.toThrow(/cannot be the name of a witness/)
    expect((await readOrMakeKey(fresh, undefined)).noteKey.name).toMatch(/^witness-[0-9a-f]{8}$/)
    rmSync(fresh, { recursive: true })
  })
})
