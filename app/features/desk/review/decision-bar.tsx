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
  p { font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  p[role='alert'] { color: ${token.status.danger.text}; }
`

const REASONS: Readonly<Record<Queue, readonly string[]>> = {
  deposits: ['notFound', 'amountDiffers', 'unreadable', 'usedBefore', 'wrongNetwork'],
  withdrawals: ['identityFirst', 'addressInvalid', 'nameDiffers', 'tradeFirst', 'contactUs'],
  identity: ['unreadable', 'nameDiffers', 'numberDiffers', 'expired', 'corners'],
}

interface DecisionBarProps {
  readonly queue: Queue
  readonly id: string
  readonly next: string | undefined
  /** The amount that the next press confirms; empty unless it was asked for once more. */
  readonly confirmed: string
  /** Id of the form, for fields outside it. */
  readonly form: string
  readonly action: string
  readonly reason: string
  readonly onReason: (reason: string) => void
  /** When a reason is needed. */
  readonly reasonHint: string
  readonly problem: string
  readonly reasonField: Ref<HTMLInputElement>
  readonly approveLabel: string
  /** Why nothing can be approved here by this person; empty for nothing. It stands in the bar and is the button's description. */
  readonly cannotApprove: string
  /** How often it was tried all the same: every time the reason is said again. */
  readonly triesToApprove: number
  readonly isBlocked: boolean
  readonly ask: (decision: Decision) => void
}

export function DecisionBar(props: DecisionBarProps) {
  const { queue, id, next, confirmed, form, action, reason, onReason, problem, approveLabel, cannotApprove, isBlocked, ask } = props
  const { t } = useTranslation('desk')
  const help = useId()
  const why = useId()
  const list = `${form}-reasons`
  const button = (decision: Decision) => ({
    type: 'submit' as const,
    name: 'decision',
    value: decision,
    'aria-disabled': isBlocked || undefined,
    onClick: () => ask(decision),
  })
  return (
    <Bar id={form} method="post" action={action} aria-label={t('review.decision')} onSubmit={(event) => event.preventDefault()}>
      {/* Enter in the field would press the first button of the form: it presses this one, which does nothing. */}
      <button type="submit" disabled hidden />
      <input type="hidden" name="id" value={id} />
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      {confirmed === '' ? null : <input type="hidden" name="confirmed" value={confirmed} />}
      <Reason data-reason="">
        <input
          ref={props.reasonField}
          name="reason"
          list={list}
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          placeholder={props.reasonHint}
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
        {cannotApprove === '' ? null : (
          <p id={why} key={props.triesToApprove} role={props.triesToApprove === 0 ? undefined : 'alert'}>
            {cannotApprove}
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
      <Button variant="primary" {...button('approve')} aria-describedby={cannotApprove === '' ? undefined : why}>
        {approveLabel}
        <Kbd aria-hidden="true">{'A'}</Kbd>
      </Button>
    </Bar>
  )
}
