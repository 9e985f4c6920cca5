/**
 * Ends sessions, freezes or thaws: the reason is written, the question answered, the form posted. Without scripts the form is posted
 * at once; each button names what it does.
 */

import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { errorValues } from '../../../../contract/error-values'
import { Button, Card, ConfirmDialog, Field, Note, TextArea, token } from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import type { PersonAction, PersonAnswer } from './person-actions'

const Frame = styled(Card)`
  padding: ${token.space[4]};
  max-width: 720px;
  form { display: grid; gap: ${token.space[3]}; }
`
const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
`

interface PersonActionsProps {
  readonly uid: string
  readonly actions: readonly PersonAction[]
  readonly answer: PersonAnswer | undefined
}

export function PersonActions({ uid, actions, answer }: PersonActionsProps) {
  const { t } = useTranslation('desk')
  const hasScripts = useHydrated()
  const submit = useSubmit()
  const { formData } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState<PersonAction | null>(null)
  const [reason, setReason] = useState(answer?.reason ?? '')
  const [problem, setProblem] = useState(answer?.problem ?? '')
  useEffect(() => {
    setProblem(answer?.problem ?? '')
  }, [answer])
  const focusReason = () => form.current?.querySelector('textarea')?.focus()
  const ask = (event: MouseEvent, action: PersonAction) => {
    if (!hasScripts) return
    event.preventDefault()
    if (reason.trim() !== '') return setAsked(action)
    setProblem(t('public:error.DESK_REASON_REQUIRED', errorValues('DESK_REASON_REQUIRED')))
    focusReason()
  }
  const confirm = () => {
    if (asked !== null) submit({ action: asked, reason }, { method: 'post' })
    setAsked(null)
  }
  return (
    <Frame aria-label={t('people.actions')}>
      <Form method="post" noValidate ref={form} onSubmit={(event) => hasScripts && event.preventDefault()}>
        {answer !== undefined && answer.message !== '' ? (
          <Note tone="danger" role="alert">
            {answer.message}
          </Note>
        ) : null}
        <Field label={t('people.reason')} help={t('people.reasonHelp')} error={problem || undefined}>
          {(aria) => (
            <TextArea
              {...aria}
              name="reason"
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setProblem('')
              }}
            />
          )}
        </Field>
        <Buttons>
          {actions.map((action) => (
            <Button
              key={action}
              type="submit"
              name="action"
              value={action}
              variant={action === 'freeze' || action === 'twoStepOff' ? 'danger-text' : 'secondary'}
              busy={formData?.get('action') === action}
              onClick={(event) => ask(event, action)}
            >
              {t(`people.do.${action}`)}
            </Button>
          ))}
        </Buttons>
      </Form>
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? '' : t(`people.ask.${asked}`, { uid })}
        text={asked === null ? undefined : t(`people.does.${asked}`)}
        facts={[{ key: 'reason', label: t('people.reason'), value: <bdi>{reason}</bdi> }]}
        confirmLabel={asked === null ? '' : t(`people.do.${asked}`)}
        cancelLabel={t('people.cancel')}
        tone={asked === 'thaw' || asked === 'twoStepKeep' ? 'primary' : 'danger'}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </Frame>
  )
}
