import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileFixStore } from './file-fix-store'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fix-numbers-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the numbers are there after a start, also behind a line that was cut off', async () => {
  const file = path.join(folder, 'ORDERS.ndjson')
  const store = await fileFixStore(file)
  await store.restart({ nextIn: 1, nextOut: 1, startedAt: 5 })
  await store.keepIn(4)
  appendFileSync(file, '{"nextIn":')
  expect(await (await fileFixStore(file)).load()).toMatchObject({ nextIn: 4, nextOut: 1 })
})

test.each([
  ['no JSON', 'nonsense'],
  ['something else', '{"balance":"12"}'],
])('%s in the middle is one sentence with file and line; the file is left as it is, and other sessions go on', async (_, wrong) => {
  const file = path.join(folder, 'ORDERS.ndjson')
  const text = `{"restart":{"nextIn":1,"nextOut":1,"startedAt":5}}\n${wrong}\n{"nextIn":3}\n`
  writeFileSync(file, text)
  await expect(fileFixStore(file)).rejects.toThrow(`${file}, line 2: it does not say the numbers of a FIX session`)
  expect(readFileSync(file, 'utf8')).toBe(text)
  await expect(fileFixStore(path.join(folder, 'COPIES.ndjson'))).resolves.toBeDefined()
})
