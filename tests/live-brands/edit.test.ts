/** Brands that come, change and go while the site is up, over a real door, real sockets and a real broker. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loader } from '../../app/routes/desk/desk'
import { nameForsakenBooks } from '../../broker/assembly/follow-brands'
import { auditBooks } from '../../broker/audit/audit-books'
import { tenantDirectory } from '../../broker/directory/tenant-directory'
import { listBrandProblems } from '../../contract/desk/brand'
import { requestSettingChange } from '../../contract/desk/settings'
import { getTrader } from '../../contract/users'
import { deskCall } from '../fixtures/desk-call'
import { host, type LiveSite, openLiveSite } from '../fixtures/live-site'
import { openOperator } from '../fixtures/operator'
import { openSocket } from '../fixtures/socket-client'
import { TEST_BASE_DOMAIN } from '../fixtures/test-tenants'
import { holding, submit } from '../fixtures/trader-actions'

let site: LiveSite
beforeEach(async () => {
  site = await openLiveSite()
})
afterEach(async () => {
  await site.close()
})

const pageOf = (id: string) => site.page(host(id))
const nameOf = async (id: string) => (await pageOf(id)).name
const folder = (id: string) => path.join(site.root, 'tenants', id)

describe('an edit', () => {
  test.each(['in-place', 'moved'] as const)('of the file (%s) is live without a restart, on the page and at the broker', async (way) => {
    const file = JSON.parse(site.read('aurora'))
    site.write('aurora', 'tenant.json', JSON.stringify({ ...file, name: 'Aurora Reborn', email: 'new@aurora.example' }), way)
    await expect.poll(() => pageOf('aurora')).toMatchObject({ name: 'Aurora Reborn', email: 'new@aurora.example' })
    expect(await nameOf('meridian')).toBe('Meridian Prime')
    expect(site.complaints).toEqual([])
  })

  test('of a picture is live, under an address of its own', async () => {
    const { logo } = JSON.parse((await site.ask(host('aurora'))).body)
    const before = await site.ask(host('aurora'), logo)
    site.write('aurora', 'logo.svg', site.read('meridian', 'logo.svg'))
    await expect.poll(async () => (await site.ask(host('aurora'), logo)).body).toBe(site.read('meridian', 'logo.svg'))
    const { logo: address } = JSON.parse((await site.ask(host('aurora'))).body)
    expect(address).not.toBe(logo)
    expect((await site.ask(host('aurora'), address)).headers.etag).not.toBe(before.headers.etag)
  })

  test('of the language of a first visit is live: the browser is asked, or the brand begins in its own', async () => {
    const langOf = async (headers: Record<string, string>) =>
      JSON.parse((await site.ask(host('aurora'), '/manifest.json', headers)).body).lang
    const german = { 'accept-language': 'de-DE,en;q=0.5' }
    expect(await langOf(german)).toBe('de')
    site.edit('aurora', () => ({ firstLanguage: 'own' }))
    await expect.poll(() => langOf(german)).toBe('zh-Hant-HK')
    expect(await langOf({ ...german, cookie: 'lng=fr' })).toBe('fr')
  })

  test('of a theme is live for every brand that wears it', async () => {
    const file = path.join(site.root, 'themes/aurora.json')
    const theme = JSON.parse(readFileSync(file, 'utf8'))
    theme.shape['r-md'] = '3px'
    writeFileSync(file, JSON.stringify(theme))
    await expect.poll(() => site.brands.tenants.find(({ id }) => id === 'aurora')?.palette.shape['r-md']).toBe('3px')
    expect(site.brands.tenants.find(({ id }) => id === 'meridian')?.palette.shape['r-md']).not.toBe('3px')

    writeFileSync(file, 'broken')
    await expect
      .poll(() => site.brands.problems.map(({ tenantId, file: place }) => [tenantId, path.basename(place)]))
      .toEqual([['aurora', 'aurora.json']])
    expect(await nameOf('aurora')).toBe('Aurora Markets')
    writeFileSync(file, JSON.stringify({ ...theme, shape: { ...theme.shape, 'r-md': '4px' } }))
    await expect.poll(() => site.brands.tenants.find(({ id }) => id === 'aurora')?.palette.shape['r-md']).toBe('4px')
    expect(site.brands.problems).toEqual([])
  })

  test('of the neutral theme is live for the main site and the desk, and a broken one leaves them as they were', async () => {
    const file = path.join(site.root, 'themes/graphite.json')
    const theme = JSON.parse(readFileSync(file, 'utf8'))
    const brand = () => site.brands.housePalette.modes.light.brand
    expect(brand()).toBe(theme.modes.light.brand)
    theme.modes.light.brand = '#14213d'
    writeFileSync(file, JSON.stringify(theme))
    await expect.poll(brand).toBe('#14213d')
    writeFileSync(file, 'broken')
    await expect.poll(() => site.complaints.some(({ message }) => message.startsWith('the theme of the main site'))).toBe(true)
    expect(brand()).toBe('#14213d')
  })

  test('of the news is live', async () => {
    const news = JSON.parse(site.read('aurora', 'news.json'))
    const titles = async () => {
      const { data } = JSON.parse((await site.ask(host('aurora'), '/api/news/list?category_id=1', { lang: 'en' })).body)
      return data.data.map(({ title }: { title: string }) => title)
    }
    expect(await titles()).not.toContain('A door opens')
    const article = { ...news[0], id: 'door', createdAt: '2026-11-18T11:00:00Z', title: { en: 'A door opens' } }
    site.write('aurora', 'news.json', JSON.stringify([...news, article]))
    await expect.poll(titles).toContain('A door opens')
  })

  test('leaves what the desk has set where it was', async () => {
    const admin = await openOperator(site.world, { roles: ['admin'] })
    const value = JSON.stringify({ email: 'desk@aurora.example', serviceLink: '', serviceType: 'frame' })
    const changed = await admin.call(requestSettingChange, { area: 'base', target: 'support', value, reason: 'a test' })
    expect([changed.outcome, changed.data]).toMatchObject(['ok', { status: 'applied' }])
    expect((await pageOf('aurora')).email).toBe('desk@aurora.example')
    site.edit('aurora', () => ({ name: 'Aurora Two', email: 'file@aurora.example' }))
    await expect.poll(() => pageOf('aurora')).toMatchObject({ name: 'Aurora Two', email: 'desk@aurora.example' })
  })

  test('of the level at which positions are closed holds for those that are open', async () => {
    const { world } = site
    site.edit('aurora', ({ trading }) => ({ trading: { ...trading, overrides: {}, stopOutLevelPercent: '50', demoBalance: '1000' } }))
    await expect.poll(() => site.brands.tenants[0]?.trading.demoBalance).toBe('1000')
    const trader = await world.demoTrader('aurora')
    await world.price('EURUSD', '1.10000')
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.7', leverage: '100' })).outcome).toBe('ok')
    // Margin 770: 370 USDT down it stands at about 80 %, above the old level and below the new one.
    await world.price('EURUSD', '1.09500')
    expect((await holding(trader)).data).toHaveLength(1)
    site.edit('aurora', ({ trading }) => ({ trading: { ...trading, stopOutLevelPercent: '100' } }))
    await expect.poll(() => site.brands.tenants[0]?.trading.stopOutLevelPercent).toBe('100')
    await world.price('EURUSD', '1.09499')
    await world.settle()
    expect((await holding(trader)).data).toHaveLength(0)
  })

  test('of what stands while the server runs is said and changes nothing', async () => {
    site.edit('aurora', ({ wallet }) => ({
      brokerOrigin: 'https://broker.example',
      wallet: { ...wallet, networks: [] },
      name: 'Aurora Three',
    }))
    await expect.poll(() => nameOf('aurora')).toBe('Aurora Three')
    expect(site.brands.tenants[0]?.brokerOrigin).toBeUndefined()
    expect(site.complaints.map(({ message }) => message)).toEqual([
      expect.stringContaining('brokerOrigin'),
      expect.stringContaining('wallet.networks'),
    ])
  })
})

describe('a file that is not right', () => {
  test('leaves the brand as it was last good, is said once, and is live as soon as it is right', async () => {
    site.write('aurora', 'tenant.json', '{ "name": ')
    await expect.poll(() => site.brands.problems.length).toBe(1)
    for (let look = 0; look < 5; look += 1) await site.brands.settle()
    expect(site.complaints).toHaveLength(1)
    expect(site.complaints[0]?.fields).toMatchObject({ tenant: 'aurora', reason: expect.stringContaining('JSON') })
    expect(await nameOf('aurora')).toBe('Aurora Markets')
    expect((await site.ask(host('aurora'), '/brands/aurora/logo.svg')).status).toBe(200)

    site.write('aurora', 'tenant.json', '{}')
    await expect.poll(() => site.complaints.length).toBeGreaterThan(1)
    const said = site.complaints.length
    await site.brands.settle()
    expect(site.complaints).toHaveLength(said)

    site.write('aurora', 'tenant.json', JSON.stringify({ ...JSON.parse(site.read('meridian')), name: 'Aurora Mended', hosts: [] }))
    site.write('aurora', 'tenant.json', site.read('aurora').replaceAll('"name":"meridian"', '"name":"aurora"'))
    await expect.poll(() => nameOf('aurora')).toBe('Aurora Mended')
    expect(site.brands.problems).toEqual([])
  })

  test('is told by /readyz on this machine only, which stays ready', async () => {
    site.write('saffron', 'tenant.json', '[]')
    await expect.poll(() => site.brands.problems.length).toBeGreaterThan(0)
    const here = await site.ask('127.0.0.1', '/readyz')
    expect([here.status, JSON.parse(here.body)]).toMatchObject([200, { ok: true, brands: [{ tenantId: 'saffron' }] }])
    const outside = await site.ask(host('aurora'), '/readyz')
    expect([outside.status, outside.body]).toEqual([200, '{"ok":true}'])
  })

  test('is told at the desk to whoever may see the settings of that company, without folders or names of others', async () => {
    const admin = await openOperator(site.world, { roles: ['admin'] })
    const support = await openOperator(site.world, { roles: ['support'] })
    expect((await admin.call(listBrandProblems, {})).data).toEqual({ data: [] })
    site.edit('aurora', () => ({ hosts: ['two.example'] }))
    site.edit('meridian', () => ({ hosts: ['two.example'], email: 'nobody' }))
    await expect.poll(() => site.brands.problems.length).toBe(1)
    expect((await admin.call(listBrandProblems, {})).data).toEqual({ data: [] })
    site.edit('meridian', () => ({ email: 'help@meridian.example' }))
    await expect.poll(() => site.brands.problems.map(({ path: place }) => place)).toEqual(['hosts', 'hosts'])
    const other = await openOperator(site.world, { company: 'meridian', roles: ['admin'] })
    const { data } = await other.call(listBrandProblems, {})
    expect(data.data[0]).toEqual({
      file: 'tenants/meridian/tenant.json',
      path: 'hosts',
      reason: 'two.example already belongs to another company',
    })
    expect((await support.call(listBrandProblems, {})).outcome).toBe('DESK_FORBIDDEN')
    const layout = (token: string) => loader(deskCall(site.world, '/desk/traders', { token }))
    expect((await layout(other.token)).brandProblems).toEqual(data.data)
    expect((await layout(support.token)).brandProblems).toEqual([])
  })

  test('of the news or a picture that is missing keeps all of the brand as it was', async () => {
    site.write('aurora', 'news.json', 'no news')
    site.edit('aurora', () => ({ name: 'Half an edit' }))
    await expect.poll(() => site.brands.problems.map(({ file }) => path.basename(file))).toEqual(['news.json'])
    rmSync(path.join(folder('meridian'), 'logo.svg'))
    await expect.poll(() => site.brands.problems.length).toBe(2)
    expect(await nameOf('aurora')).toBe('Aurora Markets')
    expect((await site.ask(host('meridian'), '/brands/meridian/logo.svg')).status).toBe(200)
  })
})

describe('a brand that comes', () => {
  test('is served and trades: keys, settings, accounts and books as any other', async () => {
    expect((await site.ask(host('newcomer'))).status).toBe(421)
    cpSync(folder('aurora'), path.join(site.root, 'draft'), { recursive: true })
    const file = JSON.parse(readFileSync(path.join(site.root, 'draft/tenant.json'), 'utf8'))
    writeFileSync(path.join(site.root, 'draft/tenant.json'), JSON.stringify({ ...file, name: 'Newcomer', hosts: [] }))
    renameSync(path.join(site.root, 'draft'), folder('newcomer'))
    await expect.poll(() => nameOf('newcomer')).toBe('Newcomer')

    const { world } = site
    const trader = await world.demoTrader('newcomer')
    await world.price('EURUSD', '1.10000')
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1' })).outcome).toBe('ok')
    const statement = JSON.parse((await site.ask(host('newcomer'), '/.well-known/broker.json')).body)
    expect(statement.receipt_keys).toHaveLength(1)
    await world.broker.sealer.flush()
    const report = await auditBooks(world.broker.database, site.brands.tenants)
    expect(report.flatMap(({ findings }) => findings)).toEqual([])
  })

  test('that is not finished is not served and is said once', async () => {
    mkdirSync(folder('halfway'))
    await expect.poll(() => site.brands.problems.map(({ tenantId }) => tenantId)).toContain('halfway')
    // What is wrong is known a moment before it is said.
    await expect.poll(() => site.complaints.length).toBeGreaterThan(0)
    const said = site.complaints.length
    await site.brands.settle()
    expect(site.complaints).toHaveLength(said)
    expect((await site.ask(host('halfway'))).status).toBe(421)
    expect(await nameOf('aurora')).toBe('Aurora Markets')
  })
})

describe('a brand that goes', () => {
  test('answers no new request, lets what is under way end, and its sockets go after a while', async () => {
    await site.close()
    let letGo = () => {}
    let arrived = 0
    let isHeld = false
    site = await openLiveSite({
      pageWaits: () => {
        arrived += 1
        return isHeld ? new Promise<void>((resolve) => (letGo = resolve)) : Promise.resolve()
      },
      leavingMs: 1_500,
    })
    const socket = openSocket(site.port, { host: host('saffron') })
    socket.send({ event: 'sub', topic: 'DAY_MARKET' })
    await socket.push('DAY_MARKET')
    isHeld = true
    const underWay = pageOf('saffron')
    await expect.poll(() => arrived).toBe(1)
    rmSync(folder('saffron'), { recursive: true })
    await expect.poll(async () => (await site.ask(host('saffron'), '/manifest.json')).status).toBe(421)
    expect(socket.socket.readyState).toBe(1)
    letGo()
    expect(await underWay).toMatchObject({ id: 'saffron' })
    expect(await socket.closed).toBe(1012)
    isHeld = false
    expect(await nameOf('aurora')).toBe('Aurora Markets')
  })

  test('keeps its books: a stop that is reached afterwards closes the position, and the next start names them', async () => {
    const { world } = site
    const trader = await world.demoTrader('saffron')
    await world.price('EURUSD', '1.10000')
    expect((await submit(world, trader, 'buy', 'EURUSD', { lots: '0.1', leverage: '20', stopLoss: '1.09000' })).outcome).toBe('ok')
    rmSync(folder('saffron'), { recursive: true })
    await expect.poll(async () => (await site.ask(host('saffron'))).status).toBe(421)
    await expect.poll(async () => (await trader.call(getTrader, {})).outcome).toBe('HOST_UNKNOWN')
    await world.price('EURUSD', '1.08000')
    const named: unknown[] = []
    const logger = { debug() {}, info() {}, error() {}, warn: (fields: unknown) => void named.push(fields) }
    await nameForsakenBooks(world.broker.database, tenantDirectory(site.brands.tenants, TEST_BASE_DOMAIN), logger)
    // The stop was carried out: nothing is open any more.
    expect(named).toEqual([{ tenant: 'saffron', accounts: 1, openOrders: 0 }])
    await world.broker.sealer.flush()
    const report = await auditBooks(world.broker.database, world.tenants)
    expect(report.flatMap(({ findings }) => findings)).toEqual([])
  })

  test('is not all of them: with the folder of folders away, or empty, everybody stays and it is said', async () => {
    const tenants = path.join(site.root, 'tenants')
    renameSync(tenants, path.join(site.root, 'unmounted'))
    await expect.poll(() => site.brands.problems.length).toBe(4)
    expect(await nameOf('aurora')).toBe('Aurora Markets')
    mkdirSync(tenants)
    await expect.poll(() => site.brands.problems[0]?.reason).toContain('no brand any more')
    expect(await nameOf('aurora')).toBe('Aurora Markets')
    rmSync(tenants, { recursive: true })
    renameSync(path.join(site.root, 'unmounted'), tenants)
    await expect.poll(() => site.brands.problems).toEqual([])
    site.edit('aurora', () => ({ name: 'Aurora Again' }))
    await expect.poll(() => nameOf('aurora')).toBe('Aurora Again')
    rmSync(folder('saffron'), { recursive: true })
    await expect.poll(async () => (await site.ask(host('saffron'))).status).toBe(421)
  })

  test('comes back as it was when its folder does', async () => {
    const trader = await site.world.demoTrader('saffron')
    renameSync(folder('saffron'), path.join(site.root, 'away'))
    await expect.poll(async () => (await site.ask(host('saffron'))).status).toBe(421)
    renameSync(path.join(site.root, 'away'), folder('saffron'))
    await expect.poll(async () => (await site.ask(host('saffron'))).status).toBe(200)
    expect((await submit(site.world, trader, 'buy', 'EURUSD', { lots: '0.1', leverage: '20' })).outcome).toBe('ok')
  })
})

describe('a host', () => {
  const hosts = (own: string) => ({ hosts: [own] })
  const own = (name: string) => `${name}.example:3000`
  beforeEach(async () => {
    site.edit('aurora', () => hosts('one.example'))
    site.edit('meridian', () => hosts('two.example'))
    await expect
      .poll(async () => [await site.page(own('one')), await site.page(own('two'))].map(({ id }) => id))
      .toEqual(['aurora', 'meridian'])
  })

  test.each([
    ['aurora', 'meridian'],
    ['meridian', 'aurora'],
  ])('is swapped with another brand, %s edited first', async (first, second) => {
    const wanted: Record<string, string> = { aurora: 'two.example', meridian: 'one.example' }
    site.edit(first, () => hosts(wanted[first] ?? ''))
    await expect.poll(() => [...new Set(site.brands.problems.map(({ tenantId }) => tenantId))]).toEqual([first])
    expect((await site.page(own('one'))).id).toBe('aurora')
    site.edit(second, () => hosts(wanted[second] ?? ''))
    await expect
      .poll(async () => [await site.page(own('one')), await site.page(own('two'))].map(({ id }) => id))
      .toEqual(['meridian', 'aurora'])
    expect(site.brands.problems).toEqual([])
  })

  test('that moves takes no page of the other company with it, and its sockets find the new one', async () => {
    const socket = openSocket(site.port, { host: own('one') })
    socket.send({ event: 'sub', topic: 'DAY_MARKET' })
    await socket.push('DAY_MARKET')
    const staying = openSocket(site.port, { host: host('aurora') })
    staying.send({ event: 'sub', topic: 'DAY_MARKET' })
    await staying.push('DAY_MARKET')
    site.edit('aurora', () => ({ hosts: [] }))
    site.edit('meridian', () => ({ hosts: ['one.example', 'two.example'] }))
    await expect.poll(async () => (await site.page(own('one'))).id).toBe('meridian')
    expect(await socket.closed).toBe(1012)
    expect(staying.socket.readyState).toBe(1)
    staying.close()
  })
})
