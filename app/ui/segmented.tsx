import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Anchor } from './anchor'
import { moveRovingFocus } from './roving-focus'
import { thumbArea } from './thumb-area'
import { media, token } from './token'

interface SegmentedOption<V extends string = string> {
  value: V
  label: ReactNode
  href?: string
}

interface SegmentedProps<V extends string = string> {
  label: string
  /** Two or three. */
  options: readonly SegmentedOption<V>[]
  value: V
  onChange?(value: NoInfer<V>): void
  /** `radio` chooses a value of a form, `tab` changes what is shown below. */
  kind?: 'radio' | 'tab'
  /** Name of the hidden field, when the choice belongs to a form. */
  name?: string
  className?: string
}

const SegmentedFrame = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  background: ${token.surface.sunken};
  border-radius: ${token.radius.sm};
  padding: 3px;
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  a, button {
    position: relative;
    min-height: 38px;
    padding: 2px ${token.space[3]};
    display: grid;
    place-items: center;
    text-align: center;
    font-size: ${token.type.sm};
    line-height: 1.25;
    font-weight: 500;
    color: ${token.text.secondary};
    border-radius: max(2px, calc(${token.radius.sm} - 3px));
    ${media.desktop} { min-height: 32px; }
    ${thumbArea}
  }
  a:hover, button:hover { color: ${token.text.primary}; }
  [aria-checked='true'], [aria-selected='true'] {
    background: ${token.surface.raised};
    color: ${token.text.primary};
    font-weight: 600;
    box-shadow: 0 0 0 1px ${token.border.soft};
  }
`

export function Segmented<V extends string>({ label, options, value, onChange, kind = 'radio', name, className }: SegmentedProps<V>) {
  return (
    <SegmentedFrame
      role={kind === 'radio' ? 'radiogroup' : 'tablist'}
      aria-label={label}
      className={className}
      onKeyDown={(event) => moveRovingFocus(event)?.click()}
    >
      {options.map((option) => {
        const selected = option.value === value
        const shared = {
          role: kind === 'radio' ? 'radio' : 'tab',
          ...(kind === 'radio' ? { 'aria-checked': selected } : { 'aria-selected': selected }),
          'data-roving-item': '',
          tabIndex: selected ? 0 : -1,
          onClick: () => onChange?.(option.value),
        }
        return option.href ? (
          <Anchor key={option.value} href={option.href} replace preventScrollReset {...shared}>
            {option.label}
          </Anchor>
        ) : (
          <button key={option.value} type="button" {...shared}>
            {option.label}
          </button>
        )
      })}
      {name ? <input type="hidden" name={name} value={value} /> : null}
    </SegmentedFrame>
  )
}
