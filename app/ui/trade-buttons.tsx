import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import { Icon } from './icon'
import { token } from './token'
import { HOLD_MS, useHold } from './use-hold'

type TradeSide = 'buy' | 'sell'

/** `once`: at a press, as a bolt says; `hold`: when it has been held down. */
type TradePress = 'plain' | 'once' | 'hold'

interface TradeButton {
  /** First line: "Buy". */
  title: ReactNode
  /** First line while it is held down, and after a press by something that cannot hold. */
  heldTitle?: ReactNode
  againTitle?: ReactNode
  /** Second line: side and lots, the price of the side, or why it cannot be pressed. */
  detail: ReactNode
  /** Full name: "Buy, long 0.20 lots". */
  label: string
  disabled?: boolean
}

interface TradeButtonsProps {
  buy: TradeButton
  sell: TradeButton
  /** Which button waits for the answer; both are locked meanwhile. */
  busy?: TradeSide | null
  /** How a press is meant. */
  press?: TradePress
  onTrade: (side: TradeSide) => void
  /** Shown under the buttons when both are locked; also described to a screen reader. */
  reason?: ReactNode
  className?: string
}

const Buttons = styled.div`
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
  &[data-hold] {
    position: relative;
    overflow: hidden;
    touch-action: none;
    user-select: none;
    -webkit-touch-callout: none;
    > * { position: relative; }
    /* "Hold to sell" in one line of the narrowest column. */
    b { font-size: ${token.type.md}; }
  }
  /* From where reading starts. It shows how far the hold is, so it is kept where motion is not wanted. */
  &[data-hold='held']::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 100%;
    background: ${token.surface.scrim};
    animation: candor-hold ${HOLD_MS}ms linear both !important;
  }
`
const Reason = styled.p`
  grid-column: 1 / -1;
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.text.secondary};
`

/** Buy at the inline start, sell at the end. A locked button stays reachable, so its reason can be read. */
export function TradeButtons({ buy, sell, busy = null, press = 'plain', onTrade, reason, className }: TradeButtonsProps) {
  const reasonId = useId()
  const shared = { busy, press, onTrade, reasonId: reason ? reasonId : undefined }
  return (
    <Buttons className={className}>
      <SideButton side="buy" face={buy} {...shared} />
      <SideButton side="sell" face={sell} {...shared} />
      {reason ? <Reason id={reasonId}>{reason}</Reason> : null}
    </Buttons>
  )
}

interface SideButtonProps {
  side: TradeSide
  face: TradeButton
  busy: TradeSide | null
  press: TradePress
  onTrade: (side: TradeSide) => void
  reasonId: string | undefined
}

const ARROWS = { buy: 'arrow-up-right', sell: 'arrow-down-right' } as const

function SideButton({ side, face, busy, press, onTrade, reasonId }: SideButtonProps) {
  const isLocked = face.disabled === true || (busy !== null && busy !== side)
  const isReady = !isLocked && busy === null
  const isHold = press === 'hold'
  const hold = useHold({ isOn: isHold && isReady, onDone: () => onTrade(side) })
  return (
    <Side
      type="button"
      data-side={side}
      data-hold={isHold ? hold.state : undefined}
      aria-label={face.label}
      aria-disabled={isLocked || undefined}
      aria-busy={busy === side || undefined}
      aria-describedby={reasonId}
      {...(isHold
        ? hold.handlers
        : {
            onClick: (event) => {
              // The second click of a double click is the same wish, however fast the first one was answered.
              if (event.detail < 2 && isReady) onTrade(side)
            },
          })}
    >
      <b>{hold.state === 'held' ? face.heldTitle : hold.state === 'asked' ? face.againTitle : face.title}</b>
      <small>{face.detail}</small>
      {busy === side ? <Icon name="loader" size={16} spin /> : <Icon name={press === 'once' ? 'zap' : ARROWS[side]} size={22} />}
    </Side>
  )
}
