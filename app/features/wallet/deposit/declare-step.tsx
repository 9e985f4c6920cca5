/** The last step: how much was sent, and the picture that proves it. What was typed and sent stays when the server refuses. */
import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { divide, FIXED_ONE, formatFixed, isFixedText, parseFixed } from '../../../../rules/decimal'
import { Affix, Button, Control, decimalText, Field, Note, token, typedDecimal, useToast } from '../../../ui'
import { usePicture } from '../../identity/use-picture'
import { useHydrated } from '../../orders/use-hydrated'
import { useReadAnew } from '../../orders/use-read-anew'
import type { DepositAnswer } from './deposit-data'
import { Halves, Step } from './deposit-step'
import { ProofTile } from './proof-tile'

const Amount = styled.input`
  direction: ltr;
  font-weight: 600;
  font-variant-numeric: tabular-nums lining-nums;
  [dir='rtl'] & { text-align: end; }
`
const Help = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

/** What would be credited, in USDT, rounded as the desk rounds; null while nothing can be read. */
export function creditOf(typed: string, rate: string): string | null {
  const text = typedDecimal(typed)
  if (!isFixedText(text) || parseFixed(text) <= 0n) return null
  return formatFixed(divide(parseFixed(text) * parseFixed(rate), FIXED_ONE, 'down'))
}

interface DeclareStepProps {
  readonly currency: string
  /** USDT for one unit; null where one is one. */
  readonly rate: string | null
  readonly formKey: string
  readonly answer: DepositAnswer | null
}

/** Tells a refusal once, and reads the page anew when it is about a place that is no longer as it is shown. */
function useRefusal(answer: DepositAnswer | null, markLost: (message: string) => void) {
  const { t } = useTranslation('financial')
  const toast = useToast()
  const { readAnew } = useReadAnew()
  const amount = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, however often the form is drawn.
  useEffect(() => {
    if (answer === null) return
    toast.show({ tone: 'err', key: 'deposit', title: answer.message || t(answer.messageKey ?? 'financial:failed') })
    if (answer.problems.proof !== undefined && answer.proof === '') markLost(answer.problems.proof)
    if (answer.problems.place !== undefined) readAnew()
    if (answer.problems.amount !== undefined) amount.current?.focus()
  }, [answer])
  return amount
}

export function DeclareStep({ currency, rate, formKey: fresh, answer }: DeclareStepProps) {
  const { t } = useTranslation('financial')
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  const [formKey] = useState(fresh)
  const [amount, setAmount] = useState(answer?.amount ?? '')
  const picture = usePicture(answer?.proof ?? '')
  const field = useRefusal(answer, picture.markLost)
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'submit'
  const credit = rate === null ? null : creditOf(amount, rate)
  const shownRate = { currency, rate: rate === null ? '' : decimalText(rate) }
  const rateText =
    credit === null ? t('rate', shownRate) : t('rateGet', { ...shownRate, sum: decimalText(credit, { decimals: 2, rounding: 'down' }) })
  return (
    <Step number={3} title={t('step.proof')}>
      <input type="hidden" name="form_key" value={answer?.formKey ?? formKey} />
      {/* Without scripts nothing else says what went wrong. */}
      {answer === null || hasScripts ? null : (
        <Note tone="danger" role="alert">
          {answer.message || t(answer.messageKey ?? 'financial:failed')}
        </Note>
      )}
      <Halves>
        {/* A refusal is about what was sent: it goes when that is changed. */}
        <Field
          label={t('amount')}
          error={amount === answer?.amount ? answer.problems.amount : undefined}
          help={rate === null ? undefined : <span aria-live="polite">{rateText}</span>}
        >
          {(aria) => (
            <Control data-invalid={aria['aria-invalid'] ? '' : undefined}>
              <Amount
                {...aria}
                ref={field}
                name="number"
                inputMode="decimal"
                autoComplete="off"
                placeholder="0.00"
                maxLength={40}
                value={amount}
                onChange={(event) => setAmount(event.currentTarget.value)}
              />
              <Affix>{currency}</Affix>
            </Control>
          )}
        </Field>
        <ProofTile control={picture} error={answer?.problems.proof} />
      </Halves>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isBusy}
        disabled={hasScripts && (picture.state.kind !== 'ready' || amount.trim() === '')}
      >
        {t('submit')}
      </Button>
      <Help>{t('checked')}</Help>
    </Step>
  )
}
