/** What people write to the company, from the call to the desk. */

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { ENDPOINTS } from '../../contract/index'
import { DAY_MS } from '../../rules/durations'
import { createWorld, type TestTrader, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { uploaded } from '../../tests/fixtures/pictures'
import { solveCaptcha } from '../../tests/fixtures/solve-captcha'
import { queryRows } from '../db/open-database'

const { sendFeedback, sendVisitorFeedback, getCaptcha } = ENDPOINTS
const { listFeedback, getFeedback, finishFeedback, getDeskPicture, getDeskCounts, listAuditEvents } = DESK_ENDPOINTS
const HOST = 'aurora.localhost:3000'
const TEXT = 'The chart stops when I turn the phone.\n\nIt goes on after a reload.'

let world: World
let support: TestOperator
beforeAll(async () => {
  world = await createWorld()
  support = await openOperator(world, { roles: ['support'] })
})
afterAll(() => world.close())

const found = async (reference: string) => (await support.call(listFeedback, { q: reference })).data.data[0]
const opened = async (reference: string) => (await support.call(getFeedback, { id: (await found(reference))?.id ?? '0' })).data
/** How many messages of the owner the desk has. */
const written = async (owner: Pick<TestTrader, 'call'>) => {
  const { uid } = (await owner.call(ENDPOINTS.getTrader, {})).data
  return (await support.call(listFeedback, { q: uid })).data.total
}
const visitor = async (input: Partial<Parameters<typeof asVisitor>[0]> = {}, key = randomUUID()) => {
  const { id } = (await world.client.call(getCaptcha, {}, { host: HOST })).data
  const captcha = await solveCaptcha(world.broker.database, 'aurora', id)
  return asVisitor({ kind: 'idea', text: TEXT, email: '', key: id, captcha, ...input }, key)
}
const asVisitor = (input: { kind: 'idea'; text: string; email: string; key: string; captcha: string }, key: string) =>
  world.client.call(sendVisitorFeedback, input, { host: HOST, headers: { 'idempotency-key': key } })

describe('a trader', () => {
  test('writes with a picture: the desk reads the words as they are, sees the picture and knows where to reply', async () => {
    const owner = await world.realTrader()
    const picture = await uploaded(world, owner)
    const words = ` ${TEXT.replaceAll('\n', '\r\n')}\u0007 `
    const sent = await owner.call(sendFeedback, { kind: 'problem', text: words, picture }, { headers: { lang: 'fi' } })
    expect([sent.outcome, sent.data.reference]).toEqual(['ok', expect.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)])
    expect(await found(sent.data.reference)).toMatchObject({
      kind: 'problem',
      status: 'open',
      has_picture: true,
      excerpt: TEXT.replaceAll(/\s+/g, ' '),
    })
    const item = await opened(sent.data.reference)
    expect(item).toMatchObject({
      text: TEXT,
      email: owner.email,
      trader_id: owner.id,
      is_demo: false,
      language: 'fi',
      note: '',
      done_at: null,
    })
    const seen = await support.call(getDeskPicture, { ref: item.picture ?? '' })
    expect(Buffer.from(seen.data.webp, 'base64').subarray(8, 12).toString()).toBe('WEBP')
    const compliance = await openOperator(world, { roles: ['compliance'] })
    const trail = (await compliance.call(listAuditEvents, { action: 'feedback.' })).data.data
    expect(trail.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['feedback.picture_viewed', support.actor],
      ['feedback.sent', `trader:${owner.id}`],
    ])
    expect(JSON.stringify(trail)).not.toContain('turn the phone')
  })

  test('of a demo account writes too, and says where the reply goes', async () => {
    const demo = await world.demoTrader()
    const { data } = await demo.call(sendFeedback, { kind: 'idea', text: TEXT, email: ' Maria@Example.com ' })
    expect(await opened(data.reference)).toMatchObject({ email: 'maria@example.com', is_demo: true })
  })

  test.each([
    ['too short', { text: '  nine   \n ' }, 'FEEDBACK_TEXT_INVALID'],
    ['too long', { text: 'x'.repeat(2001) }, 'FEEDBACK_TEXT_INVALID'],
    ['with an address that is none', { email: 'nobody' }, 'FEEDBACK_EMAIL_INVALID'],
    ['with a picture that was never sent', { picture: '/api/common/image?ref=nothing' }, 'IMAGE_REFERENCE_INVALID'],
    ['of no kind', { kind: 'praise' as never }, 'PARAMETER_INVALID'],
  ])('is told of a message %s, and nothing is kept', async (_what, input, outcome) => {
    const owner = await world.demoTrader()
    expect((await owner.call(sendFeedback, { kind: 'idea', text: TEXT, ...input })).outcome).toBe(outcome)
    expect(await written(owner)).toBe(0)
  })

  test('cannot hand in the picture of another, or one twice', async () => {
    const [owner, thief] = [await world.demoTrader(), await world.demoTrader()]
    const picture = await uploaded(world, owner)
    expect((await thief.call(sendFeedback, { kind: 'idea', text: TEXT, picture })).outcome).toBe('IMAGE_REFERENCE_INVALID')
    expect((await owner.call(sendFeedback, { kind: 'idea', text: TEXT, picture })).outcome).toBe('ok')
    expect((await owner.call(sendFeedback, { kind: 'idea', text: TEXT, picture })).outcome).toBe('IMAGE_REFERENCE_INVALID')
  })

  test('who sends the same form twice has written once', async () => {
    const owner = await world.demoTrader()
    const send = () => owner.call(sendFeedback, { kind: 'idea', text: TEXT }, { headers: { 'idempotency-key': 'one-form' } })
    const [first, second] = [await send(), await send()]
    expect(second.data.reference).toBe(first.data.reference)
    expect(await written(owner)).toBe(1)
  })

  test('who writes all day is asked to wait', async () => {
    const owner = await world.demoTrader()
    for (let sent = 0; sent < 20; sent++) expect((await owner.call(sendFeedback, { kind: 'other', text: TEXT })).outcome).toBe('ok')
    const refused = await owner.call(sendFeedback, { kind: 'other', text: TEXT })
    expect([refused.outcome, refused.status]).toEqual(['TOO_MANY_REQUESTS', 429])
  })
})

