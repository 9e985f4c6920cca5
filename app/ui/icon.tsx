import type { CSSProperties } from 'react'
import type { IconName } from './icon-drawings.server'

export type { IconName }

export interface IconProps {
  name: IconName
  size?: 14 | 16 | 18 | 20 | 22 | 24
  /** Mirrors in right-to-left pages: arrows and chevrons that mean forward or back. */
  flip?: boolean
  /** Heavier line for the selected state. */
  strong?: boolean
  /** Turns, for a busy state. */
  spin?: boolean
  className?: string
  style?: CSSProperties
}

// Small icons need a slightly heavier line to look the same weight.
const strokeBySize = { 14: 1.8, 16: 1.6, 18: 1.6, 20: 1.6, 22: 1.6, 24: 1.5 } as const

/** Always decorative: the name stands in text or in the label of the control around it. */
export function Icon({ name, size = 20, flip = false, strong = false, spin = false, className, style }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strong ? 2 : strokeBySize[size]}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      data-flip={flip ? '' : undefined}
      style={{ flex: 'none', ...(spin ? { animation: 'candor-spin 800ms linear infinite' } : {}), ...style }}
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
}
