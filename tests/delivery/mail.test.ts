import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { finishPalette } from '../../app/palette/finish-palette.server'
import type { MessageDraft } from '../../broker/delivery/delivery'
import type { Tenant } from '../../contract/tenant'
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../fixtures/smtp-server'
import { type DeliveryRig, openRig } from './open-rig'

let smtp: TestSmtpServer
let rig: DeliveryRig
const ADA = 'ada@mail.example'

beforeAll(async () => {
  smtp = await startSmtpServer()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  smtp.mails.length = 0
  rig = await openRig({ mail: { url: smtp.url } })
})
afterEach(() => rig.close())

async function mailOf(draft: Partial<MessageDraft>): Promise<ReceivedMail> {
  await rig.queue(draft)
  await rig.delivery.flush()
  return smtp.waitForMail(ADA, 0)
}

/** The aurora of the files with other facts. */
const auroraWith = (changes: Partial<Tenant>): Tenant => ({ ...rig.tenant('aurora'), ...changes })
const newDevice = (changes: Partial<MessageDraft> = {}): Partial<MessageDraft> => ({
  kind: 'new-device',
  values: {
    device: 'Chrome 141, Windows',
    country: 'HK',
    time: String(Date.parse('2026-11-18T12:00:00Z')),
    link: 'http://aurora.localhost:3000/not-me#key',
  },
  ...changes,
})

test('a mail carries the code as text and as HTML, in the company’s name', async () => {
  const mail = await mailOf({})
  expect(mail.subject).toBe('Your registration code for Aurora Markets')
  expect(mail.from).toEqual({ name: 'Aurora Markets', address: 'support@aurora.example' })
  expect(mail.to?.map(({ address }) => address)).toEqual([ADA])
  expect(mail.envelope).toEqual({ from: 'support@aurora.example', to: [ADA] })
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('482913')
    expect(part).toContain('valid for 10 minutes')
    expect(part).toContain('Aurora Markets Ltd')
    expect(part).toContain('14 Wickham Quay, Road Town, Tortola')
    expect(part).toContain('You can lose all of the money you deposit.')
    expect(part).not.toMatch(/DEMO|candor|\{\{|undefined/i)
  }
})

test('a mail wears the colours of its company and no others', async () => {
  const aurora = (await mailOf({})).html ?? ''
  expect(aurora).toContain(rig.tenant('aurora').palette.modes.light.brand)
  const palette = finishPalette(rig.tenant('aurora').palette, { light: { brand: '#123456' }, dark: {} })
  const own = (await mailOf({ tenant: auroraWith({ palette }) })).html ?? ''
  expect(own).toContain('#123456')
  const saffron = (await mailOf({ tenant: rig.tenant('saffron') })).html ?? ''
  expect(saffron).toContain(rig.tenant('saffron').palette.modes.light.brand)
  expect(saffron).not.toMatch(/aurora/i)
})

test.each([
  ['hk', '你的 Aurora Markets 註冊驗證碼', 'lang="zh-Hant-HK" dir="ltr"'],
  ['ar', 'رمز التسجيل الخاص بك لدى Aurora Markets', 'lang="ar" dir="rtl"'],
  ['fi', 'Rekisteröintikoodisi: Aurora Markets', 'lang="fi" dir="ltr"'],
] as const)('a mail in %s has its subject, language and direction', async (language, subject, attributes) => {
  const mail = await mailOf({ language })
  expect(mail.subject).toBe(subject)
  expect(mail.html).toContain(attributes)
  expect(mail.text).toContain('482913')
})

test('a mail of a DEMO site says so in its subject and body', async () => {
  const mail = await mailOf({ tenant: rig.tenant('graphite') })
  expect(mail.subject).toMatch(/^\[DEMO\] /)
  expect(mail.text).toMatch(/^DEMO/)
  expect(mail.html).toContain('DEMO · test environment')
})

test('a mail says that a machine wrote it, when, and under a name that stays the same', async () => {
  const mail = await mailOf({})
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('content-language')).toBe('en')
  expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@aurora\.example>$/)
  expect(Date.parse(mail.date ?? '')).toBe(rig.clock.now())
})

