import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../architecture/source-files'
import { proofTable } from './proof-table'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('docs/proof.md has the frauds of contract/frauds.ts, each with what catches it', () => {
  const [, table] = read('docs/proof.md').split(/<!-- frauds[^>]*-->\n/)
  expect(table?.trim()).toBe(proofTable())
})

test('every command that docs/proof.md gives is one', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
  const named = [...read('docs/proof.md').matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([])
})
