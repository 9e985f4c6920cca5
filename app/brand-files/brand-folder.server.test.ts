import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BrandFolder, hashOf, hashOfFiles, isAsRead, readBrandFolder } from './brand-folder.server'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'brand-folder-'))
  writeFileSync(path.join(dir, 'tenant.json'), '{"a":1}')
  mkdirSync(path.join(dir, 'more'))
  writeFileSync(path.join(dir, 'more/note.txt'), 'one')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function read(): BrandFolder {
  const folder = readBrandFolder(dir)
  if (folder === null) throw new Error('the folder is not there')
  return folder
}

test('a folder is its names and bytes: the same ones have the same hash, whatever their times', () => {
  const before = read()
  expect([...before.files.keys()]).toEqual(['more/note.txt', 'tenant.json'])
  expect(before.hash).toBe(hashOfFiles([...before.files].map(([name, bytes]) => [name, hashOf(bytes)])))
  expect(before.hashes.get('tenant.json')).toBe(hashOf(Buffer.from('{"a":1}')))
  utimesSync(path.join(dir, 'tenant.json'), 1, 1)
  writeFileSync(path.join(dir, '.draft'), 'x')
  writeFileSync(path.join(dir, 'tenant.json~'), 'x')
  expect(read().hash).toBe(before.hash)
})

/** Long after the last write, when its times tell, and right behind it, when only its bytes do. */
describe.each([
  ['long after', 60_000],
  ['right after', 0],
])('%s it was written', (_, laterMs) => {
  const isStill = (folder: BrandFolder) => isAsRead(dir, folder, Date.now() + laterMs)

  test('a folder that nobody has touched is as it was read', () => {
    expect(isStill(read())).toBe(true)
  })

  test.each([
    [
      'a file of the same size, with its old time put back',
      () => {
        const { atime, mtime } = statSync(path.join(dir, 'tenant.json'))
        writeFileSync(path.join(dir, 'tenant.json'), '{"a":2}')
        utimesSync(path.join(dir, 'tenant.json'), atime, mtime)
      },
    ],
    ['a file in a sub-folder', () => writeFileSync(path.join(dir, 'more/note.txt'), 'two')],
    ['a new file', () => writeFileSync(path.join(dir, 'more/new.txt'), '')],
    ['another name', () => renameSync(path.join(dir, 'tenant.json'), path.join(dir, 'other.json'))],
    ['no file any more', () => rmSync(path.join(dir, 'tenant.json'))],
    ['no folder any more', () => rmSync(dir, { recursive: true })],
  ])('%s makes it another one', async (_what, change) => {
    const folder = read()
    // The times of a file system go in steps of some milliseconds.
    if (laterMs > 0) await new Promise((resolve) => setTimeout(resolve, 20))
    change()
    expect(isStill(folder)).toBe(false)
  })
})
