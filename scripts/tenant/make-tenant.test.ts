import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadTenants, UNSTATED } from '../../app/brand-files/load-tenants.server'
import { contrastProblems } from '../../app/palette/contrast.server'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { explainProblem } from '../../contract/tenant/problem'
import { TENANTS_DIR } from '../../tests/fixtures/test-tenants'
import { makeTenant, type NewTenant } from './make-tenant'

let dir: string
const themesDir = path.join(TENANTS_DIR, '..', 'themes')
const places = () => ({ tenantsDir: dir, themesDir, baseDomain: 'localhost:3000', scheme: 'http' as const, judge: judgeBrand })
const NOVA: NewTenant = { id: 'nova', name: 'Nova Markets', colour: '#14213d', hosts: ['nova.example'], base: 'graphite', isDemo: false }

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'new-tenant-'))
  cpSync(path.join(TENANTS_DIR, 'saffron'), path.join(dir, 'saffron'), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true }))

function make(change: Partial<NewTenant> = {}) {
  const result = makeTenant({ ...NOVA, ...change }, places())
  if (!result.ok) throw new Error(result.problems.map(explainProblem).join('\n'))
  return result.made
}

/** What was said about a wish that cannot be met; nothing may be left behind. */
function refusal(change: Partial<NewTenant>): string {
  const result = makeTenant({ ...NOVA, ...change }, places())
  if (result.ok) throw new Error('it was made')
  expect(readdirSync(dir)).toEqual(before)
  return result.problems.map(explainProblem).join('\n')
}
let before: string[] = []
beforeEach(() => {
  before = readdirSync(dir)
})

describe('a new brand', () => {
  test('is one that the server serves, from a name, a colour and a host', () => {
    make()
    const { tenants, problems } = loadTenants(places())
    expect(problems).toEqual([])
    const nova = tenants.find(({ id }) => id === 'nova')
    expect(nova).toMatchObject({ name: 'Nova Markets', siteHosts: ['nova.localhost:3000', 'nova.example', 'nova.example:3000'] })
    expect(nova?.theme.light.brand).toBe('#14213d')
    expect(nova === undefined ? null : contrastProblems(nova.palette.modes)).toEqual([])
    expect(readdirSync(dir)).toEqual(['nova', 'saffron'])
  })

  test('says of its company what was said, and else that it is not stated, and is not led to then', () => {
    const made = make()
    expect(made.tenant).toMatchObject({ legal: { entity: UNSTATED, registeredAddress: UNSTATED, location: UNSTATED }, listed: false })
    expect(made.unstated).toEqual(['legal.entity', 'legal.registeredAddress', 'legal.location', 'email'])
    const whole = make({
      id: 'vega',
      hosts: [],
      entity: 'Vega Ltd',
      address: '1 Sample Street, Tallinn',
      location: 'Tallinn, Estonia',
      email: 'help@vega.example',
    })
    expect(whole.unstated).toEqual([])
    expect(whole.tenant.listed).toBe(true)
  })

  test('writes only what differs from the defaults', () => {
    make({ languages: ['en', 'ar'], defaultLanguage: 'ar', country: 'EE', mode: 'dark', isDemo: true })
    const file = JSON.parse(readFileSync(path.join(dir, 'nova/tenant.json'), 'utf8'))
    expect(Object.keys(file)).toEqual([
      '$schema',
      'name',
      'title',
      'legal',
      'email',
      'hosts',
      'listed',
      'languages',
      'defaultLanguage',
      'country',
      'theme',
    ])
    expect(file).toMatchObject({ title: 'DEMO', languages: ['en', 'ar'], defaultLanguage: 'ar', country: 'EE' })
    expect(file.theme.defaultMode).toBe('dark')
  })

  test('takes the pictures that are given', () => {
    const logo = path.join(TENANTS_DIR, 'aurora/logo.svg')
    const made = make({ logo })
    expect(readFileSync(path.join(dir, 'nova/logo.svg'), 'utf8')).toBe(readFileSync(logo, 'utf8'))
    expect(made.initials).toBe('NM')
  })
})

describe('nothing is written when', () => {
  test.each([
    ['the id cannot be a name under the base domain', { id: 'Nova_1' }, '<id>: "Nova_1" is not an id'],
    ['the id leads out of the folder', { id: '../nova' }, '<id>: "../nova" is not an id'],
    ['the id belongs to the platform', { id: 'desk' }, '<id>: the name "desk" belongs to the platform'],
    ['the folder is there already', { id: 'saffron' }, 'is there already'],
    ['the colour is none', { colour: 'navy' }, '--colour: navy is not a colour'],
    ['a host is none', { hosts: ['http://nova.example'] }, 'a host is a lower-case DNS name'],
    ['there is no such theme', { base: 'neon' }, '--base: there is no theme neon'],
    ['there is no such picture', { logo: '/nowhere/logo.svg' }, '--logo: there is no file /nowhere/logo.svg'],
    ['the name hides something', { name: 'Nova\u202eskram' }, 'U+202E'],
  ] as const)('%s', (_rule, change, reason) => {
    expect(refusal(change)).toContain(reason)
  })

  test('a host belongs to another brand, whichever id sorts first', () => {
    expect(refusal({ id: 'abacus', hosts: ['saffron.localhost'] })).toContain('saffron')
  })

  test('a picture is more than a picture', () => {
    const logo = path.join(dir, '..', `${path.basename(dir)}.svg`)
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>0</script></svg>')
    expect(refusal({ logo })).toContain('holds the element <script>')
    rmSync(logo)
  })

  test('several things are wrong: all of them are told at once', () => {
    const told = refusal({ id: 'X', colour: '#12', hosts: ['a b'], email: 'q', languages: ['en', 'xx'], country: 'uk' })
    for (const place of ['<id>', '--colour', 'hosts.0', 'email', 'languages.1', 'country']) expect(told).toContain(place)
  })

  test('the file that is there stays as it was', () => {
    make()
    const file = path.join(dir, 'nova/tenant.json')
    const content = readFileSync(file, 'utf8')
    expect(makeTenant({ ...NOVA, name: 'Another' }, places()).ok).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe(content)
    expect(existsSync(path.join(dir, 'nova/logo.svg'))).toBe(true)
  })
})
