import type { ReactNode } from 'react'
import styled from 'styled-components'
import { moveRovingFocus } from './roving-focus'
import { token } from './token'

interface RadioCardOption<V extends string = string> {
  value: V
  title: ReactNode
  caption?: ReactNode
  disabled?: boolean
}

interface RadioCardsProps<V extends string = string> {
  label: string
  options: readonly RadioCardOption<V>[]
  value: V | null
  onChange(value: NoInfer<V>): void
  /** Name of the hidden field, when the choice belongs to a form. */
  name?: string
  columns?: 1 | 2 | 3
  className?: string
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
  gap: ${token.space[2]};
`
const Card = styled.button`
  display: grid;
  gap: 2px;
  justify-items: start;
  align-content: center;
  padding: 10px 12px;
  min-height: 64px;
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  text-align: start;
  overflow-wrap: anywhere;
  b { font-weight: 600; font-size: ${token.type.md}; line-height: 1.3; }
  span { font-size: ${token.type.xs}; line-height: 1.35; color: ${token.text.muted}; }
  &:hover { background: ${token.surface.hover}; }
  &[aria-checked='true'] { border-color: ${token.brand.text}; box-shadow: inset 0 0 0 1px ${token.brand.text}; background: ${token.brand.soft}; }
  &[aria-checked='true'] span { color: ${token.text.secondary}; }
  &:disabled, &:disabled span { color: ${token.text.disabled}; border-color: ${token.border.soft}; background: ${token.surface.surface}; }
`

export function RadioCards<V extends string>({ label, options, value, onChange, name, columns = 3, className }: RadioCardsProps<V>) {
  const stop = options.find((option) => option.value === value && !option.disabled) ?? options.find((option) => !option.disabled)
  return (
    <Grid
      role="radiogroup"
      aria-label={label}
      className={className}
      style={{ '--columns': Math.min(columns, Math.max(1, options.length)) } as React.CSSProperties}
      onKeyDown={(event) => moveRovingFocus(event)?.click()}
    >
      {options.map((option) => (
        <Card
          key={option.value}
          type="button"
          role="radio"
          data-roving-item=""
          aria-checked={option.value === value}
          disabled={option.disabled}
          tabIndex={option === stop ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          <b>{option.title}</b>
          {option.caption ? <span>{option.caption}</span> : null}
        </Card>
      ))}
      {name ? <input type="hidden" name={name} value={value ?? ''} /> : null}
    </Grid>
  )
}
