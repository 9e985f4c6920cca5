/** What is typed and ticked about the open item, what may be decided with it, and the question before it is. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFixedText } from '../../../../rules/decimal'
import { compareDecimals, decimalText } from '../../../ui'
import { useHydrated } from '../../orders/use-hydrated'
import { COMPARED } from './identity-item'
import { type Decision, nameOf, type ReviewAnswer, type ReviewData } from './review-data'

/** Without the zeros at its end: what one would type. */
const short = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

function proposedAmount({ queue, item }: ReviewData): string {
  if (queue !== 'deposits' || item === null || !('usdt' in item)) return ''
  return short(item.first_approved_amount === '' ? item.usdt : item.first_approved_amount)
}

/** Give the component that uses it the item's id as its key: another item begins anew. */
export function useItemDecision(data: ReviewData, answer: ReviewAnswer | undefined) {
  const { t } = useTranslation('desk')
  const { queue, item, operator } = data
  const hasScripts = useHydrated()
  const given = answer?.id === item?.id ? answer : undefined
  const [amount, setAmount] = useState(given?.amount || proposedAmount(data))
  const [reason, setReason] = useState(given?.reason ?? '')
  const [problem, setProblem] = useState(given?.message ?? '')
  const [compared, setCompared] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Decision | null>(null)
  const reasonField = useRef<HTMLInputElement>(null)

  const sum = queue === 'deposits' ? amount : item !== null && 'amount' in item ? item.amount : ''
  const isSumRight = queue !== 'deposits' || (isFixedText(amount) && compareDecimals(amount, '0') > 0)
  const first = item !== null && 'first_approved_by' in item ? item.first_approved_by : null
  const isMineFirst = first !== null && nameOf(first) === operator.name
  const isSecond =
    first !== null &&
    item !== null &&
    (!('first_approved_amount' in item) || (isSumRight && compareDecimals(amount, item.first_approved_amount) === 0))
  const isFirst =
    item !== null &&
    'needs_two' in item &&
    item.needs_two &&
    !isSecond &&
    (!('usdt' in item) || compareDecimals(amount || '0', item.usdt) >= 0)
  const shownSum = decimalText(sum, { decimals: 2 })

  const ask = (decision: Decision) => {
    if (decision === 'approve') {
      if (!isSumRight) return setProblem(t('review.amountWrong'))
    } else if (reason.trim() === '') {
      setProblem(t('review.reasonMissing'))
      reasonField.current?.focus()
      return
    }
    setProblem('')
    setAsked(decision)
  }
  const approveLabel =
    queue === 'identity'
      ? t('review.certify')
      : isSecond
        ? t('review.approveSecond')
        : t(isFirst ? 'review.approveFirst' : 'review.approve', { amount: shownSum })
  const cannotApprove = isMineFirst
    ? t('review.youWereFirst')
    : queue === 'identity' && hasScripts && compared.length < COMPARED.length
      ? t('review.compareFirst')
      : ''
  return {
    amount,
    setAmount,
    reason,
    setReason: (words: string) => {
      setReason(words)
      setProblem('')
    },
    problem,
    compared,
    setCompared,
    asked,
    ask,
    closeQuestion: () => setAsked(null),
    reasonField,
    approveLabel,
    cannotApprove,
    shownSum,
  }
}
