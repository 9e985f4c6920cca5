import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import type { ArticleTexts } from '../../contract/desk/content'
import { ENDPOINTS } from '../../contract/index'
import { HOUR_MS } from '../../rules/durations'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { queryRows } from '../db/open-database'

const { listArticles, getArticle, saveArticle, publishArticle, withdrawArticle } = DESK_ENDPOINTS

let world: World
let writer: TestOperator
let support: TestOperator
beforeAll(async () => {
  world = await createWorld()
  writer = await openOperator(world, { roles: ['content'], name: 'writer' })
  support = await openOperator(world, { roles: ['support'] })
})
afterAll(() => world.close())

const text = (title: string, content = `<p>${title}</p>`) => ({ title, desc: 'In short', content })
const own = () => world.tenant('aurora').defaultLanguage

async function saved(texts: ArticleTexts, kind: 'news' | 'announcement' = 'news') {
  const { data, outcome } = await writer.call(saveArticle, { kind, texts: JSON.stringify(texts) })
  expect(outcome).toBe('ok')
  return { id: data.id, version: String(data.version) }
}
const published = async (texts: ArticleTexts, kind: 'news' | 'announcement' = 'news', publish_at?: string) => {
  const { id, version } = await saved(texts, kind)
  const { outcome, data } = await writer.call(publishArticle, { id, version, ...(publish_at === undefined ? {} : { publish_at }) })
  expect(outcome).toBe('ok')
  return { id, version: String(data.version) }
}
const visit = <E extends (typeof ENDPOINTS)['listNews' | 'getNews' | 'listAnnouncements']>(endpoint: E, input: object, language = 'en') =>
  world.client.call(endpoint, input as never, { headers: { lang: language } })
const newsTitles = async () => (await visit(ENDPOINTS.listNews, { category_id: '1' })).data.data.map(({ title }) => title)

