import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getRealName, submitRealName } from '../../contract/identity'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { jpeg, look, uploaded } from '../../tests/fixtures/pictures'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { queryRows, type Tx } from '../db/open-database'
import { TENANT_TABLES } from '../db/tenant-tables'
import { folderFileStore } from '../files/folder-store'
import { maskCardNumber, readCardNumber, readName } from './identity-fields'
import { imageKeys } from './image-keys'
import { approveCase, listCases, openCase, rejectCase } from './review-case'

const DAY = 24 * HOUR_MS
const NAME = 'Zoë Vantongerloo-Quill'
const NUMBER = 'QX 884422 K'

let world: World
let imagesDir: string

beforeAll(async () => {
  imagesDir = path.join(await mkdtemp(path.join(tmpdir(), 'candor-identity-')), 'images')
  world = await createWorld({ broker: { files: folderFileStore(imagesDir) } })
})
afterAll(() => world.close())
afterEach(() => {
  expect(world.complaints.splice(0)).toEqual([])
})

const papers = async (trader: RealTrader) => ({
  name: NAME,
  card_id: NUMBER,
  front_pic: await uploaded(world, trader, await jpeg(90, 60)),
  reverse_pic: await uploaded(world, trader, await jpeg(90, 70)),
})
const submitted = async (): Promise<RealTrader> => {
  const trader = await world.realTrader()
  expect((await trader.call(submitRealName, await papers(trader))).outcome).toBe('ok')
  return trader
}
const inAurora = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => world.broker.database.withTenant('aurora', work)
const rows = (query: ReturnType<typeof sql>) => inAurora((tx) => queryRows<Record<string, string>>(tx, query))
const caseOf = async ({ id }: RealTrader): Promise<string> =>
  (await rows(sql`select id::text from identity_case where trader_id = ${id}::bigint order by identity_case.id desc limit 1`))[0]?.id ?? ''
const review = async (trader: RealTrader, operator = 'ada') => ({
  tenant: world.tenant('aurora'),
  caseId: await caseOf(trader),
  operator,
  now: world.clock.now(),
})
const approve = async (trader: RealTrader) => {
  const decision = await review(trader)
  return inAurora((tx) => approveCase(tx, world.broker.delivery, decision))
}
const reject = async (trader: RealTrader, reason: string) => {
  const decision = await review(trader)
  return inAurora((tx) => rejectCase(tx, world.broker.delivery, decision, reason))
}

describe('what is written on papers', () => {
  test.each([
    ['Ann Lee', 'Ann Lee'],
    ['  陳  大文 ', '陳 大文'],
    ['María-José O’Neill', 'María-José O’Neill'],
    ["J.R. D'Arcy", "J.R. D'Arcy"],
    ['محمد بن راشد', 'محمد بن راشد'],
    ['Zoe\u0308', 'Zoë'],
    ['A', undefined],
    ['..', undefined],
    ['Ann Lee 2', undefined],
    ['<b>Ann</b>', undefined],
    ['Ann\nLee', undefined],
    ['Ann \u202e Lee', undefined],
    ['a'.repeat(129), undefined],
  ])('the name %j is kept as %j', (text, kept) => expect(readName(text)).toBe(kept))

  test.each([
    ['a123456(7)', 'A1234567'],
    [' ab 12-34 ', 'AB12-34'],
    ['１２３４', '1234'],
    ['123', undefined],
    ['----', undefined],
    ['12/34', undefined],
    ["1' or '1", undefined],
    ['1'.repeat(65), undefined],
  ])('the number %j is kept as %j', (text, kept) => expect(readCardNumber(text)).toBe(kept))

  test.each([
    ['A123456456', 'A••••••456'],
    ['1234', '1••4'],
    ['12345678901234567890', '1•••••••••••••••7890'],
  ])('of %s is shown %s', (number, shown) => expect(maskCardNumber(number)).toBe(shown))
})

