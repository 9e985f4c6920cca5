/** Loading the articles of the desk, and sending what their forms ask for. With or without JavaScript. */
import { data, redirect } from '@remix-run/node'
import {
  ARTICLE_KINDS,
  ARTICLE_STATUSES,
  type ArticleTexts,
  getArticle,
  listArticles,
  publishArticle,
  saveArticle,
  withdrawArticle,
} from '../../../../contract/desk/content'
import { LANGUAGES, type Language } from '../../../../contract/primitives'
import { paths } from '../../../addresses/paths'
import type { BrokerError } from '../../../broker-client/broker.server'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import type { ToastMessage } from '../../../cookies/toast-message'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { dateTimeFormat } from '../../../language/intl'
import { askedPage, nextPage, readListPage } from '../../../page/list-page.server'
import { MOMENT } from '../../../time/local-time'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { type ArticleForm, type ContentAnswer, fieldOf } from './content-data'

const EMPTY = { title: '', desc: '', content: '' }

const oneOf = <Value extends string>(known: readonly Value[], named: string | null): Value | undefined =>
  known.find((each) => each === named)

export async function loadContent(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'content.read')
  const { language } = context
  const query = new URL(request.url).searchParams
  const kind = oneOf(ARTICLE_KINDS, query.get('kind'))
  const status = oneOf(ARTICLE_STATUSES, query.get('status'))
  const asked = readListPage(query)
  const [t, answer] = await Promise.all([
    fixedT(context),
    context.desk.broker.call(listArticles, { company: company.id, kind, status, ...askedPage(asked) }),
  ])
  const list = requireAnswer(answer)
  const { data: articles, total, offered } = list
  const canWrite = company.permissions.includes('content.write')
  const edited = query.get('edit')
  const article = edited === null ? null : await loadForm(context, company.id, edited, offered, query.get('lng'))
  return {
    title: t('desk:shell.content'),
    company: company.id,
    canWrite,
    kind: kind ?? '',
    status: status ?? '',
    page: asked.page,
    older: nextPage(asked, list),
    total,
    offered,
    isPreview: query.get('view') === 'preview',
    article: canWrite || article?.id !== '' ? article : null,
    lines: articles.map(({ publish_at, updated_at, version: _version, created_at: _created, ...line }) => ({
      ...line,
      publishAt: utcText(publish_at, language),
      updatedAt: utcText(updated_at, language),
    })),
  }
}
export type ContentData = Awaited<ReturnType<typeof loadContent>>

async function loadForm(
  context: SiteContext,
  company: string,
  edited: string,
  offered: readonly Language[],
  lng: string | null,
): Promise<ArticleForm> {
  const [own = 'en', ...others] = offered
  const isNew = edited === 'new'
  const answer = isNew ? null : await context.desk.broker.call(getArticle, { company, id: edited })
  if (answer !== null && !answer.ok) throw redirectWithToast(paths.desk.content({ company }), brokerErrorToast(answer.error), context)
  const found = answer?.data
  const texts: ArticleTexts = found?.texts ?? {}
  // The language that is asked for, else one that is written: nobody is asked to write another.
  const other = oneOf(others, lng) ?? others.find((each) => found?.languages.includes(each))
  const publishAt = found?.publish_at ?? null
  return {
    id: found?.id ?? '',
    version: found?.version ?? 0,
    kind: found?.kind ?? 'news',
    status: found?.status ?? 'draft',
    publishAt: utcText(publishAt, context.language),
    publishField: publishAt === null ? '' : new Date(publishAt).toISOString().slice(0, 16),
    written: found?.languages ?? [],
    older: found?.older ?? [],
    source: { language: own, text: texts[own] ?? EMPTY },
    translation: other === undefined ? null : { language: other, text: texts[other] ?? EMPTY },
  }
}

function utcText(at: number | null, language: Language): string {
  return at === null ? '' : dateTimeFormat(language, { ...MOMENT, timeZone: 'UTC' }).format(at)
}

/** What a posted form says, bounded. */
function readForm(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 40_000)]] : [])))
}

export async function sendContentForm(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'content.write')
  const values = readForm(await takeForm(request))
  const { intent = '', id = '', version = '' } = values
  if (intent === 'withdraw') {
    const sent = await context.desk.broker.call(withdrawArticle, { company: company.id, id, version, reason: values.reason ?? '' })
    if (!sent.ok) return refusal('withdraw', values, sent.error, context)
    throw redirectWithToast(paths.desk.content({ company: company.id, edit: id }), success('withdrawn'), context)
  }
  const kind = oneOf(ARTICLE_KINDS, values.kind ?? '')
  if (kind === undefined) throw redirect(paths.desk.content({ company: company.id }))
  const texts = JSON.stringify(textsOf(values))
  const matching = oneOf(LANGUAGES, values.matching ?? '')
  const saved = await context.desk.broker.call(saveArticle, {
    company: company.id,
    kind,
    texts,
    matching,
    ...(id === '' ? {} : { id, version }),
  })
  if (!saved.ok) return refusal('article', values, saved.error, context)
  const back = paths.desk.content({ company: company.id, edit: saved.data.id, lng: values.lng })
  if (intent !== 'publish' && intent !== 'schedule') throw redirectWithToast(back, success('saved'), context)
  const publishAt = intent === 'publish' ? undefined : utcOf(values.publish_at ?? '')
  if (publishAt === null) throw redirectWithToast(back, { kind: 'error', textKey: 'desk:content.timeMissing' }, context)
  const sent = await context.desk.broker.call(publishArticle, {
    company: company.id,
    id: saved.data.id,
    version: String(saved.data.version),
    publish_at: publishAt,
  })
  // The words are saved by now; only the publishing is not done.
  throw redirectWithToast(back, sent.ok ? success(intent === 'publish' ? 'published' : 'scheduled') : brokerErrorToast(sent.error), context)
}

function success(what: string): ToastMessage {
  return { kind: 'success', textKey: `desk:content.${what}` }
}

function textsOf(values: Readonly<Record<string, string>>): ArticleTexts {
  const part = (name: 'title' | 'desc' | 'content', language: Language) => values[fieldOf(name, language)]
  return Object.fromEntries(
    LANGUAGES.filter((language) => part('title', language) !== undefined).map((language) => [
      language,
      { title: part('title', language) ?? '', desc: part('desc', language) ?? '', content: part('content', language) ?? '' },
    ]),
  )
}

/** The field's time is meant in UTC, as it says beside it; null when it is none. */
function utcOf(field: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(field)) return null
  const at = Date.parse(`${field}:00Z`)
  return Number.isNaN(at) ? null : String(at)
}

async function refusal(form: ContentAnswer['form'], values: Record<string, string>, error: BrokerError, context: SiteContext) {
  const t = await fixedT(context)
  const told = brokerErrorToast(error)
  return data<ContentAnswer>({ form, values, message: told.text ?? t(told.textKey ?? 'public:unknownError', told.values) }, { status: 422 })
}
