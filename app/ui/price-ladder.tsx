import type { ReactNode } from 'react'
import styled from 'styled-components'
import { compareDecimals, decimalText, hundredthOf, shareOf, signOf, stepDecimal } from './decimal-text'
import { media, token } from './token'

interface PriceLadderProps {
  side: 'buy' | 'sell'
  open: string
  now: string
  /** Null or zero when it is not set. */
  stopLoss: string | null
  takeProfit: string | null
  precision: number
  /** Short words beside the values: "SL", "TP". */
  stopLossLabel: ReactNode
  takeProfitLabel: ReactNode
  notSetLabel: ReactNode
  /** Name of the picture with the four values, made by the caller: "Stop loss 1.1605, entry 1.1634, …". */
  label: string
  className?: string
}

const Ladder = styled.div`
  display: grid;
  gap: 6px;
  direction: ltr;
  --ink: ${token.text.muted};
  &[data-direction='up'] { --ink: ${token.direction.up}; }
  &[data-direction='down'] { --ink: ${token.direction.down}; }
  [data-stale='true'] &[data-direction] { --ink: ${token.text.muted}; }
`
const Track = styled.div`
  position: relative;
  height: 14px;
  &::before { content: ''; position: absolute; inset-inline: 0; top: 6px; height: 2px; background: ${token.border.soft}; }
  i { position: absolute; }
  i[data-part='cap'] { top: 2px; width: 2px; height: 10px; background: ${token.border.control}; }
  i[data-part='cap']:first-child { left: 0; }
  i[data-part='cap'][data-end] { right: 0; left: auto; }
  i[data-part='gone'] { top: 6px; height: 2px; left: var(--from); width: var(--gone); background: var(--ink); }
  i[data-part='entry'] { top: 2px; width: 1.5px; height: 10px; left: var(--entry); background: ${token.text.secondary}; }
  i[data-part='now'] {
    top: 2px;
    width: 10px;
    height: 10px;
    margin-left: -5px;
    left: var(--now);
    border-radius: 50%;
    background: var(--ink);
    box-shadow: 0 0 0 2.5px ${token.surface.surface};
  }
  ${media.forced} { &::before, && i { background: CanvasText; } && i[data-part='now'] { background: Highlight; } }
`
const Labels = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[2]};
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  font-variant-numeric: tabular-nums lining-nums;
  b { color: ${token.text.secondary}; font-weight: 500; }
`

const isSet = (value: string | null): value is string => value !== null && signOf(value) > 0

/**
 * The two ends of the scale. An end that is not set stands off by the distance of the other; without either there is nothing to come near
 * to, and the scale is a hundredth of the price to each side. It is at least twice the move, so that the dot never stands at such an end.
 */
function endsOf({ side, open, now, stopLoss, takeProfit }: PriceLadderProps): { risk: string; target: string } {
  const places = 18
  const toward = (from: string, distance: string, up: boolean) => stepDecimal(from, distance, up ? 1 : -1, places)
  const apart = (a: string, b: string) => {
    const gap = stepDecimal(a, b, -1, places)
    return signOf(gap) < 0 ? stepDecimal(b, a, -1, places) : gap
  }
  const known = isSet(stopLoss) ? apart(stopLoss, open) : isSet(takeProfit) ? apart(takeProfit, open) : hundredthOf(open)
  const twiceTheMove = stepDecimal('0', apart(now, open), 2, places)
  const distance = compareDecimals(twiceTheMove, known) > 0 ? twiceTheMove : known
  return {
    risk: isSet(stopLoss) ? stopLoss : toward(open, distance, side === 'sell'),
    target: isSet(takeProfit) ? takeProfit : toward(open, distance, side === 'buy'),
  }
}

/** Risk left, target right, in every language: where the price stands between stop loss and take profit. */
export function PriceLadder(props: PriceLadderProps) {
  const { side, open, now, stopLoss, takeProfit, precision, label, className } = props
  const { risk, target } = endsOf(props)
  const entry = shareOf(open, risk, target)
  const at = shareOf(now, risk, target)
  const moved = compareDecimals(now, open) * (side === 'buy' ? 1 : -1)
  const style = { '--entry': `${entry}%`, '--now': `${at}%`, '--from': `${Math.min(entry, at)}%`, '--gone': `${Math.abs(at - entry)}%` }
  const text = (value: string | null) => (isSet(value) ? decimalText(value, { decimals: precision }) : props.notSetLabel)
  return (
    <Ladder role="img" aria-label={label} data-direction={moved > 0 ? 'up' : moved < 0 ? 'down' : 'flat'} className={className}>
      <Track style={style as React.CSSProperties}>
        {isSet(stopLoss) ? <i data-part="cap" /> : null}
        {isSet(takeProfit) ? <i data-part="cap" data-end="" /> : null}
        <i data-part="gone" />
        <i data-part="entry" />
        <i data-part="now" />
      </Track>
      <Labels>
        <span>
          {props.stopLossLabel} <b>{text(stopLoss)}</b>
        </span>
        <span>
          <b>{text(takeProfit)}</b> {props.takeProfitLabel}
        </span>
      </Labels>
    </Ladder>
  )
}
