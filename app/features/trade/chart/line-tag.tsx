import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { decimalText, token } from '../../../ui'
import { Profit } from '../../orders/money'
import { useProblemText } from '../../orders/use-problem-text'
import { distanceText } from '../ticket/trade-texts'
import type { LineLayout } from './line-figures'
import type { LineLayerProps } from './line-layer-props'
import { type LineReading, readLine } from './line-reading'
import { partText } from './line-texts'

const HEIGHT = 44
/** Clear of a fingertip. */
const LIFT = 34

const Tag = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 8px;
  display: flex;
  justify-content: center;
  z-index: 3;
  > div {
    max-width: 100%;
    padding: 6px 10px;
    border-radius: ${token.radius.sm};
    background: ${token.surface.inverse};
    color: ${token.text.inverse};
    box-shadow: ${token.shadow.float};
    font-size: ${token.type.xs};
    line-height: 16px;
    font-variant-numeric: tabular-nums lining-nums;
  }
  p { display: flex; gap: 10px; white-space: nowrap; }
  b { font-weight: 600; }
  [data-problem] { white-space: normal; font-weight: 600; }
`

/** Beside a line that is held: its price, how far it is and what it would bring, or why it cannot stand there. */
export function LineTag({ layout, lines, market, controls }: LineLayerProps & { layout: LineLayout }) {
  const { t, i18n } = useTranslation('trade')
  const { drag, order } = controls
  const moving = lines.find(({ isMoving }) => isMoving)
  const y = layout.places.find(({ id }) => id === moving?.id)?.y
  if (drag.phase !== 'held' || order === null || market === null || y === null || y === undefined) return null
  const { move } = drag
  const { pricePrecision: decimals } = order.instrument
  const reading = readLine(order, move.part, move.price, market)
  const top = y - LIFT - HEIGHT > 0 ? y - LIFT - HEIGHT : y + LIFT
  return (
    // Not read out: whoever hears the page moves a line by its sheet.
    <Tag style={{ transform: `translateY(${top}px)` }} data-testid="line-tag" aria-hidden="true">
      {/* The canvas runs from left to right in every language, the words do not. */}
      <div dir={i18n.dir()}>
        <p>
          <b>
            {partText(t, move.part)} <bdi dir="ltr">{decimalText(move.price, { decimals })}</bdi>
          </b>
          <bdi dir="ltr">{distanceText(t, reading.distance, decimals)}</bdi>
        </p>
        <Outcome reading={reading} />
      </div>
    </Tag>
  )
}

function Outcome({ reading: { problem, result } }: { reading: LineReading }) {
  const { t } = useTranslation('trade')
  const words = useProblemText(problem)
  if (words !== null) return <p data-problem="">{words}</p>
  if (result === null) return null
  return (
    <p>
      <span>{t('chart.line.estimate')}</span>
      <span>
        <Profit value={result} form="glance" tone="plain" /> USDT
      </span>
    </p>
  )
}
