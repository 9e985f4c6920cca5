import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useIsStale } from '../../realtime'
import { Anchor, Change, InstrumentMark, media, Price, RangeBar, Sparkline, StatusDot, token } from '../../ui'
import type { ListedInstrument } from './drawn-instrument'
import { FavouriteButton } from './favourite-button'
import { useInstrumentName } from './instrument-name'
import { MarkedText } from './marked-text'
import { marketRow } from './market-columns'
import { useListedQuote } from './use-listed-quote'

interface MarketRowProps {
  instrument: ListedInstrument
  /** Age in milliseconds at which an open market's price counts as stale. */
  staleAfterMs: number
  /** What was searched for: marked in code and name. */
  query?: string
  onOpen?: (() => void) | undefined
}

const Row = styled.tr`
  ${marketRow}
  contain: layout style;
  &:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
`
const Name = styled.th`
  font-weight: inherit;
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-width: 0;
`
/** The link of the first cell covers the whole row. */
const RowLink = styled(Anchor)`
  display: block;
  min-width: 0;
  &::after { content: ''; position: absolute; inset: 0; z-index: 1; }
  &:focus-visible { outline: 0; }
  &:focus-visible::after { outline: 2px solid ${token.focus}; outline-offset: -2px; border-radius: ${token.radius.xs}; }
  b {
    display: block;
    font-weight: 600;
    font-size: 15px;
    letter-spacing: -0.01em;
    line-height: 1.3;
    ${media.desktop} { font-size: ${token.type.md}; }
  }
  small {
    display: block;
    font-size: ${token.type.xs};
    color: ${token.text.muted};
    line-height: 1.35;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`
const PriceCell = styled.td`
  display: grid;
  justify-items: end;
  gap: 1px;
  font-size: ${token.type.lg};
  ${media.desktop} { font-size: 15px; }
`
/** The change stands under the price on a phone and in its own column from 768 px. */
const UnderPrice = styled.span`
  display: inline-flex;
  font-size: ${token.type.xs};
  ${media.tablet} { display: none; }
`
const TradeHint = styled.span`
  display: inline-flex;
  align-items: center;
  min-height: ${token.size.controlSm};
  padding-inline: ${token.space[3]};
  border-radius: ${token.radius.sm};
  border: 1px solid ${token.border.soft};
  background: ${token.surface.surface};
  font-size: ${token.type.sm};
  font-weight: 600;
  opacity: 0;
  ${Row}:hover &, ${Row}:focus-within & { opacity: 1; }
`
// What a tick does not change is not drawn again with it.
const Spark = memo(Sparkline)
const Star = memo(FavouriteButton)
const TradeLabel = memo(function TradeLabel() {
  const { t } = useTranslation('product')
  return <TradeHint aria-hidden="true">{t('trade')}</TradeHint>
})
const NameCell = memo(function NameCell({ instrument, query, onOpen }: Pick<MarketRowProps, 'instrument' | 'query' | 'onOpen'>) {
  const nameOf = useInstrumentName()
  return (
    <Name scope="row" data-column="name">
      <InstrumentMark code={instrument.symbol} logo={instrument.logo} />
      <RowLink href={paths.trade({ code: instrument.code })} prefetch="intent" data-row-link="" onClick={onOpen}>
        <b>
          <bdi dir="ltr">
            <MarkedText text={instrument.symbol} query={query ?? ''} />
          </bdi>
        </b>
        <small>
          <MarkedText text={nameOf(instrument)} query={query ?? ''} />
        </small>
      </RowLink>
    </Name>
  )
})

/** One instrument with its live price. A tick of another instrument does not draw this row. */
export const MarketRow = memo(function MarketRow({ instrument, staleAfterMs, query = '', onOpen }: MarketRowProps) {
  const { t } = useTranslation('product')
  const row = useRef<HTMLTableRowElement>(null)
  const { close, change, low, high, isClosed, direction } = useListedQuote(instrument, row)
  const isStale = useIsStale(instrument.id, staleAfterMs)
  const state = isClosed ? <StatusDot tone="off" label={t('closed')} /> : <Change value={change} decimals={2} />
  return (
    <Row ref={row} data-stale={isStale ? 'true' : undefined} data-instrument={instrument.code}>
      <NameCell instrument={instrument} query={query} onOpen={onOpen} />
      <td data-column="spark">
        <Spark drawing={instrument.sparkDrawing} direction={direction} />
      </td>
      <td data-column="change">{state}</td>
      <PriceCell data-column="price">
        <Price value={close} precision={instrument.pricePrecision} tick={!isClosed} stale={isStale || isClosed} />
        <UnderPrice>{state}</UnderPrice>
      </PriceCell>
      <td data-column="range">
        <RangeBar low={low} high={high} last={close} precision={instrument.pricePrecision} />
      </td>
      <td data-column="action">
        <TradeLabel />
      </td>
      <td data-column="star">
        <Star instrument={instrument} />
      </td>
    </Row>
  )
})
