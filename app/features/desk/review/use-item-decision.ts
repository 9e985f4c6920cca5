/** What is typed and ticked about the open item, what may be decided with it, and the question before it is. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TYPED_MONEY_DECIMALS } from '../../../../contract/typed-money'
import { parseAmount } from '../../../../rules/money'
import { isUnusualAmount, UNUSUAL_TIMES } from '../../../../rules/unusual-amount'
import { compareDecimals, decimalText, fixDecimal } from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { readAmount } from '../../wallet/typed-amount'
import { COMPARED } from './identity-item'
import { type Decision, nameOf, type ReviewAnswer, type ReviewData } from './review-data'

/** What can be typed of an amount: the rate of a wire may bring more decimals. */
const inCents = (decimal: string): string => fixDecimal(decimal, TYPED_MONEY_DECIMALS)

/** Without the zeros at its end: what one would type. */
const short = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** Another sum than the one that was declared, as far as one can type it. */
const isOtherSum = ({ item }: ReviewData, amount: string): boolean =>
  item !== null && 'usdt' in item && amount !== '' && compareDecimals(amount, inCents(item.usdt)) !== 0

function proposedAmount({ queue, item }: ReviewData): string {
  if (queue !== 'deposits' || item === null || !('usdt' in item)) return ''
  return short(inCents(item.firstApprovedAmount === '' ? item.usdt : item.firstApprovedAmount))
}

/** Give the component that uses it the item's id as its key: another item begins anew. */
export function useItemDecision(data: ReviewData, answer: ReviewAnswer | undefined) {
  const { t } = useTranslation('desk')
  const { queue, item, operator } = data
  const hasScripts = useHydrated()
  const given = answer?.id === item?.id ? answer : undefined
  const [amount, setAmount] = useState(given?.amount ?? proposedAmount(data))
  const [reason, setReason] = useState(given?.reason ?? '')
  const [problem, setProblem] = useState(given?.message ?? '')
  const [compared, setCompared] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Decision | null>(null)
  const [triesToApprove, setTries] = useState(0)
  const reasonField = useRef<HTMLInputElement>(null)
  const amountField = useRef<HTMLInputElement>(null)

  const found = readAmount(amount, 'USDT', 'desk:review.amountWrong', t)
  const amountProblem = queue === 'deposits' ? found.problem : undefined
  const sum = queue === 'deposits' ? found.value : item !== null && 'amount' in item ? item.amount : ''
  const first = item !== null && 'firstApprovedBy' in item ? item.firstApprovedBy : null
  const isMineFirst = first !== null && nameOf(first) === operator.name
  const isSecond =
    first !== null &&
    item !== null &&
    (!('firstApprovedAmount' in item) || (found.value !== '' && compareDecimals(found.value, inCents(item.firstApprovedAmount)) === 0))
  const isFirst =
    item !== null &&
    'needsTwo' in item &&
    item.needsTwo &&
    !isSecond &&
    (!('usdt' in item) || compareDecimals(found.value || '0', inCents(item.usdt)) >= 0)
  const shownSum = decimalText(sum, { decimals: 2 })

  const cannotApprove = isMineFirst
    ? t('review.youWereFirst')
    : queue === 'identity' && hasScripts && compared.length < COMPARED.length
      ? t('review.compareFirst')
      : (amountProblem ?? '')
  const isOther = isOtherSum(data, found.value)
  const ask = (decision: Decision) => {
    if (decision === 'approve') {
      if (cannotApprove !== '') {
        setTries(triesToApprove + 1)
        if (amountProblem !== undefined) amountField.current?.focus()
        return
      }
    }
    if (reason.trim() === '' && (decision !== 'approve' || isOther)) {
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
  return {
    amount,
    setAmount,
    amountField,
    amountProblem,
    /** As it is sent: plain, and empty where it is no amount. */
    found: queue === 'deposits' ? found.value : '',
    unusual: useUnusual(data, found.value),
    reason,
    setReason: (words: string) => {
      setReason(words)
      setProblem('')
    },
    reasonHint: t(isOther ? 'review.reasonForOtherAmount' : 'review.reasonNeeded'),
    problem,
    compared,
    setCompared,
    asked,
    ask,
    closeQuestion: () => setAsked(null),
    reasonField,
    approveLabel,
    cannotApprove,
    triesToApprove,
    shownSum,
  }
}

/** What to say about a credit that is far above what the account holds; empty where there is nothing to say. */
function useUnusual({ queue, item }: ReviewData, amount: string): string {
  const { t } = useTranslation('desk')
  if (queue !== 'deposits' || item === null || amount === '' || !isUnusualAmount(parseAmount(amount), parseAmount(item.account.balance)))
    return ''
  return t('review.unusual', {
    amount: decimalText(amount, { decimals: 2 }),
    balance: decimalText(item.account.balance, { decimals: 2 }),
    times: String(UNUSUAL_TIMES),
  })
}
