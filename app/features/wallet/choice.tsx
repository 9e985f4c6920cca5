/** A choice in a form: a picker, and in a browser without scripts a plain select in its place. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { controlFrame, Picker, type PickerOption, PlainOptions, token } from '../../ui'

const Plain = styled.span`
  ${controlFrame}
  position: relative;
  select {
    appearance: none;
    width: 100%;
    min-height: ${token.size.field};
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    padding-inline-end: 20px;
    text-overflow: ellipsis;
    option { color: ${token.text.primary}; background: ${token.surface.surface}; }
  }
  svg { position: absolute; inset-inline-end: 10px; pointer-events: none; }
`
const Scripted = styled.span`
  display: contents;
  @media (scripting: none) { display: none; }
`

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly options: readonly PickerOption[]
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
}

export function Choice({ placeholder, ...field }: ChoiceProps) {
  const { t } = useTranslation('public')
  return (
    <span>
      {/* First in the form: where there are no scripts, the first value of a name counts. */}
      <noscript>
        <Plain>
          <PlainOptions {...field} iconSize={16} />
        </Plain>
      </noscript>
      <Scripted>
        <Picker {...field} placeholder={placeholder} closeLabel={t('close')} emptyLabel={placeholder ?? ''} />
      </Scripted>
    </span>
  )
}
