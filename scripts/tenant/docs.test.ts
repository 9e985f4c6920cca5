import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TenantFile } from '../../contract/tenant'
import { DOCS_FILE, docsText, fieldLines } from './docs'
import { SCHEMA_FILE, schemaText } from './schema'

const root = fileURLToPath(new URL('../..', import.meta.url))
const written = (file: string) => readFileSync(root + file, 'utf8')

test('docs/tenant.md is as `npm run tenant -- docs` writes it', () => expect(written(DOCS_FILE)).toBe(docsText()))

test('tenants/tenant.schema.json is as `npm run tenant -- schema` writes it', () => expect(written(SCHEMA_FILE)).toBe(schemaText()))

test('every field says what it is for', () => {
  const lines = fieldLines()
  expect(lines.filter(({ meaning }) => meaning.length < 5).map(({ path }) => path)).toEqual([])
  expect(lines.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'name',
      'legal.licence.registerUrl',
      'wallet.networks[].address',
      'trading.overrides.<name>.spread',
      'brokerOrigin',
    ]),
  )
})

test('ten lines are a company', () => {
  const example = /```json\n([\s\S]*?)\n```/.exec(docsText())?.[1] ?? ''
  expect(TenantFile.safeParse(JSON.parse(example)).error).toBeUndefined()
  expect(example.split('\n').length).toBeLessThanOrEqual(10)
})
