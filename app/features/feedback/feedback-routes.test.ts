/** The feedback page as its route answers, over a real broker: signed in and not, with scripts and without, and sent twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../../contract/desk'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { openOperator } from '../../../tests/fixtures/operator'
import { jpeg, uploaded } from '../../../tests/fixtures/pictures'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { solveCaptcha } from '../../../tests/fixtures/solve-captcha'
import { action, loader } from '../../routes/traders/feedback'
import type { FeedbackAnswer, FeedbackData } from './feedback-data'

const TEXT = 'The chart stops when I turn the phone.'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const look = async (token: string | null, search = '') =>
  (await siteAnswer(() => loader(call(`/feedback${search}`, { token })))).data as FeedbackData
const post = (token: string | null, fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return siteAnswer(() => action(call('/feedback', { token, form })))
}
const kept = async (reference: string) => {
  const support = await openOperator(world, { roles: ['support'] })
  return (await support.call(DESK_ENDPOINTS.listFeedback, { q: reference })).data.data
}
const referenceOf = (location: string | null) => new URL(location ?? '', 'http://site.invalid').searchParams.get('sent') ?? ''

test('a visitor is asked for an address and the letters of an image, a trader only for what nobody knows', async () => {
  expect(await look(null)).toMatchObject({ isSignedIn: false, asksEmail: true, captcha: { image: expect.stringMatching(/^data:image\//) } })
  expect(await look((await world.demoTrader()).token)).toMatchObject({ isSignedIn: true, asksEmail: true, captcha: null })
  expect(await look((await world.realTrader()).token)).toMatchObject({ isSignedIn: true, asksEmail: false, captcha: null })
})

test('a message whose picture was sent before arrives once, however often the form does', async () => {
  const trader = await world.realTrader()
  const { formKey } = await look(trader.token)
  const form = { kind: 'problem', text: TEXT, form_key: formKey, proofImg: await uploaded(world, trader) }
  const answers = [await post(trader.token, form), await post(trader.token, form)]
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect(answers[0]?.location).toBe(answers[1]?.location)
  const reference = referenceOf(answers[0]?.location ?? '')
  expect(await kept(reference)).toMatchObject([{ kind: 'problem', excerpt: TEXT, has_picture: true }])
  expect((await look(trader.token, `?sent=${reference}`)).sent).toBe(reference)
})

test('without scripts the picture comes with the form, and another mistake does not lose it', async () => {
  const { token } = await world.demoTrader()
  const proof = new File([Uint8Array.from(await jpeg())], 'maria.jpg', { type: 'image/jpeg' })
  const refused = await post(token, { text: TEXT, form_key: 'one', proof })
  expect(refused.status).toBe(422)
  const answer = refused.data as FeedbackAnswer
  expect(answer).toMatchObject({
    text: TEXT,
    picture: expect.stringMatching(/^\/api\/common\/image\?ref=/),
    problems: { kind: expect.any(String) },
  })
  const sent = await post(token, { kind: 'idea', text: TEXT, form_key: answer.formKey, proofImg: answer.picture })
  expect(await kept(referenceOf(sent.location))).toMatchObject([{ has_picture: true }])
})

test('a file that is no picture is told of at its field, with everything else as it was', async () => {
  const { token } = await world.demoTrader()
  const proof = new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })
  const refused = await post(token, { kind: 'idea', text: TEXT, email: 'anna@example.com', form_key: 'one', proof })
  expect(refused.data).toMatchObject({
    kind: 'idea',
    text: TEXT,
    email: 'anna@example.com',
    picture: '',
    problems: { proof: expect.any(String) },
  })
})

test('a text is counted as it is read: line breaks once, white space around it not at all', async () => {
  const { token } = await world.demoTrader()
  const long = Array.from({ length: 1000 }, () => 'x').join('\r\n')
  expect((await post(token, { kind: 'idea', text: ` ${long} \r\n`, form_key: 'a' })).status).toBe(302)
  expect(await post(token, { kind: 'idea', text: `${long}xx`, form_key: 'b' })).toMatchObject({
    status: 422,
    data: { problems: { text: expect.any(String) } },
  })
})

test('a visitor’s wrong letters cost only another image', async () => {
  const { captcha, formKey } = await look(null)
  const form = { kind: 'complaint', text: TEXT, email: 'anna@example.com', key: captcha?.id ?? '', form_key: formKey }
  const refused = await post(null, { ...form, code: '0000' })
  expect([refused.status, refused.data]).toEqual([422, expect.objectContaining({ text: TEXT, refusal: 'CAPTCHA_WRONG' })])
  const fresh = (await look(null)).captcha?.id ?? ''
  const code = await solveCaptcha(world.broker.database, 'aurora', fresh)
  const sent = await post(null, { ...form, key: fresh, code, form_key: (refused.data as FeedbackAnswer).formKey })
  expect(await kept(referenceOf(sent.location))).toMatchObject([{ kind: 'complaint', trader_uid: '' }])
})

test('only a reference is shown as one', async () => {
  for (const sent of ['', '<b>', 'a b', 'x'.repeat(33)]) expect((await look(null, `?sent=${encodeURIComponent(sent)}`)).sent).toBeNull()
})
