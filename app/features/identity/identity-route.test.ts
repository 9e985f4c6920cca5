import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../contract/index'
import { createWorld, type TestTrader, type World } from '../../../tests/fixtures/create-world'
import type { RealTrader } from '../../../tests/fixtures/real-trader'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { DEMO_RESTRICTED } from '../../broker-client/failure-reasons'
import { loader as image } from '../../routes/resources/image'
import { action as upload } from '../../routes/resources/upload-image'
import { action, loader } from '../../routes/traders/auth'
import type { IdentityAnswer, IdentityData } from './identity-data'

let world: World
let demo: TestTrader
let jpeg: Buffer
let png: Buffer
beforeAll(async () => {
  world = await createWorld()
  demo = await world.demoTrader()
  const plain = (r: number) => sharp({ create: { width: 320, height: 200, channels: 3, background: { r, g: 90, b: 160 } } })
  jpeg = await plain(40).jpeg().toBuffer()
  png = await plain(200).png().toBuffer()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const picture = (bytes: Uint8Array = jpeg, type = 'image/jpeg') => new File([Uint8Array.from(bytes)], 'passport-of-maria.jpg', { type })
const formOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const send = (token: string | null, file: File | null) =>
  siteAnswer(() => upload(call('/resources/upload-image', { token, form: file === null ? new FormData() : formOf({ file }) })))
const submit = (token: string | null, fields: Record<string, string | File>) =>
  siteAnswer(() => action(call('/mine/auth', { token, form: formOf(fields) })))
const look = (token: string | null) => siteAnswer(() => loader(call('/mine/auth', { token })))

describe('the upload of one picture', () => {
  test('answers with an address that its owner can look at, and nobody else', async () => {
    const trader = await world.realTrader()
    const sent = await send(trader.token, picture())
    expect(sent).toMatchObject({ status: 200, data: { done: true, url: expect.stringMatching(/^\/api\/common\/image\?ref=/) } })
    expect(sent.headers.get('cache-control')).toBe('no-store')

    const reference = new URL((sent.data as { url: string }).url, 'http://x').searchParams.get('ref') ?? ''
    const shown = await image(call(`/resources/image?ref=${reference}`, { token: trader.token }))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect([shown.headers.get('cache-control'), shown.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(320)

    const stranger = await world.realTrader()
    for (const token of [stranger.token, demo.token, null]) {
      expect((await image(call(`/resources/image?ref=${reference}`, { token }))).status).toBe(404)
    }
  })

  test('is refused to a visitor before the picture is read; a demo account may send one to show a problem', async () => {
    expect(await send(null, picture())).toMatchObject({ status: 401, data: { done: false, isSessionEnded: true } })
    expect(await send(demo.token, picture())).toMatchObject({ status: 200, data: { done: true } })
  })

  test("is refused in the broker's words when it is no picture, or none at all", async () => {
    const { token } = await world.realTrader()
    expect(await send(token, picture(Buffer.from('<svg/>'), 'image/png'))).toMatchObject({
      status: 422,
      data: { done: false, message: expect.stringMatching(/image/i), isSessionEnded: false },
    })
    expect(await send(token, null)).toMatchObject({ status: 422, data: { done: false, message: 'Choose an image.' } })
  })
})

/** A broker whose answer to the papers is lost on its way. */
const unansweredSubmission = (request: Request): Promise<Response> =>
  request.method === 'POST' && request.url.includes('real') ? Promise.reject(new TypeError('fetch failed')) : world.broker.fetch(request)

describe('the form', () => {
  const names = { name: 'Maria Keller', card_id: 'L01X00T47' }

  test('without scripts takes both pictures and both fields at once', async () => {
    const trader = await world.realTrader()
    const submitted = await submit(trader.token, { ...names, front: picture(), reverse: picture(png, 'image/png') })
    expect(submitted).toMatchObject({ status: 302, location: '/mine/auth' })
    expect(decodeURIComponent(submitted.headers.get('set-cookie') ?? '')).toContain('account:identity.submitted')
    expect((await look(trader.token)).data).toMatchObject({
      stage: 'review',
      rejection: null,
      name: 'Maria Keller',
      cardId: expect.stringMatching(/•.*47$/),
      pictures: { front: expect.stringMatching(/^[\w-]{20,}$/), reverse: expect.stringMatching(/^[\w-]{20,}$/) },
    })
  })

  test('with scripts takes the addresses of pictures that were sent before', async () => {
    const trader = await world.realTrader()
    const url = async (bytes: Buffer) => ((await send(trader.token, picture(bytes))).data as { url: string }).url
    expect(await submit(trader.token, { ...names, front_pic: await url(jpeg), reverse_pic: await url(png) })).toMatchObject({ status: 302 })
  })

  test('comes back with what was typed and with the pictures that were taken', async () => {
    const trader = await world.realTrader()
    const empty = new File([], '', { type: 'application/octet-stream' })
    const refused = await submit(trader.token, { name: '', card_id: 'L01X00T47', front: picture(), reverse: empty })
    expect(refused).toMatchObject({
      status: 422,
      data: {
        name: '',
        cardId: 'L01X00T47',
        problems: { name: expect.any(String) },
        urls: { front: expect.stringMatching(/ref=/), reverse: '' },
      },
    })
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const broken = await submit(trader.token, { ...names, front: picture(Buffer.from('not a picture')), reverse: empty })
    expect(broken).toMatchObject({ status: 422, data: { problems: { front: expect.any(String) }, urls: { front: '', reverse: '' } } })
  })

  test('is one submission, however often it is sent', async () => {
    const trader = await world.realTrader()
    const urls = await Promise.all(
      [jpeg, png].map(async (bytes) => ((await send(trader.token, picture(bytes))).data as { url: string }).url),
    )
    const { formKey } = (await look(trader.token)).data as IdentityData
    const fields = { ...names, front_pic: urls[0] ?? '', reverse_pic: urls[1] ?? '', form_key: formKey }
    const answers = [await submit(trader.token, fields), await submit(trader.token, fields)]
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    expect((await look(trader.token)).data).toMatchObject({ stage: 'review' })
  })

  test('whose end nobody knows keeps everything and its key; a refusal gets a new one', async () => {
    const trader = await world.realTrader()
    const urls = { front_pic: '/api/common/image?ref=1', reverse_pic: '/api/common/image?ref=2' }
    const form = formOf({ ...names, ...urls, form_key: 'the-first-key' })
    const silent = { send: unansweredSubmission, tenant: world.tenant('aurora'), now: () => world.clock.now() }
    const lost = await siteAnswer(() => action(siteCall(silent, '/mine/auth', { token: trader.token, form })))
    expect(lost).toMatchObject({
      status: 503,
      data: {
        ...{ name: names.name, cardId: names.card_id, urls: { front: urls.front_pic, reverse: urls.reverse_pic } },
        ...{ message: '', messageKey: 'public:connection.askAgain', formKey: 'the-first-key', problems: {} },
      },
    })
    const refused = (await submit(trader.token, { ...names, ...urls, form_key: 'the-first-key' })).data as IdentityAnswer
    expect(refused.formKey).not.toBe('the-first-key')
    expect(refused.formKey).not.toBe('')
  })

  test('says that pictures are gone when their addresses are no longer good', async () => {
    const trader = await world.realTrader()
    const gone = (letter: string) => `/api/common/image?ref=${letter.repeat(43)}`
    expect(await submit(trader.token, { ...names, front_pic: gone('a'), reverse_pic: gone('b') })).toMatchObject({
      status: 422,
      data: { urls: { front: '', reverse: '' }, problems: { front: expect.any(String), reverse: expect.any(String) } },
    })
  })

  test('is closed to a demo account and leads a visitor to the login page', async () => {
    expect(await look(demo.token)).toMatchObject({ status: 200, data: { reason: DEMO_RESTRICTED } })
    expect(await submit(demo.token, names)).toMatchObject({ data: { reason: DEMO_RESTRICTED } })
    expect(await look(null)).toMatchObject({ status: 302, location: '/login?from=%2Fmine%2Fauth' })
  })
})

test('a session that has ended leads the form to the login page, once', async () => {
  const trader: RealTrader = await world.realTrader()
  await trader.call(ENDPOINTS.logout, {})
  const answer = await submit(trader.token, { name: 'x', card_id: 'y' })
  expect(answer).toMatchObject({ status: 302, location: '/login?from=%2Fmine%2Fauth' })
  expect(answer.headers.getSetCookie().some((line) => /^candor_session=;.*Max-Age=0/.test(line))).toBe(true)
})
