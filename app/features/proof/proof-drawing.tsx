/** How a receipt hangs together with what the witnesses sign: eight entries of a log and the tree over them. Left to right in every language. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { token } from '../../ui'

const Figure = styled.figure`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: ${token.space[3]};
  padding: ${token.space[5]};
  border-radius: ${token.radius.md};
  background: ${token.surface.sunken};
  figcaption { font-size: ${token.type.xs}; line-height: 1.5; color: ${token.text.secondary}; text-align: center; }
`
const Drawing = styled.svg`
  width: 100%;
  max-width: 400px;
  direction: ltr;
  fill: none;
  stroke-width: 1.4;
  stroke: ${token.text.muted};
  [data-part='path'] { stroke: ${token.brand.mark}; stroke-width: 2.6; }
  [data-part='signed'] { stroke: ${token.brand.mark}; }
  [data-part='unsigned'] { stroke-dasharray: 3 3; }
  [data-part='node'], [data-part='entry'] { fill: ${token.surface.surface}; }
  [data-part='fact'] { fill: ${token.surface.surface}; stroke: ${token.text.primary}; }
  [data-part='proof'] { fill: ${token.surface.surface}; stroke: ${token.brand.mark}; stroke-width: 2.6; }
  [data-part='own'] { fill: ${token.brand.mark}; stroke: ${token.brand.mark}; }
  [data-part='witness'] { fill: ${token.brand.soft}; stroke: ${token.brand.mark}; }
  [data-part='top'] { fill: ${token.surface.surface}; stroke: ${token.brand.mark}; stroke-width: 2; }
  [data-part='tick'] { stroke: ${token.surface.surface}; stroke-width: 2.4; }
  [data-part='number'] { fill: ${token.surface.inverse}; stroke: none; }
  text { stroke: none; fill: ${token.text.primary}; font: 600 12px ${token.font.ui}; text-anchor: middle; }
  text[data-part='digit'] { fill: ${token.text.inverse}; font-size: 11px; }
`

const WITNESSES = [
  [73, 40],
  [123, 26],
  [173, 21],
  [223, 26],
  [273, 40],
] as const
const EDGES =
  'M26 279L47 233M68 279L47 233M110 279L131 233M152 279L131 233M194 279L215 233M278 279L299 233M320 279L299 233M47 219L89 175M131 219L89 175M299 219L257 175M89 161L173 123'
/** From the left, as they stand in the row: where each begins and what it is. */
const ENTRIES = (['entry', 'fact', 'entry', 'fact', 'proof', 'own', 'entry', 'entry'] as const).map((part, place) => ({
  part,
  x: 13 + place * 42,
}))
/** The points of the page beside what they speak of. */
const NUMBERS = [
  [236, 324],
  [265, 104],
  [68, 324],
  [152, 324],
] as const

export function ProofDrawing() {
  const { t } = useTranslation('proof')
  return (
    <Figure>
      <Drawing viewBox="0 0 346 340" role="img" aria-label={t('drawing.name')}>
        <path d={EDGES} />
        <path data-part="path" d="M236 279L215 233M215 219L257 175M257 161L173 123" />
        {WITNESSES.map(([x, y], index) => (
          <Fragment key={x}>
            <path data-part={index < 4 ? 'signed' : 'unsigned'} d={`M${x} ${y + 11}L${141 + index * 16} 84`} />
            <circle data-part={index < 4 ? 'witness' : 'unsigned'} cx={x} cy={y} r="11" />
            <path data-part={index < 4 ? 'signed' : undefined} d={index < 4 ? `M${x - 5} ${y}l3.5 3.5 6.5-7` : `M${x - 4} ${y}h8`} />
          </Fragment>
        ))}
        <rect data-part="top" x="97" y="85" width="152" height="38" rx="6" />
        <text x="173" y="108">
          {t('step.name.checkpoint')}
        </text>
        <circle data-part="proof" cx="89" cy="168" r="7" />
        <circle data-part="own" cx="257" cy="168" r="7" />
        <circle data-part="node" cx="47" cy="226" r="7" />
        <circle data-part="node" cx="131" cy="226" r="7" />
        <circle data-part="own" cx="215" cy="226" r="7" />
        <circle data-part="proof" cx="299" cy="226" r="7" />
        {ENTRIES.map((entry) => (
          <Entry key={entry.x} {...entry} />
        ))}
        <path data-part="fact" d="M61 300l4-7 4 4 6-11" />
        <text x="152" y="299">
          Σ
        </text>
        {NUMBERS.map(([x, y], index) => (
          <Fragment key={x}>
            <circle data-part="number" cx={x} cy={y} r="10" />
            <text data-part="digit" x={x} y={y + 4}>
              {index + 1}
            </text>
          </Fragment>
        ))}
      </Drawing>
      <figcaption>
        {t('drawing.filled')} {t('drawing.outlined')}
      </figcaption>
    </Figure>
  )
}

function Entry({ x, part }: (typeof ENTRIES)[number]) {
  return (
    <>
      <rect data-part={part} x={x} y="279" width="26" height="30" rx="3" />
      {part === 'fact' ? null : part === 'own' ? (
        <path data-part="tick" d={`M${x + 7} 294l4 4 8-9`} />
      ) : (
        <path d={`M${x + 7} 288h12M${x + 7} 294h12M${x + 7} 300h7`} />
      )}
    </>
  )
}
