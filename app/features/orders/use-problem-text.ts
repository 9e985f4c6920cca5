import { useTranslation } from 'react-i18next'
import type { EditProblem } from './stops-check'

/** A refused edit in words: what is wrong, and what would be taken instead. */
export function useProblemText(problem: EditProblem | null): string | null {
  const { t } = useTranslation(['order', 'public'])
  if (problem === null) return null
  const { allowed, example } = problem
  if (example !== undefined) return `${t(`order:problem.${problem.code}`)} ${t('public:forExample', { example })}`
  if (allowed === null) return t(`order:problem.${problem.code}`)
  const range = t(allowed.bound === 'at-most' ? 'order:allowed.atMost' : 'order:allowed.atLeast', { price: allowed.price })
  return `${t(`order:problem.${problem.code}`)} ${range}`
}
