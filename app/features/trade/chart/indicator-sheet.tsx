/** The indicators of the chart: each switched on or off, with its own numbers. A number that holds is drawn at once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Field, Sheet, Switch, TextInput, token } from '../../../ui'
import {
  checkSettings,
  INDICATOR_RULES,
  INDICATORS,
  type IndicatorChoice,
  type IndicatorName,
  settingsFields,
  withIndicator,
} from './indicator-settings'

const Item = styled.section`
  border-block-end: 1px solid ${token.border.hairline};
  padding-block-end: 2px;
`
const Line = styled(Switch)`
  display: flex;
  width: 100%;
  min-height: 52px;
  small { display: block; color: ${token.text.muted}; font-size: ${token.type.xs}; }
`
const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${token.space[2]};
  padding-block: 4px ${token.space[2]};
`
const Reset = styled(Button)`
  margin-block-end: ${token.space[3]};
`

interface IndicatorSheetProps {
  open: boolean
  onClose: () => void
  chosen: readonly IndicatorChoice[]
  onChange: (chosen: readonly IndicatorChoice[]) => void
}

export function IndicatorSheet({ open, onClose, chosen, onChange }: IndicatorSheetProps) {
  const { t } = useTranslation('trade')
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.indicators')} closeLabel={t('close')}>
      {INDICATORS.map((name) => {
        const choice = chosen.find((each) => each.name === name)
        const { defaults } = INDICATOR_RULES[name]
        return (
          <Item key={name} aria-label={t(`indicator.${name}`)}>
            <Line
              label={t(`indicator.${name}`)}
              checked={choice !== undefined}
              onChange={(isOn) => onChange(withIndicator(chosen, name, isOn ? defaults : null))}
            >
              {t(`indicator.${name}`)}
              <small>
                <bdi dir="ltr">{[name, (choice?.params ?? defaults).join(', ')].join(' ')}</bdi>
              </small>
            </Line>
            {choice === undefined ? null : (
              <Settings name={name} params={choice.params} onChange={(params) => onChange(withIndicator(chosen, name, params))} />
            )}
          </Item>
        )
      })}
    </Sheet>
  )
}

interface SettingsProps {
  name: IndicatorName
  params: readonly number[]
  onChange: (params: readonly number[]) => void
}

function Settings({ name, params, onChange }: SettingsProps) {
  const { t } = useTranslation('trade')
  const { parameters, defaults } = INDICATOR_RULES[name]
  const [fields, setFields] = useState(() => settingsFields(name, params))
  const { problems } = checkSettings(name, fields)
  const isDefault = fields.join() === settingsFields(name, defaults).join()
  const set = (next: readonly string[]) => {
    setFields([...next])
    const { params: whole } = checkSettings(name, next)
    if (whole !== null) onChange(whole)
  }
  const lengths = parameters.filter((rule) => rule.name === 'length').length
  return (
    <>
      <Fields>
        {parameters.map((rule, index) => {
          const problem = problems[index] ?? null
          return (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields of an indicator never change their places.
              key={index}
              label={
                rule.name === 'length' && lengths > 1 ? t('indicatorSet.lengthOf', { number: index + 1 }) : t(`indicatorSet.${rule.name}`)
              }
              error={
                problem === null
                  ? undefined
                  : t(`indicatorSet.${problem.kind}`, 'from' in problem ? { from: problem.from, to: problem.to } : {})
              }
              announce
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  numeric
                  inputMode={rule.decimals === 0 ? 'numeric' : 'decimal'}
                  autoComplete="off"
                  maxLength={6}
                  value={fields[index] ?? ''}
                  placeholder={rule.isOptional ? '–' : undefined}
                  onChange={(event) => set(fields.map((field, at) => (at === index ? event.target.value : field)))}
                />
              )}
            </Field>
          )
        })}
      </Fields>
      {isDefault ? null : (
        <Reset variant="secondary" size="sm" onClick={() => set(settingsFields(name, defaults))}>
          {t('indicatorSet.reset')}
        </Reset>
      )}
    </>
  )
}
