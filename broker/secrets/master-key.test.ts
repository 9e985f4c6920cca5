import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoMasterKey, MASTER_KEY_FILE } from './master-key'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'candor-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a demo makes its key once, in a folder that need not be there, and reads the same one ever after', () => {
  const dataDir = path.join(folder, 'not', 'yet')
  const key = demoMasterKey(dataDir)
  expect(key).toHaveLength(32)
  expect(demoMasterKey(dataDir)).toEqual(key)
  expect(readdirSync(dataDir)).toEqual([MASTER_KEY_FILE])
})

test('only its owner may read the file', () => {
  demoMasterKey(folder)
  expect(statSync(path.join(folder, MASTER_KEY_FILE)).mode & 0o777).toBe(0o600)
})

test('every demo has a key of its own', () => {
  expect(demoMasterKey(path.join(folder, 'a'))).not.toEqual(demoMasterKey(path.join(folder, 'b')))
})

test.each(['', 'half a ke', 'z'.repeat(64)])('a file that holds %j is not taken for a key and not replaced', (text) => {
  writeFileSync(path.join(folder, MASTER_KEY_FILE), text)
  expect(() => demoMasterKey(folder)).toThrow(/holds no master key: put the file back, or set MASTER_KEY/)
  expect(statSync(path.join(folder, MASTER_KEY_FILE)).size).toBe(text.length)
})
