import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { judgeBrand } from '../../broker/brands/judge-brand'
import { describeProblem, explainProblem } from '../../contract/tenant/problem'
import { TENANTS_DIR } from '../../tests/fixtures/test-tenants'
import { houseHosts, loadTenants, readTenantFolder, UNSTATED } from './load-tenants.server'

let dir: string
const themesDir = path.join(TENANTS_DIR, '..', 'themes')

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tenants-'))
  for (const id of ['aurora', 'meridian']) cpSync(path.join(TENANTS_DIR, id), path.join(dir, id), { recursive: true })
})
afterEach(() => rmSync(dir, { recursive: true }))

const load = (baseDomain = 'localhost:3000') => loadTenants({ tenantsDir: dir, themesDir, baseDomain, scheme: 'http', judge: judgeBrand })
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

  test('a draft that does not say who stands behind it takes no real money', () => {
    change('aurora', ({ legal }) => Object.assign(legal, { entity: UNSTATED, location: UNSTATED }))
    expect(ids()).toEqual(['aurora', 'meridian'])
    const { tenants, problems } = loadTenants({
      tenantsDir: dir,
      themesDir,
      baseDomain: 'x',
      scheme: 'https',
      judge: judgeBrand,
      takesRealMoney: true,
    })
    expect(tenants.map(({ id }) => id)).toEqual(['meridian'])
    expect(problems.map(({ path: place }) => place)).toEqual(['legal.entity', 'legal.location'])
  })

  test('a folder without brands gives none', () => {
    expect(loadTenants({ tenantsDir: path.join(dir, 'none'), themesDir, baseDomain: 'x', scheme: 'http', judge: judgeBrand })).toEqual({
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
      'a key of a witness with a slip in it',
      /aurora\/tenant\.json: log\.witnesses\.0\.key: is not a key: a character was lost or changed/,
      (file) => {
        const key = 'w.example+00000000+BHPPnkfUOkUWkqN9BDcrQuRPSMINdVIjC9j4VWOp+jPo'
        Object.assign(file, { log: { witnesses: [{ name: 'W', kind: 'club', url: 'https://w.example', key }], needed: 1 } })
      },
    ],
    [
      'more witnesses needed than there are',
      /aurora\/tenant\.json: log\.needed: 2 of 1 can never sign/,
      (file) => {
        const key = 'w.example+00000000+BHPPnkfUOkUWkqN9BDcrQuRPSMINdVIjC9j4VWOp+jPo'
        Object.assign(file, { log: { witnesses: [{ name: 'W', kind: 'club', url: 'https://w.example', key }], needed: 2 } })
      },
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

describe('ten lines launch a site', () => {
  const LEAST = {
    name: 'Nova Trading',
    legal: { entity: 'Nova Trading Ltd', registeredAddress: '1 Harbour Road, Valletta', location: 'Valletta, Malta' },
    email: 'help@nova.example',
  }

  test('with two pictures the least file is a company under its own host, titled by its name', () => {
    writeFileSync(fileOf('aurora'), JSON.stringify(LEAST))
    expect(load().problems).toEqual([])
    expect(load().tenants[0]).toMatchObject({ title: 'Nova Trading', isDemoSite: false, siteOrigin: 'http://aurora.localhost:3000' })
  })

  test('pictures may be PNG', async () => {
    const picture = await sharp({ create: { width: 96, height: 96, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .png()
      .toBuffer()
    for (const name of ['logo', 'icon']) {
      rmSync(path.join(dir, 'aurora', `${name}.svg`))
      writeFileSync(path.join(dir, 'aurora', `${name}.png`), picture)
    }
    expect(load().tenants[0]).toMatchObject({ logoPath: '/brands/aurora/logo.png', iconPath: '/brands/aurora/icon.png' })
    cpSync(path.join(TENANTS_DIR, 'aurora/logo.svg'), path.join(dir, 'aurora/logo.svg'))
    expect(load().problems.map(describeProblem).join()).toMatch(/logo\.svg: there is a logo\.png, too/)
  })
})

describe('what is wrong is said all at once, with how to mend it', () => {
  const said = () => load().problems.map(explainProblem).join('\n')

  test('in the file, its pictures and its terms', () => {
    change('aurora', (file) => {
      Object.assign(file, { nmae: 'x', email: 'nobody', status: 'close' })
      Object.assign(file.theme, { name: 'aurorra' })
      Object.assign(file.trading, { instruments: ['EURUSX'] })
    })
    writeFileSync(path.join(dir, 'aurora/logo.svg'), '<svg/>')
    change('meridian', (file) => {
      Object.assign(file.theme, { light: { brnad: '#ffffff' } })
      Object.assign(file.trading, { overrides: { EURUSD: { spread: '1' } } })
      Object.assign(file, { texts: { en: { 'public:riskLine': 'Safe.', 'auth:sideTitel': 'x' } } })
    })
    expect(ids()).toEqual([])
    const places = load().problems.map(({ file, path: place }) => `${path.relative(dir, file)} ${place}`)
    expect(places).toEqual([
      'aurora/tenant.json email',
      'aurora/tenant.json status',
      'aurora/tenant.json ',
      'aurora/tenant.json theme.name',
      'aurora/tenant.json trading.instruments.0',
      'aurora/logo.svg ',
      'meridian/tenant.json theme.light.brnad',
      'meridian/tenant.json trading.overrides.EURUSD.spread',
      'meridian/tenant.json texts.en.public:riskLine',
      'meridian/tenant.json texts.en.auth:sideTitel',
    ])
    expect(load().problems.filter(({ mend }) => mend === undefined || mend === '')).toEqual([])
  })

  test.each<[string, RegExp, (file: Draft) => void]>([
    [
      'a misspelt key',
      /unknown key "nmae"\n {4}mend: did you mean "name"\? known here: .*legal/,
      (file) => Object.assign(file, { nmae: 'x' }),
    ],
    ['a misspelt value', /did you mean "closed"\? allowed: live, closed, wind-down/, (file) => Object.assign(file, { status: 'close' })],
    [
      'a missing field',
      /legal\.entity: is missing\n {4}mend: write a text in quotes: Legal name/,
      (file) => Reflect.deleteProperty(file.legal, 'entity'),
    ],
    ['a number as text', /mend: write a whole number without quotes/, (file) => Object.assign(file.trading, { staleAfterMs: '2000' })],
    [
      'a bound',
      /stopOutLevelPercent: lies outside what is allowed\n {4}mend: .*between 50 and 100 percent/,
      (file) => Object.assign(file.trading, { stopOutLevelPercent: '40' }),
    ],
    ['a misspelt theme', /mend: did you mean "aurora"\? themes: aurora, /, (file) => Object.assign(file.theme, { name: 'aurorra' })],
    ['a misspelt token', /mend: did you mean "brand"\?/, (file) => Object.assign(file.theme, { light: { brnad: '#ffffff' } })],
    [
      'a colour that hides text',
      /theme\.light: text-3 on bg-canvas has a contrast of 1\.\d+, 4\.5 is needed/,
      (file) => Object.assign(file.theme, { light: { 'text-3': '#f0f0f0' } }),
    ],
  ])('%s', (_what, reason, edit) => {
    change('aurora', edit)
    expect(said()).toMatch(reason)
  })

  test('a comma too many is found by line and column', () => {
    writeFileSync(fileOf('aurora'), '{\n  "name": "x",\n}')
    expect(said()).toMatch(/not readable as JSON: line 3, column 1\n {4}mend: look for a comma/)
  })

  test('what a hostile file says does not reach the terminal as it is', () => {
    change('aurora', (file) => Object.assign(file, { '\u001b[2J\u202e': 1 }))
    expect(said()).toContain('unknown key "\\u{1b}[2J\\u{202e}"')
  })
})

describe('files are read only where they belong', () => {
  const reasonOf = () => load().problems.map(describeProblem).join()

  test('a link out of the folder is not followed, one within it is', () => {
    renameSync(fileOf('aurora'), path.join(dir, 'aurora/now.json'))
    symlinkSync('now.json', fileOf('aurora'))
    expect(ids()).toEqual(['aurora', 'meridian'])
    rmSync(fileOf('aurora'))
    symlinkSync('../meridian/tenant.json', fileOf('aurora'))
    expect(reasonOf()).toMatch(/aurora\/tenant\.json: is a link that leads out of its folder/)
  })

  test('a folder that is a link itself is said, not served', () => {
    symlinkSync(path.join(TENANTS_DIR, 'saffron'), path.join(dir, 'saffron'))
    expect(ids()).toEqual(['aurora', 'meridian'])
    expect(reasonOf()).toMatch(/saffron\/tenant\.json: the folder is a link/)
  })

  test.each([
    ['larger than it may be', () => ' '.repeat(257 * 1024), /has 257 KB/],
    ['not UTF-8', () => Buffer.from([0x7b, 0xff, 0x7d]), /it is not UTF-8 text/],
    ['with a byte order mark', () => '\ufeff{}', /byte order mark/],
    ['nested without end', () => '['.repeat(5_000) + ']'.repeat(5_000), /nested deeper than 16 levels/],
    ['with a key of JavaScript', () => '{"legal":{"__proto__":{"polluted":1}}}', /legal: the key "__proto__" is never read/],
  ])('a file %s is refused', (_what, content, reason) => {
    writeFileSync(fileOf('aurora'), content())
    expect(reasonOf()).toMatch(reason)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('a folder in place of a file is refused', () => {
    rmSync(fileOf('aurora'))
    mkdirSync(fileOf('aurora'))
    expect(reasonOf()).toMatch(/is no plain file/)
  })
})

describe('hosts', () => {
  test.each([
    'meridian.localhost',
    'new.localhost',
    'a.b.localhost',
  ])('%s under the base domain cannot be taken by writing it down', (host) => {
    change('aurora', (file) => Object.assign(file, { hosts: [host] }))
    expect(ids()).toEqual(['meridian'])
    expect(load().problems.map(describeProblem).join()).toContain(`hosts: ${host} lies under the platform's own domain`)
  })

  test('one folder can be read by itself, beside hosts that are given away', () => {
    change('aurora', (file) => Object.assign(file, { hosts: ['trade.aurora.example'] }))
    const options = { tenantsDir: dir, themesDir, baseDomain: 'candor.example', scheme: 'https', judge: judgeBrand } as const
    const house = houseHosts(options.baseDomain)
    expect(readTenantFolder('aurora', options, house)).toMatchObject({
      ok: true,
      value: { siteHosts: ['aurora.candor.example', 'trade.aurora.example'] },
    })
    expect(readTenantFolder('aurora', options, new Map([...house, ['trade.aurora.example', 'aurora']]))).toMatchObject({ ok: true })
    expect(readTenantFolder('aurora', options, new Map([...house, ['trade.aurora.example', 'meridian']]))).toMatchObject({
      ok: false,
      problems: [{ path: 'hosts', reason: 'trade.aurora.example already belongs to meridian' }],
    })
  })
})
