import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readTenantFolder } from '../../app/brand-files/load-tenants.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { TENANTS_DIR, testTenants } from '../../tests/fixtures/test-tenants'
import { refuseForeign } from './preview'
import { previewPage } from './preview-page'
import { placeBrand } from './preview-server'
import { type Shot, signedInScreens } from './preview-shots'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'preview-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const themesDir = path.join(TENANTS_DIR, '..', 'themes')

test('a brand that is not live is previewed alone, as if it were, and its folder stays as it is', () => {
  const tenantsDir = path.join(dir, 'tenants')
  mkdirSync(tenantsDir)
  for (const id of ['aurora', 'saffron']) cpSync(path.join(TENANTS_DIR, id), path.join(tenantsDir, id), { recursive: true })
  const file = path.join(tenantsDir, 'saffron/tenant.json')
  const closed = JSON.stringify({
    ...JSON.parse(readFileSync(file, 'utf8')),
    status: 'closed',
    lossUrl: 'https://help.saffron.example/end',
    linkHosts: ['help.saffron.example'],
    hosts: ['saffron.example'],
  })
  writeFileSync(file, closed)
  const places = { tenantsDir, themesDir, baseDomain: 'localhost:3000', scheme: 'http' as const, judge: judgeBrand }
  const placed = placeBrand('saffron', places, path.join(dir, 'scratch'))
  expect(readdirSync(placed)).toEqual(['saffron'])
  const read = readTenantFolder('saffron', { ...places, tenantsDir: placed }, new Map())
  expect(read.ok && { status: read.value.status, siteHosts: read.value.siteHosts }).toEqual({
    status: 'live',
    siteHosts: ['saffron.localhost:3000'],
  })
  expect(readFileSync(file, 'utf8')).toBe(closed)
})

test('pages that a brand leaves out are not among its screens', () => {
  expect(Object.keys(signedInScreens({ news: false, ranking: false }))).toEqual([
    'home',
    'trade',
    'order',
    'mine',
    'wallet',
    'deposit',
    'language',
  ])
  expect(Object.keys(signedInScreens({ news: true, ranking: true }))).toContain('news')
})

describe('the command', () => {
  const script = fileURLToPath(new URL('../tenant.ts', import.meta.url))
  const ask = (args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', script, 'preview', ...args], {
      env: { ...process.env, MODE: '', ...env },
    }).then(
      () => ({ code: 0, said: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
    )

  test('says what is missing on a machine without a browser', { timeout: 60_000 }, async () => {
    const nowhere = { PATH: dir, CHROMIUM_PATH: '', PLAYWRIGHT_BROWSERS_PATH: dir }
    const { code, said } = await ask(['aurora', '--out', path.join(dir, 'out')], nowhere)
    expect([code, said.split(':')[0]]).toEqual([1, 'no browser was found'])
    expect(said.split('\n')).toHaveLength(1)
  })

  test('takes no address that is none, and deletes nothing that is no preview', { timeout: 60_000 }, async () => {
    expect(await ask(['aurora', '--at', 'aurora', '--out', path.join(dir, 'out')])).toEqual({
      code: 1,
      said: 'aurora is not an address like http://aurora.localhost:3000',
    })
    writeFileSync(path.join(dir, 'letter.txt'), 'dear')
    expect(await ask(['aurora', '--out', dir])).toEqual({
      code: 1,
      said: `${dir} holds something else than a preview: name a new folder or an empty one`,
    })
    expect(readFileSync(path.join(dir, 'letter.txt'), 'utf8')).toBe('dear')
  })

  test('takes an earlier preview, whole or broken off, for its own, and nobody else’s pictures', () => {
    for (const names of [[], ['index.html', 'a.png'], ['scratch', 'a.png']]) {
      const folder = mkdtempSync(path.join(dir, 'out-'))
      for (const name of names) writeFileSync(path.join(folder, name), '')
      expect(() => refuseForeign(folder)).not.toThrow()
    }
    writeFileSync(path.join(dir, 'holiday.png'), '')
    expect(() => refuseForeign(dir)).toThrow('holds something else')
  })
})

describe('the page of a preview', () => {
  const shots: Shot[] = ['home', 'trade'].map((screen) => ({ screen, size: 'phone', mode: 'light', language: 'en', file: `${screen}.png` }))

  test('shows every picture under its screen, and the colours with their contrast', () => {
    const [tenant] = testTenants()
    if (tenant === undefined) throw new Error('no tenant')
    const page = previewPage(tenant, shots, [])
    for (const { file, screen } of shots) {
      expect(page).toContain(`src="${file}"`)
      expect(page).toContain(`<section id="${screen}">`)
    }
    expect(page).toContain('<td>line-3 on bg-active<td>3.0')
  })

  test('shows what a brand says of itself as text', () => {
    const [tenant] = testTenants()
    if (tenant === undefined) throw new Error('no tenant')
    const page = previewPage({ ...tenant, name: 'A & "B" \'C\'' }, shots, ['<b>'])
    expect(page).toContain('<h1>A &amp; &quot;B&quot; &#39;C&#39;</h1>')
    expect(page).toContain('<p>&lt;b&gt;</p>')
  })
})
