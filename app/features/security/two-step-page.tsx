/** Two-step sign-in: off, being set up, on. Every step is a plain form, so it works without scripts too. */
import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { CurrentPasswordField } from '../../forms/current-password-field'
import { LocalTime } from '../../time/local-time'
import { Badge, Button, Card, KeyValueList, Link, Note, Stack, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { useTrader } from '../../visitor/site'
import { CodeField } from './code-field'
import { RecoveryCodes } from './recovery-codes'
import type { TwoStepAnswer, TwoStepData, TwoStepIntent } from './two-step-data'
import { TwoStepSetup } from './two-step-setup'

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${token.space[2]};
  h2 { font-size: ${token.type.lg}; font-weight: 600; }
  p { color: ${token.text.secondary}; font-size: ${token.type.sm}; line-height: 1.5; }
`
/** Fewer than this and it is time for new ones. */
const FEW_CODES = 3

type Refusal = Extract<TwoStepAnswer, { stage: 'refused' }>

function useBusyIntent(): TwoStepIntent | null {
  const { state, formData } = useNavigation()
  return state === 'idle' ? null : ((formData?.get('intent') as TwoStepIntent | null | undefined) ?? null)
}

/** The password is asked for first: a session alone must not shut its owner out. */
function Off({ refusal }: { refusal: Refusal | null }) {
  const { t } = useTranslation(['account', 'auth'])
  const trader = useTrader()
  const busy = useBusyIntent()
  return (
    <Card $pad $flat>
      <Stack>
        <Words>
          <Badge>{t('twoStep.off')}</Badge>
          <h2>{t('twoStep.offTitle')}</h2>
          <p>{t('twoStep.offText')}</p>
        </Words>
        <Form method="post" noValidate>
          <Stack>
            {/* Tells a password manager whose password this is. */}
            <input type="text" autoComplete="username" defaultValue={trader?.email || trader?.mobile} readOnly hidden />
            <CurrentPasswordField
              label={t('auth:password')}
              error={refusal?.intent === 'start' ? refusal.message : undefined}
              announce
              showLabel={t('auth:showPassword')}
              hideLabel={t('auth:hidePassword')}
            />
            <Button type="submit" name="intent" value="start" variant="primary" size="lg" block busy={busy === 'start'}>
              {t('twoStep.start')}
            </Button>
            <Link href={paths.mine.password()} inline>
              {t('auth:forgotPassword')}
            </Link>
          </Stack>
        </Form>
      </Stack>
    </Card>
  )
}

function CodeForm({ intent, refusal }: { intent: 'renew' | 'disable'; refusal: Refusal | null }) {
  const { t } = useTranslation('account')
  const busy = useBusyIntent()
  return (
    <Card $pad>
      <Form method="post" noValidate aria-label={t(`twoStep.${intent}.title`)}>
        <Stack>
          <Words>
            <h2>{t(`twoStep.${intent}.title`)}</h2>
            <p>{t(`twoStep.${intent}.text`)}</p>
          </Words>
          <CodeField label={t('code.label')} takesRecoveryCode message={refusal?.intent === intent ? refusal.message : ''} />
          <Button
            type="submit"
            name="intent"
            value={intent}
            variant={intent === 'disable' ? 'danger-text' : 'secondary'}
            size="lg"
            block
            busy={busy === intent}
          >
            {t(`twoStep.${intent}.submit`)}
          </Button>
        </Stack>
      </Form>
    </Card>
  )
}

function On({ data, refusal }: { data: TwoStepData; refusal: Refusal | null }) {
  const { t } = useTranslation('account')
  return (
    <>
      <Card $pad>
        <Stack>
          <Words>
            <Badge tone="ok" icon="shield-check">
              {t('twoStep.on')}
            </Badge>
            <h2>{t('twoStep.onTitle')}</h2>
            <p>{t('twoStep.onText')}</p>
          </Words>
          <KeyValueList
            rows={[
              ...(data.turnedOn === null ? [] : [{ key: 'since', label: t('twoStep.since'), value: <LocalTime moment={data.turnedOn} /> }]),
              { key: 'left', label: t('twoStep.codesLeft'), value: String(data.recoveryCodesLeft) },
            ]}
          />
          {data.recoveryCodesLeft < FEW_CODES ? <Note tone="warn">{t('twoStep.fewCodes')}</Note> : null}
        </Stack>
      </Card>
      <CodeForm intent="renew" refusal={refusal} />
      <CodeForm intent="disable" refusal={refusal} />
    </>
  )
}

export function TwoStepPage({ data, answer }: { data: TwoStepData; answer: TwoStepAnswer | null }) {
  const busy = useBusyIntent()
  if (answer?.stage === 'codes') {
    return (
      <Narrow>
        <RecoveryCodes codes={answer.codes} isRenewed={answer.isRenewed} />
      </Narrow>
    )
  }
  if (answer?.stage === 'scan' && !data.isOn) {
    return (
      <Narrow>
        <TwoStepSetup scan={answer} isBusy={busy === 'enable'} />
      </Narrow>
    )
  }
  const refusal = answer?.stage === 'refused' ? answer : null
  return <Narrow>{data.isOn ? <On data={data} refusal={refusal} /> : <Off refusal={refusal} />}</Narrow>
}