test('a draft is nobody’s but the desk’s; published, it stands first in the news and opens', async () => {
  const { id, version } = await saved({ [own()]: text('自己'), en: text('Fresh') })
  expect(await newsTitles()).not.toContain('Fresh')
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).outcome).toBe('NEWS_NOT_FOUND')
  const before = (await visit(ENDPOINTS.listNews, { category_id: '1' })).data.total

  expect((await writer.call(publishArticle, { id, version })).data.publish_at).toBe(world.clock.now())
  const { data } = await visit(ENDPOINTS.listNews, { category_id: '1' })
  expect(data.total).toBe(before + 1)
  expect(data.data.find(({ id: shown }) => shown === `a${id}`)).toMatchObject({
    title: 'Fresh',
    desc: 'In short',
    created_at: world.clock.now(),
  })
  expect(data.data.map(({ created_at }) => created_at)).toEqual(data.data.map(({ created_at }) => created_at).toSorted((a, b) => b - a))
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).data.content).toBe('<p>Fresh</p>')
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` }, 'th')).data.title).toBe('自己')
})

test('a translation is older once the original was changed after it, until it is written again or found to match', async () => {
  const { id, version } = await saved({ [own()]: text('原文'), en: text('Original'), fr: text('Original français') })
  const now = async () => (await writer.call(getArticle, { id })).data
  expect((await now()).older).toEqual([])
  world.clock.advance(1000)
  const save = async (texts: ArticleTexts, matching?: string) => {
    const input = { id, kind: 'news' as const, texts: JSON.stringify(texts), version: String((await now()).version), matching }
    expect((await writer.call(saveArticle, input)).outcome).toBe('ok')
  }
  // Saved as they were, nothing is older.
  await save({ [own()]: text('原文'), en: text('Original') })
  expect((await now()).older).toEqual([])
  await save({ [own()]: text('原文二'), en: text('Original') })
  expect((await now()).older).toEqual(['en', 'fr'])
  expect((await now()).texts.en).toEqual(text('Original'))
  world.clock.advance(1000)
  await save({ [own()]: text('原文二'), en: text('Original, second') })
  expect((await now()).older).toEqual(['fr'])
  await save({ fr: text('Original français') }, 'fr')
  expect((await now()).older).toEqual([])
  expect(Number(version)).toBe(1)
})

test('who reads another language is told all that an article is written in, and never sees two of them in one', async () => {
  const { id } = await published({ [own()]: text('只有中文'), fr: { title: 'Titre seul', desc: '', content: '' } })
  const { data } = await visit(ENDPOINTS.getNews, { id: `a${id}` }, 'fr')
  expect(data).toMatchObject({ title: '只有中文', content: '<p>只有中文</p>', language: own(), languages: [own()] })
})

test('an article says in which language it is: the reader’s where it is written, else the company’s own', async () => {
  const { id } = await published({ [own()]: text('自己'), en: text('Both') })
  const languageOf = async (reader: string) => (await visit(ENDPOINTS.getNews, { id: `a${id}` }, reader)).data.language
  expect([await languageOf('en'), await languageOf('th'), await languageOf(own())]).toEqual(['en', own(), own()])
  const { data } = (await visit(ENDPOINTS.listNews, { category_id: '1' }, 'th')).data
  expect(data.find(({ id: shown }) => shown === `a${id}`)?.language).toBe(own())
})

test('hostile markup is gone from the store, and from whatever the store holds', async () => {
  const hostile = '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=y><a href="javascript:z">a</a></p>'
  const clean = '<p>Hi<a rel="noopener noreferrer nofollow" target="_blank">a</a></p>'
  const { id } = await published({ [own()]: text('<b>Bold</b>', hostile) })
  const stored = await world.broker.database.system((tx) =>
    queryRows<{ content: string }>(tx, sql`select texts -> ${own()}::text ->> 'content' as content from article where id = ${id}::bigint`),
  )
  expect(stored).toEqual([{ content: clean }])
  await world.broker.database.withTenant('aurora', (tx) =>
    tx.execute(
      sql`update article set texts = jsonb_set(texts, array[${own()}::text, 'content'], to_jsonb(${hostile}::text)) where id = ${id}::bigint`,
    ),
  )
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).data).toMatchObject({ content: clean, title: '<b>Bold</b>' })
  expect((await writer.call(getArticle, { id })).data.texts[own()]?.content).toBe(clean)
})

test('a scheduled article is shown when its time comes', async () => {
  const at = world.clock.now() + HOUR_MS
  const { id } = await published({ [own()]: text('Later') }, 'news', String(at))
  expect(await newsTitles()).not.toContain('Later')
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).outcome).toBe('NEWS_NOT_FOUND')
  const { data: waiting } = await writer.call(listArticles, { status: 'scheduled' })
  expect(waiting.data).toMatchObject([{ id, status: 'scheduled', publish_at: at, languages: [own()] }])
  world.pass(HOUR_MS)
  writer = await openOperator(world, { roles: ['content'], name: 'writer-later' })
  support = await openOperator(world, { roles: ['support'] })
  expect(await newsTitles()).toContain('Later')
  expect((await writer.call(getArticle, { id })).data.status).toBe('published')
})

test('of two who change the same version, the second is told', async () => {
  const { id, version } = await saved({ en: text('First') })
  const change = (title: string) => writer.call(saveArticle, { id, version, kind: 'news', texts: JSON.stringify({ en: text(title) }) })
  const outcomes = await Promise.all([change('Second'), change('Third')])
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['ARTICLE_CHANGED', 'ok'])
  expect((await writer.call(publishArticle, { id, version })).outcome).toBe('ARTICLE_CHANGED')
  expect((await writer.call(withdrawArticle, { id, version, reason: 'x' })).outcome).toBe('ARTICLE_CHANGED')
})

test('a language that is not named stays, one that comes empty goes, and a published one keeps the company’s own', async () => {
  const { id, version } = await published({ [own()]: text('自己'), en: text('English') })
  const save = (texts: object, at: string) => writer.call(saveArticle, { id, version: at, kind: 'news', texts: JSON.stringify(texts) })
  const gone = await save({ [own()]: { title: '', desc: '', content: '<p></p>' } }, version)
  expect([gone.outcome, gone.details]).toEqual(['ARTICLE_TEXT_REQUIRED', { language: expect.stringContaining('中文') }])
  const fewer = await save({ en: { title: '', desc: '', content: '<p></p>' } }, version)
  expect(fewer.outcome).toBe('ok')
  expect((await writer.call(getArticle, { id })).data.languages).toEqual([own()])
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).data.title).toBe('自己')
})

test('nothing is saved without a word, and nothing published without the company’s own language', async () => {
  for (const texts of [{}, { en: { title: 'Title', desc: '', content: '<p>&nbsp;</p>' } }]) {
    expect((await writer.call(saveArticle, { kind: 'news', texts: JSON.stringify(texts) })).outcome).toBe('ARTICLE_TEXT_REQUIRED')
  }
  const other = own() === 'en' ? 'hk' : 'en'
  const { id, version } = await saved({ [other]: text('Only this') })
  expect((await writer.call(publishArticle, { id, version })).outcome).toBe('ARTICLE_TEXT_REQUIRED')
  for (const texts of ['{', '[]', '{"xx":{"title":"a","desc":"","content":"b"}}', '{"en":{"title":"a","desc":"","content":"b","x":1}}']) {
    expect((await writer.call(saveArticle, { kind: 'news', texts })).outcome).toBe('PARAMETER_INVALID')
  }
})

test('what is withdrawn vanishes at once, needs a reason, and the log tells it all', async () => {
  const { id, version } = await published({ [own()]: text('Oops') }, 'announcement')
  expect((await visit(ENDPOINTS.listAnnouncements, {})).data).toMatchObject([{ id: `a${id}`, title: 'Oops', content: '<p>Oops</p>' }])
  expect((await visit(ENDPOINTS.getNews, { id: `a${id}` })).outcome).toBe('NEWS_NOT_FOUND')
  expect((await writer.call(withdrawArticle, { id, version, reason: ' ' })).outcome).toBe('DESK_REASON_REQUIRED')
  expect((await writer.call(withdrawArticle, { id, version, reason: 'wrong date' })).outcome).toBe('ok')
  expect((await visit(ENDPOINTS.listAnnouncements, {})).data).toEqual([])
  const rows = await world.broker.database.system((tx) =>
    queryRows<{ action: string; actor: string; reason: string | null; status: string }>(
      tx,
      sql`select action, actor, detail ->> 'reason' as reason, detail -> 'after' ->> 'status' as status
        from audit_event where object = ${`article:${id}`} order by id`,
    ),
  )
  const { actor } = writer
  expect(rows).toEqual([
    { action: 'article.saved', actor, reason: null, status: 'draft' },
    { action: 'article.published', actor, reason: null, status: 'published' },
    { action: 'article.withdrawn', actor, reason: 'wrong date', status: 'withdrawn' },
  ])
})

test('support reads and does not write; another company’s desk finds nothing', async () => {
  const { id, version } = await saved({ [own()]: text('Ours') })
  expect((await support.call(getArticle, { id })).outcome).toBe('ok')
  expect((await support.call(publishArticle, { id, version })).outcome).toBe('DESK_FORBIDDEN')
  const other = await openOperator(world, { company: 'meridian', roles: ['content'] })
  expect((await other.call(listArticles, {})).data).toMatchObject({ data: [], total: 0 })
  for (const call of [getArticle, publishArticle]) expect((await other.call(call, { id, version } as never)).outcome).toBe('NOT_FOUND')
  await published({ [own()]: text('Aurora only') }, 'announcement')
  const answer = await world.client.call(ENDPOINTS.listAnnouncements, {}, { host: 'meridian.localhost:3000' })
  expect([answer.outcome, answer.data]).toEqual(['ok', []])
})
