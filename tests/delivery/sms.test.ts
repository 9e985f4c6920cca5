import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SmsSettings } from '../../broker/delivery/sms-carrier'
import { startSmsGateway, type TestSmsGateway } from '../fixtures/sms-gateway'
import { type DeliveryRig, openRig } from './open-rig'

const BEN = { channel: 'sms', to: '85291234567' } as const
const MINUTE = 60_000

let gateway: TestSmsGateway
let rig: DeliveryRig

beforeAll(async () => {
  gateway = await startSmsGateway()
})
afterAll(() => gateway.close())
beforeEach(() => {
  gateway.texts.length = 0
  gateway.fail(null)
})
afterEach(() => rig.close())

async function open(settings: Partial<SmsSettings> = {}): Promise<void> {
  rig = await openRig({ sms: { kind: 'json', url: gateway.url, token: 'token-1', from: 'Aurora', ...settings } })
}

test('a plain gateway gets number, sender and text as JSON, with its token as a bearer', async () => {
  await open()
  await rig.queue({ recipient: BEN })
  await rig.delivery.flush()
  expect(gateway.texts).toMatchObject([
    {
      to: '+85291234567',
      from: 'Aurora',
      text: '482913 is your Aurora Markets registration code, valid for 10 minutes. Never share it.',
      fields: ['to', 'from', 'text'],
      headers: { authorization: 'Bearer token-1', 'content-type': 'application/json' },
    },
  ])
  expect(gateway.texts[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('Twilio gets the fields of its Messages call under basic authentication', async () => {
  await open({ kind: 'twilio', user: 'AC1', token: 'secret', from: '+15005550006' })
  await rig.queue({ recipient: BEN, language: 'hk' })
  await rig.delivery.flush()
  expect(gateway.texts).toMatchObject([
    {
      to: '+85291234567',
      from: '+15005550006',
      text: '482913 是你的 Aurora Markets 註冊驗證碼，10 分鐘內有效。切勿告訴他人。',
      fields: ['To', 'From', 'Body'],
      headers: { authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}` },
    },
  ])
})

test('the notice of a new device brings its link as a text too, and a DEMO site says so', async () => {
  await open()
  const values = { device: 'Safari, iPhone', time: '1763467200000', link: '/not-me#key' }
  await rig.queue({ recipient: BEN, kind: 'new-device', values })
  await rig.queue({ recipient: BEN, tenant: rig.tenant('graphite') })
  await rig.delivery.flush()
  const texts = gateway.texts.map(({ text }) => text).sort()
  expect(texts[1]).toMatch(/^\[DEMO\] 482913 /)
  expect(texts[0]).toMatch(
    /^Aurora Markets: new login, Safari, iPhone, .* Freeze your account: http:\/\/aurora\.localhost:3000\/not-me#key$/,
  )
})

test('a gateway that is down or overloaded loses no text: each arrives once', async () => {
  await open()
  const numbers = Array.from({ length: 7 }, (_, index) => `8529000000${index}`)
  await gateway.goDown()
  for (const to of numbers) await rig.queue({ recipient: { channel: 'sms', to } })
  await rig.delivery.flush()
  await gateway.comeUp()
  for (const status of [500, 503, 429, 408, 425, 401, 302]) {
    gateway.fail(status, { location: gateway.url })
    rig.clock.advance(5 * MINUTE)
    await rig.delivery.flush()
    expect(await rig.rows()).toMatchObject(numbers.map(() => ({ status: 'queued', last_error: `HTTP ${status}` })))
  }
  gateway.fail(null)
  rig.clock.advance(5 * MINUTE)
  await rig.delivery.flush()
  expect(gateway.texts.map(({ to }) => to).sort()).toEqual(numbers.map((number) => `+${number}`))
})

test('a text that the gateway refuses for good is dead at once, and nothing it answered is kept', async () => {
  await open()
  gateway.fail(400)
  await rig.queue({ recipient: BEN })
  await rig.delivery.flush()
  expect(await rig.rows()).toMatchObject([{ status: 'dead', attempts: 1, last_error: 'HTTP 400' }])
  expect(rig.log.join()).not.toMatch(/85291234567|482913|token-1/)
})

test('a redirect is not followed: the text and the token stay with the gateway that was named', async () => {
  await open()
  const elsewhere = await startSmsGateway()
  for (const status of [301, 307, 308]) {
    gateway.fail(status, { location: elsewhere.url })
    await rig.queue({ recipient: BEN })
    await rig.delivery.flush()
  }
  expect(elsewhere.requests).toBe(0)
  await elsewhere.close()
})

test('a channel without a gateway waits while the other one sends, and is told once at the start', async () => {
  await open()
  await rig.queue()
  await rig.queue({ recipient: BEN })
  await rig.delivery.flush()
  expect(await rig.rows()).toMatchObject([
    { channel: 'email', status: 'queued', attempts: 0 },
    { channel: 'sms', status: 'sent' },
  ])
  expect(rig.log.filter((line) => line.startsWith('warn messages wait'))).toHaveLength(1)
  expect(rig.log.join()).toContain('"channels":["email"]')
})