test('with MAIL_FROM the sender is that address, and answers go to the company', async () => {
  await rig.close()
  rig = await openRig({ mail: { url: smtp.url, from: 'no-reply@relay.example' } })
  const mail = await mailOf({})
  expect(mail.from).toEqual({ name: 'Aurora Markets', address: 'no-reply@relay.example' })
  expect(mail.envelope.from).toBe('no-reply@relay.example')
  expect(mail.replyTo?.[0]?.address).toBe('support@aurora.example')
})

test('the notice of a new device names device, country and time and has one link, to the company’s site', async () => {
  const mail = await mailOf(newDevice())
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Chrome 141, Windows')
    expect(part).toContain('Hong Kong')
    expect(part).toContain('18 November 2026')
    expect(part).toContain('This was not me')
  }
  expect(linksOf(mail)).toEqual(['http://aurora.localhost:3000/not-me#key'])
  expect(mail.text).toContain('\nhttp://aurora.localhost:3000/not-me#key\n')
})

test('whoever has an account already is led to log in or to a new password', async () => {
  const mail = await mailOf({ kind: 'already-registered', values: {} })
  expect(linksOf(mail)).toEqual(['http://aurora.localhost:3000/login', 'http://aurora.localhost:3000/forgot'])
})

test('a message that would lead to another site is not written', async () => {
  for (const link of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', 'http://aurora.localhost:3000@evil.example/']) {
    await expect(rig.queue(newDevice({ values: { link } }))).rejects.toThrow('its own site')
  }
  expect(await rig.rows()).toEqual([])
})

test('the name of a device cannot be a tag, a line or a link', async () => {
  const device = 'http://evil.example/<img src=x>\r\nBcc: eve@evil.example\r\n\r\n{{company}} $t(mail:automatic)\u202eabc'
  const mail = await mailOf(newDevice({ values: { device, link: '/not-me#key' } }))
  expect(mail.html).not.toMatch(/<img/)
  expect(linksOf(mail)).toEqual(['http://aurora.localhost:3000/not-me#key'])
  for (const part of [mail.text ?? '', mail.html ?? '']) {
    expect(part).not.toMatch(/evil\.example|eve@|\u202e/)
    expect(part.match(/an automated message/g)).toHaveLength(1)
  }
  expect(mail.text).not.toMatch(/^Bcc/m)
  expect(mail.bcc).toBeUndefined()
})

test('nothing in a header can end it', async () => {
  const name = 'Aurora\r\nBcc: eve@evil.example\r\n\r\nbody'
  const mail = await mailOf({ tenant: auroraWith({ name }) })
  expect(mail.envelope.to).toEqual([ADA])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.subject).toBe('Your registration code for Aurora Bcc: eve@evil.example body')
})

test('a mail goes to one plain address or nowhere', async () => {
  const crooked = [
    'ada@mail.example\r\nRCPT TO:<eve@evil.example>',
    'ada@mail.example, eve@evil.example',
    'ada@mail.example>\r\nDATA',
    'Ada <ada@mail.example>',
    'ada@mail.example\nBcc: eve@evil.example',
    '@relay.example:ada@mail.example',
    '',
  ]
  for (const to of crooked) await rig.queue({ recipient: { channel: 'email', to } })
  await rig.delivery.flush()
  expect(smtp.mails).toEqual([])
  expect((await rig.rows()).map((row) => [row.status, row.last_error])).toEqual(crooked.map(() => ['dead', 'not an address']))
})

test('a server on this machine is spoken to encrypted when it can, whoever signed its certificate', async () => {
  const tls = await startSmtpServer({ offersTls: true, user: 'us er', password: 'p@ss:word/%' })
  await rig.close()
  rig = await openRig({ mail: { url: tls.url } })
  await rig.queue()
  await rig.delivery.flush()
  expect(tls.mails).toMatchObject([{ isEncrypted: true, user: 'us er' }])
  await tls.close()
})

test('a server elsewhere that offers no encryption gets nothing', async () => {
  await rig.close()
  // Reaches this machine, but does not say so.
  rig = await openRig({ mail: { url: `smtp://0.0.0.0:${smtp.port}` } })
  await rig.queue()
  await rig.delivery.flush()
  expect(smtp.mails).toEqual([])
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 1, last_error: 'SMTP 500 STARTTLS' }])
})

function linksOf({ html = '' }: ReceivedMail): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '')
}
