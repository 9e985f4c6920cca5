import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../../rules/durations'
import { createWorld, type World } from '../../../../tests/fixtures/create-world'
import { deskCall } from '../../../../tests/fixtures/desk-call'
import { openOperator, type TestOperator } from '../../../../tests/fixtures/operator'
import { siteAnswer, siteCall } from '../../../../tests/fixtures/site-call'
import * as content from '../../../routes/desk/content'
import * as announcement from '../../../routes/traders/announcement'
import { loader as news } from '../../../routes/traders/news'
import { loader as detail } from '../../../routes/traders/news-detail'
import type { NewsArticle, NewsListData } from '../../news/news-data'
import type { ContentData } from './content.server'

let world: World
let writer: TestOperator
let support: TestOperator
beforeAll(async () => {
  world = await createWorld()
  writer = await openOperator(world, { roles: ['content'] })
  support = await openOperator(world, { roles: ['support'] })
})
afterAll(() => world.close())

const HERE = '/desk/content?company=aurora'
const open = async (query = '', { token } = writer) => (await content.loader(deskCall(world, HERE + query, { token }))) as ContentData
const post = (form: Record<string, string>, { token } = writer) => siteAnswer(() => content.action(deskCall(world, HERE, { token, form })))
const site = (page: string) =>
  siteCall({ send: (sent) => world.broker.fetch(sent), tenant: world.tenant('aurora'), now: () => world.clock.now() }, page)
const own = () => world.tenant('aurora').defaultLanguage
const words = (title: string, more: Record<string, string> = {}) => ({
  [`title.${own()}`]: title,
  [`desc.${own()}`]: 'In short',
  [`content.${own()}`]: `<p>${title}</p>`,
  kind: 'news',
  id: '',
  version: '',
  ...more,
})

test('a form without scripts saves a draft, publishes it and takes it back; the site follows', async () => {
  const saved = await post(words('By hand', { intent: 'save' }))
  expect(saved.status).toBe(302)
  const id = new URL(saved.location ?? '', 'http://x').searchParams.get('edit') ?? ''
  const draft = (await open(`&edit=${id}`)).article
  expect(draft).toMatchObject({ id, version: 1, status: 'draft', source: { language: own(), text: { title: 'By hand' } } })

  await post(words('By hand, better', { intent: 'publish', id, version: '1' }))
  const list = (await news(site('/news'))) as Extract<NewsListData, { ok: true }>
  expect(list.items.map(({ title }) => title)).toContain('By hand, better')
  const shown = (await detail(site(`/news/detail?id=a${id}`))) as NewsArticle
  expect(shown.article).toMatchObject({ title: 'By hand, better', content: '<p>By hand, better</p>' })

  const { version } = (await open(`&edit=${id}`)).article ?? {}
  const without = await post({ intent: 'withdraw', id, version: String(version), reason: '' })
  expect([without.status, without.data]).toMatchObject([422, { form: 'withdraw', message: expect.stringContaining('reason') }])
  await post({ intent: 'withdraw', id, version: String(version), reason: 'not ours' })
  const gone = await siteAnswer(() => detail(site(`/news/detail?id=a${id}`)))
  expect([gone.status, gone.data]).toMatchObject([404, { article: null }])
})

test('nobody is asked for a translation: a second language stands there when it is written or chosen', async () => {
  const saved = await post(words('Alone', { intent: 'save' }))
  const id = new URL(saved.location ?? '', 'http://x').searchParams.get('edit') ?? ''
  expect((await open(`&edit=${id}`)).article).toMatchObject({ written: [own()], translation: null })
  expect((await open(`&edit=${id}&lng=fr`)).article?.translation?.language).toBe('fr')
})

test('a time is meant in UTC; without one the words are saved and the operator is told', async () => {
  const at = new Date(world.clock.now() + HOUR_MS).toISOString().slice(0, 16)
  const sent = await post(words('Soon', { intent: 'schedule', publish_at: at }))
  const id = new URL(sent.location ?? '', 'http://x').searchParams.get('edit') ?? ''
  expect((await open(`&edit=${id}`)).article).toMatchObject({ status: 'scheduled', publishField: at })
  const none = await post(words('Some day', { intent: 'schedule', publish_at: '' }))
  expect(none.headers.get('set-cookie')).toContain('timeMissing')
  expect((await open()).lines.map(({ title, status }) => [title, status])).toEqual(
    expect.arrayContaining([
      ['Soon', 'scheduled'],
      ['Some day', 'draft'],
    ]),
  )
})

test('what somebody else has changed is not written over, and what was typed comes back', async () => {
  const saved = await post(words('First', { intent: 'save' }))
  const id = new URL(saved.location ?? '', 'http://x').searchParams.get('edit') ?? ''
  await post(words('Second', { intent: 'save', id, version: '1' }))
  const late = await post(words('Third', { intent: 'save', id, version: '1' }))
  expect([late.status, late.data]).toMatchObject([422, { form: 'article', values: { [`title.${own()}`]: 'Third' } }])
  expect((late.data as { message: string }).message).toContain('changed')
  expect((await open(`&edit=${id}`)).article?.source.text.title).toBe('Second')
})

test('an announcement stands on its page', async () => {
  await post(words('Closed on Friday', { intent: 'publish', kind: 'announcement' }))
  const { announcements } = await announcement.loader(site('/mine/announcement'))
  expect(announcements).toMatchObject([{ title: 'Closed on Friday', content: '<p>Closed on Friday</p>' }])
})

test('who may only read gets no form, and their post changes nothing', async () => {
  const before = (await open()).total
  expect((await open('&edit=new', support)).article).toBeNull()
  expect(await post(words('Mine', { intent: 'save' }), support)).toMatchObject({ status: 302 })
  expect((await open('', support)).total).toBe(before)
})
