import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TENANTS_DIR } from '../../tests/fixtures/test-tenants'
import { describeProblem, loadTenants } from './load-tenants'

let dir: string
const themesDir = path.join(TENANTS_DIR, '..', 'themes')

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tenants-'))
  for (const id of ['aurora', 'meridian']) cpSync(path.join(TENANTS_DIR, id), path.join(dir, id), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true }))

const load = (baseDomain = 'localhost:3000') => loadTenants({ tenantsDir: dir, themesDir, baseDomain, scheme: 'http' })
const fileOf = (id: string) => path.join(dir, id, 'tenant.json')
type Draft = Record<string, unknown> & { theme: Record<string, unknown>; legal: Record<string, unknown>; trading: Record<string, unknown> }
function change(id: string, edit: (file: Draft) => void) {
  const file = JSON.parse(readFileSync(fileOf(id), 'utf8')) as Draft
  edit(file)
  writeFileSync(fileOf(id), JSON.stringify(file))
}
const ids = () => load().tenants.map((tenant) => tenant.id)

const ACCOUNT = {
  coin: 'EUR',
  bankName: 'Example Bank',
  bankAddress: '1 Sample Street',
  bankSwift: 'EXAMDEFFXXX',
  payeeName: 'Example',
  payeeAccount: 'DE89370400440532013000',
}

describe('brands are read from their folders', () => {
  test('each answers on its own name under the base domain', () => {
    const { tenants, problems } = load()
    expect(problems).toEqual([])
    expect(tenants.map(({ id, siteHosts, siteOrigin }) => [id, siteHosts, siteOrigin])).toEqual([
      ['aurora', ['aurora.localhost:3000'], 'http://aurora.localhost:3000'],
      ['meridian', ['meridian.localhost:3000'], 'http://meridian.localhost:3000'],
    ])
  })

  test('a domain of its own answers too, with the port of the base domain where that has one', () => {
    change('aurora', (file) => Object.assign(file, { hosts: ['trade.aurora.example'] }))
    expect(load().tenants[0]?.siteHosts).toEqual(['aurora.localhost:3000', 'trade.aurora.example', 'trade.aurora.example:3000'])
    expect(load('candor.example').tenants[0]?.siteHosts).toEqual(['aurora.candor.example', 'trade.aurora.example'])
  })

  test('the title DEMO makes the whole site a demonstration', () => {
    change('meridian', (file) => Object.assign(file, { title: 'DEMO' }))
    expect(load().tenants.map(({ isDemoSite }) => isDemoSite)).toEqual([false, true])
  })

  test('a folder without brands gives none', () => {
    expect(loadTenants({ tenantsDir: path.join(dir, 'none'), themesDir, baseDomain: 'x', scheme: 'http' })).toEqual({
      tenants: [],
      problems: [],
    })
  })
})

