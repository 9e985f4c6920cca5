/** The bar of decisions under an item: why, and what. A plain form; scripts put a question and the time to take it back before it. */
import { Form } from '@remix-run/react'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Kbd, media, token } from '../../../ui'
import type { Decision, Queue } from './review-data'
import { narrow } from './review-layout'

const Bar = styled(Form)`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 12px 20px;
  border-block-start: 1px solid ${token.border.hairline};
  background: ${token.surface.surface};
  button kbd { color: inherit; background: none; border-color: currentColor; opacity: 0.8; margin-inline-start: ${token.space[2]}; }
  ${narrow} { flex-wrap: wrap; > [data-reason] { flex: 1 0 100%; } }
  ${media.phone} {
    position: fixed;
    inset-inline: 0;
    inset-block-end: 0;
    z-index: ${token.layer.sticky};
    padding: 10px ${token.space[4]} calc(10px + env(safe-area-inset-bottom, 0px));
    > button:not([hidden]) { flex: 1; min-height: 48px; padding-inline: ${token.space[2]}; }
    kbd { display: none; }
  }
`
const Reason = styled.div`
  flex: 1;
  min-width: 0;
  display: grid;
  gap: 4px;
  input {
    width: 100%;
    min-height: 38px;
    padding: 0 12px;
    border: 1px solid ${token.border.control};
    border-radius: ${token.radius.sm};
    background: ${token.surface.surface};
    color: ${token.text.primary};
    font: inherit;
    ${media.touch} { min-height: 44px; }
  }
  input[aria-invalid='true'] { border-color: ${token.status.danger.fill}; }
  p { color: ${token.status.danger.text}; font-size: ${token.type.xs}; }
`

const REASONS: Readonly<Record<Queue, readonly string[]>> = {
  deposits: ['notFound', 'amountDiffers', 'unreadable', 'usedBefore', 'wrongNetwork'],
  withdrawals: ['identityFirst', 'addressInvalid', 'nameDiffers', 'tradeFirst', 'contactUs'],
  identity: ['unreadable', 'nameDiffers', 'numberDiffers', 'expired', 'corners'],
}

export interface DecisionBarProps {
  readonly queue: Queue
  readonly id: string
  readonly next: string | undefined
  /** Id of the form, for fields outside it. */
  readonly form: string
  readonly action: string
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly problem: string
  readonly reasonField: Ref<HTMLInputElement>
  readonly approveLabel: string
  /** Why nothing can be approved here by this person; the button then says so to whoever listens. */
  readonly cannotApprove: string
  readonly isBlocked: boolean
  readonly ask: (decision: Decision) => void
}

export function DecisionBar(props: DecisionBarProps) {
  const { queue, id, next, form, action, reason, onReason, problem, approveLabel, cannotApprove, isBlocked, ask } = props
  const { t } = useTranslation('desk')
  const help = useId()
  const list = `${form}-reasons`
  const button = (decision: Decision, isOff = isBlocked) => ({
    type: 'submit' as const,
    name: 'decision',
    value: decision,
    'aria-disabled': isOff || undefined,
    onClick: () => ask(decision),
  })
  return (
    <Bar id={form} method="post" action={action} aria-label={t('review.decision')} onSubmit={(event) => event.preventDefault()}>
      {/* Enter in the field would press the first button of the form: it presses this one, which does nothing. */}
      <button type="submit" disabled hidden />
      <input type="hidden" name="id" value={id} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      <Reason data-reason="">
        <input
          ref={props.reasonField}
          name="reason"
          list={list}
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          placeholder={t('review.reasonNeeded')}
          aria-label={t('review.reason')}
          aria-invalid={problem === '' ? undefined : true}
          aria-describedby={problem === '' ? undefined : help}
        />
        <datalist id={list}>
          {REASONS[queue].map((name) => (
            <option key={name} value={t(`review.reasons.${queue}.${name}`)} />
          ))}
        </datalist>
        {problem === '' ? null : (
          <p id={help} role="alert">
            {problem}
          </p>
        )}
      </Reason>
      {queue === 'identity' ? null : (
        <Button variant="ghost" {...button('invalid')}>
          {t('review.invalid')}
        </Button>
      )}
      <Button variant="danger-text" {...button('reject')}>
        {t('review.reject')}
        <Kbd aria-hidden="true">{'R'}</Kbd>
      </Button>
      <Button variant="primary" {...button('approve', isBlocked || cannotApprove !== '')} title={cannotApprove || undefined}>
        {approveLabel}
        <Kbd aria-hidden="true">{'A'}</Kbd>
      </Button>
    </Bar>
  )
}
