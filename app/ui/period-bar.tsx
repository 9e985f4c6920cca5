import { type ReactNode, useEffect } from 'react'
import styled from 'styled-components'
import { moveRovingFocus } from './roving-focus'
import { isShortcutKey } from './shortcut-key'
import { media, token } from './token'

interface PeriodBarProps<V extends string = string> {
  label: string
  periods: readonly { value: V; label: ReactNode }[]
  value: V
  onChange(value: NoInfer<V>): void
  /** Buttons at the end: indicators, full screen. */
  tools?: ReactNode
  /** Digit keys 1–6 choose a period while no field has the focus. */
  shortcuts?: boolean
  className?: string
}

const Bar = styled.div`
  display: flex;
  align-items: center;
  padding-inline: 10px 8px;
  border-block: 1px solid ${token.border.hairline};
  background: ${token.surface.surface};
  gap: 2px;
  height: 46px;
  ${media.desktop} { height: 42px; }
`
const Strip = styled.div`
  display: flex;
  align-self: stretch;
  flex: 1;
  min-width: 0;
  overflow-x: auto;
  position: relative;
  scrollbar-width: none;
  margin-block-end: -1px;
  &::-webkit-scrollbar { display: none; }
  button {
    flex: none;
    min-width: 40px;
    padding: 0 4px;
    text-align: center;
    font-size: ${token.type.sm};
    font-weight: 500;
    color: ${token.text.secondary};
    position: relative;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  button:hover { color: ${token.text.primary}; }
  button:focus-visible { outline-offset: -3px; }
  [aria-checked='true'] { color: ${token.text.primary}; font-weight: 600; }
  [aria-checked='true']::after {
    content: '';
    position: absolute;
    inset-inline: 10px;
    inset-block-end: 0;
    height: 2px;
    background: ${token.brand.mark};
  }
`

export function PeriodBar<V extends string>({ label, periods, value, onChange, tools, shortcuts = false, className }: PeriodBarProps<V>) {
  useEffect(() => {
    if (!shortcuts) return
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      const period = /^[1-9]$/.test(event.key) ? periods[Number(event.key) - 1] : undefined
      if (period) onChange(period.value)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [shortcuts, periods, onChange])

  return (
    <Bar className={className}>
      <Strip role="radiogroup" aria-label={label} onKeyDown={(event) => moveRovingFocus(event)?.click()}>
        {periods.map((period) => (
          <button
            key={period.value}
            type="button"
            data-roving-item=""
            {...{ role: 'radio', 'aria-checked': period.value === value }}
            tabIndex={period.value === value ? 0 : -1}
            onClick={() => onChange(period.value)}
          >
            {period.label}
          </button>
        ))}
      </Strip>
      {tools}
    </Bar>
  )
}
