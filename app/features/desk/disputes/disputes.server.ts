/** Challenges of fills at the desk: the queue, one case, and the decision. With or without JavaScript. */
import { data } from '@remix-run/node'
import { decideChallenge, getDeskChallenge, listDeskChallenges } from '../../../../contract/desk/disputes'
import { claimReview } from '../../../../contract/desk/reviews'
import { CHALLENGE_STATES } from '../../../../contract/form-bounds'
import { paths } from '../../../addresses/paths'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { askedPage, nextPage, readListPage } from '../../../page/list-page.server'
import { readDeskCase, readDeskLine } from '../../../terms/challenge'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { readAmount } from '../../wallet/typed-amount'

const DECISIONS = ['stand', 'correct', 'ask'] as const

export interface DecideAnswer {
  readonly reason: string
  readonly amount: string
  readonly problem: string
}

const idOf = (text: string | null): string | undefined => /^\d{1,18}$/.exec(text ?? '')?.[0]

export async function loadDisputes(request: Request, context: SiteContext) {
  const { operator, company } = await requireDeskCompany(request, context, 'disputes.read')
  const search = new URL(request.url).searchParams
  const t = await fixedT(context)
  const asked = readListPage(search)
  const state = CHALLENGE_STATES.find((one) => one === search.get('state')) ?? 'open'
  const q = (search.get('q') ?? '').trim().slice(0, 64)
  const id = idOf(search.get('id'))
  const canDecide = company.permissions.includes('disputes.decide')
  const common = {
    title: t('desk:shell.disputes'),
    ...{ company: company.id, state, q, page: asked.page, canDecide, now: context.now(), operator: operator.name },
  }
  const filter = { company: company.id, state, ...(q === '' ? {} : { q }) }
  const list = requireAnswer(await context.desk.broker.call(listDeskChallenges, { ...filter, ...askedPage(asked) }))
  const lines = list.data.map(readDeskLine)
  const shared = { ...common, lines, total: list.total, older: nextPage(asked, list) }
  if (id === undefined) return { ...shared, item: null }
  // Only a hint to the others: without it the case is read all the same.
  if (canDecide) await context.desk.broker.call(claimReview, { company: company.id, object: `challenge:${id}` })
  const answer = await context.desk.broker.call(getDeskChallenge, { company: company.id, id })
  if (!answer.ok && answer.error.name === 'NOT_FOUND')
    throw redirectWithToast(paths.desk.disputes({ company: company.id }), brokerErrorToast(answer.error), context)
  return { ...shared, item: readDeskCase(requireAnswer(answer)) }
}
export type DisputesData = Awaited<ReturnType<typeof loadDisputes>>

/** The decision a form names. Back to the case when it was carried out; else the form again, with what is wrong. */
export async function sendDecision(request: Request, context: SiteContext) {
  const { company } = await requireDeskCompany(request, context, 'disputes.decide')
  const form = await takeForm(request)
  const t = await fixedT(context)
  const id = idOf(textOf(form, 'id')) ?? '0'
  const reason = textOf(form, 'reason').replace(/\s+/g, ' ').trim().slice(0, longestOf(decideChallenge).reason)
  const typed = textOf(form, 'amount').trim().slice(0, 32)
  const decision = DECISIONS.find((one) => one === form.get('decision'))
  const again = (problem: string) => data<DecideAnswer>({ reason, amount: typed, problem }, { status: 422 })
  if (decision === undefined) return again(t('public:error.PARAMETER_INVALID'))
  const found = readAmount(typed, 'USDT', 'desk:review.amountWrong', t)
  if (decision === 'correct' && found.problem !== undefined) return again(found.problem)
  const call = { company: company.id, id, decision, reason, ...(decision === 'correct' ? { amount: found.value } : {}) }
  const answer = await context.desk.broker.call(decideChallenge, call)
  if (!answer.ok) {
    const told = brokerErrorToast(answer.error)
    return again(told.text ?? t(told.textKey ?? 'public:unknownError', told.values))
  }
  const { outcome } = answer.data
  const text = t(outcome === 'approved_once' ? 'proof:challenge.step.approved_once' : `proof:challenge.state.${outcome}`)
  throw redirectWithToast(paths.desk.disputes({ company: company.id, id }), { kind: 'success', text }, context)
}
