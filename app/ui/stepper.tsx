import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { clampDecimal, compareDecimals, fixDecimal, stepDecimal, typedDecimal } from './decimal-text'
import { controlFrame } from './field'
import { Icon } from './icon'
import { media, token } from './token'

export interface StepperProps {
  /** Decimal string; '' is empty. */
  value: string
  onChange: (value: string) => void
  /** Size of one step, a decimal string: "0.01". */
  step: string
  /** Decimals of the value. */
  precision: number
  min?: string
  max?: string
  /** Value the first step from an empty field begins at. */
  startAt?: string
  label: string
  decreaseLabel: string
  increaseLabel: string
  disabled?: boolean
  id?: string
  name?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  /** `compact` has narrower buttons for two side by side. */
  size?: 'normal' | 'compact'
  placeholder?: string
  onBlur?: () => void
  className?: string
}

const Root = styled.span`
  ${controlFrame}
  padding: 0;
  gap: 0;
  overflow: hidden;
  direction: ltr;
  button {
    width: 48px;
    align-self: stretch;
    display: grid;
    place-items: center;
    color: ${token.text.secondary};
    flex: none;
    touch-action: manipulation;
    user-select: none;
    ${media.desktop} { width: 40px; }
  }
  &[data-size='compact'] button { width: 40px; ${media.desktop} { width: 34px; } }
  &[data-size='compact'] input { padding-inline: 0; letter-spacing: -0.02em; }
  button:hover { background: ${token.surface.hover}; }
  button:active { background: ${token.surface.active}; }
  button:disabled { color: ${token.text.disabled}; background: none; }
  input {
    text-align: center;
    font-weight: 600;
    font-variant-numeric: tabular-nums lining-nums;
    border-inline: 1px solid ${token.border.hairline};
    padding-inline: 4px;
    text-overflow: clip;
  }
`

const holdAfterMs = 400
const repeatEveryMs = 80

/**
 * A number in exact steps. The text belongs to the person while the field has the focus; it is read, clamped and
 * written in full on blur or with any step. Steps count in decimal strings, so 0.01 thirty times is 0.30.
 */
export function Stepper(props: StepperProps) {
  const { value, onChange, step, precision, min, max, startAt, label, disabled = false, size = 'normal' } = props
  const [draft, setDraft] = useState<string | null>(null)
  // The repeat timer outlives a render, so it reads the newest value from here.
  const current = useRef(value)
  current.current = draft === null ? value : typedDecimal(draft) || value
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const newestStep = useRef<(times: number) => boolean>(() => false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = (next: string): boolean => {
    const clamped = fixDecimal(clampDecimal(next, min, max), precision)
    const moved = clamped !== current.current
    current.current = clamped
    setDraft(null)
    if (clamped !== value) onChange(clamped)
    return moved
  }
  const stepBy = (times: number): boolean => {
    const from = current.current === '' ? null : current.current
    return settle(
      from === null ? (startAt ?? min ?? stepDecimal('0', step, Math.sign(times), precision)) : stepDecimal(from, step, times, precision),
    )
  }
  newestStep.current = stepBy
  const stopHolding = () => clearTimeout(timer.current)
  const hold = (times: number) => {
    stepBy(times)
    const again = () => {
      // At a limit the button disables itself and never hears the pointer go up, so the repeat ends here.
      if (newestStep.current(times)) timer.current = setTimeout(again, repeatEveryMs)
    }
    timer.current = setTimeout(again, holdAfterMs)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.shiftKey || event.key.startsWith('Page') ? 10 : 1
    if (event.key === 'ArrowUp' || event.key === 'PageUp') stepBy(by)
    else if (event.key === 'ArrowDown' || event.key === 'PageDown') stepBy(-by)
    else if (event.key === 'Home' && min !== undefined && event.ctrlKey) settle(min)
    else return
    event.preventDefault()
  }
  const leave = () => {
    if (draft !== null) {
      const read = typedDecimal(draft)
      if (read) settle(read)
      else {
        setDraft(null)
        if (draft.trim() === '' && value !== '' && min === undefined) onChange('')
      }
    }
    props.onBlur?.()
  }
  const button = (times: 1 | -1, name: string, blocked: boolean) => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      aria-controls={props.id}
      disabled={disabled || blocked}
      onPointerDown={(event) => {
        if (event.button === 0) hold(times)
      }}
      onPointerUp={stopHolding}
      onPointerLeave={stopHolding}
      onPointerCancel={stopHolding}
      onContextMenu={(event) => event.preventDefault()}
      // A press that came without a pointer (assistive technology, a script) still is one step.
      onClick={(event) => {
        if (event.detail === 0) stepBy(times)
      }}
    >
      <Icon name={times === 1 ? 'plus' : 'minus'} size={16} />
    </button>
  )
  const atMin = value !== '' && min !== undefined && compareDecimals(value, min) <= 0
  const atMax = value !== '' && max !== undefined && compareDecimals(value, max) >= 0
  return (
    <Root data-size={size} data-invalid={props['aria-invalid'] ? '' : undefined} className={props.className}>
      {button(-1, props.decreaseLabel, atMin)}
      <input
        id={props.id}
        name={props.name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value === '' ? undefined : Number(value)}
        aria-valuetext={value === '' ? undefined : value}
        aria-valuemin={min === undefined ? undefined : Number(min)}
        aria-valuemax={max === undefined ? undefined : Number(max)}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid'] || undefined}
        disabled={disabled}
        placeholder={props.placeholder}
        value={draft ?? value}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          const read = typedDecimal(event.currentTarget.value)
          // Live figures below the field follow the typing; only leaving the field clamps and pads.
          if (read && read !== value) onChange(read)
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      {button(1, props.increaseLabel, atMax)}
    </Root>
  )
}
