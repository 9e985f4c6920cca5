/** Country or calling code from a searchable list; without scripts a plain select stands in its place. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled, { css } from 'styled-components'
import { controlFrame, Flag, Picker, type PickerOption, PlainOptions, token } from '../../ui'
import type { AreaChoice, Areas, FieldName } from './sign-in-data'

const PickerFrame = styled.span`
  display: contents;
  &[data-look='code'] { display: flex; align-items: center; }
`
/** The flag and code, with the line that parts them from the number. */
const inNumber = css`
  display: inline-flex;
  align-items: center;
  flex: none;
  padding-inline-end: 10px;
  margin-inline-end: 2px;
  border-inline-end: 1px solid ${token.border.soft};
`
const Part = styled.span`
  display: contents;
  &[data-look='code'] { ${inNumber} }
  @media (scripting: none) { &[data-look] { display: none; } }
`
const PlainSelect = styled.span`
  position: relative;
  color: ${token.text.primary};
  &[data-look='country'] { ${controlFrame} }
  &[data-look='code'] { ${inNumber} max-width: 132px; font-weight: 500; }
  select {
    appearance: none;
    background: none;
    border: 0;
    min-height: 44px;
    padding-inline-end: 20px;
    width: 100%;
    text-overflow: ellipsis;
    option { color: ${token.text.primary}; background: ${token.surface.surface}; }
  }
  svg { position: absolute; inset-inline-end: 10px; pointer-events: none; }
`
const Code = styled.bdi`
  font-variant-numeric: tabular-nums;
`

const plusCode = ({ globalCode }: AreaChoice): string => `+${globalCode}`

function optionOf(area: AreaChoice, look: 'code' | 'country'): PickerOption {
  return {
    value: area.id,
    label: area.name,
    text: area.name,
    keywords: [area.country, area.globalCode, plusCode(area), ...(area.alias === '' ? [] : [area.alias])],
    lead: <Flag country={area.country} lazy />,
    ...(look === 'code' ? { end: plusCode(area) } : {}),
  }
}

interface AreaPickerProps {
  readonly name: FieldName & ('area_id' | 'mobile_area_id')
  readonly areas: Areas
  readonly initial: string | undefined
  /** `code`: flag and calling code inside the field of a number. `country`: flag and name in a field of its own. */
  readonly look: 'code' | 'country'
  readonly id?: string
  readonly onChange?: (id: string) => void
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
}

export function AreaPicker({ name, areas, initial, look, onChange, ...field }: AreaPickerProps) {
  const { t } = useTranslation('auth')
  const known = (id: string | undefined) => areas.list.some((area) => area.id === id)
  const [chosen, setChosen] = useState(known(initial) ? initial : areas.usual)
  const value = known(chosen) ? (chosen ?? null) : areas.usual
  const options = useMemo(() => areas.list.map((area) => optionOf(area, look)), [areas.list, look])
  const byId = useMemo(() => new Map(areas.list.map((area) => [area.id, area])), [areas.list])
  const plain = areas.list.map((area) => ({ value: area.id, text: look === 'code' ? `${plusCode(area)} ${area.name}` : area.name }))
  const label = t(look === 'code' ? 'areaCode' : 'country')
  const spoken = (option: PickerOption) => {
    const area = byId.get(option.value)
    return look === 'code' && area !== undefined ? `${area.name} ${plusCode(area)}` : option.text
  }
  const face = (option: PickerOption) => {
    const area = byId.get(option.value)
    if (area === undefined) return option.label
    return (
      <>
        <Flag country={area.country} />
        {look === 'code' ? <Code dir="ltr">{plusCode(area)}</Code> : <span>{area.name}</span>}
      </>
    )
  }
  if (areas.list.length === 0) return null
  return (
    <PickerFrame data-look={look}>
      {/* First in the form: where there are no scripts, the first value of a name counts. */}
      <noscript>
        <PlainSelect data-look={look}>
          <PlainOptions name={name} label={label} value={value} options={plain} iconSize={14} />
        </PlainSelect>
      </noscript>
      <Part data-look={look}>
        <Picker
          {...field}
          name={name}
          label={label}
          options={options}
          value={value}
          onChange={(id) => {
            setChosen(id)
            onChange?.(id)
          }}
          frame={look === 'code' ? 'bare' : 'field'}
          renderValue={face}
          valueText={spoken}
          searchLabel={t('searchCountry')}
          emptyLabel={t('noCountry')}
          closeLabel={t('public:close')}
        />
      </Part>
    </PickerFrame>
  )
}
