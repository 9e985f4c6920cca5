/** What the desk's feedback page needs besides its loader's data. */
import type { FeedbackKind } from '../../../../contract/feedback'
import type { BadgeTone } from '../../../ui'

export const KIND_TONE: Readonly<Record<FeedbackKind, BadgeTone>> = {
  idea: 'info',
  problem: 'warn',
  complaint: 'danger',
  other: 'neutral',
  wording: 'info',
}

/** How a note that was refused comes back. */
export interface FinishAnswer {
  readonly note: string
  readonly problem: string
}
