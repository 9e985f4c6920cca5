/** The register screen. */

import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { Badge, Button, Checkbox, Field, Icon, Link, TextInput, token } from '../../ui'
import { AccountField, CountryField, MobileField } from './account-field'
import { AccountTabs } from './account-tabs'
import { CaptchaField } from './captcha-field'
import { CodeField } from './code-field'
import { NewPasswordFields } from './new-password-fields'
import type { FormAnswer, RegisterData } from './sign-in-data'
import { SignInForm, useBusyIntent } from './sign-in-form'
import { Centred, SignInFrame } from './sign-in-frame'
import { useCodeTarget } from './use-code-target'

const Problem = styled.p`
  display: flex;
  gap: 6px;
  font-size: ${token.type.xs};
  color: ${token.status.danger.text};
`
const InviteInput = styled(TextInput)`
  letter-spacing: 0.06em;
`

interface InviteFieldProps {
  readonly fromLink: string
  readonly value: string | undefined
  /** Why the code was refused: then the account may be opened without one. */
  readonly problem: string | undefined
  /** That was confirmed already, and holds while something else is put right. */
  readonly isLeftOut: boolean
}

function InviteField({ fromLink, value, problem, isLeftOut }: InviteFieldProps) {
  const { t } = useTranslation('auth')
  const first = value ?? fromLink
  const [code, setCode] = useState(first)
  const isFromLink = fromLink !== '' && code === fromLink
  return (
    <>
      <Field label={t(fromLink === '' ? 'inviteCodeOptional' : 'inviteCode')} error={problem}>
        {(aria) => (
          <InviteInput
            {...aria}
            name="invite_code"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={LONGEST.inviteCode}
            dir="ltr"
            defaultValue={first}
            onChange={(event) => setCode(event.currentTarget.value)}
            end={
              isFromLink ? (
                <Badge tone="ok" icon="check">
                  {t('fromLink')}
                </Badge>
              ) : undefined
            }
          />
        )}
      </Field>
      {problem === undefined && !isLeftOut ? null : (
        <Checkbox name="without_invite" value="1" defaultChecked={isLeftOut} label={t('withoutInviteCode')} />
      )}
    </>
  )
}

function Consent({ problem, isGiven }: { problem: string | undefined; isGiven: boolean }) {
  const { t } = useTranslation('auth')
  return (
    <div>
      <Checkbox
        name="consent"
        value="1"
        defaultChecked={isGiven}
        required
        invalid={problem !== undefined}
        {...(problem === undefined ? {} : { describedBy: 'consent-problem' })}
        label={
          <Trans
            t={t}
            i18nKey="consent"
            components={{
              // In a window of its own: what was typed stays where it is.
              announcement: <Link inline href={paths.mine.announcement()} target="_blank" />,
            }}
          />
        }
      />
      {problem === undefined ? null : (
        <Problem id="consent-problem">
          <Icon name="circle-alert" size={14} />
          {problem}
        </Problem>
      )}
    </div>
  )
}

interface RegisterPageProps {
  readonly data: RegisterData
  readonly answer: FormAnswer | undefined
}

export function RegisterPage({ data, answer }: RegisterPageProps) {
  const { t } = useTranslation('auth')
  const { kind, areas, mobileField } = data
  const from = data.from ?? undefined
  const invite = data.inviteCode === '' ? undefined : data.inviteCode
  const values = { ...data.values, ...answer?.values }
  const problems = answer?.problems ?? {}
  const busy = useBusyIntent()
  const target = useCodeTarget(kind, values, areas, { loaded: data.sent, answer })
  const usesCode = data.verify === 'code' || answer?.usesCode === true
  return (
    <SignInFrame title={t('openAnAccount')} board={data.board}>
      <AccountTabs kind={kind} address={(type) => paths.register({ type, from, invite_code: invite })} />
      <SignInForm answer={answer}>
        <input type="hidden" name="login_type" value={kind} />
        <input type="hidden" name="verify" value={usesCode ? 'code' : 'captcha'} />
        {from === undefined ? null : <input type="hidden" name="from" value={from} />}
        <AccountField kind={kind} areas={areas} values={values} problems={problems} onAccount={target.setAccount} onArea={target.setArea} />
        {kind === 'email' ? <CountryField areas={areas} values={values} problems={problems} /> : null}
        {usesCode ? (
          <CodeField
            kind={kind}
            problem={problems.code}
            answer={answer}
            sent={target.sent}
            sentText={t('codeSentTo', { target: `\u2068${target.account}\u2069` })}
          />
        ) : (
          <CaptchaField first={data.captcha} answer={answer} />
        )}
        <NewPasswordFields
          label={t('password')}
          repeatLabel={t('repeatPassword')}
          problems={problems}
          ownWords={target.account.split('@')}
        />
        {mobileField === 'none' ? null : (
          <MobileField hasArea={mobileField === 'area-and-number'} areas={areas} values={values} problems={problems} />
        )}
        <InviteField
          fromLink={data.inviteCode}
          value={values.invite_code}
          problem={problems.invite_code}
          isLeftOut={values.without_invite === '1'}
        />
        <Consent problem={problems.consent} isGiven={values.consent === '1'} />
        <Button type="submit" variant="primary" size="lg" block busy={busy === 'submit'}>
          {t('openAccount')}
        </Button>
      </SignInForm>
      <Centred>
        {t('haveAccount')} <Link href={paths.login({ from })}>{t('logIn')}</Link>
      </Centred>
    </SignInFrame>
  )
}