describe('handing in', () => {
  test('checks in the order of the contract, and uses nothing up before all of it is right', async () => {
    const trader = await world.realTrader()
    const right = await papers(trader)
    const wrong = { name: ' ', card_id: '', front_pic: '', reverse_pic: '' }
    const steps = [
      [wrong, 'IDENTITY_NAME_REQUIRED'],
      [{ ...wrong, name: '1' }, 'IDENTITY_NUMBER_REQUIRED'],
      [{ ...wrong, name: '1', card_id: '!' }, 'IDENTITY_PHOTOS_REQUIRED'],
      [{ ...right, reverse_pic: right.front_pic }, 'IDENTITY_PHOTOS_REQUIRED'],
      [{ ...right, name: '1', card_id: '!' }, 'IDENTITY_NAME_INVALID'],
      [{ ...right, card_id: '!' }, 'IDENTITY_NUMBER_INVALID'],
      [{ ...right, reverse_pic: 'https://evil.example/a.png' }, 'IMAGE_REFERENCE_INVALID'],
      [{ ...right, reverse_pic: `http://${trader.host}${right.reverse_pic}` }, 'IMAGE_REFERENCE_INVALID'],
      [right, 'ok'],
      [right, 'IDENTITY_ALREADY_SUBMITTED'],
    ] as const
    for (const [input, outcome] of steps) expect((await trader.call(submitRealName, input)).outcome).toBe(outcome)
  })

  test('takes only the own, fresh, unused pictures of the trader, and two different ones', async () => {
    const [trader, sibling, stranger] = [await world.realTrader(), await world.realTrader(), await world.realTrader('meridian')]
    const right = await papers(trader)
    for (const other of [sibling, stranger]) {
      const foreign = { ...right, reverse_pic: (await papers(other)).reverse_pic }
      expect((await trader.call(submitRealName, foreign)).outcome).toBe('IMAGE_REFERENCE_INVALID')
    }
    const bytes = await jpeg(77, 55)
    const twice = { ...right, front_pic: await uploaded(world, trader, bytes), reverse_pic: await uploaded(world, trader, bytes) }
    expect((await trader.call(submitRealName, twice)).outcome).toBe('IDENTITY_PHOTOS_REQUIRED')
    world.pass(HOUR_MS)
    expect((await trader.call(submitRealName, right)).outcome).toBe('IMAGE_REFERENCE_INVALID')
    await trader.call(submitRealName, await papers(trader))
    const { front_pic, reverse_pic } = (await trader.call(getRealName, {})).data
    await reject(trader, 'too dark')
    // An address that was made for looking is none to hand in.
    expect((await trader.call(submitRealName, { ...right, front_pic, reverse_pic })).outcome).toBe('IMAGE_REFERENCE_INVALID')
  })

  test('many at once make exactly one case', async () => {
    const trader = await world.realTrader()
    const sets = [await papers(trader), await papers(trader), await papers(trader)]
    const outcomes = await Promise.all([...sets, ...sets].map(async (input) => (await trader.call(submitRealName, input)).outcome))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'IDENTITY_ALREADY_SUBMITTED')).toHaveLength(5)
    expect(await rows(sql`select 1 from identity_case where trader_id = ${trader.id}::bigint`)).toHaveLength(1)
  })

  test('is for real accounts', async () => {
    const demo = await world.demoTrader()
    const input = { name: NAME, card_id: NUMBER, front_pic: 'x', reverse_pic: 'y' }
    expect((await demo.call(submitRealName, input)).outcome).toBe('DEMO_RESTRICTED')
  })

  test('leaves neither name, number, picture nor address in any table or file', async () => {
    const trader = await world.realTrader()
    const input = await papers(trader)
    await trader.call(submitRealName, input, { key: 'identity-key-0001' })
    const { front_pic } = (await trader.call(getRealName, {})).data
    const tables = await world.broker.database.system(async (tx) => {
      const found: string[] = []
      for (const table of TENANT_TABLES) {
        const readable = await queryRows<{ may: boolean }>(tx, sql`select has_table_privilege(${table}, 'select') as may`)
        if (readable[0]?.may !== true) continue
        found.push(
          ...(await queryRows<{ line: string }>(tx, sql`select row_to_json(t)::text as line from ${sql.identifier(table)} t`)).map(
            ({ line }) => line,
          ),
        )
      }
      return found.join('\n')
    })
    expect(tables).toContain('identity.submitted')
    const secrets = [
      NAME,
      'Vantongerloo',
      'QX884422K',
      NUMBER,
      ...[input.front_pic, input.reverse_pic, front_pic].map((url) => url.split('ref=')[1] ?? '?'),
    ]
    expect(secrets.filter((secret) => tables.includes(secret))).toEqual([])
    const entries = await readdir(imagesDir, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((one) => one.isFile())) {
      const bytes = await readFile(path.join(entry.parentPath, entry.name))
      for (const trace of ['WEBP', 'VP8 ', 'JFIF', 'Exif', ...secrets])
        expect(bytes.includes(trace) && bytes.indexOf(trace) < 64).toBe(false)
    }
  })
})

