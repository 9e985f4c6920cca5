import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { token } from './token'

type TradeSide = 'buy' | 'sell'

interface TradeButton {
  /** First line: "Buy up". */
  title: ReactNode
  /** Second line: side and lots, the price of the side, or why it cannot be pressed. */
  detail: ReactNode
  /** Full name: "Buy up, long 0.20 lots". */
  label: string
  disabled?: boolean
}

interface TradeButtonsProps {
  buy: TradeButton
  sell: TradeButton
  /** Which button waits for the answer; both are locked meanwhile. */
  busy?: TradeSide | null
  onTrade: (side: TradeSide) => void
  /** Shown under the buttons when both are locked; also described to a screen reader. */
  reason?: ReactNode
  className?: string
}

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${token.space[2]};
`
const Side = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 1px 8px;
  align-content: center;
  align-items: center;
  min-height: 56px;
  padding: 6px 14px;
  border-radius: ${token.radius.sm};
  text-align: start;
  line-height: 1.2;
  color: ${token.direction.on};
  transition: filter ${token.motion.hover}, transform ${token.motion.press};
  &[data-side='buy'] { background: ${token.direction.upFill}; }
  &[data-side='sell'] { background: ${token.direction.downFill}; }
  &:hover { filter: brightness(1.06); }
  &:active { transform: translateY(1px); }
  b { font-size: ${token.type.lg}; font-weight: 600; }
  small { font-size: ${token.type.xs}; font-weight: 500; grid-row: 2; font-variant-numeric: tabular-nums; }
  svg { grid-row: 1 / 3; grid-column: 2; }
  &[aria-disabled='true'] {
    background: ${token.surface.active};
    color: ${token.text.disabled};
    cursor: not-allowed;
    filter: none;
    transform: none;
  }
  &[aria-busy='true'] { cursor: progress; }
`
const Reason = styled.p`
  grid-column: 1 / -1;
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.text.secondary};
`

/** Buy at the inline start, sell at the end. A locked button stays reachable, so its reason can be read. */
export function TradeButtons({ buy, sell, busy = null, onTrade, reason, className }: TradeButtonsProps) {
  const reasonId = useId()
  const sides = [
    { side: 'buy' as const, face: buy, arrow: 'arrow-up-right' as const },
    { side: 'sell' as const, face: sell, arrow: 'arrow-down-right' as const },
  ]
  return (
    <Root className={className}>
      {sides.map(({ side, face, arrow }) => {
        const locked = face.disabled === true || (busy !== null && busy !== side)
        return (
          <Side
            key={side}
            type="button"
            data-side={side}
            aria-label={face.label}
            aria-disabled={locked || undefined}
            aria-busy={busy === side || undefined}
            aria-describedby={reason ? reasonId : undefined}
            onClick={(event) => {
              // The second click of a double click is the same wish, however fast the first one was answered.
              if (event.detail < 2 && !locked && busy === null) onTrade(side)
            }}
          >
            <b>{face.title}</b>
            <small>{face.detail}</small>
            {busy === side ? <Icon name="loader" size={16} spin /> : <Icon name={arrow} size={22} />}
          </Side>
        )
      })}
      {reason ? <Reason id={reasonId}>{reason}</Reason> : null}
    </Root>
  )
}
