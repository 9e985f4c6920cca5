/** The pages of challenges and their forms, with or without scripts: a refusal is the page again with what was typed. */
import { redirect } from '@remix-run/node'
import {
  addToChallenge,
  challengeFill,
  getChallenge,
  listChallenges,
  previewChallenge,
  withdrawChallenge,
} from '../../../contract/challenges'
import { CHALLENGE_REASONS } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import type { BrokerError } from '../../broker-client/broker.server'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm, formKeyOf, newFormKey, onceBy, refusalOf } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { askedPage, nextPage, readListPage } from '../../page/list-page.server'
import { readChallenge, readChallengeLine, readPreview } from '../../terms/challenge'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import type { ChallengeAnswer, ChallengeFormData, ChallengesData } from './dispute-data'

const FIELD_OF: Readonly<Record<string, 'words'>> = { CHALLENGE_WORDS_INVALID: 'words' }
const LONGEST = longestOf(challengeFill)

/** Which fill is meant; what is no number or no hash names none. */
function fillAsked(request: Request): { readonly order: string; readonly receipt?: string } {
  const search = new URL(request.url).searchParams
  const receipt = /^[0-9a-f]{64}$/.exec(search.get('receipt') ?? '')?.[0]
  return { order: /^\d{1,18}$/.exec(search.get('id') ?? '')?.[0] ?? '0', ...(receipt === undefined ? {} : { receipt }) }
}

const notFound = () => new Response(null, { status: 404 })

export async function loadChallengeForm(context: SiteContext, request: Request): Promise<ChallengeFormData> {
  await requireTrader(context)
  const [t, answer] = await Promise.all([fixedT(context), context.broker.call(previewChallenge, fillAsked(request))])
  if (!answer.ok && answer.error.name === 'NOT_FOUND') throw notFound()
  return { title: t('proof:challenge.open'), formKey: newFormKey(), preview: readPreview(requireAnswer(answer)) }
}

export async function submitChallenge(context: SiteContext, request: Request) {
  await requireTrader(context)
  const t = await fixedT(context)
  const form = await takeForm(request)
  const reason = CHALLENGE_REASONS.find((one) => one === textOf(form, 'reason')) ?? null
  const typed = { reason, words: wordsOf(form), formKey: formKeyOf(form) }
  if (reason === null)
    return answerForm<ChallengeAnswer>({ ...typed, problems: { reason: t('proof:challenge.reasonMissing') }, message: '' }, 422)
  const call = { ...fillAsked(request), reason, words: typed.words }
  const sent = await context.broker.call(challengeFill, call, { initial: true, ...onceBy(typed.formKey) })
  return sent.ok ? redirect(paths.mine.challenges({ id: sent.data.id })) : refusal(typed, sent.error)
}

/** A browser sends line breaks as two characters and counts them as one. */
const wordsOf = (form: FormData): string => textOf(form, 'words').replace(/\r\n?/g, '\n').slice(0, LONGEST.words)

function refusal(typed: Pick<ChallengeAnswer, 'reason' | 'words' | 'formKey'>, error: BrokerError) {
  const field = FIELD_OF[error.name]
  const { status, ...refused } = refusalOf(error, { formKey: typed.formKey, field })
  return answerForm<ChallengeAnswer>({ ...typed, ...refused, message: field === undefined ? refused.message : '' }, status)
}

export async function loadChallenges(context: SiteContext, request: Request): Promise<ChallengesData> {
  await requireTrader(context)
  const search = new URL(request.url).searchParams
  const t = await fixedT(context)
  const id = /^\d{1,18}$/.exec(search.get('id') ?? '')?.[0]
  const common = { formKey: newFormKey(), now: context.now(), ombudsman: context.tenant?.disputes.ombudsman ?? null }
  if (id !== undefined) {
    const answer = await context.broker.call(getChallenge, { id })
    if (!answer.ok && answer.error.name === 'NOT_FOUND') throw notFound()
    const item = readChallenge(requireAnswer(answer))
    return { ...common, title: t('proof:challenge.one', { id }), lines: [], page: 1, older: null, item }
  }
  const asked = readListPage(search)
  const list = requireAnswer(await context.broker.call(listChallenges, askedPage(asked)))
  const lines = list.data.map(readChallengeLine)
  return { ...common, title: t('proof:challenge.all'), lines, page: asked.page, older: nextPage(asked, list), item: null }
}

export async function changeChallenge(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const id = /^\d{1,18}$/.exec(textOf(form, 'id'))?.[0] ?? '0'
  const typed = { reason: null, words: wordsOf(form), formKey: formKeyOf(form) }
  const once = { initial: true, ...onceBy(typed.formKey) }
  const sent =
    textOf(form, 'intent') === 'withdraw'
      ? await context.broker.call(withdrawChallenge, { id }, once)
      : await context.broker.call(addToChallenge, { id, words: typed.words }, once)
  return sent.ok ? redirect(paths.mine.challenges({ id })) : refusal(typed, sent.error)
}