describe('where it stands', () => {
  test('nothing handed in yet is step 0', async () => {
    const trader = await world.realTrader()
    expect((await trader.call(getRealName, {})).data).toEqual({
      review_status: 0,
      name: '',
      card_id: '',
      front_pic: '',
      reverse_pic: '',
      reason: '',
      submitted_at: null,
      decided_at: null,
    })
  })

  test('the owner sees the name, the number masked and the pictures; nobody else sees them', async () => {
    const trader = await submitted()
    const { data } = await trader.call(getRealName, {})
    expect(data).toMatchObject({
      review_status: 1,
      name: NAME,
      card_id: 'Q••••••2K',
      reason: '',
      submitted_at: expect.any(Number),
      decided_at: null,
    })
    const [front, reverse] = [await look(world, trader, data.front_pic), await look(world, trader, data.reverse_pic)]
    expect([front.status, reverse.status]).toEqual([200, 200])
    expect(Buffer.from(await front.arrayBuffer()).equals(Buffer.from(await reverse.arrayBuffer()))).toBe(false)
    expect((await look(world, await world.realTrader(), data.front_pic)).status).toBe(404)
    world.pass(HOUR_MS)
    expect((await look(world, trader, data.front_pic)).status).toBe(404)
    const again = (await trader.call(getRealName, {})).data
    expect(again.front_pic).not.toBe(data.front_pic)
    expect((await look(world, trader, again.front_pic)).status).toBe(200)
  })

  test('asking often does not fill the store', async () => {
    const trader = await submitted()
    for (let asked = 0; asked < 15; asked++) await trader.call(getRealName, {})
    const { front_pic } = (await trader.call(getRealName, {})).data
    expect((await look(world, trader, front_pic)).status).toBe(200)
    const [count] = await rows(sql`select count(*)::text as n from image_reference where trader_id = ${trader.id}::bigint`)
    expect(Number(count?.n)).toBeLessThanOrEqual(20)
  })
})

