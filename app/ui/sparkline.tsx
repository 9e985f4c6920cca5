import styled from 'styled-components'
import { token } from './token'

export interface SparklineProps {
  /** Closes, oldest first. Numbers: this is a drawing. */
  points: readonly number[]
  /** The day's open, the dotted line. */
  open?: number | null
  width?: number
  height?: number
  /** Left out, the line follows the last point against the open. `flat` is for a closed market. */
  direction?: 'up' | 'down' | 'flat'
  className?: string
}

const Root = styled.svg`
  overflow: visible;
  direction: ltr;
  flex: none;
  path { fill: none; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; stroke: ${token.text.muted}; }
  &[data-direction='up'] path { stroke: ${token.direction.up}; }
  &[data-direction='down'] path { stroke: ${token.direction.down}; }
  &[data-direction] path:first-child { stroke: ${token.border.control}; stroke-dasharray: 1.5 3; stroke-width: 1; }
  [data-stale='true'] &[data-direction] path:last-child { stroke: ${token.text.muted}; }
`

const padding = 2

function lineThrough(points: readonly number[], y: (value: number) => number, width: number): string {
  const step = width / Math.max(1, points.length - 1)
  return points.map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`).join('')
}

export function Sparkline({ points, open, width = 72, height = 26, direction, className }: SparklineProps) {
  const finite = points.filter(Number.isFinite)
  const first = open ?? finite[0] ?? 0
  const low = Math.min(first, ...finite)
  const high = Math.max(first, ...finite)
  const y = (value: number) => (high === low ? height / 2 : padding + ((high - value) / (high - low)) * (height - 2 * padding))
  const last = finite.at(-1) ?? first
  const shown = direction ?? (last > first ? 'up' : last < first ? 'down' : 'flat')
  const line = finite.length > 1 ? lineThrough(finite, y, width) : `M0 ${y(last)}H${width}`
  return (
    <Root aria-hidden="true" data-direction={shown} width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={className}>
      <path d={`M0 ${y(first).toFixed(1)}H${width}`} />
      <path d={line} />
    </Root>
  )
}
