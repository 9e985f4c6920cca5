import type { ReactNode } from 'react'
import styled from 'styled-components'
import { media, token } from './token'

interface SkeletonProps {
  width?: number | string
  height?: number | string
  shape?: 'line' | 'block' | 'disc'
  className?: string
}

const SkeletonFrame = styled.span`
  display: block;
  max-width: 100%;
  position: relative;
  overflow: hidden;
  background: ${token.surface.active};
  border-radius: ${token.radius.xs};
  &[data-shape='block'] { border-radius: ${token.radius.sm}; }
  &[data-shape='disc'] { border-radius: 50%; flex: none; }
  ${media.forced} { border: 1px solid GrayText; }
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    background: linear-gradient(100deg, transparent 30%, ${token.border.hairline} 50%, transparent 70%);
    transform: translateX(-100%);
    animation: candor-shimmer 1.4s linear infinite;
  }
`

export function Skeleton({ width = '100%', height = 14, shape = 'line', className }: SkeletonProps) {
  return (
    <SkeletonFrame
      aria-hidden="true"
      data-shape={shape}
      className={className}
      style={{ width: shape === 'disc' ? height : width, height }}
    />
  )
}

/** Around skeletons: says once that something loads. */
export function SkeletonGroup({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only" role="status">
        {label}
      </span>
      {children}
    </div>
  )
}
