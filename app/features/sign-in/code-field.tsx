import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../contract/form-bounds'
import { ONE_TIME_CODE } from '../../forms/one-time-code'
import { CountdownButton, Field, TextInput } from '../../ui'
import type { AccountKind, FormAnswer, SentCode } from './sign-in-data'
import { useBusyIntent } from './sign-in-form'

interface CodeFieldProps {
  readonly kind: AccountKind
  readonly problem: string | undefined
  readonly answer: FormAnswer | undefined
  /** The sending whose pause still counts for what stands in the form. */
  readonly sent: SentCode | null
  /** Said under the field before a code was sent. */
  readonly help?: string | undefined
  /** Said there, and announced, once one was. */
  readonly sentText: string
}

/** A code that was sent, and the button that sends one: a part of the form, so it needs no scripts. */
export function CodeField({ kind, problem, answer, sent, help, sentText }: CodeFieldProps) {
  const { t } = useTranslation('auth')
  const busy = useBusyIntent()
  const isJustSent = answer?.isJustSent === true && sent !== null
  const hint = sent === null ? help : problem === undefined ? sentText : undefined
  return (
    <Field label={t(kind === 'mobile' ? 'codeFromText' : 'codeFromEmail')} error={problem} help={hint}>
      {(aria) => (
        <TextInput
          {...aria}
          {...ONE_TIME_CODE}
          maxLength={LONGEST.sentCode}
          end={
            <CountdownButton
              name="intent"
              value="send-code"
              formNoValidate
              pause={sent === null ? null : { id: sent.until, secondsLeft: sent.secondsLeft }}
              busy={busy === 'send-code'}
              label={t('sendCode')}
              againLabel={t('sendAgain')}
              waitingLabel={(seconds) => t('sendAgainIn', { seconds })}
              sentMessage={isJustSent ? sentText : undefined}
            />
          }
        />
      )}
    </Field>
  )
}
