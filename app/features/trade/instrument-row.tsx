import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Instrument } from '../../../contract/market'
import type { Period } from '../../../contract/primitives'
import { useIsStale, useQuote } from '../../realtime'
import { Anchor, Change, InstrumentMark, Price, Sparkline, StatusDot, token } from '../../ui'
import { useInstrumentName } from '../market/instrument-name'
import { tradePath } from './trade-address'

export interface InstrumentRowProps {
  instrument: Instrument
  period: Period
  isCurrent: boolean
  staleAfterMs: number
  /** `drawer`: 56 px with the name; `list`: 44 px with a spark. */
  layout: 'drawer' | 'list'
  onChoose?: (() => void) | undefined
}

const Row = styled(Anchor)`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  gap: 10px;
  align-items: center;
  min-height: 56px;
  padding: 0 ${token.space[4]};
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
    grid-template-columns: 22px minmax(0, 1fr) 52px minmax(78px, auto);
    min-height: 44px;
    padding-inline: ${token.space[3]};
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

/** One instrument with its live price; a tick of another one does not draw it. */
export const InstrumentRow = memo(function InstrumentRow({
  instrument,
  period,
  isCurrent,
  staleAfterMs,
  layout,
  onChoose,
}: InstrumentRowProps) {
  const { t } = useTranslation('trade')
  const nameOf = useInstrumentName()
  const quote = useQuote(instrument.Id)
  const isStale = useIsStale(instrument.Id, staleAfterMs)
  const isClosed = (quote?.marketStatus ?? instrument.MarketStatus) !== 1
  const seed = instrument.ForexQuotations
  const change = quote?.change ?? seed.Change
  return (
    <Row
      href={tradePath({ code: instrument.Code, period })}
      replace
      preventScrollReset
      data-layout={layout}
      data-stale={isStale ? 'true' : undefined}
      data-instrument={instrument.Code}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
    >
      <InstrumentMark code={instrument.ShowCode} logo={instrument.Logo} size={layout === 'list' ? 22 : 28} />
      <span style={{ minWidth: 0 }}>
        <b>
          <bdi dir="ltr">{instrument.ShowCode}</bdi>
        </b>
        {layout === 'drawer' ? <small>{nameOf(instrument)}</small> : null}
      </span>
      {layout === 'list' ? (
        <Spark
          points={instrument.Spark}
          open={Number(seed.Open)}
          width={52}
          height={20}
          direction={isClosed ? 'flat' : change.startsWith('-') ? 'down' : 'up'}
        />
      ) : null}
      <Figures>
        <Price value={quote?.close ?? seed.Close} precision={instrument.PricePrecision} tick={!isClosed} stale={isStale || isClosed} />
        <small>{isClosed ? <StatusDot tone="off" label={t('status.closed')} /> : <Change value={change} decimals={2} />}</small>
      </Figures>
    </Row>
  )
})
