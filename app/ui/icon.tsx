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

/** Always decorative, and drawn as `.icon` says (global-style.tsx): the name stands in text or in the label of the control around it. */
export function Icon({ name, size = 20, flip = false, strong = false, spin = false, className, style }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      data-strong={strong ? '' : undefined}
      className={className === undefined ? 'icon' : `icon ${className}`}
      data-flip={flip ? '' : undefined}
      style={spin ? { animation: 'candor-spin 800ms linear infinite', ...style } : style}
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
}
