import styled from 'styled-components'
import { useQuote } from '../../realtime'
import { Icon, type IconName, InstrumentMark, media, Price, token } from '../../ui'
import type { ListedInstrument } from '../market/drawn-instrument'
import { MarkedText } from '../market/marked-text'
import type { PaletteGroup, PaletteItem } from './palette-items'

const Row = styled.div`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 52px;
  padding-inline: ${token.space[2]};
  border-radius: ${token.radius.sm};
  cursor: pointer;
  ${media.desktop} { min-height: 44px; }
  &[aria-selected='true'] { background: ${token.brand.soft}; box-shadow: inset 0 0 0 1px ${token.brand.text}; }
  b { font-weight: 500; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  b, small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  mark { background: none; color: ${token.brand.text}; font-weight: 700; }
  > svg { justify-self: center; color: ${token.text.secondary}; }
`
const ICONS: Readonly<Record<Exclude<PaletteGroup, 'markets'>, IconName>> = {
  orders: 'receipt-text',
  actions: 'chart-candlestick',
  pages: 'chevron-right',
}

interface PaletteRowProps {
  id: string
  item: PaletteItem
  words: string
  instrument: ListedInstrument | undefined
  isActive: boolean
  onChoose: (isNewTab: boolean) => void
}

export function PaletteRow({ id, item, words, instrument, isActive, onChoose }: PaletteRowProps) {
  return (
    // The field has the focus and its keys, and names the active row; a row itself is pressed by the pointer alone.
    <Row id={id} role="option" aria-selected={isActive} onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}>
      {instrument !== undefined ? (
        <InstrumentMark code={instrument.symbol} logo={instrument.logo} size={28} />
      ) : (
        <Icon name={item.group === 'markets' ? 'search' : ICONS[item.group]} size={16} flip={item.group === 'pages'} />
      )}
      <span style={{ minWidth: 0 }}>
        <b style={{ display: 'block' }}>
          <bdi>
            <MarkedText text={item.label} query={words} />
          </bdi>
        </b>
        {item.detail === undefined ? null : (
          <small>
            <MarkedText text={item.detail} query={words} />
          </small>
        )}
      </span>
      {instrument === undefined ? null : <MarketPrice instrument={instrument} />}
    </Row>
  )
}

function MarketPrice({ instrument }: { instrument: ListedInstrument }) {
  const quote = useQuote(instrument.id)
  return <Price value={quote?.last ?? instrument.quote.last} precision={instrument.pricePrecision} />
}
