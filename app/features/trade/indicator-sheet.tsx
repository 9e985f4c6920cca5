import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Sheet, Switch, token } from '../../ui'
import { INDICATOR_PARAMETERS, INDICATORS, type IndicatorName } from './chart-settings'

const Line = styled(Switch)`
  display: flex;
  width: 100%;
  min-height: 48px;
  border-block-end: 1px solid ${token.border.hairline};
  small { color: ${token.text.muted}; font-size: ${token.type.xs}; margin-inline-start: 8px; }
`

export interface IndicatorSheetProps {
  open: boolean
  onClose: () => void
  chosen: readonly IndicatorName[]
  onChange: (chosen: readonly IndicatorName[]) => void
}

export function IndicatorSheet({ open, onClose, chosen, onChange }: IndicatorSheetProps) {
  const { t } = useTranslation('trade')
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')} closeLabel={t('close')}>
      {INDICATORS.map((name) => (
        <Line
          key={name}
          label={t(`indicator.${name}`)}
          checked={chosen.includes(name)}
          onChange={(isOn) => onChange(INDICATORS.filter((each) => (each === name ? isOn : chosen.includes(each))))}
        >
          {t(`indicator.${name}`)}
          <small data-num="">{name === 'VOL' ? '' : `${name} ${INDICATOR_PARAMETERS[name].join(', ')}`}</small>
        </Line>
      ))}
    </Sheet>
  )
}
