import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../fixtures/smtp-server'
import { type DeliveryRig, openRig } from './open-rig'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const ADA = 'ada@mail.example'

let smtp: TestSmtpServer
let rig: DeliveryRig

beforeAll(async () => {
  smtp = await startSmtpServer()
})
afterAll(() => smtp.close())
beforeEach(async () => {
  smtp.mails.length = 0
  smtp.refuse(null)
  rig = await openRig({ mail: { url: smtp.url } })
})
afterEach(() => rig.close())

/** Lets time pass and everything due be tried, as often as it takes. */
async function passAndFlush(times: number, byMs: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    rig.clock.advance(byMs)
    await rig.delivery.flush()
  }
}

test('a message leaves when its transaction is over', async () => {
  await rig.queue()
  rig.delivery.nudge()
  await smtp.waitForMail(ADA)
})

test('a message leaves by itself when nobody nudges', async () => {
  await rig.queue()
  await smtp.waitForMail(ADA)
})

test('a message of a transaction that was rolled back never was', async () => {
  const { database, delivery, clock } = rig
  const tenant = rig.tenant('aurora')
  const work = database.withTenant('aurora', async (tx) => {
    const recipient = { channel: 'email', to: ADA } as const
    await delivery.queue(tx, { tenant, recipient, kind: 'password-changed', language: 'en' }, clock.now())
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  await delivery.flush()
  expect(smtp.mails).toEqual([])
  expect(await rig.rows()).toEqual([])
})

test('what was sent is emptied and no longer than seven days remembered', async () => {
  await rig.queue()
  await rig.delivery.flush()
  expect(await rig.rows()).toMatchObject([{ status: 'sent', sealed: '', attempts: 1, last_error: null }])
  await rig.delivery.flush()
  expect(smtp.mails).toHaveLength(1)

  rig.clock.advance(7 * DAY - MINUTE)
  await rig.secondNode().flush()
  expect(await rig.rows()).toHaveLength(1)
  rig.clock.advance(2 * MINUTE)
  await rig.secondNode().close()
  expect(await rig.rows()).toEqual([])
})

test('a server that is down loses no message: each arrives once when it is up', async () => {
  await smtp.goDown()
  const readers = Array.from({ length: 12 }, (_, index) => `reader-${index}@mail.example`)
  for (const to of readers) await rig.queue({ recipient: { channel: 'email', to } })
  await rig.delivery.flush()
  await passAndFlush(4, 10 * SECOND)
  expect((await rig.rows()).map(({ status, last_error }) => [status, last_error])).toEqual(readers.map(() => ['queued', 'ECONNREFUSED']))

  await smtp.comeUp()
  await passAndFlush(2, 5 * MINUTE)
  expect(smtp.mails.map(({ envelope }) => envelope.to[0]).sort()).toEqual([...readers].sort())
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(readers.length)
  // Told once when it began and once when it was over, not with every attempt.
  expect(rig.log.filter((line) => line.includes('cannot be sent'))).toHaveLength(1)
  expect(rig.log.filter((line) => line.includes('sent again'))).toHaveLength(1)
})

test('a message that is refused for now is tried again, later each time', async () => {
  smtp.refuse({ at: 'recipient', code: 451 })
  await rig.queue()
  await rig.delivery.flush()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const [row] = await rig.rows()
    waits.push(Number(row?.next_attempt_at) - rig.clock.now())
    rig.clock.advance(waits.at(-1) ?? 0)
    await rig.delivery.flush()
  }
  for (const [index, wait] of waits.entries()) {
    const longest = SECOND * 2 ** index
    expect(wait).toBeGreaterThanOrEqual(longest / 2)
    expect(wait).toBeLessThanOrEqual(longest)
  }
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 5, last_error: 'SMTP 451 5.1.1 RCPT TO' }])
})

test('a message that nobody takes for a day is dead, kept for a look, and gone after a week', async () => {
  smtp.refuse({ at: 'mail', code: 451 })
  await rig.queue()
  await passAndFlush(12, 5 * MINUTE)
  expect(await rig.rows()).toMatchObject([{ status: 'queued' }])
  await passAndFlush(1, DAY)
  const [row] = await rig.rows()
  expect(row).toMatchObject({ status: 'dead', last_error: 'SMTP 451 5.1.1 DATA' })
  expect(row?.sealed).not.toBe('')
  expect(rig.log.filter((line) => line.startsWith('warn a message is given up'))).toHaveLength(1)

  smtp.refuse(null)
  await passAndFlush(1, DAY)
  expect(smtp.mails).toEqual([])
  rig.clock.advance(7 * DAY)
  await rig.secondNode().close()
  expect(await rig.rows()).toEqual([])
})

test.each(['recipient', 'mail'] as const)('a %s that the server refuses for good is dead at once', async (at) => {
  smtp.refuse({ at, code: 550 })
  await rig.queue()
  await rig.delivery.flush()
  expect(await rig.rows()).toMatchObject([{ status: 'dead', attempts: 1 }])
})

test('a password of ours that the server refuses loses no message', async () => {
  const strict = await startSmtpServer({ user: 'candor', password: 'right' })
  await rig.close()
  rig = await openRig({ mail: { url: `smtp://candor:wrong@127.0.0.1:${strict.port}` } })
  await rig.queue()
  await rig.delivery.flush()
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  await strict.close()
})

