import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import type { Database } from '../db/open-database'
import { checkFolder, claimFolder, FOLDER_ID_FILE, WrongFolder } from './data-folder'

let database: Database
let one: string
let other: string
beforeEach(async () => {
  database = await openTestDatabase()
  one = mkdtempSync(path.join(tmpdir(), 'candor-folder-'))
  other = mkdtempSync(path.join(tmpdir(), 'candor-folder-'))
})
afterEach(async () => {
  await database.close()
  for (const folder of [one, other]) rmSync(folder, { recursive: true, force: true })
})

test('the first node makes its folder the database’s; another one is refused with the line that mends it', async () => {
  expect(await checkFolder(database, other)).toBe('unknown')
  await claimFolder(database, one)
  const id = readFileSync(path.join(one, FOLDER_ID_FILE), 'utf8').trim()
  expect(await checkFolder(database, one)).toBe('same')
  await claimFolder(database, one)
  for (const refused of [checkFolder(database, other), claimFolder(database, other)]) {
    await expect(refused).rejects.toThrow(`echo ${id} > ${path.join(other, FOLDER_ID_FILE)}`)
    await expect(refused).rejects.toBeInstanceOf(WrongFolder)
  }
  writeFileSync(path.join(other, FOLDER_ID_FILE), `${id}\n`)
  expect(await checkFolder(database, other)).toBe('same')
})
