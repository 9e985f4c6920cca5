/** What the plots of the risk page are drawn with. */
import styled from 'styled-components'
import { token } from '../../../ui'
import { type PlotBox, type PlotScale, yOf } from './line-plot'

/** A plot reads from left to right in every language. */
export const Plot = styled.svg`
  display: block;
  direction: ltr;
  width: 100%;
  height: auto;
  text { font: 500 11px ${token.font.ui}; fill: ${token.chart.axis}; font-variant-numeric: tabular-nums; }
  [data-line] { fill: none; stroke: ${token.text.primary}; stroke-width: 1.5; stroke-linejoin: round; }
  [data-line='house'] { stroke: ${token.chart.ma3}; }
  [data-grid] { stroke: ${token.chart.grid}; }
  [data-band] { fill: ${token.surface.active}; stroke: none; }
  [data-mark='warn'] { stroke: ${token.status.warn.fill}; stroke-dasharray: 2 3; }
  [data-mark='limit'] { stroke: ${token.status.danger.text}; stroke-dasharray: 4 3; }
`

/** 4,700,000 is 4.7m: the scale of an axis, not a figure. */
function axisText(value: number): string {
  const size = Math.abs(value)
  const short = (by: number, unit: string) => `${Math.round((value / by) * 100) / 100}${unit}`
  if (size >= 1e6) return short(1e6, 'm').replace('-', '−')
  return (size >= 1e3 ? short(1e3, 'k') : String(Math.round(value * 1e6) / 1e6)).replace('-', '−')
}

export function Grid({
  scale,
  box,
  textOf = axisText,
}: {
  readonly scale: PlotScale
  readonly box: PlotBox
  readonly textOf?: (value: number) => string
}) {
  return (
    <>
      {scale.marks.map((mark) => {
        const y = yOf(mark, scale, box)
        return (
          <g key={mark}>
            <path data-grid="" d={`M${box.left} ${y}H${box.right}`} />
            <text x={box.left - 6} y={y + 4} textAnchor="end">
              {textOf(mark)}
            </text>
          </g>
        )
      })}
    </>
  )
}
