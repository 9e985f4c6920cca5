/** The last step: how much was sent, and the picture that proves it. What was typed and sent stays when the server refuses. */

import { useNavigation } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { IMAGE_MEGABYTES } from '../../../../contract/told-limits'
import { parseAmount } from '../../../../rules/money'
import { isUnusualAmount } from '../../../../rules/unusual-amount'
import { useToldAnswer } from '../../../forms/use-told-answer'
import { ProofTile } from '../../../pictures/proof-tile'
import { type PictureControl, usePicture } from '../../../pictures/use-picture'
import { useReadAnew } from '../../../realtime/use-read-anew'
import {
  AmountInput,
  Button,
  ConfirmDialog,
  decimalText,
  Field,
  type FieldProblems,
  focusFirstWrong,
  Note,
  ProblemSummary,
  token,
  useFormProblems,
} from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { useReadBack } from '../../../ui/use-read-back'
import { isSameAmount, readAmount } from '../typed-amount'
import { useUnknownMoney } from '../unknown-money'
import { useReturnedForm } from '../use-returned-form'
import { creditOf, type DepositAnswer, type DepositKind } from './deposit-data'
import { Halves, Step } from './deposit-step'

const Help = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

interface DeclareStepProps {
  readonly currency: string
  /** USDT for one unit; null where one is one. */
  readonly rate: string | null
  /** What the account holds, USDT. */
  readonly balance: string
  readonly formKey: string
  readonly answer: DepositAnswer | null
  readonly type: DepositKind
  /** A form that was sent before comes back, for this network or account. */
  readonly onReturn: (place: string) => void
}

/** Tells a refusal, and reads the page anew when it is about a place that is no longer as it is shown. */
function useRefusal(answer: DepositAnswer | null, markLost: (message: string) => void) {
  const { readAnew } = useReadAnew()
  const fields = useRef<HTMLDivElement>(null)
  useToldAnswer(answer, 'deposit', ({ problems, proof }) => {
    if (problems.proof !== undefined && proof === '') markLost(problems.proof)
    if (problems.place !== undefined) readAnew()
    if (problems.amount !== undefined) focusFirstWrong(fields.current)
  })
  return fields
}

/** What the proof lacks before the form can be sent; nothing once it is at the broker. */
function proofProblem({ state }: PictureControl, t: TFunction<'financial'>): string | undefined {
  if (state.kind === 'ready') return undefined
  if (state.kind === 'empty') return t('proof.missing')
  if (state.kind === 'sending') return t('public:pictureOnItsWay')
  return state.message || t(state.canRetry ? 'proof.notSent' : 'proof.unreadable', { megabytes: IMAGE_MEGABYTES })
}

/** The question before an amount far above what the account holds. Once confirmed, the same press goes on with the same amount. */
function useQuestion(answer: DepositAnswer | null, amount: string, usdt: string | null, balance: string) {
  const confirmed = useRef<HTMLInputElement>(null)
  const pressed = useRef<HTMLButtonElement | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isUnusual = usdt !== null && isUnusualAmount(parseAmount(usdt), parseAmount(balance))
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isUnusual || confirmed.current?.value === amount) return
    event.preventDefault()
    pressed.current = event.currentTarget
    setAsking(true)
  }
  const confirm = () => {
    if (confirmed.current !== null) confirmed.current.value = amount
    setAsking(false)
    pressed.current?.click()
  }
  // Where there are no scripts the server asks, and the next press carries the amount along.
  const field = <input key={answer?.confirm} ref={confirmed} type="hidden" name="confirmed" defaultValue={answer?.confirm ?? ''} />
  return { field, isAsking, ask, confirm, close: () => setAsking(false) }
}

export function DeclareStep({ currency, rate, balance, formKey: fresh, answer, type, onReturn }: DeclareStepProps) {
  const { t } = useTranslation('financial')
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  const readBack = useReadBack()
  const [formKey] = useState(fresh)
  const [amount, setAmount] = useState(answer?.amount ?? '')
  const [wasLeft, setLeft] = useState(false)
  const picture = usePicture(answer?.proof ?? '')
  const fields = useRefusal(answer, picture.markLost)
  useReturnedForm('deposit', type, ({ number = '', place = '', proofImg = '' }) => {
    // Whatever was typed or added here meanwhile is worth more.
    if (amount !== '' || picture.state.kind !== 'empty') return
    setAmount(number)
    picture.keep(proofImg)
    if (place !== '') onReturn(place)
  })
  const read = readAmount(amount, currency, 'financial:enterAmount', t)
  const missing: FieldProblems<'amount' | 'proof'> = { amount: read.problem, proof: proofProblem(picture, t) }
  const { tries, hold } = useFormProblems(missing)
  const credit = rate === null ? null : creditOf(read.value, rate)
  const question = useQuestion(answer, read.value, rate === null ? read.value || null : credit, balance)
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'submit'
  const isUnknown = useUnknownMoney('deposit') !== 'none'
  // A refusal is about what was sent: it goes when that is changed.
  const refused = answer !== null && isSameAmount(amount, answer.amount, currency) ? answer.problems.amount : undefined
  const isTold = tries > 0 || (wasLeft && amount.trim() !== '')
  return (
    <Step number={3} title={t('step.proof')}>
      <input type="hidden" name="form_key" value={answer?.formKey ?? formKey} />
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="rate" value={rate ?? ''} />
      {question.field}
      {/* Without scripts nothing else says what went wrong. */}
      {answer === null || hasScripts ? null : (
        <Note tone="danger" role="alert">
          {answer.message || t(answer.messageKey ?? 'financial:failed')}
        </Note>
      )}
      <Halves ref={fields} onBlur={() => setLeft(true)}>
        <Field
          label={t('amount')}
          error={(isTold ? read.problem : undefined) ?? refused}
          help={rate === null ? undefined : <RateLine currency={currency} rate={rate} credit={credit} />}
        >
          {(aria) => (
            <AmountInput
              {...aria}
              name="number"
              placeholder="0.00"
              value={amount}
              onChange={setAmount}
              currency={currency}
              readBack={readBack}
            />
          )}
        </Field>
        <ProofTile control={picture} error={(tries > 0 ? missing.proof : undefined) ?? answer?.problems.proof} />
      </Halves>
      <ProblemSummary problems={missing} tries={tries} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isBusy && !isUnknown}
        aria-disabled={isUnknown || undefined}
        onClick={(event) => {
          if (!hold(event)) question.ask(event)
        }}
      >
        {isUnknown ? t('public:notKnown.waiting') : t('submit')}
      </Button>
      <Help>{t('checked')}</Help>
      <ConfirmDialog
        open={question.isAsking}
        title={t('unusual.title', { amount: `${decimalText(read.value, { decimals: 2 })} ${currency}` })}
        text={t('unusual.text', { balance: decimalText(balance, { decimals: 2 }) })}
        confirmLabel={t('submit')}
        cancelLabel={t('unusual.change')}
        onConfirm={question.confirm}
        onCancel={question.close}
      />
    </Step>
  )
}

/** What one unit is worth, and what the amount would bring. */
function RateLine({ currency, rate, credit }: { currency: string; rate: string; credit: string | null }) {
  const { t } = useTranslation('financial')
  const shown = { currency, rate: decimalText(rate) }
  return (
    <span aria-live="polite">
      {credit === null ? t('rate', shown) : t('rateGet', { ...shown, sum: decimalText(credit, { decimals: 2, rounding: 'down' }) })}
    </span>
  )
}
