import styled from 'styled-components'
import { SPARKLINE_BOX } from './sparkline-box'
import type { SparklineDrawing } from './sparkline-drawing'
import { token } from './token'

interface SparklineProps {
  drawing: SparklineDrawing
  width?: number
  height?: number
  /** Left out, the colour follows the drawing. `flat` is for a closed market. */
  direction?: SparklineDrawing['direction']
  className?: string
}

const SparklineFrame = styled.svg`
  overflow: visible;
  direction: ltr;
  flex: none;
  path { fill: none; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; stroke: ${token.text.muted}; }
  &[data-direction='up'] path { stroke: ${token.direction.up}; }
  &[data-direction='down'] path { stroke: ${token.direction.down}; }
  &[data-direction] path:first-child { stroke: ${token.border.control}; stroke-dasharray: 1.5 3; stroke-width: 1; }
  [data-stale='true'] &[data-direction] path:last-child { stroke: ${token.text.muted}; }
`

const VIEW_BOX = `0 0 ${SPARKLINE_BOX.width} ${SPARKLINE_BOX.height}`

export function Sparkline({ drawing, width = 72, height = 26, direction, className }: SparklineProps) {
  return (
    <SparklineFrame
      aria-hidden="true"
      data-direction={direction ?? drawing.direction}
      width={width}
      height={height}
      viewBox={VIEW_BOX}
      preserveAspectRatio="none"
      className={className}
    >
      <path d={`M0 ${drawing.base}h${SPARKLINE_BOX.width}`} />
      <path d={drawing.line} />
    </SparklineFrame>
  )
}