describe('a wrong word', () => {
  const WRONG = { kind: 'wording', text: 'Balance', words: 'Ballance', words_language: 'en' } as const

  test('is kept with what it is about, and is found by language, screen and key', async () => {
    const owner = await world.demoTrader()
    const about = { ...WRONG, words_language: 'et', words_screen: '/mine/wallet', words_key: 'wallet:balance' } as const
    const { reference } = (await owner.call(sendFeedback, about)).data
    const wording = { words: 'Ballance', language: 'et', screen: '/mine/wallet', key: 'wallet:balance' }
    expect(await opened(reference)).toMatchObject({ kind: 'wording', text: 'Balance', wording })
    const references = async (input: Parameters<typeof support.call<typeof listFeedback>>[1]) =>
      (await support.call(listFeedback, input)).data.data.map((line) => line.reference)
    expect(await references({ words_language: 'et' })).toEqual([reference])
    expect(await references({ words_screen: '/mine/wallet', kind: 'wording' })).toEqual([reference])
    expect(await references({ q: 'wallet:balance' })).toEqual([reference])
    expect(await references({ words_language: 'et', words_screen: '/trade' })).toEqual([])
  })

  test.each([
    ['without the words', { words: ' ' }, 'PARAMETER_INVALID'],
    ['without a language', { words_language: undefined }, 'PARAMETER_INVALID'],
    ['without what would be better', { text: ' ' }, 'FEEDBACK_TEXT_INVALID'],
    ['of more than a passage', { words: 'x'.repeat(601) }, 'PARAMETER_INVALID'],
    ['on another site', { words_screen: 'https://elsewhere.example' }, 'PARAMETER_INVALID'],
    ['with a key that can be none', { words_key: '<b>' }, 'PARAMETER_INVALID'],
  ])('%s is refused, and nothing is kept', async (_what, input, outcome) => {
    const owner = await world.demoTrader()
    expect((await owner.call(sendFeedback, { ...WRONG, ...input })).outcome).toBe(outcome)
    expect(await written(owner)).toBe(0)
  })

  test('is told of by a message of that kind alone', async () => {
    const owner = await world.demoTrader()
    const { reference } = (await owner.call(sendFeedback, { ...WRONG, kind: 'idea', text: TEXT })).data
    expect((await opened(reference)).wording).toBeNull()
  })
})

describe('a visitor', () => {
  test('writes with the letters of a captcha, which is used up', async () => {
    const sent = await visitor({ email: 'anna@example.com' })
    expect(sent.outcome).toBe('ok')
    expect(await opened(sent.data.reference)).toMatchObject({ email: 'anna@example.com', trader_id: '', trader_uid: '', picture: null })
  })

  test.each([
    ['', 'CAPTCHA_WRONG'],
    ['0000', 'CAPTCHA_WRONG'],
  ])('with %j for the letters is refused', async (captcha, outcome) => {
    expect((await visitor({ captcha })).outcome).toBe(outcome)
  })

  test('keeps the captcha when something else is wrong', async () => {
    const { id } = (await world.client.call(getCaptcha, {}, { host: HOST })).data
    const captcha = await solveCaptcha(world.broker.database, 'aurora', id)
    const form = { kind: 'idea', email: '', key: id, captcha } as const
    expect((await asVisitor({ ...form, text: 'short' }, 'first')).outcome).toBe('FEEDBACK_TEXT_INVALID')
    expect((await asVisitor({ ...form, text: TEXT, email: 'nobody' }, 'second')).outcome).toBe('FEEDBACK_EMAIL_INVALID')
    expect((await asVisitor({ ...form, text: TEXT }, 'third')).outcome).toBe('ok')
    expect((await asVisitor({ ...form, text: TEXT }, 'fourth')).outcome).toBe('CAPTCHA_WRONG')
    // The same form once more is answered as it was, although its captcha is gone.
    expect((await asVisitor({ ...form, text: TEXT }, 'third')).outcome).toBe('ok')
  })
})

