// By hand: the combobox of Base UI is 33 kB beside the dialogs, this is 3 kB in the first script of log-in and money pages (decision 062).
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import styled from 'styled-components'
import { controlFrame } from './field'
import { Icon } from './icon'
import { type PickerOption, PickerPanel } from './picker-panel'
import { token } from './token'

export type { PickerOption } from './picker-panel'

interface PickerProps<V extends string = string> {
  /** Name of the control and title of the sheet. */
  label: string
  options: readonly PickerOption<V>[]
  value: V | null
  onChange(value: NoInfer<V>): void
  placeholder?: ReactNode
  closeLabel: string
  /** With this the list can be searched. */
  searchLabel?: string
  emptyLabel: ReactNode
  id?: string
  name?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  /** The spoken value, where the text of the option alone says too little. */
  valueText?: (option: PickerOption<V>) => string
  /** What the closed control shows instead of the option itself. */
  renderValue?: (option: PickerOption<V>) => ReactNode
  /** `bare` has no frame: inside another field. */
  frame?: 'field' | 'bare'
  className?: string
}

const Trigger = styled.button`
  &[data-frame='field'] { ${controlFrame} width: 100%; }
  &[data-frame='bare'] {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 44px;
    font-weight: 500;
    color: ${token.text.primary};
    white-space: nowrap;
  }
  text-align: start;
  > span { flex: 1; min-width: 0; display: flex; align-items: center; gap: ${token.space[2]}; white-space: nowrap; }
  > span > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
  > span[data-placeholder] { color: ${token.text.muted}; }
  &:disabled { color: ${token.text.disabled}; background: ${token.surface.active}; }
  &[aria-expanded='true'][data-frame='field'] { border-color: ${token.focus}; box-shadow: 0 0 0 1px ${token.focus}; }
`

function ChosenFace<V extends string>({ option }: { option: PickerOption<V> }) {
  return (
    <>
      {option.lead}
      <span>{option.label}</span>
    </>
  )
}

/** The page behind must not scroll away from under the list. */
function useStillPage(still: boolean): void {
  useEffect(() => {
    if (!still) return
    const before = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = before
    }
  }, [still])
}

/** A choice from a list: a sheet on touch layouts, a 320 px popover beside its button on desktop. */
export function Picker<V extends string>(props: PickerProps<V>) {
  const { label, options, value, onChange, placeholder, frame = 'field', renderValue } = props
  const made = useId()
  const id = props.id ?? made
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value])
  const close = useCallback((refocus: boolean) => {
    setOpen(false)
    if (refocus) trigger.current?.focus()
  }, [])

  useStillPage(open)

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Trigger
        ref={trigger}
        type="button"
        id={id}
        className={props.className}
        data-frame={frame}
        data-invalid={props['aria-invalid'] ? '' : undefined}
        disabled={props.disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={chosen ? `${label}: ${props.valueText?.(chosen) ?? chosen.text}` : label}
        aria-describedby={props['aria-describedby']}
        onClick={() => setOpen(true)}
        onKeyDown={press}
      >
        <span data-placeholder={chosen ? undefined : ''}>
          {chosen ? (renderValue?.(chosen) ?? <ChosenFace option={chosen} />) : placeholder}
        </span>
        <Icon name="chevron-down" size={16} />
      </Trigger>
      {props.name ? <input type="hidden" name={props.name} value={value ?? ''} /> : null}
      {open ? (
        <PickerPanel
          anchor={trigger}
          label={label}
          options={options}
          value={value}
          closeLabel={props.closeLabel}
          searchLabel={props.searchLabel}
          emptyLabel={props.emptyLabel}
          onClose={close}
          onChoose={(next) => {
            close(true)
            onChange(next)
          }}
        />
      ) : null}
    </>
  )
}
