import type { ReactNode } from 'react'
import styled from 'styled-components'
import { moveRovingFocus } from './roving-focus'
import { media, token } from './token'

interface QuickValuesProps<V extends string = string> {
  label: string
  values: readonly (V | { value: V; label: ReactNode })[]
  value: V
  onChange(value: NoInfer<V>): void
  /** `radio` when exactly one holds (leverage), `button` for shortcuts into a field (lots). */
  kind?: 'radio' | 'button'
  disabled?: boolean
  className?: string
}

const Values = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: 6px;
  button {
    min-height: 40px;
    padding: 2px;
    border-radius: ${token.radius.xs};
    text-align: center;
    font-size: ${token.type.sm};
    font-weight: 500;
    color: ${token.text.secondary};
    background: ${token.surface.active};
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
    overflow-wrap: break-word;
    min-width: 0;
    transition: background ${token.motion.hover} ${token.motion.enter};
    ${media.desktop} { min-height: 28px; font-size: ${token.type.xs}; }
  }
  button:hover { color: ${token.text.primary}; }
  [aria-pressed='true'], [aria-checked='true'] {
    box-shadow: inset 0 0 0 1.5px ${token.brand.text};
    color: ${token.brand.text};
    background: ${token.brand.soft};
    font-weight: 600;
  }
  button:disabled { color: ${token.text.disabled}; box-shadow: none; background: ${token.surface.active}; }
`

export function QuickValues<V extends string>({
  label,
  values,
  value,
  onChange,
  kind = 'button',
  disabled = false,
  className,
}: QuickValuesProps<V>) {
  const options = values.map((each) => (typeof each === 'string' ? { value: each, label: each as ReactNode } : each))
  const anyChosen = options.some((option) => option.value === value)
  return (
    <Values
      role={kind === 'radio' ? 'radiogroup' : 'group'}
      aria-label={label}
      className={className}
      onKeyDown={(event) => {
        const moved = moveRovingFocus(event)
        if (kind === 'radio') moved?.click()
      }}
    >
      {options.map((option, index) => {
        const chosen = option.value === value
        const isStop = chosen || (!anyChosen && index === 0)
        return (
          <button
            key={option.value}
            type="button"
            data-roving-item=""
            disabled={disabled}
            {...(kind === 'radio' ? { role: 'radio', 'aria-checked': chosen, tabIndex: isStop ? 0 : -1 } : { 'aria-pressed': chosen })}
            onClick={() => onChange(option.value)}
          >
            <bdi dir="ltr">{option.label}</bdi>
          </button>
        )
      })}
    </Values>
  )
}
