/** Sending a decision or taking an item over: for scripts as an answer in JSON, without them as a form with a redirect. */
import { data, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { claimReview, decideDeposit, decideIdentity, decideWithdrawal, getDeskDeposit } from '../../../../contract/desk/reviews'
import { parseAmount } from '../../../../rules/money'
import { isUnusualAmount, UNUSUAL_TIMES } from '../../../../rules/unusual-amount'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { redirectWithToast } from '../../../cookies/toast.server'
import { longestOf, textOf } from '../../../forms/form-text.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { decimalText } from '../../../ui/decimal-text'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { LONGEST_AMOUNT, readAmount } from '../../wallet/typed-amount'
import { idOf, parametersOf, READ } from './load-review.server'
import { DECISIONS, objectOf, type Queue, type ReviewAnswer, reviewHref } from './review-data'

const reasonOf = (form: FormData): string => textOf(form, 'reason').trim().slice(0, longestOf(decideDeposit).reason)

/** The decision a form names, carried out. What the form leaves out is refused by the broker, in words. */
export async function decideReview(request: Request, context: SiteContext, queue: Queue, form: FormData): Promise<ReviewAnswer> {
  const { company } = await requireDeskCompany(request, context, READ[queue])
  const t = await fixedT(context)
  const [id, reason, typed] = [idOf(textOf(form, 'id')) ?? '0', reasonOf(form), textOf(form, 'amount').trim()]
  const decision = DECISIONS.find((known) => known === form.get('decision'))
  const answer = (isDone: boolean, message: string, confirm = ''): ReviewAnswer => ({
    id,
    isDone,
    message,
    reason,
    amount: typed.slice(0, LONGEST_AMOUNT),
    confirm,
  })
  if (decision === undefined) return answer(false, t('public:error.PARAMETER_INVALID'))
  // What was found counts for an approval alone; a field that was emptied stands for no amount, not for the declared one.
  const isFound = queue === 'deposits' && decision === 'approve'
  const found = readAmount(typed, 'USDT', 'desk:review.amountWrong', t)
  if (isFound && found.problem !== undefined) return answer(false, found.problem)
  const asked = isFound && textOf(form, 'confirmed') !== found.value ? await askedOnceMore(context, company.id, id, found.value) : null
  if (asked !== null) return answer(false, asked, found.value)
  const about = { company: company.id, id, ...(reason === '' ? {} : { reason }) }
  const decided = await sendTo(context, queue, { ...about, decision, amount: found.value })
  if (decided === null) return answer(false, t('public:error.PARAMETER_INVALID'))
  if (decided.ok) return answer(true, doneText(t, queue, id, decided.data.outcome))
  const told = brokerErrorToast(decided.error)
  return answer(false, told.text ?? t(told.textKey ?? 'public:unknownError', told.values))
}

interface DecisionCall {
  readonly company: string
  readonly id: string
  readonly reason?: string
  readonly decision: (typeof DECISIONS)[number]
  readonly amount: string
}

async function sendTo({ desk }: SiteContext, queue: Queue, { amount, ...call }: DecisionCall) {
  if (queue === 'deposits') {
    const found = call.decision === 'approve' ? { amount } : {}
    return desk.broker.call(decideDeposit, { ...call, ...found })
  }
  if (queue === 'withdrawals') return desk.broker.call(decideWithdrawal, call)
  const { decision } = call
  return decision === 'invalid' ? null : desk.broker.call(decideIdentity, { ...call, decision })
}

/** The question about a credit far above what the account holds; null where there is none. */
async function askedOnceMore(context: SiteContext, company: string, id: string, amount: string): Promise<string | null> {
  if (!isUnusualAmount(parseAmount(amount), 0n)) return null
  const item = await context.desk.broker.call(getDeskDeposit, { company, id })
  if (!item.ok || !isUnusualAmount(parseAmount(amount), parseAmount(item.data.account.balance))) return null
  const t = await fixedT(context)
  const facts = {
    amount: decimalText(amount, { decimals: 2 }),
    balance: decimalText(item.data.account.balance, { decimals: 2 }),
    times: String(UNUSUAL_TIMES),
  }
  return `${t('desk:review.unusual', facts)} ${t('desk:review.unusualAgain')}`
}

const doneText = (t: TFunction, queue: Queue, id: string, outcome: string) =>
  t(`desk:review.done.${outcome}`, { what: t(`desk:review.item.${queue}`, { id }) })

/** The form of a page without scripts: the next item after a decision, or the item again with what is wrong. */
export async function sendReviewForm(request: Request, context: SiteContext, queue: Queue) {
  const { company } = await requireDeskCompany(request, context, READ[queue])
  const form = await takeForm(request)
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
