import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, ChipGroup, Flag, PeriodBar, Picker, QuickValues, RadioCards, Segmented, Switch, Tabs } from '../../ui'
import { Group, Specimen } from './specimen'

const CATEGORIES = ['all', 'forex', 'metals', 'crypto', 'indices', 'energies'] as const
const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const
const LOTS = ['0.01', '0.10', '0.50', '1.00'] as const

export function SelectionGroup() {
  return (
    <Group name="selection">
      <ChipsAndTabs />
      <Values />
      <Switches />
      <Pickers />
    </Group>
  )
}

function ChipsAndTabs() {
  const { t } = useTranslation('product')
  const [category, setCategory] = useState<(typeof CATEGORIES)[number]>('forex')
  const [tab, setTab] = useState('holding')
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('15min')
  const name = (value: (typeof CATEGORIES)[number]) => t(value === 'all' ? 'all' : `category.${value}`)
  const tabs = ['holding', 'pending', 'history'].map((value, index) => ({ value, label: t(`order:tab.${value}`), count: index * 2 }))
  return (
    <>
      <Specimen of="ChipGroup: one chosen, counts" width="half">
        <ChipGroup
          label={t('category.label')}
          options={CATEGORIES.map((value, count) => ({ value, label: name(value), count }))}
          value={category}
          onChange={setCategory}
        />
      </Specimen>
      <Specimen of="Tabs: counts" width="half">
        <Tabs label={t('order:title')} items={tabs} value={tab} onChange={setTab} />
      </Specimen>
      <Specimen of="PeriodBar" width="half">
        <PeriodBar
          label={t('trade:period.label')}
          periods={PERIODS.map((value) => ({ value, label: t(`trade:period.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </Specimen>
    </>
  )
}

function Values() {
  const { t } = useTranslation('trade')
  const [kind, setKind] = useState('market')
  const [lots, setLots] = useState<(typeof LOTS)[number]>('0.10')
  const [card, setCard] = useState<string | null>('light')
  return (
    <>
      <Specimen of="Segmented: two, three" width="half">
        <Segmented
          label={t('ticket.kind')}
          options={['market', 'pending'].map((value) => ({ value, label: t(`ticket.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <Segmented
          label={t('user:theme')}
          options={['light', 'dark', 'system'].map((value) => ({ value, label: t(`user:mode.${value}`) }))}
          value="dark"
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen of="QuickValues: chosen, disabled" width="half">
        <QuickValues label={t('ticket.quickLots')} values={LOTS} value={lots} onChange={setLots} />
        <QuickValues label={t('ticket.quickLots')} values={LOTS} value="1.00" onChange={() => undefined} disabled />
      </Specimen>
      <Specimen of="RadioCard: chosen, not, disabled" width="half">
        <RadioCards
          label={t('user:theme')}
          options={['light', 'dark', 'system'].map((value) => ({
            value,
            title: t(`user:mode.${value}`),
            caption: t(`user:modeHint.${value}`),
            disabled: value === 'system',
          }))}
          value={card}
          onChange={setCard}
        />
      </Specimen>
    </>
  )
}

function Switches() {
  const { t } = useTranslation('trade')
  const [isOn, setOn] = useState(true)
  const [isChecked, setChecked] = useState(true)
  return (
    <>
      <Specimen of="Switch: on, off, disabled">
        <Switch checked={isOn} onChange={setOn} label={t('ticket.takeProfit')} />
        <Switch checked={!isOn} onChange={(on) => setOn(!on)} label={t('ticket.stopLoss')} />
        <Switch checked onChange={() => undefined} label={t('ticket.trailing')} disabled />
      </Specimen>
      <Specimen of="Checkbox: on, off, invalid, disabled" width="half">
        <Checkbox checked={isChecked} onChange={setChecked} label={t('account:recovery.saved')} />
        <Checkbox checked={!isChecked} onChange={(on) => setChecked(!on)} label={t('account:recovery.saved')} />
        <Checkbox label={t('account:recovery.saved')} invalid />
        <Checkbox label={t('account:recovery.saved')} disabled />
      </Specimen>
    </>
  )
}

function Pickers() {
  const { t } = useTranslation('auth')
  const [country, setCountry] = useState<string | null>('jp')
  const options = ['jp', 'sa', 'de'].map((value) => ({ value, label: value.toUpperCase(), text: value, lead: <Flag country={value} /> }))
  const shared = { label: t('country'), options, closeLabel: t('public:close'), emptyLabel: t('noCountry') }
  return (
    <>
      <Specimen of="Picker: chosen" width="half">
        <Picker {...shared} value={country} onChange={setCountry} searchLabel={t('searchCountry')} />
      </Specimen>
      <Specimen of="Picker: nothing chosen, disabled" width="half">
        <Picker {...shared} value={null} onChange={() => undefined} placeholder={t('country')} />
        <Picker {...shared} value="de" onChange={() => undefined} disabled />
      </Specimen>
    </>
  )
}
