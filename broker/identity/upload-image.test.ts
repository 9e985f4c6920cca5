import { mkdir, mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_PATH, uploadImage } from '../../contract/identity'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { jpeg, look, multipart, type Part, photo, pngClaiming, upload, uploaded } from '../../tests/fixtures/pictures'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { TEST_MASTER_KEY } from '../../tests/fixtures/test-signer'
import { queryRows } from '../db/open-database'
import { type FileStore, FilesUnavailable } from '../files/file-store'
import { folderFileStore } from '../files/folder-store'
import { silent as logger } from '../ground/logger'
import { UploadReader } from '../http/read-upload'
import { keyedHash } from '../secrets/keyed-hash'
import { imageKeys } from './image-keys'
import { judgeImage } from './reencode-image'
import { uploadHandler } from './upload-image'

let world: World
let trader: TestTrader
let imagesDir: string

beforeAll(async () => {
  imagesDir = path.join(await mkdtemp(path.join(tmpdir(), 'candor-upload-')), 'images')
  world = await createWorld({ broker: { files: folderFileStore(imagesDir) } })
  trader = await world.demoTrader()
})
afterAll(() => world.close())

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

const rows = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<Row[]> =>
  world.broker.database.withTenant('aurora', (tx) => queryRows<Row>(tx, query))

/** Names of the chunks of a WebP file. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at + 8 <= webp.byteLength; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)) {
    names.push(webp.toString('latin1', at, at + 4))
  }
  return names
}

describe('what is no picture is refused before it is decoded', () => {
  const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00\x00\x00\x00*/=1;alert(1)//;'.padEnd(64, ' '), 'latin1')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  const heic = Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x00\x00\x00\x00\x00\x00', 'latin1')
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['no byte at all', () => Buffer.alloc(0), 'IMAGE_REQUIRED'],
    ['one byte', () => Buffer.from('x'), 'IMAGE_TYPE_REFUSED'],
    ['a GIF that is a script as well', () => gif, 'IMAGE_TYPE_REFUSED'],
    ['SVG', () => svg, 'IMAGE_TYPE_REFUSED'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(document.cookie)</script>'), 'IMAGE_TYPE_REFUSED'],
    ['HEIC', () => heic, 'IMAGE_TYPE_REFUSED'],
    ['TIFF', () => photo(20, 20).tiff().toBuffer(), 'IMAGE_TYPE_REFUSED'],
    ['AVIF', () => photo(20, 20).avif().toBuffer(), 'IMAGE_TYPE_REFUSED'],
    ['a PNG that claims 20,000 × 20,000', () => pngClaiming(20_000, 20_000), 'IMAGE_TOO_MANY_PIXELS'],
    ['a PNG that claims no width', () => pngClaiming(0, 10), 'IMAGE_UNREADABLE'],
    ['a PNG whose pixels are missing', () => pngClaiming(4_000, 4_000), 'IMAGE_UNREADABLE'],
    [
      'the first bytes of a JPEG and a page behind them',
      () => Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), svg]),
      'IMAGE_UNREADABLE',
    ],
    ['a JPEG cut in the middle', async () => (await jpeg()).subarray(0, 9_000), 'IMAGE_UNREADABLE'],
    ['a WebP cut in the middle', async () => (await photo().webp().toBuffer()).subarray(0, 3_000), 'IMAGE_UNREADABLE'],
    ['a file of 8 MB and a byte', () => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff), 'IMAGE_TOO_LARGE'],
  ])('%s', async (_what, bytes, outcome) => {
    expect((await upload(world, trader, await bytes())).outcome).toBe(outcome)
  })

  test('the limits stand in the answer', async () => {
    expect((await upload(world, trader, pngClaiming(20_000, 20_000))).details).toEqual({ megapixels: '24' })
    expect((await upload(world, trader, Buffer.alloc(8 * 1024 * 1024 + 1))).details).toEqual({ megabytes: '8' })
  })

  test('a bomb costs no time, and twenty at once no memory', async () => {
    const bomb = pngClaiming(20_000, 20_000)
    // The quickest of a few: what is measured is the work, not how busy the machine is.
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const startedAt = performance.now()
      expect(await judgeImage(bomb)).toMatchObject({ ok: false, error: 'IMAGE_TOO_MANY_PIXELS' })
      times.push(performance.now() - startedAt)
    }
    expect(Math.min(...times)).toBeLessThan(50)
    const before = process.memoryUsage().rss
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(world, trader, bomb)))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['IMAGE_TOO_MANY_PIXELS']))
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(64)
  })

  test('nothing of it is kept', async () => {
    expect(await filesIn(imagesDir)).toEqual([])
    expect(await rows(sql`select id from image`)).toEqual([])
  })
})