test('a code that has run out is not sent', async () => {
  await smtp.goDown()
  await rig.queue({ expiresAt: rig.clock.now() + 10 * MINUTE })
  await passAndFlush(1, 10 * MINUTE - 1)
  expect(await rig.rows()).toMatchObject([{ status: 'queued' }])
  await smtp.comeUp()
  await passAndFlush(1, 5 * MINUTE)
  expect(smtp.mails).toEqual([])
  expect(await rig.rows()).toMatchObject([{ status: 'dead', last_error: 'expired' }])
})

test('neither the store nor the log knows who a message goes to or what it says', async () => {
  smtp.refuse({ at: 'recipient', code: 451, message: `4.2.2 <${ADA}> code 482913 Aurora` })
  await rig.queue()
  await rig.delivery.flush()
  smtp.refuse({ at: 'recipient', code: 550, message: `5.1.1 <${ADA}> code 482913 Aurora` })
  await passAndFlush(1, MINUTE)
  await rig.queue({ recipient: { channel: 'sms', to: '85291234567' } })
  const seen = JSON.stringify(await rig.rows(), (_, value) => (typeof value === 'bigint' ? String(value) : value)) + rig.log.join('\n')
  expect(seen).toContain('dead')
  expect(seen).not.toMatch(/ada@|mail\.example|482913|85291234567|registration code/)
})

test('a row that is copied to another company or reader does not open', async () => {
  await smtp.goDown()
  await rig.queue()
  const [row] = await rig.rows()
  await rig.queue({ tenant: rig.tenant('meridian') })
  await rig.database.system((tx) => tx.execute(`update message set sealed = '${row?.sealed}' where tenant_id = 'meridian'`))
  await smtp.comeUp()
  // Twice: an attempt of the worker's own that began while the server was down may end after the first advance, and wait from there.
  await passAndFlush(2, MINUTE)
  expect(smtp.mails.map(({ from }) => from?.name)).toEqual(['Aurora Markets'])
  const rows = await rig.rows()
  expect(rows.at(-1)).toMatchObject({ status: 'dead', last_error: 'sealed under another master key' })
})

test('two nodes on one store send every message once', async () => {
  const other = rig.secondNode()
  for (let index = 0; index < 40; index += 1) await rig.queue({ recipient: { channel: 'email', to: `reader-${index}@mail.example` } })
  await Promise.all([rig.delivery.flush(), other.flush(), rig.delivery.flush(), other.flush()])
  expect(new Set(smtp.mails.map(({ envelope }) => envelope.to[0])).size).toBe(40)
  expect(smtp.mails).toHaveLength(40)
}, 30_000)

test('a message whose node died while sending it is taken up by another one after the lease', async () => {
  await smtp.goDown()
  await rig.queue()
  await rig.delivery.flush()
  await rig.delivery.close()
  // What the store holds while a node sends: an attempt more, and nobody else's until the lease is over.
  await rig.database.system((tx) => tx.execute(`update message set attempts = 2, next_attempt_at = ${rig.clock.now() + MINUTE}`))
  await smtp.comeUp()
  const other = rig.secondNode()
  rig.clock.advance(MINUTE - 1)
  await other.flush()
  expect(smtp.mails).toEqual([])
  rig.clock.advance(1)
  await other.flush()
  expect(smtp.mails).toHaveLength(1)
})

test('a node whose lease has gone to another one changes nothing', async () => {
  const slow = await startSmtpServer()
  slow.hold(true)
  await rig.close()
  rig = await openRig({ mail: { url: slow.url } })
  await rig.queue()
  const flushed = rig.delivery.flush()
  await slow.waitForMail(ADA)
  await rig.database.system((tx) => tx.execute(`update message set attempts = attempts + 1`))
  slow.hold(false)
  await flushed
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 2 }])
  await slow.close()
})

test('a mail whose yes got lost comes again under the same name', async () => {
  const flaky = await startSmtpServer()
  flaky.hold(true)
  await rig.close()
  rig = await openRig({ mail: { url: flaky.url } })
  await rig.queue()
  const flushed = rig.delivery.flush()
  await flaky.waitForMail(ADA)
  await flaky.goDown()
  await flushed
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  flaky.hold(false)
  await flaky.comeUp()
  await passAndFlush(1, MINUTE)
  const [first, second, ...rest] = flaky.mails
  expect(rest).toEqual([])
  expect(second?.messageId).toBe(first?.messageId)
  expect(await rig.rows()).toMatchObject([{ status: 'sent' }])
  await flaky.close()
})

test('a stop finishes what is being sent and starts nothing new', async () => {
  await rig.queue()
  const flushed = rig.delivery.flush()
  await rig.delivery.close()
  await flushed
  const [row] = await rig.rows()
  expect(['sent', 'queued']).toContain(row?.status)
  expect(smtp.mails).toHaveLength(row?.status === 'sent' ? 1 : 0)
  await rig.queue()
  await rig.delivery.flush()
  expect((await rig.rows()).at(-1)).toMatchObject({ status: 'queued', attempts: 0 })
})

test('a stop does not wait for a server that never says yes', async () => {
  const silent = await startSmtpServer()
  silent.hold(true)
  await rig.close()
  rig = await openRig({ mail: { url: silent.url } })
  await rig.queue()
  const flushed = rig.delivery.flush()
  await silent.waitForMail(ADA)
  await rig.delivery.close()
  await flushed
  expect(await rig.rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
  await silent.close()
})
