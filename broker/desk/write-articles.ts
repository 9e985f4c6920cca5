/**
 * Writing an article, publishing it now or at a time, withdrawing it.
 *
 * Invariants: markup is sanitised before it is stored; what is published has a title and a text in the company's own language; the
 * row is held while it is changed, and a change that was made to another version than the present one is refused.
 */
import { and, eq } from 'drizzle-orm'
import { type ArticleText, ArticleTexts, type publishArticle, type saveArticle, type withdrawArticle } from '../../contract/desk/content'
import { LANGUAGE_TAGS } from '../../contract/language-tags'
import { LANGUAGES } from '../../contract/primitives'
import type { AuditAction } from '../audit-trail/audit-actions'
import { sanitizeArticle } from '../brands/load-news'
import { done, type Outcome, refused } from '../calls/handler'
import { isWritten, readStored, readTexts, type StoredTexts } from '../content/shown-articles'
import { article } from '../db/schema'
import type { DeskCall, DeskHandler } from './desk-handler'
import { type ArticleRow, statusOf, writtenLanguages } from './read-articles'
import { recordDeskEvent } from './record-desk-event'
import { readReason } from './review-reason'

type ArticleCall = DeskCall<typeof saveArticle> | DeskCall<typeof publishArticle> | DeskCall<typeof withdrawArticle>

export const saveArticleHandler: DeskHandler<typeof saveArticle> = async (call) => {
  const { tx, tenant, input, now } = call
  const given = parseTexts(input.texts)
  if (given === undefined) return refused('PARAMETER_INVALID', { parameter: 'texts' })
  if (input.id === undefined) {
    const texts = laidOver({}, given, call)
    if (writtenLanguages(texts).length === 0) return textRequired(call)
    const fresh = { tenantId: tenant.id, kind: input.kind, status: 'draft', texts, version: 1, createdAt: now, updatedAt: now } as const
    const [row] = await tx.insert(article).values(fresh).returning()
    if (row === undefined) throw new Error('an article was not inserted')
    await recordDeskEvent(call, { action: 'article.saved', object: `article:${row.id}`, after: factsOf(row) })
    return done({ id: row.id.toString(), version: row.version })
  }
  const row = await lockArticle(call, input.id)
  if (row === undefined) return refused('NOT_FOUND')
  if (input.version === undefined || Number(input.version) !== row.version) return refused('ARTICLE_CHANGED')
  const texts = laidOver(readStored(row.texts), given, call)
  const isPublished = row.status === 'published'
  const written = writtenLanguages(texts)
  if (written.length === 0 || (isPublished && !written.includes(tenant.defaultLanguage))) return textRequired(call)
  const saved = await change(call, row, { texts, kind: isPublished ? row.kind : input.kind }, 'article.saved')
  return done({ id: input.id, version: saved.version })
}

export const publishArticleHandler: DeskHandler<typeof publishArticle> = async (call) => {
  const { tenant, input, now } = call
  const row = await lockArticle(call, input.id)
  if (row === undefined) return refused('NOT_FOUND')
  if (Number(input.version) !== row.version || statusOf(row, now) === 'published') return refused('ARTICLE_CHANGED')
  if (!isWritten(readTexts(row.texts)[tenant.defaultLanguage])) return textRequired(call)
  const publishAt = Math.max(now, Number(input.publish_at ?? now))
  const { version } = await change(call, row, { status: 'published', publishAt }, 'article.published')
  return done({ version, publish_at: publishAt })
}

export const withdrawArticleHandler: DeskHandler<typeof withdrawArticle> = async (call) => {
  const { input } = call
  const reason = readReason(input.reason, true)
  if (reason === undefined) return refused('DESK_REASON_REQUIRED')
  const row = await lockArticle(call, input.id)
  if (row === undefined) return refused('NOT_FOUND')
  if (Number(input.version) !== row.version || row.status !== 'published') return refused('ARTICLE_CHANGED')
  const { version } = await change(call, row, { status: 'withdrawn' }, 'article.withdrawn', reason)
  return done({ version })
}

function parseTexts(json: string): ArticleTexts | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  return ArticleTexts.safeParse(value).data
}

/**
 * What is given replaces its language; a language that comes empty is taken out. Words that are the same keep the time at which they
 * were written, unless it is said that they match the original.
 */
function laidOver(present: StoredTexts, given: ArticleTexts, { input, now }: DeskCall<typeof saveArticle>): StoredTexts {
  const matching = (input.matching ?? '').split(',')
  const clean = ({ title, desc, content }: ArticleText) => ({
    title: oneLine(title),
    desc: oneLine(desc),
    content: sanitizeArticle(content),
  })
  const all = LANGUAGES.flatMap((language) => {
    const before = present[language]
    const sent = given[language]
    const text = sent === undefined ? before : clean(sent)
    if (text === undefined || isEmpty(text)) return []
    const isSame = before !== undefined && before.title === text.title && before.desc === text.desc && before.content === text.content
    const at = isSame && !matching.includes(language) ? before.at : now
    return [[language, { ...text, ...(at !== undefined && { at }) }] as const]
  })
  return Object.fromEntries(all)
}

const isEmpty = (text: ArticleText): boolean => text.title === '' && text.desc === '' && !isWritten({ ...text, title: '-' })

/** Titles are text and never markup: what looks like a tag stays what it looks like. */
function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

async function lockArticle({ tx, tenant }: ArticleCall, id: string): Promise<ArticleRow | undefined> {
  const [row] = await tx
    .select()
    .from(article)
    .where(and(eq(article.tenantId, tenant.id), eq(article.id, BigInt(id))))
    .for('update')
  return row
}

type Change = Partial<Pick<ArticleRow, 'kind' | 'status' | 'publishAt' | 'texts'>>

async function change(call: ArticleCall, row: ArticleRow, values: Change, action: AuditAction, reason?: string): Promise<ArticleRow> {
  const { tx, tenant, now } = call
  const [changed] = await tx
    .update(article)
    .set({ ...values, version: row.version + 1, updatedAt: now })
    .where(and(eq(article.tenantId, tenant.id), eq(article.id, row.id)))
    .returning()
  if (changed === undefined) throw new Error(`article ${row.id} is gone`)
  await recordDeskEvent(call, { action, object: `article:${row.id}`, reason, before: factsOf(row), after: factsOf(changed) })
  return changed
}

/** What the log says of an article: enough to see what happened, not its words. */
function factsOf({ kind, status, publishAt, texts, version }: ArticleRow) {
  return { kind, status, publish_at: publishAt, languages: writtenLanguages(readTexts(texts)), version }
}

/** Names the language without which nothing is published. */
function textRequired({ tenant, language }: ArticleCall): Outcome<never> {
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'language' })
  const own = LANGUAGE_TAGS[tenant.defaultLanguage]
  return refused('ARTICLE_TEXT_REQUIRED', { language: names.of(own) ?? own })
}
