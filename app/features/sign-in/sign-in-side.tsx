/** Beside the sign-in form on desktop: one sentence, four live prices and the two sentences that must not be missed. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useIsStale, useMarketFeed, useQuote } from '../../realtime'
import { STALE_AFTER_MS } from '../../realtime/stale-after'
import { Change, InstrumentMark, media, Price, RiskLine, Sparkline, token } from '../../ui'
import { useTenant } from '../../visitor/site'
import type { BoardRow } from './sign-in-data'

const Side = styled.aside`
  display: none;
  ${media.desktop} {
    display: grid;
    align-content: space-between;
    position: relative;
    overflow: hidden;
    padding: 72px ${token.space[16]} ${token.space[12]};
    background: ${token.surface.surface};
    border-inline-start: 1px solid ${token.border.hairline};
    --mark-ring: ${token.surface.surface};
  }
  h2 {
    font: ${token.font.displayWeight} 40px/1.12 ${token.font.display};
    letter-spacing: ${token.font.displayTrack};
    max-width: 15ch;
  }
  > p { max-width: 62ch; position: relative; }
`
const Board = styled.ul`
  max-width: 440px;
  margin-block-start: ${token.space[10]};
  border-block-end: 1px solid ${token.border.hairline};
`
const BoardLine = styled.li`
  display: grid;
  grid-template-columns: 36px 1fr 90px 104px;
  gap: 14px;
  align-items: center;
  min-height: 56px;
  border-block-start: 1px solid ${token.border.hairline};
  b { font-weight: 600; }
  > span:last-child { display: grid; justify-items: end; gap: 2px; font-size: ${token.type.sm}; }
`
const Watermark = styled.span`
  position: absolute;
  inset-inline-end: -120px;
  inset-block-end: -120px;
  width: 560px;
  height: 560px;
  opacity: 0.05;
  background: ${token.text.primary};
  mask: var(--sign) center / contain no-repeat;
  pointer-events: none;
`

function BoardRowView({ row }: { row: BoardRow }) {
  const quote = useQuote(row.id)
  const isOpen = quote?.isOpen ?? row.isOpen
  const isMuted = useIsStale(row.id, STALE_AFTER_MS) || !isOpen
  return (
    <BoardLine>
      <InstrumentMark code={row.symbol} logo={row.logo} size={36} />
      <b>
        <bdi>{row.symbol}</bdi>
      </b>
      <Sparkline drawing={row.sparkDrawing} width={90} height={28} {...(isMuted ? { direction: 'flat' as const } : {})} />
      <span>
        <Price value={quote?.last ?? row.quote.last} precision={row.pricePrecision} size="lg" tick stale={isMuted} />
        <Change value={quote?.change ?? row.quote.change} stale={isMuted} />
      </span>
    </BoardLine>
  )
}

export function SignInSide({ board }: { board: readonly BoardRow[] }) {
  const { t } = useTranslation('auth')
  const { logoPath } = useTenant()
  useMarketFeed(board)
  return (
    <Side>
      <div>
        <h2>{t('sideTitle')}</h2>
        {board.length === 0 ? null : (
          <Board>
            {board.map((row) => (
              <BoardRowView key={row.id} row={row} />
            ))}
          </Board>
        )}
      </div>
      <RiskLine>
        {t('public:riskLine')} {t('public:availabilityLine')}
      </RiskLine>
      <Watermark aria-hidden="true" style={{ '--sign': `url("${logoPath}")` } as React.CSSProperties} />
    </Side>
  )
}