describe('the decision', () => {
  test('approves once, by name, with an event and a mail in the language of the trader', async () => {
    const trader = await submitted()
    const id = await caseOf(trader)
    expect((await inAurora((tx) => listCases(tx, 'waiting'))).map((listed) => listed.id)).toContain(id)
    expect(await approve(trader)).toEqual({ ok: true })
    expect(await approve(trader)).toEqual({ ok: false, problem: 'already-decided' })
    expect(await reject(trader, 'late')).toEqual({ ok: false, problem: 'already-decided' })
    expect((await trader.call(getRealName, {})).data).toMatchObject({ review_status: 2, reason: '', decided_at: expect.any(Number) })
    expect((await trader.call(submitRealName, await papers(trader))).outcome).toBe('IDENTITY_ALREADY_SUBMITTED')
    const events = await rows(sql`select actor, action, detail from audit_event where object = ${`identity_case:${id}`} order by id`)
    expect(events).toEqual([
      { actor: `trader:${trader.id}`, action: 'identity.submitted', detail: {} },
      { actor: 'operator:ada', action: 'identity.approved', detail: {} },
    ])
    await world.broker.delivery.flush()
    expect(await world.broker.delivery.shown('aurora', trader.email)).toHaveLength(1)
  })

  test('of two at the same time counts once', async () => {
    const trader = await submitted()
    const outcomes = await Promise.all([approve(trader), reject(trader, 'blurred'), approve(trader), reject(trader, 'blurred')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('rejects with a reason; the trader reads it and hands in again', async () => {
    const trader = await submitted()
    for (const reason of ['', '  ', 'x'.repeat(501), 'a\nb']) expect(await reject(trader, reason)).toEqual({ ok: false, problem: 'reason' })
    expect(await reject(trader, 'The number cannot be read.')).toEqual({ ok: true })
    expect((await trader.call(getRealName, {})).data).toMatchObject({ review_status: 3, reason: 'The number cannot be read.' })
    await world.broker.delivery.flush()
    const [mail] = await world.broker.delivery.shown('aurora', trader.email)
    expect(mail?.text).toContain('The number cannot be read.')
    const first = await caseOf(trader)
    expect((await trader.call(submitRealName, await papers(trader))).outcome).toBe('ok')
    expect((await trader.call(getRealName, {})).data).toMatchObject({ review_status: 1, reason: '' })
    expect(await approve(trader)).toEqual({ ok: true })
    expect(
      await rows(sql`select id::text, status::text from identity_case where trader_id = ${trader.id}::bigint order by identity_case.id`),
    ).toEqual([
      { id: first, status: '3' },
      { id: await caseOf(trader), status: '2' },
    ])
  })

  test('of a case that does not exist, or is another company’s, changes nothing', async () => {
    const trader = await submitted()
    const decision = await review(trader)
    const elsewhere = { ...decision, tenant: world.tenant('meridian') }
    const outcome = await world.broker.database.withTenant('meridian', (tx) => approveCase(tx, world.broker.delivery, elsewhere))
    expect(outcome).toEqual({ ok: false, problem: 'unknown' })
    for (const caseId of ['999999', 'x', '', '1; drop table trader', '9'.repeat(30)]) {
      expect(await inAurora((tx) => approveCase(tx, world.broker.delivery, { ...decision, caseId }))).toEqual({
        ok: false,
        problem: 'unknown',
      })
    }
    expect((await trader.call(getRealName, {})).data.review_status).toBe(1)
  })
})

test('thirty days after the decision the pictures go; the case, its decision and its words stay', async () => {
  const [decided, waiting] = [await submitted(), await submitted()]
  await approve(decided)
  world.pass(30 * DAY - HOUR_MS)
  await world.broker.identity.forgetOld(world.clock.now())
  const files = async (trader: RealTrader) =>
    (await rows(sql`select deleted_at::text from image where trader_id = ${trader.id}::bigint and used_for is not null`)).map(
      (row) => row.deleted_at,
    )
  expect(await files(decided)).toEqual([null, null])
  world.pass(HOUR_MS + 1)
  await world.broker.identity.forgetOld(world.clock.now())
  expect(await files(decided)).toEqual([String(world.clock.now()), String(world.clock.now())])
  expect(await files(waiting)).toEqual([null, null])
  const id = await caseOf(decided)
  const kept = await inAurora((tx) => openCase(tx, keysOf(), id))
  expect(kept).toMatchObject({ name: NAME, number: 'QX884422K', status: 'finished', decidedBy: 'operator:ada' })
})

test('a master key that is another one is named, and the other calls go on', async () => {
  const trader = await submitted()
  const keys = imageKeys({ database: world.broker.database, clock: world.clock, masterKey: Buffer.alloc(32, 9) })
  const id = await caseOf(trader)
  await expect(inAurora((tx) => openCase(tx, keys, id))).rejects.toThrow(/key for pictures of aurora cannot be opened/)
  expect((await trader.call(getRealName, {})).outcome).toBe('ok')
})

test('of two nodes that make a company’s key together one wins, and both use it', async () => {
  const { database } = world.broker
  const nodes = [keysOf(), keysOf(), keysOf()]
  await Promise.all(nodes.map((node) => node.make('saffron')))
  const opened = await Promise.all(nodes.map((node) => database.withTenant('saffron', (tx) => node.open(tx, 'saffron'))))
  expect(new Set(opened.map((key) => key.toString('hex'))).size).toBe(1)
})

function keysOf() {
  return imageKeys({ database: world.broker.database, clock: world.clock, masterKey: TEST_MASTER_KEY })
}
