/** The limits and thresholds in force, each with its bounds; they are changed in the company's settings, by two people. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { SETTING_BOUNDS } from '../../../../contract/setting-bounds'
import { paths } from '../../../addresses/paths'
import { ButtonLink, decimalText, KeyValueList, Sheet, token } from '../../../ui'
import type { RiskData } from './risk.server'

const Stack = styled.div`
  display: grid;
  gap: ${token.space[4]};
  small { display: block; color: ${token.text.muted}; font-size: ${token.type.xs}; font-weight: 400; }
`

const FIELDS = [
  ['totalLimit', 'exposureLimit'],
  ['instrumentLimit', 'exposureLimit'],
  ['warnPercent', 'warnPercent'],
  ['feedAgeMs', 'feedAgeMs'],
  ['feedGaps', 'feedGaps'],
  ['rejectPercent', 'rejectPercent'],
  ['latencyMs', 'latencyMs'],
] as const

interface ThresholdSheetProps {
  readonly thresholds: NonNullable<RiskData['thresholds']>
  readonly company: string
  readonly canSet: boolean
  onClose(): void
}

export function ThresholdSheet({ thresholds, company, canSet, onClose }: ThresholdSheetProps) {
  const { t } = useTranslation('desk')
  const number = (value: string | number) => decimalText(String(value))
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('risk.thresholds')}
      closeLabel={t('public:close')}
      footer={
        canSet ? (
          <ButtonLink block href={paths.desk.settings({ company, section: 'base' })}>
            {t('settings.change')}
          </ButtonLink>
        ) : undefined
      }
    >
      <Stack>
        <KeyValueList
          rows={[
            ...FIELDS.map(([name, bounds]) => ({
              key: name,
              label: (
                <>
                  {t(`settings.field.${name}`)}
                  <small>
                    {t('settings.within', { min: number(SETTING_BOUNDS[bounds].min), max: number(SETTING_BOUNDS[bounds].max) })}
                  </small>
                </>
              ),
              value: number(thresholds[name]),
            })),
            ...thresholds.limits.map((text) => {
              const [code = '', limit = ''] = text.split('=')
              return { key: code, label: <bdi dir="ltr">{code}</bdi>, value: number(limit) }
            }),
          ]}
        />
      </Stack>
    </Sheet>
  )
}