describe('the desk', () => {
  test('finds by status, kind, reference and account, newest first, and only its own company’s', async () => {
    const owner = await world.realTrader()
    const stranger = await world.realTrader('meridian')
    const first = (await owner.call(sendFeedback, { kind: 'complaint', text: TEXT })).data.reference
    const second = (await owner.call(sendFeedback, { kind: 'idea', text: TEXT })).data.reference
    const foreign = (await stranger.call(sendFeedback, { kind: 'idea', text: TEXT })).data.reference
    const uid = (await owner.call(ENDPOINTS.getTrader, {})).data.uid
    const references = async (input: Parameters<typeof support.call<typeof listFeedback>>[1]) =>
      (await support.call(listFeedback, input)).data.data.map(({ reference }) => reference)
    expect(await references({ q: uid })).toEqual([second, first])
    expect(await references({ q: uid, kind: 'complaint' })).toEqual([first])
    expect(await references({ q: uid, status: 'done' })).toEqual([])
    expect(await references({ q: first.toLowerCase() })).toEqual([first])
    for (const q of [foreign, '%', '_', "' or 1=1 --"]) expect(await references({ q })).toEqual([])
  })

  test('marks a message as done once, with a note that stays in the trail', async () => {
    const owner = await world.realTrader()
    const { reference } = (await owner.call(sendFeedback, { kind: 'idea', text: TEXT })).data
    const { id } = await opened(reference)
    const open = async () => (await support.call(getDeskCounts, {})).data.feedback ?? 0
    const before = await open()
    expect((await support.call(finishFeedback, { id, note: '  ' })).outcome).toBe('DESK_REASON_REQUIRED')
    const raced = await Promise.all([0, 1].map(() => support.call(finishFeedback, { id, note: 'mended in the next release' })))
    expect(raced.map(({ outcome }) => outcome).sort()).toEqual(['DESK_ALREADY_DECIDED', 'ok'])
    expect(await opened(reference)).toMatchObject({
      status: 'done',
      note: 'mended in the next release',
      done_by: support.name,
      done_at: world.clock.now(),
    })
    expect(await open()).toBe(before - 1)
    const admin = await openOperator(world, { roles: ['admin'] })
    const trail = (await admin.call(listAuditEvents, { object: `feedback:${id}` })).data.data
    expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
      ['feedback.done', 'mended in the next release'],
      ['feedback.sent', ''],
    ])
  })

  test('shows who only reads neither the whole address nor a way to answer', async () => {
    const owner = await world.realTrader()
    const { id } = await opened((await owner.call(sendFeedback, { kind: 'idea', text: TEXT })).data.reference)
    const admin = await openOperator(world, { roles: ['admin'] })
    expect((await admin.call(getFeedback, { id })).data.email).toBe('t***@example.com')
    expect((await admin.call(finishFeedback, { id, note: 'seen' })).outcome).toBe('DESK_FORBIDDEN')
  })

  test('keeps the picture for thirty days after the message is done, and the message for good', async () => {
    const owner = await world.realTrader()
    const sent = await owner.call(sendFeedback, { kind: 'problem', text: TEXT, picture: await uploaded(world, owner) })
    const { id } = await opened(sent.data.reference)
    await support.call(finishFeedback, { id, note: 'answered' })
    await world.broker.identity.forgetOld(world.clock.now() + 30 * DAY_MS)
    expect((await support.call(getFeedback, { id })).data.picture).not.toBeNull()
    await world.broker.identity.forgetOld(world.clock.now() + 30 * DAY_MS + 1)
    expect((await support.call(getFeedback, { id })).data).toMatchObject({ picture: null, has_picture: true, text: TEXT })
  })

  test('cannot change what was written, whatever it asks the store', async () => {
    const rewritten = world.broker.database.withTenant('aurora', (tx) => queryRows(tx, sql`update feedback set text = 'nothing happened'`))
    await expect(rewritten).rejects.toThrow()
  })
})
