/** Against a server process that speaks S3 (s3rver), and against what stands between us and it. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { jpeg, look, upload, uploaded } from '../../tests/fixtures/pictures'
import { BUCKET, type S3Server, settingsAt, startS3Server } from '../../tests/fixtures/s3-server'
import { type FilePlace, FilesUnavailable, newStoreKey, type StoredFile } from './file-store'
import { folderFileStore } from './folder-store'
import { inFrontOf, openFiles } from './open-files'
import { type S3FileStore, type S3Settings, s3FileStore } from './s3-store'

let folder: string
let server: S3Server
const closers: (() => unknown)[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candor-s3-'))
  server = await startS3Server(folder)
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(settings: Partial<S3Settings> = {}): Promise<S3FileStore> {
  const store = await s3FileStore({ ...server.settings, ...settings })
  closers.push(() => store.close())
  return store
}
const place = (tenantId = 'aurora'): FilePlace => ({ tenantId, storeKey: newStoreKey() })
async function listed(store: { list(): AsyncIterable<StoredFile> }): Promise<string[]> {
  const found: string[] = []
  for await (const { tenantId, storeKey } of store.list()) found.push(`${tenantId}/${storeKey}`)
  return found.sort()
}
async function refusalOf(work: Promise<unknown>): Promise<FilesUnavailable> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FilesUnavailable)) throw new Error(`not refused as unavailable: ${error}`)
  return error
}

/** Stands between us and the server: it can swallow everything, or cut the line after so many bytes of a request. */
async function proxyTo(port: number): Promise<{ settings: S3Settings; mute(): void; cutAfter(bytes: number): void }> {
  const sockets = new Set<Socket>()
  let isMute = false
  let left = Number.POSITIVE_INFINITY
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => {
      if (isMute) return
      left -= data.byteLength
      if (left < 0) upstream.destroy()
      else upstream.write(data)
    })
    upstream.on('data', (data) => client.write(data))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return {
    settings: settingsAt((proxy.address() as AddressInfo).port),
    mute: () => {
      isMute = true
    },
    cutAfter: (bytes) => {
      left = bytes
    },
  }
}

async function answeringWith(status: number, body: string): Promise<string> {
  const answering = createHttpServer((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body))
  })
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
  closers.push(() => answering.close())
  return `http://127.0.0.1:${(answering.address() as AddressInfo).port}/${BUCKET}`
}

describe('files in the store', () => {
  test('are there whole, are replaced, and are gone when deleted; two nodes see the same', async () => {
    const [one, other] = [await open(), await open()]
    const [mine, theirs] = [place(), place('meridian')]
    const bytes = randomBytes(300_000)
    await one.put(mine, bytes)
    await one.put(theirs, Buffer.from('theirs'))
    expect((await other.get(mine))?.equals(bytes)).toBe(true)
    await other.put(mine, Buffer.from('anew'))
    expect((await one.get(mine))?.toString()).toBe('anew')
    expect(await listed(one)).toEqual([mine, theirs].map(({ tenantId, storeKey }) => `${tenantId}/${storeKey}`).sort())
    for await (const { ageMs } of one.list()) expect(Math.abs(ageMs)).toBeLessThan(60_000)
    for (const gone of [mine, theirs]) await one.delete(gone)
    expect([await other.get(mine), await listed(other)]).toEqual([null, []])
    // What is gone already may be deleted again.
    await one.delete(mine)
  })

  test('are all listed, more than one page of them, and nothing that is none of ours', async () => {
    const store = await open()
    const elsewhere = await open({ url: `http://127.0.0.1:${server.port}/${BUCKET}/other` })
    await elsewhere.put(place(), Buffer.from('of another installation'))
    const places = Array.from({ length: 1_003 }, () => place())
    const rest = [...places]
    const writing = async (): Promise<void> => {
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) await store.put(next, Buffer.from('x'))
    }
    await Promise.all(Array.from({ length: 6 }, writing))
    expect(await listed(store)).toEqual(places.map(({ tenantId, storeKey }) => `${tenantId}/${storeKey}`).sort())
  }, 60_000)

  test('a place that is none is refused before anything is asked', async () => {
    const store = await open()
    for (const bad of [
      { tenantId: '../x', storeKey: newStoreKey() },
      { tenantId: 'aurora', storeKey: '../../etc/passwd' },
    ])
      await expect(async () => store.get(bad)).rejects.toThrow('no place of a file')
  })

  test('what is still in the folder is found behind it, and goes with it', async () => {
    const behind = folderFileStore(await mkdtemp(path.join(tmpdir(), 'candor-behind-')))
    const store = await open()
    const both = inFrontOf(store, behind)
    const [older, newer] = [place('solstice'), place('solstice')]
    await behind.put(older, Buffer.from('older'))
    await both.put(newer, Buffer.from('newer'))
    expect([(await both.get(older))?.toString(), (await both.get(newer))?.toString()]).toEqual(['older', 'newer'])
    expect([await store.get(older), await behind.get(newer)]).toEqual([null, null])
    expect((await listed(both)).filter((name) => name.startsWith('solstice/'))).toHaveLength(2)
    for (const gone of [older, newer]) await both.delete(gone)
    expect((await listed(both)).filter((name) => name.startsWith('solstice/'))).toEqual([])
  })
})

