/** A decision of a review queue on its way. */
import { paths } from '../../../addresses/paths'
import type { HeldDecision } from '../use-decisions'
import type { Decision, Queue, ReviewAnswer } from './review-data'

export interface NewDecision extends HeldDecision {
  readonly queue: Queue
  readonly company: string
  readonly decision: Decision
  readonly reason: string
  readonly amount: string
}

export type SendDecision = (decision: NewDecision) => Promise<ReviewAnswer>

export const sendDecision: SendDecision = async ({ company, label: _label, ...decision }) => {
  // The amount stood in the question that was answered.
  const body = new URLSearchParams({ ...decision, confirmed: decision.amount })
  // The window may be closed while it is under way.
  const response = await fetch(paths.desk.decide({ company }), {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    keepalive: true,
  })
  if (!response.ok || response.redirected) throw new Error('the decision was not taken')
  return (await response.json()) as ReviewAnswer
}
