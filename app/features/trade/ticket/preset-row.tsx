/** The presets over what they fill in. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, ChipGroup, decimalText, IconButton, token } from '../../../ui'
import { laterLayer } from '../../../ui/later-layer'
import { inUsdt } from '../../orders/money'
import { lotsText } from '../../orders/order-facts'
import type { Preset } from './presets'
import type { StopDraft } from './ticket-draft'
import { usePresets } from './use-presets'

const PresetSheet = laterLayer<{ open: boolean; onClose: () => void }>(() => import('./preset-sheet'))

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${token.space[2]};
`
const Name = styled.bdi`
  max-width: 160px;
  overflow: hidden;
  text-overflow: ellipsis;
  &[data-gone] { color: ${token.text.disabled}; }
`

/** What the preset fills in, in one line; more of it wraps. */
const Filled = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px ${token.space[3]};
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  font-variant-numeric: tabular-nums lining-nums;
`

function PresetSummary({ preset: { sizing, lots, risk, leverage, takeProfit, stopLoss } }: { preset: Preset }) {
  const { t } = useTranslation('trade')
  const valueText = ({ unit, value }: Pick<StopDraft, 'unit' | 'value'>): string => {
    if (unit === 'percent') return `${decimalText(value)}%`
    return unit === 'pips' ? t('ticket.pips', { pips: decimalText(value) }) : inUsdt(decimalText(value))
  }
  return (
    <Filled>
      <span>{sizing === 'lots' ? t('ticket.riskSize', { lots: lotsText(lots) }) : valueText(risk)}</span>
      {leverage === '' ? null : <bdi dir="ltr">{leverage}×</bdi>}
      {takeProfit.isOn ? (
        <span>
          {t('chart.takeProfit')} {valueText(takeProfit)}
        </span>
      ) : null}
      {stopLoss.isOn ? (
        <span>
          {t('chart.stopLoss')} {valueText(stopLoss)}
        </span>
      ) : null}
    </Filled>
  )
}

export function PresetRow() {
  const { t } = useTranslation('trade')
  const { presets, chosen, isChanged, isOffered, choose } = usePresets()
  const [isOpen, setIsOpen] = useState(false)
  const openSheet = { 'aria-haspopup': 'dialog', onClick: () => setIsOpen(true) } as const
  const options = presets.map((preset) => ({
    value: preset.id,
    label: (
      <Name data-gone={isOffered(preset) ? undefined : ''}>
        {isChanged && preset.id === chosen?.id ? t('preset.changed', { name: preset.name }) : preset.name}
      </Name>
    ),
  }))
  return (
    <>
      {presets.length === 0 ? (
        <div>
          <Button type="button" size="sm" variant="ghost" icon="plus" {...openSheet}>
            {t('preset.save')}
          </Button>
        </div>
      ) : (
        <Row>
          <ChipGroup
            label={t('preset.label')}
            options={options}
            value={chosen?.id ?? ''}
            onChange={(id) => {
              const preset = presets.find((each) => each.id === id)
              if (preset !== undefined) choose(preset)
            }}
          />
          <IconButton icon="sliders-horizontal" size="table" label={t('preset.save')} {...openSheet} />
        </Row>
      )}
      {chosen === null ? null : <PresetSummary preset={chosen} />}
      <PresetSheet open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