describe('a store that cannot be used is named in one sentence', () => {
  test('an unknown key', async () => {
    const store = await open({ keyId: 'NOBODY' })
    for (const ask of [() => store.check(), () => store.get(place()), () => store.put(place(), Buffer.of(1))]) {
      const error = await refusalOf(ask())
      expect([error.message, error.isSetting]).toEqual([`127.0.0.1:${server.port} does not know FILES_KEY`, true])
    }
  })

  // What the server of these tests does not judge, answered as S3 does.
  test.each([
    ['SignatureDoesNotMatch', 403, 'FILES_SECRET is not the one that belongs to FILES_KEY'],
    ['AccessDenied', 403, 'allow GetObject, PutObject, DeleteObject and ListBucket'],
    ['AuthorizationHeaderMalformed', 400, 'is in another region than FILES_REGION says'],
    ['InternalError', 500, 'cannot be used now (500)'],
  ])('an answer of %s', async (code, status, sentence) => {
    const url = await answeringWith(status, `<Error><Code>${code}</Code><Message>S3RVER is in no error of ours</Message></Error>`)
    const store = await open({ url })
    for (const ask of [() => store.check(), () => store.get(place()), () => store.put(place(), Buffer.of(1))]) {
      const error = await refusalOf(ask())
      expect([error.message, error.isSetting]).toEqual([expect.stringContaining(sentence), status < 500])
      expect(error.message).not.toContain('S3RVER')
    }
  })

  test('a bucket that is missing', async () => {
    const store = await open({ url: `http://127.0.0.1:${server.port}/nowhere` })
    for (const error of [await refusalOf(store.check()), await refusalOf(store.get(place()))])
      expect([error.message, error.isSetting]).toEqual([expect.stringContaining('there is no bucket nowhere'), true])
  })

  test('wrong settings keep a server from starting; one that is away only warns', async () => {
    const warnings: string[] = []
    const logger = { debug() {}, info() {}, warn: (_fields: unknown, message: string) => warnings.push(message), error() {} }
    const dataDir = await mkdtemp(path.join(tmpdir(), 'candor-open-'))
    const { url, region } = server.settings
    const settings = { FILES_URL: url, FILES_KEY: 'S3RVER', FILES_SECRET: 'S3RVER', FILES_REGION: region }
    await openFiles(settings, dataDir, logger)
    expect(warnings).toEqual([])
    await expect(openFiles({ ...settings, FILES_KEY: 'NOBODY' }, dataDir, logger)).rejects.toThrow('does not know FILES_KEY')
    await openFiles({ ...settings, FILES_URL: `http://127.0.0.1:1/${BUCKET}` }, dataDir, logger)
    expect(warnings).toEqual(['the store of pictures cannot be reached: what needs it is refused until it can'])
  })

  test('one that was away is used again when it is back', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'candor-s3-own-'))
    const first = await startS3Server(own)
    closers.push(() => first.kill())
    const store = await open(first.settings)
    const kept = place()
    await store.put(kept, Buffer.from('kept'))
    await first.kill()
    const error = await refusalOf(store.get(kept))
    expect([error.message, error.isSetting]).toEqual([expect.stringContaining('cannot be used now (ECONNREFUSED)'), false])
    const second = await startS3Server(own, first.port)
    closers.push(() => second.kill())
    expect((await store.get(kept))?.toString()).toBe('kept')
  })

  test('cut off in the middle of a file, the writer is told, and it can be put again', async () => {
    const proxy = await proxyTo(server.port)
    const store = await open(proxy.settings)
    const [cut, bytes] = [place(), randomBytes(2_000_000)]
    proxy.cutAfter(500_000)
    expect((await refusalOf(store.put(cut, bytes))).isSetting).toBe(false)
    proxy.cutAfter(Number.POSITIVE_INFINITY)
    // A real store keeps nothing of it, this one a part: whoever reads that is refused by the seal (below).
    expect((await store.get(cut))?.equals(bytes) ?? false).toBe(false)
    await store.put(cut, bytes)
    expect((await store.get(cut))?.equals(bytes)).toBe(true)
  })

  test('one that says nothing costs its time and no more, and no line forms before it', async () => {
    const proxy = await proxyTo(server.port)
    const store = await open({ ...proxy.settings, patienceMs: 400 })
    await store.put(place(), Buffer.from('it answers'))
    proxy.mute()
    const startedAt = performance.now()
    const waiting = Array.from({ length: 6 }, () => refusalOf(store.get(place())))
    expect((await refusalOf(store.get(place()))).message).toContain('has 6 files under way already')
    expect(performance.now() - startedAt).toBeLessThan(400)
    for (const error of await Promise.all(waiting))
      expect([error.message, error.isSetting]).toEqual([expect.stringContaining('in time'), false])
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe('a broker whose pictures lie there', () => {
  let world: World
  let own: S3Server
  let bucket: string
  beforeAll(async () => {
    const place = await mkdtemp(path.join(tmpdir(), 'candor-s3-broker-'))
    own = await startS3Server(place)
    bucket = path.join(place, BUCKET)
    world = await createWorld({ broker: { files: await s3FileStore(own.settings) } })
  })
  afterAll(async () => {
    await world.close()
    await own.kill()
  })

  test('shows what was handed in, keeps it encrypted, refuses what was altered, and answers 503 while the store is gone', async () => {
    const trader = await world.demoTrader()
    const url = await uploaded(world, trader)
    expect((await look(world, trader, url)).status).toBe(200)
    const objects = (await readdir(bucket, { recursive: true })).filter((name) => name.endsWith('_object'))
    expect(objects).toEqual([expect.stringMatching(/^candor\/aurora\/[0-9a-f]{2}\/[0-9a-f]{40}\._S3rver_object$/)])
    const object = path.join(bucket, objects[0] ?? '')
    const bytes = await readFile(object)
    expect(bytes.includes('WEBP')).toBe(false)
    // One bit, in the middle: the length is what it was, and so is everything the store says of it.
    const middle = Math.floor(bytes.byteLength / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(object, bytes)
    const altered = await look(world, trader, url)
    expect([altered.status, (await altered.arrayBuffer()).byteLength < 1_000]).toEqual([500, true])
    await own.kill()
    const answer = await upload(world, trader, await jpeg(20, 20))
    expect([answer.status, answer.outcome]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect((await look(world, trader, url)).status).toBe(503)
  })
})
