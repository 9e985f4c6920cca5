/** Sending a decision or taking an item over: for scripts as an answer in JSON, without them as a form with a redirect. */
import { data, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { claimReview, decideDeposit, decideIdentity, decideWithdrawal } from '../../../../contract/desk/reviews'
import { DecimalIn } from '../../../../contract/primitives'
import { brokerErrorToast } from '../../../platform/broker-error'
import { requireDeskCompany } from '../../../platform/desk-guards.server'
import { fixedT } from '../../../platform/i18n.server'
import type { SiteContext } from '../../../platform/load-context.server'
import { redirectWithToast } from '../../../platform/toast.server'
import { idOf, parametersOf, READ } from './load-review.server'
import { DECISIONS, objectOf, type Queue, type ReviewAnswer, reviewHref } from './review-data'

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()

/** The decision a form names, carried out. What the form leaves out is refused by the broker, in words. */
export async function decideReview(request: Request, context: SiteContext, queue: Queue, form: FormData): Promise<ReviewAnswer> {
  const { company } = await requireDeskCompany(request, context, READ[queue])
  const t = await fixedT(context)
  const [id, reason, amount] = [idOf(textOf(form, 'id')) ?? '0', textOf(form, 'reason').slice(0, 2000), textOf(form, 'amount')]
  const decision = DECISIONS.find((known) => known === form.get('decision'))
  const answer = (isDone: boolean, message: string): ReviewAnswer => ({ id, isDone, message, reason, amount })
  if (decision === undefined) return answer(false, t('public:error.PARAMETER_INVALID'))
  if (amount !== '' && !DecimalIn.safeParse(amount).success) return answer(false, t('public:error.DESK_AMOUNT_INVALID'))
  const wish = { company: company.id, id, ...(reason === '' ? {} : { reason }) }
  const decided = await sendTo(context, queue, { ...wish, decision, amount })
  if (decided === null) return answer(false, t('public:error.PARAMETER_INVALID'))
  if (decided.ok) return answer(true, doneText(t, queue, id, decided.data.outcome))
  const told = brokerErrorToast(decided.error)
  return answer(false, told.text ?? t(told.textKey ?? 'public:unknownError', told.values))
}

interface Wish {
  readonly company: string
  readonly id: string
  readonly reason?: string
  readonly decision: (typeof DECISIONS)[number]
  readonly amount: string
}

async function sendTo({ desk }: SiteContext, queue: Queue, { amount, ...wish }: Wish) {
  if (queue === 'deposits') {
    const found = wish.decision === 'approve' && amount !== '' ? { amount } : {}
    return desk.broker.call(decideDeposit, { ...wish, ...found })
  }
  if (queue === 'withdrawals') return desk.broker.call(decideWithdrawal, wish)
  const { decision } = wish
  return decision === 'invalid' ? null : desk.broker.call(decideIdentity, { ...wish, decision })
}

const doneText = (t: TFunction, queue: Queue, id: string, outcome: string) =>
  t(`desk:review.done.${outcome}`, { what: t(`desk:review.item.${queue}`, { id }) })

/** The form of a page without scripts: the next item after a decision, or the item again with what is wrong. */
export async function sendReviewForm(request: Request, context: SiteContext, queue: Queue) {
  const { company } = await requireDeskCompany(request, context, READ[queue])
  const form = await request.formData()
  const parameters = parametersOf(request, queue, company.id)
  const id = idOf(textOf(form, 'id'))
  if (form.get('take_over') === '1' && id !== null) {
    const claimed = await context.desk.broker.call(claimReview, { company: company.id, object: objectOf(queue, id), take_over: '1' })
    const back = reviewHref(queue, parameters, { id })
    throw claimed.ok ? redirect(back) : redirectWithToast(back, brokerErrorToast(claimed.error), context)
  }
  const answer = await decideReview(request, context, queue, form)
  if (!answer.isDone) return data(answer, { status: 422 })
  const next = idOf(textOf(form, 'next')) ?? undefined
  throw redirectWithToast(reviewHref(queue, parameters, { id: next }), { kind: 'success', text: answer.message }, context)
}
