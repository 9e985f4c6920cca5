import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderWatcher, watchFolders } from './watch-folders.server'

let root: string
let watcher: FolderWatcher
let changes: { readonly ids: readonly string[]; readonly themes: boolean }[]
const place = (...names: string[]) => path.join(root, ...names)
const seen = () => [...new Set(changes.flatMap(({ ids }) => ids))].sort()

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'candor-watch-'))
  changes = []
  for (const name of ['tenants/a', 'tenants/b', 'themes']) mkdirSync(place(name), { recursive: true })
  writeFileSync(place('tenants/a/tenant.json'), '1')
  writeFileSync(place('tenants/b/tenant.json'), '1')
})
afterEach(() => {
  watcher.close()
  rmSync(root, { recursive: true, force: true })
})

describe.each([
  ['told by the operating system', true],
  ['found by the sweep alone', false],
])('%s', (_title, listens) => {
  beforeEach(() => {
    watcher = watchFolders({
      tenantsDir: place('tenants'),
      themesDir: place('themes'),
      logger: { info() {}, warn() {}, error() {} },
      listens,
      onChange: ({ ids, themes }) => changes.push({ ids: [...ids], themes }),
    })
  })

  test('a file that is written in place, one that is moved over another, one that comes and one that goes', async () => {
    writeFileSync(place('tenants/a/tenant.json'), '2')
    await expect.poll(seen).toEqual(['a'])
    changes = []
    writeFileSync(place('draft'), '3')
    renameSync(place('draft'), place('tenants/b/tenant.json'))
    await expect.poll(seen).toEqual(['b'])
    changes = []
    writeFileSync(place('tenants/b/logo.svg'), '<svg/>')
    await expect.poll(seen).toEqual(['b'])
    changes = []
    rmSync(place('tenants/b/logo.svg'))
    await expect.poll(seen).toEqual(['b'])
  })

  test('a folder that comes, goes, and is put in the place of another one, which is watched from then on', async () => {
    mkdirSync(place('tenants/c'))
    await expect.poll(seen).toEqual(['c'])
    rmSync(place('tenants/b'), { recursive: true })
    await expect.poll(seen).toEqual(['b', 'c'])
    changes = []
    mkdirSync(place('other'))
    writeFileSync(place('other/tenant.json'), 'another')
    renameSync(place('tenants/a'), place('away'))
    renameSync(place('other'), place('tenants/a'))
    await expect.poll(seen).toEqual(['a'])
    await expect.poll(() => changes.length).toBeGreaterThan(0)
    watcher.lookNow()
    changes = []
    writeFileSync(place('tenants/a/tenant.json'), 'edited')
    await expect.poll(seen).toEqual(['a'])
  })

  test('themes are told apart from brands, and what belongs to editors is nothing', async () => {
    writeFileSync(place('themes/dusk.json'), '{}')
    await expect.poll(() => changes.some(({ themes }) => themes)).toBe(true)
    watcher.lookNow()
    changes = []
    mkdirSync(place('tenants/.draft'))
    writeFileSync(place('tenants/.draft/tenant.json'), '1')
    watcher.lookNow()
    expect(seen()).toEqual([])
  })

  test('a folder of folders that was away for a while is looked after again', async () => {
    renameSync(place('tenants'), place('unmounted'))
    watcher.lookNow()
    changes = []
    renameSync(place('unmounted'), place('tenants'))
    writeFileSync(place('tenants/a/tenant.json'), '4')
    await expect.poll(seen).toContain('a')
  })
})
