/** What the forms that write to a company share: one message a form, the reply's address and the captcha, the focus after a refusal. */
import { Form, useNavigation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { KeyedAnswer } from '../../forms/keyed-answer'
import { useToldAnswer } from '../../forms/use-told-answer'
import { Button, Note, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { CaptchaField } from '../sign-in/captcha-field'
import type { Captcha } from '../sign-in/sign-in-data'
import { EmailField } from './email-field'

const Fields = styled(Form)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[5]};
`

interface MessageFormProps<Answer> {
  /** Names the message about a refusal. */
  readonly name: string
  readonly data: {
    readonly isSignedIn: boolean
    readonly asksEmail: boolean
    readonly captcha: Captcha | null
    readonly formKey: string
  }
  readonly answer: Answer | null
  readonly hasFiles?: boolean
  /** Before the focus goes to the first field that is wrong. */
  readonly onRefused?: (answer: Answer) => void
  /** Keeps a form from being sent by preventing the event. */
  readonly onSubmit?: (event: FormEvent) => void
  readonly children: ReactNode
}

interface MessageAnswer extends KeyedAnswer<'email' | 'code'> {
  readonly email: string
  readonly refusal: string | null
}

export function MessageForm<Answer extends MessageAnswer>(props: MessageFormProps<Answer>) {
  const { name, data, answer, hasFiles = false, onRefused, onSubmit, children } = props
  const { t } = useTranslation('account')
  const hasScripts = useHydrated()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  // The first key: reading the page anew must not make a second message of a form that is sent again.
  const [firstKey] = useState(data.formKey)
  useToldAnswer(answer, name, (refused) => {
    onRefused?.(refused)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
  const isBusy = state === 'submitting'
  const submit = (event: FormEvent) => {
    if (isBusy) event.preventDefault()
    else onSubmit?.(event)
  }
  const message = answer === null ? '' : answer.message || (answer.messageKey === undefined ? '' : t(answer.messageKey))
  return (
    <Fields ref={form} method="post" encType={hasFiles ? 'multipart/form-data' : undefined} noValidate onSubmit={submit}>
      <input type="hidden" name="form_key" value={answer?.formKey ?? firstKey} />
      {/* Enter presses the first submit button of a form: that must not be the one that asks for another image. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      {/* Without scripts nothing else says what went wrong. */}
      {message === '' || hasScripts ? null : (
        <Note tone="danger" role="alert">
          {message}
        </Note>
      )}
      {children}
      {data.asksEmail ? <EmailField answer={answer} /> : null}
      {data.isSignedIn ? null : <CaptchaField first={data.captcha} answer={answer ?? undefined} hasInstead={false} />}
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        {t('feedback.submit')}
      </Button>
    </Fields>
  )
}
