import type { MoneyStatus } from '../../terms/review'
import type { StatusTone } from '../../ui'

/** How a deposit or a withdrawal is marked in a list. */
export const RECORD_TONE: Readonly<Record<MoneyStatus, StatusTone>> = {
  unchecked: 'wait',
  completed: 'open',
  rejected: 'bad',
  invalid: 'void',
}