describe('a brand that is not right does not load, the others do', () => {
  const expectRefused = (reason: RegExp) => {
    const { tenants, problems } = load()
    expect(tenants.map(({ id }) => id)).toEqual(['meridian'])
    expect(problems.map(describeProblem).join('\n')).toMatch(reason)
    expect(problems[0]?.file).toContain(path.join(dir, 'aurora'))
  }

  test.each<[string, RegExp, (file: Draft) => void]>([
    ['an unknown key', /nickname/, (file) => Object.assign(file, { nickname: 'x' })],
    ['an unknown key deep inside', /trading: .*cheat/i, (file) => Object.assign(file.trading, { cheat: true })],
    ['a prototype key', /__proto__/, (file) => Object.defineProperty(file, '__proto__', { value: { a: 1 }, enumerable: true })],
    ['a name that is missing', /name: /, (file) => Reflect.deleteProperty(file, 'name')],
    ['a link that is not https', /lossUrl/, (file) => Object.assign(file, { lossUrl: 'http://help.aurora.example/' })],
    ['a script as a link', /lossUrl/, (file) => Object.assign(file, { lossUrl: 'javascript:alert(1)' })],
    [
      'a link outside the allow-list',
      /evil\.example is not in linkHosts/,
      (file) => Object.assign(file, { lossUrl: 'https://evil.example/' }),
    ],
    ['closed without a way out', /needs a lossUrl/, (file) => Object.assign(file, { status: 'closed' })],
    ['CSS instead of a colour', /theme\.light/, (file) => Object.assign(file.theme, { light: { brand: 'red;}body{display:none' } })],
    [
      'a colour for a token that does not exist',
      /no token of this name/,
      (file) => Object.assign(file.theme, { light: { brnad: '#ffffff' } }),
    ],
    ['a theme that does not exist', /theme\.name: there is no .*nothing\.json/, (file) => Object.assign(file.theme, { name: 'nothing' })],
    ['a theme outside the folder', /theme\.name/, (file) => Object.assign(file.theme, { name: '../../etc' })],
    ['a host that is no DNS name', /hosts\.0/, (file) => Object.assign(file, { hosts: ['*.example.com'] })],
    [
      'a stop-out level outside the bounds',
      /stopOutLevelPercent: lies outside/,
      (file) => Object.assign(file.trading, { stopOutLevelPercent: '49' }),
    ],
    ['an amount in scientific writing', /demoBalance/, (file) => Object.assign(file.trading, { demoBalance: '1e9' })],
    [
      'an address with a slip in it',
      /wallet\.networks\.0\.address: .*is not an address of TRC20/,
      (file) =>
        Object.assign(file, {
          wallet: { networks: [{ currency: 'USDT', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc' }] },
        }),
    ],
    [
      'an address of another chain',
      /is not an address of ERC20/,
      (file) =>
        Object.assign(file, {
          wallet: { networks: [{ currency: 'USDT', protocol: 'ERC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }] },
        }),
    ],
    [
      'a deposit network for another coin',
      /wallet\.networks\.0\.currency/,
      (file) =>
        Object.assign(file, {
          wallet: { networks: [{ currency: 'BTC', protocol: 'TRC20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }] },
        }),
    ],
    [
      'an account number with a slip in it',
      /is not an account of EXAMDEFFXXX/,
      (file) => Object.assign(file, { wallet: { collectionAccounts: [{ ...ACCOUNT, payeeAccount: 'DE89370400440532013001' }] } }),
    ],
    [
      'a bank account whose money is worth nothing',
      /wallet\.collectionAccounts\.0\.usdtRate/,
      (file) => Object.assign(file, { wallet: { collectionAccounts: [{ ...ACCOUNT, usdtRate: '0' }] } }),
    ],
    ['a name that the platform needs', /belongs to the API/, (file) => Object.assign(file, { hosts: ['api.candor.example'] })],
  ])('%s', (_what, reason, edit) => {
    change('aurora', edit)
    if (String(reason).includes('belongs to the API')) {
      expect(load('candor.example').problems.map(describeProblem).join()).toMatch(reason)
    } else expectRefused(reason)
  })

  test('text that is not JSON', () => {
    writeFileSync(fileOf('aurora'), '{"name": ')
    expectRefused(/not readable as JSON/)
  })

  test('a missing picture', () => {
    rmSync(path.join(dir, 'aurora', 'logo.svg'))
    expectRefused(/the picture is missing/)
  })

  test('a folder without its file', () => {
    rmSync(fileOf('aurora'))
    expectRefused(/the file does not exist/)
  })

  test('a folder whose name is no id, or is the name of the platform', () => {
    for (const name of ['Bad Name', 'api', 'desk']) mkdirSync(path.join(dir, name))
    expect(ids()).toEqual(['aurora', 'meridian'])
    expect(load().problems).toHaveLength(3)
  })

  test('a host that another brand holds: the first keeps it, the second does not load', () => {
    for (const id of ['aurora', 'meridian']) change(id, (file) => Object.assign(file, { hosts: ['trade.example.com'] }))
    expect(ids()).toEqual(['aurora'])
    expect(load().problems.map(describeProblem).join()).toMatch(/hosts: trade\.example\.com already belongs to aurora/)
  })
})
