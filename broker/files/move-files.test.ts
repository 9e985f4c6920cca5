import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { says } from '../../tests/fixtures/child-process'
import { type S3Server, startS3Server } from '../../tests/fixtures/s3-server'
import { type FilePlace, type FileStore, newStoreKey } from './file-store'
import { folderFileStore } from './folder-store'
import { moveFiles } from './move-files'
import { imagesFolder } from './open-files'
import { type S3FileStore, s3FileStore } from './s3-store'

let server: S3Server
let store: S3FileStore
let folderOfServer: string
const closers: (() => unknown)[] = []
beforeAll(async () => {
  folderOfServer = await mkdtemp(path.join(tmpdir(), 'candor-move-s3-'))
  server = await startS3Server(folderOfServer)
  store = await s3FileStore(server.settings)
})
afterAll(async () => {
  for (const close of closers) close()
  store.close()
  await server.kill()
  await rm(folderOfServer, { recursive: true, force: true })
})

const nameOf = ({ tenantId, storeKey }: FilePlace): string => `${tenantId}/${storeKey}`
async function contentOf(files: FileStore): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const place of files.list()) found.set(nameOf(place), (await files.get(place))?.toString('base64') ?? '')
  return found
}
async function fill(files: FileStore, count: number): Promise<Map<string, string>> {
  for (let number = 0; number < count; number++)
    await files.put({ tenantId: number % 2 === 0 ? 'aurora' : 'meridian', storeKey: newStoreKey() }, randomBytes(200))
  return contentOf(files)
}

test('the command moves them into the store and back; killed in the middle nothing is lost, and it goes on', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'candor-move-'))
  const folder = folderFileStore(imagesFolder(dataDir))
  const wanted = await fill(folder, 160)
  const { url, keyId, secret } = server.settings
  const env = { ...process.env, MODE: 'demo', FILES_URL: url, FILES_KEY: keyId, FILES_SECRET: secret, DATA_DIR: dataDir }
  const move = (to: 'store' | 'folder') => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/files.ts', 'move', '--to', to], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    closers.push(() => child.kill('SIGKILL'))
    return child
  }

  const first = move('store')
  await says(first, /(50 pictures moved)/)
  first.kill('SIGKILL')
  await new Promise((resolve) => first.once('exit', resolve))
  const [left, there] = [await contentOf(folder), await contentOf(store)]
  expect([left.size > 0, there.size > 0]).toEqual([true, true])
  // One may be in both; none is in neither, or another than it was.
  for (const [name, bytes] of wanted) expect(there.get(name) ?? left.get(name)).toBe(bytes)

  expect(Number(await says(move('store'), /(\d+) pictures moved, none is left/))).toBe(left.size)
  expect([await contentOf(folder), await contentOf(store)]).toEqual([new Map(), wanted])

  expect(Number(await says(move('folder'), /(\d+) pictures moved, none is left/))).toBe(160)
  expect([await contentOf(folder), await contentOf(store)]).toEqual([wanted, new Map()])
})

test('half a file that a broken move left is put there whole, and a store that gives back something else is left alone', async () => {
  const from = folderFileStore(await mkdtemp(path.join(tmpdir(), 'candor-move-from-')))
  const to = folderFileStore(await mkdtemp(path.join(tmpdir(), 'candor-move-to-')))
  const place = { tenantId: 'aurora', storeKey: newStoreKey() }
  const bytes = randomBytes(1_000)
  await from.put(place, bytes)
  const forgetful: FileStore = { ...to, put: (at, given) => to.put(at, given.subarray(0, 500)) }
  await expect(moveFiles({ from, to: forgetful })).rejects.toThrow('does not come back as it was put')
  expect((await from.get(place))?.equals(bytes)).toBe(true)
  expect(await moveFiles({ from, to })).toBe(1)
  expect([await from.get(place), (await to.get(place))?.equals(bytes)]).toEqual([null, true])
})
