import { memo, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Period } from '../../../../contract/primitives'
import { useIsStale } from '../../../realtime'
import { Anchor, Change, InstrumentMark, Price, Sparkline, StatusDot, token } from '../../../ui'
import type { DrawnInstrument } from '../../market/drawn-instrument'
import { FavouriteButton } from '../../market/favourite-button'
import { useInstrumentName } from '../../market/instrument-name'
import { MarkedText } from '../../market/marked-text'
import { useListedQuote } from '../../market/use-listed-quote'
import { tradePath } from '../scene/trade-address'

interface InstrumentRowProps {
  instrument: DrawnInstrument
  period: Period
  isCurrent: boolean
  staleAfterMs: number
  /** `drawer`: 56 px with the name; `list`: 44 px with a spark. */
  layout: 'drawer' | 'list'
  onChoose?: (() => void) | undefined
  /** What was searched for: marked in code and name. */
  query?: string
}

/** The star is a button of its own and stands beside the link. */
const Line = styled.div`
  position: relative;
  [data-star] { position: absolute; inset-block: 0; inset-inline-end: 0; margin-block: auto; }
  &[data-layout='list'] [data-star] { width: 30px; height: 36px; }
`
const Row = styled(Anchor)`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
  min-height: 56px;
  padding-inline: ${token.space[4]} 44px;
  border-block-start: 1px solid ${token.border.hairline};
  position: relative;
  &:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
  &:focus-visible { outline-offset: -2px; }
  &[aria-current='true'] { background: ${token.brand.soft}; --mark-ring: ${token.brand.soft}; }
  &[aria-current='true']::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 2px;
    background: ${token.brand.text};
  }
  &[data-layout='list'] {
    grid-template-columns: 22px minmax(0, 1fr) 44px minmax(78px, auto);
    gap: ${token.space[2]};
    min-height: 44px;
    padding-inline: ${token.space[3]} 30px;
    border: 0;
    font-size: ${token.type.sm};
  }
  b { display: block; font-weight: 600; font-size: ${token.type.md}; line-height: 1.25; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  &[data-layout='list'] b { font-size: ${token.type.sm}; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
const Figures = styled.span`
  display: grid;
  justify-items: end;
  font-size: ${token.type.md};
  line-height: 1.3;
  small { font-size: ${token.type.xs}; display: flex; min-height: 16px; overflow: visible; }
  [data-layout='list'] & { font-size: ${token.type.sm}; }
`
const Spark = memo(Sparkline)
const Star = memo(FavouriteButton)

interface LivePart {
  instrument: DrawnInstrument
  row: RefObject<HTMLElement | null>
}

function LiveSpark({ instrument, row }: LivePart) {
  const { direction } = useListedQuote(instrument, row)
  return <Spark drawing={instrument.sparkDrawing} width={44} height={20} direction={direction} />
}

function LiveFigures({ instrument, row, isStale }: LivePart & { isStale: boolean }) {
  const { t } = useTranslation('trade')
  const { close, change, isClosed } = useListedQuote(instrument, row)
  return (
    <Figures>
      <Price value={close} precision={instrument.pricePrecision} tick={!isClosed} stale={isStale || isClosed} />
      <small>{isClosed ? <StatusDot tone="off" label={t('status.closed')} /> : <Change value={change} decimals={2} />}</small>
    </Figures>
  )
}

/** One instrument with its live price: a tick draws its figures, and nothing else of it. */
export const InstrumentRow = memo(function InstrumentRow({
  instrument,
  period,
  isCurrent,
  staleAfterMs,
  layout,
  onChoose,
  query = '',
}: InstrumentRowProps) {
  const nameOf = useInstrumentName()
  const row = useRef<HTMLDivElement>(null)
  const isStale = useIsStale(instrument.id, staleAfterMs)
  return (
    <Line ref={row} data-layout={layout}>
      <Row
        href={tradePath({ code: instrument.code, period })}
        replace
        preventScrollReset
        data-layout={layout}
        data-stale={isStale ? 'true' : undefined}
        data-instrument={instrument.code}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onChoose}
      >
        <InstrumentMark code={instrument.symbol} logo={instrument.logo} size={layout === 'list' ? 22 : 28} />
        <span style={{ minWidth: 0 }}>
          <b>
            <bdi dir="ltr">
              <MarkedText text={instrument.symbol} query={query} />
            </bdi>
          </b>
          {layout === 'drawer' ? (
            <small>
              <MarkedText text={nameOf(instrument)} query={query} />
            </small>
          ) : null}
        </span>
        {layout === 'list' ? <LiveSpark instrument={instrument} row={row} /> : null}
        <LiveFigures instrument={instrument} row={row} isStale={isStale} />
      </Row>
      <span data-star="">
        <Star instrument={instrument} />
      </span>
    </Line>
  )
})