describe('a body that is no form with one picture', () => {
  const send = (body: BodyInit, type: string, token: string | undefined = trader.token) =>
    world.client.send(uploadImage.path, { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' } as RequestInit, {
      token,
    })

  test('nine megabytes are too much, declared or not', async () => {
    const { body, headers } = multipart([{ bytes: Buffer.alloc(9 * 1024 * 1024) }])
    const type = headers['content-type'] ?? ''
    const declared = { ...headers, 'content-length': String(body.byteLength) }
    const answer = await world.client.send(
      uploadImage.path,
      { method: 'POST', body: new Uint8Array(body), headers: declared },
      { token: trader.token },
    )
    expect([answer.status, answer.outcome]).toEqual([413, 'BODY_TOO_LARGE'])
    expect((await send(new Blob([new Uint8Array(body)]).stream(), type)).outcome).toBe('BODY_TOO_LARGE')
    const claimed = await world.client.send(
      uploadImage.path,
      { method: 'POST', body: 'x', headers: { ...headers, 'content-length': '10000000000' } },
      { token: trader.token },
    )
    expect(claimed.outcome).toBe('BODY_TOO_LARGE')
  })

  test.each<[string, string, string]>([
    ['a form of another kind', 'a=1&b=2', 'multipart/form-data; boundary=x'],
    ['nothing', '', 'multipart/form-data; boundary=x'],
    ['no boundary', '--x\r\n\r\n--x--', 'multipart/form-data'],
    ['half a part', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', 'multipart/form-data; boundary=x'],
    [
      'ten thousand parts',
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000)}--x--`,
      'multipart/form-data; boundary=x',
    ],
  ])('%s is unreadable', async (_what, body, type) => {
    const answer = await send(body, type)
    expect([answer.status, answer.outcome]).toEqual([400, 'BODY_UNREADABLE'])
  })

  test('no file, a text in its place, two files', async () => {
    const picture = await jpeg(40, 40)
    const other: Part = { bytes: picture, name: 'other' }
    expect((await upload(world, trader, [other])).outcome).toBe('IMAGE_REQUIRED')
    const text = '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nhello\r\n--x--\r\n'
    expect((await send(text, 'multipart/form-data; boundary=x')).outcome).toBe('IMAGE_REQUIRED')
    expect((await upload(world, trader, [{ bytes: picture }, { bytes: picture }])).outcome).toBe('PARAMETER_REPEATED')
  })

  test('another media type is refused, and without a session nothing is read', async () => {
    expect((await send('{}', 'application/json')).status).toBe(415)
    let wasRead = false
    const body = new ReadableStream(
      {
        pull() {
          wasRead = true
        },
      },
      { highWaterMark: 0 },
    )
    for (const token of [undefined, 'a'.repeat(43)]) {
      const options = token === undefined ? {} : { token }
      const init = {
        method: 'POST',
        body: token === undefined ? body : 'x',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        duplex: 'half',
      }
      expect((await world.client.send(uploadImage.path, init as RequestInit, options)).code).toBe(999)
    }
    expect(wasRead).toBe(false)
  })

  test('a body that stops coming is given up, and its memory with it', async () => {
    const reader = new UploadReader({ silenceMs: 50, heldBytes: 1_000 })
    const half = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const stalled = () =>
      new Request('http://a.example/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(half)) }),
        duplex: 'half',
      } as RequestInit)
    for (let round = 0; round < 20; round++) {
      expect(await reader.read(stalled(), async (reading) => (reading.ok ? 'read' : reading.error))).toBe('BODY_UNREADABLE')
    }
    const many = await Promise.all(
      Array.from({ length: 20 }, () => reader.read(stalled(), async (reading) => (reading.ok ? 'read' : reading.error))),
    )
    expect(many.filter((outcome) => outcome === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(3)
  })
})

describe('a picture that is taken', () => {
  test('is written anew as an upright WebP without a word of what the camera noted', async () => {
    const sent = await photo(300, 200)
      .withExif({ IFD0: { ImageDescription: 'Canary Street 5' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    // The name and the type that are declared say nothing.
    const url = (
      await upload(world, trader, [
        { bytes: Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')]), type: 'text/html', fileName: 'x.html' },
      ])
    ).data?.url
    const response = await look(world, trader, url ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.width, facts.height, facts.orientation, facts.exif, facts.icc, facts.xmp]).toEqual([
      'webp',
      200,
      300,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(chunksOf(bytes).filter((name) => name !== 'VP8 ')).toEqual([])
    expect(bytes.includes('Canary')).toBe(false)
    expect(bytes.includes('<script>')).toBe(false)
    expect(Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))).toEqual({
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('may be PNG, JPEG or WebP; a large one is made smaller, a moving one stands still', async () => {
    for (const bytes of [
      await photo(60, 40).png().toBuffer(),
      await photo(60, 40).webp().toBuffer(),
      await photo(60, 40).jpeg({ progressive: true }).toBuffer(),
    ]) {
      expect((await upload(world, trader, bytes)).outcome).toBe('ok')
    }
    const flat = sharp({ create: { width: 5_000, height: 1_000, channels: 3, background: '#888888' } })
    const large = await look(world, trader, await uploaded(world, trader, await flat.png().toBuffer()))
    const { width, height } = await sharp(Buffer.from(await large.arrayBuffer())).metadata()
    expect([width, height]).toEqual([4096, 819])
    const frames = await sharp({ create: { width: 20, height: 40, channels: 3, background: '#888888' } })
      .raw()
      .toBuffer()
    const moving = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
    const still = await look(world, trader, await uploaded(world, trader, moving))
    expect((await sharp(Buffer.from(await still.arrayBuffer())).metadata()).pages ?? 1).toBe(1)
  })

  test('lies encrypted on the disk, for its owner only, and its address nowhere', async () => {
    const url = await uploaded(world, trader)
    const secret = url.slice(`${IMAGE_PATH}?ref=`.length)
    expect(secret).toMatch(/^[\w-]{43}$/)
    const files = await filesIn(imagesDir)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { mode } = await stat(file)
      const folder = await stat(path.dirname(file))
      expect([mode & 0o777, folder.mode & 0o777]).toEqual([0o600, 0o700])
      const bytes = await readFile(file)
      for (const magic of ['RIFF', 'WEBP', '\xff\xd8\xff', '\x89PNG'])
        expect(bytes.subarray(0, 200).includes(Buffer.from(magic, 'latin1'))).toBe(false)
      expect(bytes.includes('WEBPVP8')).toBe(false)
    }
    const stored = JSON.stringify(
      await rows(sql`select i.*, r.* from image i join image_reference r on r.image_id = i.id`),
      (_key, value: unknown) => (String(value) === '[object Object]' || Array.isArray(value) ? value : String(value)),
    )
    expect(stored).not.toContain(secret)
  })

  test('opens nowhere but in its own place, and not when a bit of it was changed', async () => {
    const [first, second] = [await uploaded(world, trader), await uploaded(world, trader)]
    const places = (await rows<{ store_key: string }>(sql`select store_key from image order by id desc limit 2`)).map(
      ({ store_key: key }) => path.join(imagesDir, 'aurora', key.slice(0, 2), key),
    )
    const [newer = '', older = ''] = places
    await writeFile(newer, await readFile(older))
    expect((await look(world, trader, second)).status).toBe(500)
    const bytes = await readFile(older)
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await writeFile(older, bytes)
    expect((await look(world, trader, first)).status).toBe(500)
    expect(world.complaints.splice(0).filter((line) => line.includes('was changed'))).toHaveLength(2)
  })

  test('one key of idempotency belongs to one picture', async () => {
    const own = await world.demoTrader()
    const [one, two] = [await jpeg(50, 50), await jpeg(60, 60)]
    const first = await upload(world, own, one, { key: 'upload-key-0001' })
    expect((await upload(world, own, one, { key: 'upload-key-0001' })).text).toBe(first.text)
    expect((await upload(world, own, two, { key: 'upload-key-0001' })).outcome).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('the address of a picture', () => {
  test('is good for one hour, for its trader, at the trader’s company', async () => {
    const url = await uploaded(world, trader)
    const [sibling, stranger] = [await world.demoTrader(), await world.demoTrader('meridian')]
    expect((await look(world, trader, url)).status).toBe(200)
    const answers = [
      await look(world, sibling, url),
      await look(world, stranger, url),
      await look(world, trader, `${IMAGE_PATH}?ref=${'a'.repeat(43)}`),
      await look(world, trader, `${IMAGE_PATH}?ref=`),
      await look(world, trader, IMAGE_PATH),
      await look(world, trader, `${url}&ref=${'a'.repeat(43)}`),
    ]
    const said = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(said[0]?.[0]).toBe(404)
    for (const viewer of [
      { host: trader.host },
      { host: trader.host, token: stranger.token },
      { host: stranger.host, token: trader.token },
    ]) {
      const answer = await look(world, viewer, url)
      expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([200, 999])
    }
    world.pass(HOUR_MS)
    const late = await look(world, trader, url)
    expect([late.status, await late.text()]).toEqual(said[0])
  })

  test('each look is written down with who looked, and never with the address', async () => {
    const own = await world.demoTrader()
    const url = await uploaded(world, own)
    await look(world, own, url)
    await look(world, own, url)
    await look(world, await world.demoTrader(), url)
    const events = await rows(sql`select actor, action, detail from audit_event where actor = ${`trader:${own.id}`}`)
    expect(events).toEqual(Array.from({ length: 2 }, () => ({ actor: `trader:${own.id}`, action: 'identity.image_viewed', detail: {} })))
  })
})

test('a trader has twenty pictures a day, also when they come together', async () => {
  const own = await world.demoTrader()
  const small = await jpeg(20, 20)
  for (let taken = 0; taken < 17; taken++) expect((await upload(world, own, small)).outcome).toBe('ok')
  const outcomes = (await Promise.all(Array.from({ length: 8 }, () => upload(world, own, small)))).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(3)
  expect(outcomes.filter((outcome) => outcome === 'IMAGE_QUOTA')).toHaveLength(5)
  world.pass(24 * HOUR_MS)
  expect((await upload(world, own, small)).outcome).toBe('ok')
})

test('pictures that nobody handed in and files without a row are swept away', async () => {
  const own = await world.demoTrader()
  const url = await uploaded(world, own)
  const [kept] = await rows<{ id: string; store_key: string }>(sql`select id::text, store_key from image order by image.id desc limit 1`)
  const isThere = async () => (await filesIn(imagesDir)).some((file) => path.basename(file) === kept?.store_key)
  const orphan = path.join(imagesDir, 'aurora', 'ab', `ab${'0'.repeat(38)}`)
  const draft = path.join(imagesDir, 'aurora', 'ab', `ab${'1'.repeat(38)}.0123456789ab.draft`)
  const young = path.join(imagesDir, 'aurora', 'ab', `ab${'2'.repeat(38)}`)
  await mkdir(path.dirname(orphan), { recursive: true })
  for (const file of [orphan, draft, young]) await writeFile(file, 'x')
  for (const file of [orphan, draft]) await utimes(file, new Date(Date.now() - 2 * HOUR_MS), new Date(Date.now() - 2 * HOUR_MS))
  await world.broker.identity.forgetOld(world.clock.now())
  expect(await isThere()).toBe(true)
  const left = await filesIn(path.dirname(orphan))
  expect([left.includes(orphan), left.includes(draft), left.includes(young)]).toEqual([false, false, true])
  world.pass(HOUR_MS + 1)
  await world.broker.identity.forgetOld(world.clock.now())
  expect(await isThere()).toBe(false)
  expect((await look(world, own, url)).status).toBe(404)
  expect(await rows(sql`select 1 from image_reference`)).toEqual([])
})

test('a disk that is full refuses for now, leaves no row, and works again when there is room', async () => {
  const database = await openTestDatabase()
  const folder = folderFileStore(path.join(path.dirname(imagesDir), 'full'))
  let isFull = true
  const store: FileStore = {
    ...folder,
    async put(place, bytes) {
      if (isFull) throw new FilesUnavailable('the disk is full')
      await folder.put(place, bytes)
    },
  }
  const { clock, broker } = world
  const keys = imageKeys({ database, clock, masterKey: TEST_MASTER_KEY })
  const parts = { database, clock, logger, files: store, keys, masterKey: TEST_MASTER_KEY, keyedHash: keyedHash(TEST_MASTER_KEY) }
  const uploadImage = uploadHandler({ ...parts, delivery: broker.delivery })
  const own = await createWorld({ broker: { database, extraHandlers: { uploadImage } } })
  try {
    const visitor = await own.demoTrader()
    const answer = await upload(own, visitor, await jpeg(20, 20))
    expect([answer.status, answer.outcome, answer.headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '5'])
    expect(await database.withTenant('aurora', (tx) => queryRows(tx, sql`select id from image`))).toEqual([])
    isFull = false
    expect((await upload(own, visitor, await jpeg(20, 20))).outcome).toBe('ok')
  } finally {
    await own.close()
  }
})
