/** What people wrote: the list as it is filtered, one message, and marking it as done. With or without JavaScript. */
import { data, redirect } from '@remix-run/node'
import { FEEDBACK_STATUSES, finishFeedback, getFeedback, listFeedback } from '../../../../contract/desk/feedback'
import { FEEDBACK_KINDS } from '../../../../contract/form-bounds'
import { LANGUAGES, readLanguage } from '../../../../contract/primitives'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { languageFacts } from '../../../language/language'
import { askedPage, nextPage, readListPage } from '../../../page/list-page.server'
import { screenOf } from '../../../page/screens'
import { inOwnNames } from '../../../terms/own-names'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import type { FinishAnswer } from './feedback-data'

const NOTE_MAX = 500

const oneOf = <Value extends string>(known: readonly Value[], named: string | null): Value | undefined =>
  known.find((each) => each === named)

const idOf = (search: URLSearchParams): string | null => /^\d{1,18}$/.exec(search.get('id') ?? '')?.[0] ?? null

/** What the list is filtered by; the desk opens with what nobody has answered. */
function filterOf(search: URLSearchParams) {
  const named = search.get('status')
  return {
    status: named === 'all' ? ('all' as const) : (oneOf(FEEDBACK_STATUSES, named) ?? ('open' as const)),
    kind: oneOf(FEEDBACK_KINDS, search.get('kind')),
    language: oneOf(LANGUAGES, search.get('language')),
    screen: screenOf(search.get('screen') ?? '') ?? undefined,
    q: (search.get('q') ?? '').trim().slice(0, 128),
  }
}

export async function loadFeedback(request: Request, context: SiteContext) {
  const { operator, company } = await requireDeskCompany(request, context, 'feedback.read')
  const search = new URL(request.url).searchParams
  const { status, kind, language, screen, q } = filterOf(search)
  const asked = readListPage(search)
  const id = idOf(search)
  const t = await fixedT(context)
  const common = {
    title: t('desk:shell.feedback'),
    company: company.id,
    status,
    kind: kind ?? '',
    language: language ?? '',
    screen: screen ?? '',
    q,
    page: asked.page,
    operator: operator.display_name,
    now: context.now(),
    canFinish: company.permissions.includes('feedback.finish'),
    canReadTraders: company.permissions.includes('traders.read'),
  }
  if (id !== null) return { ...common, item: await readItem(context, company.id, id), lines: [], total: 0, older: null }
  const list = requireAnswer(
    await context.desk.broker.call(listFeedback, {
      company: company.id,
      status: status === 'all' ? undefined : status,
      kind,
      words_language: language,
      words_screen: screen,
      q: q === '' ? undefined : q,
      ...askedPage(asked),
    }),
  )
  return { ...common, item: null, lines: inOwnNames(list.data), total: list.total, older: nextPage(asked, list) }
}
export type DeskFeedbackData = Awaited<ReturnType<typeof loadFeedback>>

async function readItem(context: SiteContext, company: string, id: string) {
  const answer = await context.desk.broker.call(getFeedback, { company, id })
  if (!answer.ok && answer.error.name === 'NOT_FOUND') {
    throw redirectWithToast(paths.desk.feedback({ company }), brokerErrorToast(answer.error), context)
  }
  const item = requireAnswer(answer)
  return { ...inOwnNames(item), language: languageFacts(readLanguage(item.language)).ownName }
}

/** Marks a message as done. Back to it when it was; else the form again, with what is wrong. */
export async function sendFeedbackForm(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'feedback.finish')
  const search = new URL(request.url).searchParams
  const id = idOf(search)
  if (id === null) throw redirect(paths.desk.feedback({ company: company.id }))
  const form = await takeForm(request)
  // The log has one line for it, however it was typed.
  const note = String(form.get('note') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const back = paths.desk.feedback({ company: company.id, status: search.get('status') ?? undefined, id })
  const answer = note.length > NOTE_MAX ? null : await context.desk.broker.call(finishFeedback, { company: company.id, id, note })
  if (answer?.ok) throw redirectWithToast(back, { kind: 'success', textKey: 'desk:feedback.finished' }, context)
  const t = await fixedT(context)
  if (answer === null || answer.error.name === 'DESK_REASON_REQUIRED') {
    return data<FinishAnswer>({ note, problem: t('desk:feedback.noteMissing', { count: NOTE_MAX }) }, { status: 422 })
  }
  // Somebody else was quicker, or the message is not there: the page is read anew.
  throw redirectWithToast(back, brokerErrorToast(answer.error), context)
}
