/** Turning it on: the authenticator takes the secret and proves it with a code. */
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Button, ButtonLink, Card, CopyButton, Link, QrCode, Stack, Two, token } from '../../ui'
import { CodeField } from './code-field'
import { groupedSecret, type TwoStepAnswer } from './two-step-data'

const Steps = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[5]};
  counter-reset: step;
  > li { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[3]}; counter-increment: step; }
  h2 { font-size: ${token.type.md}; font-weight: 600; }
  h2::before { content: counter(step) '. '; }
  p { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
`
const Code = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  padding-block: 4px;
  padding-inline: ${token.space[3]} 4px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  code { direction: ltr; font: 500 ${token.type.md}/1.5 ${token.font.mono}; overflow-wrap: anywhere; min-width: 0; flex: 1 1 220px; }
`
const Centred = styled.div`
  text-align: center;
`

type Scan = Extract<TwoStepAnswer, { stage: 'scan' }>

export function TwoStepSetup({ scan, isBusy }: { scan: Scan; isBusy: boolean }) {
  const { t } = useTranslation('account')
  return (
    <Card $pad $flat>
      <Form method="post" noValidate>
        <input type="hidden" name="secret" value={scan.secret} />
        <input type="hidden" name="uri" value={scan.uri} />
        <Stack $gap={5}>
          <Steps>
            <li>
              <h2>{t('twoStep.scanTitle')}</h2>
              <p>{t('twoStep.scanText')}</p>
              <Centred>
                <QrCode drawing={scan.qr} label={t('twoStep.qr')} />
              </Centred>
              <p>
                {t('twoStep.secret')}{' '}
                <Link href={scan.uri} inline>
                  {t('twoStep.openApp')}
                </Link>
              </p>
              <Code>
                <code>{groupedSecret(scan.secret)}</code>
                <CopyButton text={scan.secret} label={t('twoStep.copySecret')} copiedLabel={t('public:copied')} variant="soft" />
              </Code>
            </li>
            <li>
              <h2>{t('twoStep.proveTitle')}</h2>
              <CodeField label={t('code.label')} takesRecoveryCode={false} message={scan.message} />
            </li>
          </Steps>
          <Two>
            <ButtonLink variant="secondary" size="lg" href={paths.mine.twoStep()}>
              {t('public:cancel')}
            </ButtonLink>
            <Button type="submit" name="intent" value="enable" variant="primary" size="lg" busy={isBusy}>
              {t('twoStep.turnOn')}
            </Button>
          </Two>
        </Stack>
      </Form>
    </Card>
  )
}
