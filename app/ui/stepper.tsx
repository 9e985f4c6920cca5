import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { clampDecimal, compareDecimals, decimalText, fixDecimal, stepDecimal } from './decimal-text'
import { controlFrame } from './field'
import { Icon } from './icon'
import { ReadBack, type ReadBackText } from './read-back'
import { media, token } from './token'
import { typedDecimal } from './typed-number'
import { useLatest } from './use-latest'

interface StepperProps {
  /** The text of the field as it stands there. What it means is read from it (`readTypedNumber`) and kept nowhere else. */
  value: string
  onChange: (text: string) => void
  /** Size of one step, a decimal string: "0.01". */
  step: string
  /** Decimals in which a number is written. */
  precision: number
  /** Where the buttons and arrows stop. A typed number beyond them stays as it is: whoever owns the field says why it is refused. */
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
  /** What to say while a text may be read in two ways. */
  readBack?: ReadBackText | undefined
  className?: string
}

const StepperFrame = styled.span`
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

/** Exact steps from the number that stands in the field, within the limits. `stepBy` tells whether the number moved. */
function useSteps({ value, onChange, step, precision, min, max, startAt }: StepperProps) {
  // A held button steps faster than renders come, so the newest text lives here.
  const current = useLatest(value)

  const write = (text: string) => {
    current.current = text
    if (text !== value) onChange(text)
  }
  const stepBy = (times: number): boolean => {
    const from = typedDecimal(current.current)
    const next =
      from === '' ? (startAt ?? min ?? stepDecimal('0', step, Math.sign(times), precision)) : stepDecimal(from, step, times, precision)
    const limited = fixDecimal(clampDecimal(next, min, max), precision)
    const isMoved = from === '' || compareDecimals(limited, from) !== 0
    write(limited)
    return isMoved
  }
  // A number is written in full once the field is left. A text that is none, or has more decimals, stays as it was typed.
  const leave = () => {
    const read = typedDecimal(value)
    if (read === '') return
    const full = fixDecimal(read, precision)
    write(compareDecimals(full, read) === 0 ? full : read)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.shiftKey || event.key.startsWith('Page') ? 10 : 1
    if (event.key === 'ArrowUp' || event.key === 'PageUp') stepBy(by)
    else if (event.key === 'ArrowDown' || event.key === 'PageDown') stepBy(-by)
    else return
    event.preventDefault()
  }
  return { stepBy, leave, press }
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
  const newest = useLatest(stepBy)
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

/** A number that is written in full, as the sentences round the field write it: 4,078.35. Any other text stays as it was typed. */
function groupedText(text: string, precision: number): string {
  const read = typedDecimal(text)
  return read !== '' && text === fixDecimal(read, precision) ? decimalText(text) : text
}

/**
 * A number in exact steps. The text belongs to the person and is the only state of the field: what is shown, spoken, stepped
 * from and sent is read from it. Steps count in decimal strings, so 0.01 thirty times is 0.30.
 */
export function Stepper(props: StepperProps) {
  const { value, min, max, label, disabled = false, size = 'normal' } = props
  const { stepBy, leave, press } = useSteps(props)
  const read = typedDecimal(value)
  // As it is typed from the first key on. Entering the field changes nothing: the text that was chosen with it would no longer be.
  const [isTyped, setIsTyped] = useState(false)
  const shown = isTyped ? value : groupedText(value, props.precision)
  const atMin = read !== '' && min !== undefined && compareDecimals(read, min) <= 0
  const atMax = read !== '' && max !== undefined && compareDecimals(read, max) >= 0
  const shared = { controls: props.id, stepBy }
  return (
    <ReadBack text={value} decimals={props.precision} say={props.readBack} className={props.className}>
      <StepperFrame data-size={size} data-invalid={props['aria-invalid'] ? '' : undefined}>
        <StepButton times={-1} label={props.decreaseLabel} disabled={disabled || atMin} {...shared} />
        <input
          id={props.id}
          name={props.name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={read === '' ? undefined : Number(read)}
          aria-valuetext={read === '' ? undefined : shown}
          aria-valuemin={min === undefined ? undefined : Number(min)}
          aria-valuemax={max === undefined ? undefined : Number(max)}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid'] || undefined}
          disabled={disabled}
          placeholder={props.placeholder}
          value={shown}
          onChange={(event) => {
            setIsTyped(true)
            props.onChange(event.currentTarget.value)
          }}
          onKeyDown={press}
          onBlur={() => {
            setIsTyped(false)
            leave()
          }}
        />
        <StepButton times={1} label={props.increaseLabel} disabled={disabled || atMax} {...shared} />
      </StepperFrame>
    </ReadBack>
  )
}
