import { type ReactNode, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { moveRovingFocus, scrollIntoStrip } from './roving-focus'
import { thumbArea } from './thumb-area'
import { media, token } from './token'

export interface ChipOption<V extends string = string> {
  value: V
  label: ReactNode
  count?: number
}

interface ChipGroupProps<V extends string = string> {
  /** Name of the group. */
  label: string
  options: readonly ChipOption<V>[]
  value: V
  onChange(value: NoInfer<V>): void
  /** `dense` has no border and less height: the instrument list. */
  density?: 'normal' | 'dense'
  className?: string
}

const Group = styled.div`
  display: flex;
  gap: ${token.space[2]};
  overflow-x: auto;
  scrollbar-width: none;
  padding: 4px 3px;
  margin: -4px -3px;
  position: relative;
  &::-webkit-scrollbar { display: none; }
  &[data-density='dense'] { gap: ${token.space[1]}; }
`
const Chip = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 36px;
  padding: 0 14px;
  border-radius: ${token.radius.full};
  border: 1px solid ${token.border.soft};
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.text.secondary};
  white-space: nowrap;
  flex: none;
  transition: background ${token.motion.hover} ${token.motion.enter}, transform ${token.motion.press};
  &:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  &:focus-visible { border-radius: ${token.radius.full}; }
  &:active { transform: translateY(1px); }
  ${thumbArea}
  &[aria-pressed='true'] { background: ${token.surface.inverse}; color: ${token.text.inverse}; border-color: transparent; }
  small { color: ${token.text.muted}; font-variant-numeric: tabular-nums; font-size: ${token.type.xs}; }
  &[aria-pressed='true'] small { color: inherit; opacity: 0.75; }
  ${media.desktop} { min-height: 32px; padding-inline: 12px; }
  [data-density='dense'] & {
    border-color: transparent;
    ${media.desktop} { min-height: 28px; padding-inline: 10px; font-size: ${token.type.xs}; }
  }
`

/** Toggle buttons of which one is pressed. */
export function ChipGroup<V extends string>({ label, options, value, onChange, density = 'normal', className }: ChipGroupProps<V>) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollIntoStrip(root.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(value)}"]`) ?? null)
  }, [value])
  return (
    <Group
      ref={root}
      role="group"
      aria-label={label}
      data-density={density}
      className={className}
      onKeyDown={(event) => scrollIntoStrip(moveRovingFocus(event, false))}
    >
      {options.map((option) => (
        <Chip
          key={option.value}
          type="button"
          data-roving-item=""
          data-chip={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : <small>{option.count}</small>}
        </Chip>
      ))}
    </Group>
  )
}
