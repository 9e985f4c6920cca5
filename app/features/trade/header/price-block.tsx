import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, parseFixed } from '../../../../rules/decimal'
import { useQuote } from '../../../realtime'
import { Change, IconButton, InstrumentMark, media, Price, StatusDot, token } from '../../../ui'
import { Countdown } from '../../market/countdown'
import { FavouriteButton } from '../../market/favourite-button'
import { useInstrumentName } from '../../market/instrument-name'
import { useTrade } from '../scene/trade-context'
import { usePriceAge } from '../scene/use-price-age'
import { usePriceMood } from '../scene/use-price-mood'
import { ageText } from '../ticket/trade-texts'

const Block = styled.section`
  grid-area: price;
  display: flex;
  justify-content: space-between;
  align-items: flex-end;
  gap: ${token.space[4]};
  padding: 2px ${token.space[4]} 10px;
  min-height: 82px;
  background: ${token.surface.canvas};
  --mark-ring: ${token.surface.surface};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} {
    min-height: 56px;
    height: 56px;
    padding: 0 ${token.space[4]};
    background: ${token.surface.surface};
    align-items: center;
    justify-content: flex-start;
    gap: 14px;
    min-width: 0;
    overflow: hidden;
    container-type: inline-size;
  }
`
/**
 * Where list and ticket leave the head no room for all of it: the last goes first, and the price stays. Of a closed market it is
 * told in full when it opens, which the figures of its last day make room for.
 */
const room = {
  moves: '@container (max-width: 460px)',
  day: '@container (max-width: 660px)',
  session: '@container (max-width: 790px)',
  dayOfClosed: '@container (max-width: 1000px)',
}
const Who = styled.div`
  display: none;
  gap: 8px;
  align-items: center;
  min-width: 0;
  white-space: nowrap;
  > span { min-width: 0; }
  b { font-size: ${token.type.lg}; font-weight: 600; display: block; line-height: 1.2; overflow: hidden; text-overflow: ellipsis; }
  small { color: ${token.text.muted}; font-size: ${token.type.xs}; display: block; line-height: 1.35; overflow: hidden; text-overflow: ellipsis; }
  ${media.desktop} { display: flex; }
`
const Figures = styled.div`
  min-width: 0;
  ${media.desktop} { display: flex; align-items: center; gap: 12px; flex: none; }
`
const Big = styled.div`
  height: 44px;
  display: flex;
  align-items: flex-end;
  ${media.desktop} {
    height: auto;
    span[data-size] { font-size: 22px !important; }
  }
`
const Moves = styled.div`
  display: flex;
  gap: 10px;
  margin-block-start: 8px;
  font-size: ${token.type.sm};
  line-height: 18px;
  min-height: 18px;
  align-items: center;
  white-space: nowrap;
  color: ${token.text.muted};
  ${media.desktop} { margin: 0; ${room.moves} { &:not(:has([role='status'])) { display: none; } } }
`
const Day = styled.dl`
  display: grid;
  grid-template-columns: auto auto;
  gap: 2px 12px;
  font-size: ${token.type.xs};
  line-height: 18px;
  dt { color: ${token.text.muted}; }
  dd { text-align: end; color: ${token.text.secondary}; }
  ${media.tablet} {
    grid-auto-flow: column;
    grid-template-columns: none;
    grid-template-rows: auto auto;
    gap: 1px 20px;
    dd { text-align: start; }
  }
  ${media.desktop} {
    flex: none;
    gap: 1px 12px;
    ${room.day} { display: none; }
    ${room.dayOfClosed} { [data-session='closed'] > & { display: none; } }
  }
  ${media.desktop} { dd { color: ${token.text.primary}; } }
`
const Session = styled.div`
  display: none;
  flex-shrink: 100;
  margin-inline-start: auto;
  font-size: ${token.type.xs};
  line-height: 18px;
  color: ${token.text.muted};
  white-space: nowrap;
  > span:not([data-tone]) { display: block; white-space: normal; line-height: 15px; }
  ${media.desktop} {
    display: block;
    ${room.session} { [data-session='open'] > & { display: none; } }
    ${room.day} { display: none; }
  }
`

export function PriceBlock({ onInfo }: { onInfo: () => void }) {
  const { t } = useTranslation('trade')
  const { instrument } = useTrade()
  const quote = useQuote(instrument.id)
  const name = useInstrumentName()(instrument)
  const mood = usePriceMood()
  const age = usePriceAge(quote, mood.isStale)
  const last = quote?.last ?? instrument.quote.last
  const open = quote?.open ?? instrument.quote.open
  const moved = formatFixed(parseFixed(last) - parseFixed(open), instrument.pricePrecision)
  return (
    <Block
      aria-label={t('price.region', { code: instrument.symbol })}
      data-stale={mood.isMuted ? 'true' : undefined}
      data-session={mood.isOpen ? 'open' : 'closed'}
    >
      <Who>
        <InstrumentMark code={instrument.symbol} logo={instrument.logo} size={28} />
        <span>
          <b>
            <bdi dir="ltr">{instrument.symbol}</bdi>
          </b>
          <small>{name}</small>
        </span>
        <FavouriteButton instrument={instrument} />
        <IconButton icon="info" label={t('info.open', { code: instrument.symbol })} aria-haspopup="dialog" onClick={onInfo} />
      </Who>
      <Figures>
        <Big>
          <Price value={last} precision={instrument.pricePrecision} size="header" stale={mood.isMuted} />
        </Big>
        <Moves>
          {mood.isStale ? (
            <span role="status">{t('price.old', { age: ageText(t, age) })}</span>
          ) : (
            <>
              <Change value={moved} unit="" stale={mood.isMuted} />
              <Change value={quote?.change ?? instrument.quote.change} decimals={2} stale={mood.isMuted} />
            </>
          )}
        </Moves>
      </Figures>
      <Day>
        <DayFigure label={t('price.open')} value={open} precision={instrument.pricePrecision} />
        <DayFigure label={t('price.high')} value={quote?.high ?? instrument.quote.high} precision={instrument.pricePrecision} />
        <DayFigure label={t('price.low')} value={quote?.low ?? instrument.quote.low} precision={instrument.pricePrecision} />
      </Day>
      <Session>
        <SessionStatus isOpen={mood.isOpen} />
        <SessionMoment isOpen={mood.isOpen} isBrief={mood.isOpen} />
      </Session>
    </Block>
  )
}

function DayFigure({ label, value, precision }: { label: ReactNode; value: string; precision: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Price value={value} precision={precision} pipStyle="plain" />
      </dd>
    </>
  )
}

/** When trading ends or begins again: the moment in London, and how long it is until then. In brief the moment alone, as all times here are London's. */
export function SessionMoment({ isOpen, isBrief = false }: { isOpen: boolean; isBrief?: boolean }) {
  const { t } = useTranslation(['trade', 'product'])
  const { instrument, data } = useTrade()
  const { closes, opens } = data.sessions[instrument.id] ?? { closes: null, opens: null }
  const time = isOpen ? closes : opens
  if (time === null) return null
  const moment = isBrief ? time : t('product:session.london', { time })
  return (
    <span>
      {isOpen ? t('trade:status.closes', { time: moment }) : t('trade:status.opens', { time: moment })}
      {isBrief ? null : (
        <>
          {' '}
          <Countdown atMs={isOpen ? instrument.nextClose : instrument.nextOpen} readAt={data.readAt} />
        </>
      )}
    </span>
  )
}

export function SessionStatus({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('trade')
  return <StatusDot tone={isOpen ? 'open' : 'off'} label={t(isOpen ? 'status.open' : 'status.closed')} />
}
