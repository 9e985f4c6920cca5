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

/** Draft text, exact steps and the limits. `stepBy` tells whether the value moved. */
function useSteppedValue({ value, onChange, step, precision, min, max, startAt, onBlur }: StepperProps) {
  const [draft, setDraft] = useState<string | null>(null)
  // A held button steps faster than renders come, so the newest value lives here.
  const current = useRef(value)
  current.current = draft === null ? value : typedDecimal(draft) || value

  const settle = (next: string): boolean => {
    const clamped = fixDecimal(clampDecimal(next, min, max), precision)
    const moved = clamped !== current.current
    current.current = clamped
    setDraft(null)
    if (clamped !== value) onChange(clamped)
    return moved
  }
  const stepBy = (times: number): boolean => {
    if (current.current !== '') return settle(stepDecimal(current.current, step, times, precision))
    return settle(startAt ?? min ?? stepDecimal('0', step, Math.sign(times), precision))
  }
  const type = (text: string) => {
    setDraft(text)
    const read = typedDecimal(text)
    // Live figures below the field follow the typing; only leaving the field clamps and pads.
    if (read && read !== value) onChange(read)
  }
  const leave = () => {
    const read = draft === null ? '' : typedDecimal(draft)
    if (read) settle(read)
    else setDraft(null)
    if (draft !== null && draft.trim() === '' && value !== '' && min === undefined) onChange('')
    onBlur?.()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.shiftKey || event.key.startsWith('Page') ? 10 : 1
    if (event.key === 'ArrowUp' || event.key === 'PageUp') stepBy(by)
    else if (event.key === 'ArrowDown' || event.key === 'PageDown') stepBy(-by)
    else return
    event.preventDefault()
  }
  return { text: draft ?? value, stepBy, type, leave, press }
}

interface StepButtonProps {
  times: 1 | -1
  label: string
  controls: string | undefined
  disabled: boolean
  stepBy: (times: number) => boolean
}

/** A press steps once; holding repeats after 400 ms. A finger that only scrolls past steps nothing. */
function StepButton({ times, label, controls, disabled, stepBy }: StepButtonProps) {
  const newest = useRef(stepBy)
  newest.current = stepBy
  const held = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const release = () => clearTimeout(timer.current)
  const repeat = () => {
    held.current = true
    // At a limit the button disables itself and never hears the pointer go up, so the repeat ends here.
    if (newest.current(times)) timer.current = setTimeout(repeat, repeatEveryMs)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-controls={controls}
      disabled={disabled}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        held.current = false
        release()
        timer.current = setTimeout(repeat, holdAfterMs)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current) stepBy(times)
        held.current = false
      }}
    >
      <Icon name={times === 1 ? 'plus' : 'minus'} size={16} />
    </button>
  )
}

/**
 * A number in exact steps. The text belongs to the person while the field has the focus; it is read, clamped and
 * written in full on blur or with any step. Steps count in decimal strings, so 0.01 thirty times is 0.30.
 */
export function Stepper(props: StepperProps) {
  const { value, min, max, label, disabled = false, size = 'normal' } = props
  const { text, stepBy, type, leave, press } = useSteppedValue(props)
  const atMin = value !== '' && min !== undefined && compareDecimals(value, min) <= 0
  const atMax = value !== '' && max !== undefined && compareDecimals(value, max) >= 0
  const shared = { controls: props.id, stepBy }
  return (
    <Root data-size={size} data-invalid={props['aria-invalid'] ? '' : undefined} className={props.className}>
      <StepButton times={-1} label={props.decreaseLabel} disabled={disabled || atMin} {...shared} />
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
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      <StepButton times={1} label={props.increaseLabel} disabled={disabled || atMax} {...shared} />
    </Root>
  )
}
