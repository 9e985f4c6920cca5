import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { AccountFigures } from '../../terms/account'
import { type KeyValue, KeyValueList, Percent, RiskGauge, type RiskLevel, riskLevel, Sheet, Stack, Text, thumbArea, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { riskText } from './order-facts'

const Name = styled.button`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  white-space: nowrap;
  position: relative;
  min-height: 24px;
  text-decoration: underline dotted;
  text-underline-offset: 3px;
  &:hover { color: ${token.text.primary}; }
  ${thumbArea}
`

/** Risk of the account as text and word; null when no margin is used. */
export function useRisk(figures: AccountFigures): { value: string | null; level: RiskLevel; word: string } {
  const { t } = useTranslation('order')
  const value = riskText(figures, useSite().companyTerms?.stopOutLevel)
  const level = value === null ? 'low' : riskLevel(value)
  return { value, level, word: value === null ? '' : t(`risk.level.${level}`) }
}

export function useRiskGaugeTexts() {
  const { t } = useTranslation('order')
  return {
    label: t('figure.risk'),
    levelLabels: { low: t('risk.level.low'), warn: t('risk.level.warn'), bad: t('risk.level.bad') },
    valueText: (value: string, level: string) => t('risk.spoken', { value, level }),
  }
}

export function AccountGauge({ figures }: { figures: AccountFigures }) {
  return <RiskGauge layout="bar" value={useRisk(figures).value} {...useRiskGaugeTexts()} />
}

/** The name of the figure; a tap explains how it is reckoned, with the numbers of this moment. */
export function RiskName({ figures }: { figures: AccountFigures }) {
  const { t } = useTranslation(['order', 'public'])
  const [isOpen, setIsOpen] = useState(false)
  const stopOut = useSite().companyTerms?.stopOutLevel ?? ''
  const { value } = useRisk(figures)
  const rows: KeyValue[] = [
    { key: 'stop-out', label: t('order:risk.stopOut'), value: <Percent value={stopOut} /> },
    {
      key: 'level',
      label: t('order:risk.marginLevel'),
      value: <Percent value={figures.marginLevel === '' ? null : figures.marginLevel} />,
    },
    { key: 'risk', label: t('order:figure.risk'), value: <Percent value={value} />, total: true },
  ]
  return (
    <>
      <Name type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('order:figure.risk')}
      </Name>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t('order:risk.title')} closeLabel={t('order:closeLayer')}>
        <Stack>
          <Text $size="sm" $tone="secondary">
            {t('order:risk.formula')}
          </Text>
          <KeyValueList rows={rows} />
        </Stack>
      </Sheet>
    </>
  )
}
