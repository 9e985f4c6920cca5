/** How far the verification is: three parts of one line. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { token } from '../../ui'
import { STAGES, type Stage } from './identity-data'

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 6px;
`
const Step = styled.li`
  display: grid;
  gap: 8px;
  align-content: start;
  font-size: ${token.type.sm};
  line-height: 1.35;
  color: ${token.text.muted};
  overflow-wrap: anywhere;
  &::before { content: ''; height: 3px; border-radius: 2px; background: ${token.border.soft}; }
  &[data-state='done'], &[data-state='now'] { color: ${token.text.primary}; font-weight: 600; }
  &[data-state='done']::before { background: ${token.brand.mark}; }
  &[data-state='now']::before { background: linear-gradient(to right, ${token.brand.mark} 50%, ${token.border.soft} 50%); }
  [dir='rtl'] &[data-state='now']::before { transform: scaleX(-1); }
`

export function IdentitySteps({ stage }: { stage: Stage }) {
  const { t } = useTranslation('account')
  const now = STAGES.indexOf(stage)
  return (
    <Steps aria-label={t('identity.progress')}>
      {STAGES.map((step, index) => (
        <Step
          key={step}
          data-state={index < now || stage === 'certified' ? 'done' : index === now ? 'now' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          {t(`identity.stage.${step}`)}
        </Step>
      ))}
    </Steps>
  )
}
