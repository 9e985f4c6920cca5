import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { TENANTS_DIR } from '../../tests/fixtures/test-tenants'
import { type LoadTenantsOptions, tenantFolders } from './load-tenants.server'
import type { Brand } from './read-brand.server'
import { readBrands, readInThread } from './read-brands.server'

const COUNT = 120
const tenantsDir = mkdtempSync(path.join(tmpdir(), 'candor-read-'))
const options: LoadTenantsOptions = {
  tenantsDir,
  themesDir: path.join(TENANTS_DIR, '../themes'),
  baseDomain: 'localhost:3000',
  scheme: 'http',
  judge: judgeBrand,
}

const THREAD = new URL('../../scripts/read-brands-thread.mjs', import.meta.url)

const { judge: _function, ...copyable } = options

beforeAll(() => {
  for (let index = 0; index < COUNT; index++)
    cpSync(path.join(TENANTS_DIR, 'saffron'), path.join(tenantsDir, `brand-${index}`), { recursive: true })
  writeFileSync(path.join(tenantsDir, 'brand-7/tenant.json'), '{')
  writeFileSync(path.join(tenantsDir, 'brand-9/news.json'), '[{}]')
})
afterAll(() => rmSync(tenantsDir, { recursive: true }))

test('what two threads read beside this one is what one alone reads, good and bad, in the order of the ids', async () => {
  const ids = tenantFolders(tenantsDir)
  const alone = await readBrands(ids, options, { threads: 0 })
  const together = await readBrands(ids, options, { threads: 2, script: THREAD })
  expect([...alone.values()].filter(({ kind }) => kind === 'good')).toHaveLength(COUNT - 2)
  expect(alone.get('brand-9')).toMatchObject({ kind: 'bad', withoutNews: { tenant: { id: 'brand-9' } } })
  expect([...together]).toEqual([...alone])
})

test('what comes from a thread is as whole as what is read here: pictures are buffers, common parts are held once', async () => {
  const ids = tenantFolders(tenantsDir).filter((id) => id !== 'brand-7' && id !== 'brand-9')
  const brands: Brand[] = []
  await readInThread(
    { ids, options: copyable, taken: new SharedArrayBuffer(4) },
    (handful) => {
      brands.push(...handful.flatMap(([, reading]) => (reading.kind === 'good' ? [reading.brand] : [])))
    },
    THREAD,
  )
  expect(brands).toHaveLength(ids.length)
  expect(brands.every(({ pictures }) => [...pictures.values()].every(({ content }) => Buffer.isBuffer(content)))).toBe(true)
  expect(new Set(brands.map(({ tenant }) => tenant.trading)).size).toBe(1)
  expect(new Set(brands.map(({ tenant }) => tenant.palette)).size).toBe(1)
})

test('what a thread took and did not bring back is read here', async () => {
  const ids = tenantFolders(tenantsDir)
  const script = path.join(tenantsDir, 'lost.mjs')
  writeFileSync(
    script,
    `import { workerData } from 'node:worker_threads'
    Atomics.add(new Int32Array(workerData.taken), 0, 100)
    throw new Error('lost')`,
  )
  const lost: Error[] = []
  const onLost = (error: Error) => void lost.push(error)
  const read = await readBrands(ids, options, { threads: 2, script: pathToFileURL(script), onLost })
  expect(lost.map(({ message }) => message)).toEqual(['lost', 'lost'])
  expect([...read]).toEqual([...(await readBrands(ids, options, { threads: 0 }))])
})
