/** The page about a wrong word as its route answers, over a real broker: which text is meant, what the desk reads, and by whom it is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../../contract/desk'
import { createWorld, type World } from '../../../tests/fixtures/create-world'
import { openOperator } from '../../../tests/fixtures/operator'
import { type SiteCallOptions, siteAnswer, siteCall } from '../../../tests/fixtures/site-call'
import { solveCaptcha } from '../../../tests/fixtures/solve-captcha'
import { localeResource } from '../../language/i18n.server'
import { action, loader } from '../../routes/traders/wording'
import type { WordingAnswer, WordingData } from './wording-data'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const call = (page: string, options: SiteCallOptions) =>
  siteCall({ send: world.broker.fetch, tenant: world.tenant('aurora'), now: () => world.clock.now() }, page, options)
const look = async (token: string | null, search = '') =>
  (await siteAnswer(() => loader(call(`/feedback/wording${search}`, { token })))).data as WordingData
const post = (token: string | null, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return siteAnswer(() => action(call('/feedback/wording', { token, form })))
}
const referenceOf = (location: string | null) => new URL(location ?? '', 'http://site.invalid').searchParams.get('sent') ?? ''
const wordingOf = async (location: string | null) => {
  const support = await openOperator(world, { roles: ['support'] })
  const [found] = (await support.call(DESK_ENDPOINTS.listFeedback, { q: referenceOf(location) })).data.data
  return { kind: found?.kind, better: found?.excerpt, ...found?.wording }
}
type Tree = { readonly [key: string]: string | Tree }
const german = (group: string, ...path: readonly string[]): string => {
  let place: string | Tree | undefined = localeResource('de').texts[group]
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined
  return typeof place === 'string' ? place : ''
}

test('the texts of a screen are offered in the language that is asked for, each once', async () => {
  const { token } = await world.demoTrader()
  const page = await look(token, '?screen=/mine/wallet&language=de')
  expect(page).toMatchObject({ screen: '/mine/wallet', language: 'de', isSignedIn: true, captcha: null })
  expect(page.texts).toContain(german('wallet', 'availableBalance'))
  expect(new Set(page.texts).size).toBe(page.texts.length)
  expect(page.texts.join()).not.toMatch(/\{\{|<\d>/)
  for (const search of ['?screen=/desk', '?screen=https://elsewhere.example/trade', ''])
    expect(await look(token, search)).toMatchObject({ screen: '', texts: [] })
})

test('a text that was chosen arrives with its key, its language and its screen, and once however often the form is sent', async () => {
  const { token } = await world.realTrader()
  const { formKey } = await look(token)
  const words = german('wallet', 'availableBalance')
  const form = { screen: '/mine/wallet', language: 'de', words, text: 'Guthaben', form_key: formKey }
  const [first, second] = [await post(token, form), await post(token, form)]
  expect([first.status, second.location]).toEqual([302, first.location])
  expect(await wordingOf(first.location)).toEqual({
    kind: 'wording',
    better: 'Guthaben',
    words,
    language: 'de',
    screen: '/mine/wallet',
    key: 'wallet:availableBalance',
  })
})

test('words with a figure in them are the text that has a place for it; words that are no text arrive without a key', async () => {
  const { token } = await world.realTrader()
  const figure = german('public', 'error', 'INSUFFICIENT_MARGIN').replace('{{missing}}', '250.00')
  const sent = await post(token, { screen: '/trade', language: 'de', words: figure, text: 'Besser', form_key: 'figure' })
  expect(await wordingOf(sent.location)).toMatchObject({ words: figure, key: 'public:error.INSUFFICIENT_MARGIN', screen: '/trade' })
  const unknown = await post(token, { screen: '', language: 'de', words: 'Ein Satz aus einer Mail', text: 'x', form_key: 'mail' })
  expect(await wordingOf(unknown.location)).toMatchObject({ key: '', screen: '', words: 'Ein Satz aus einer Mail' })
})

test('a form with something missing comes back with what was typed', async () => {
  const { token } = await world.demoTrader()
  const refused = await post(token, { screen: '/trade', language: 'fr', words: ' ', text: 'Mieux', form_key: 'one' })
  expect(refused).toMatchObject({
    status: 422,
    data: { screen: '/trade', language: 'fr', text: 'Mieux', problems: { words: expect.any(String) } },
  })
})

test('a visitor copies the letters of an image; wrong ones cost only another image', async () => {
  const { captcha, formKey } = await look(null)
  const form = { screen: '/', language: 'en', words: 'Quotez', text: 'Quotes', key: captcha?.id ?? '', form_key: formKey }
  const refused = await post(null, { ...form, code: '0000' })
  expect([refused.status, refused.data]).toEqual([422, expect.objectContaining({ words: 'Quotez', refusal: 'CAPTCHA_WRONG' })])
  const fresh = (await look(null)).captcha?.id ?? ''
  const code = await solveCaptcha(world.broker.database, 'aurora', fresh)
  const sent = await post(null, { ...form, key: fresh, code, form_key: (refused.data as WordingAnswer).formKey })
  expect(await wordingOf(sent.location)).toMatchObject({ kind: 'wording', words: 'Quotez', language: 'en', screen: '/' })
})
