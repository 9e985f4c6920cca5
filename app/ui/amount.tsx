import type { CSSProperties } from 'react'
import styled from 'styled-components'
import { DASH, decimalParts, type Rounding, signOf } from './decimal-text'
import { token } from './token'

export interface AmountProps {
  /** Decimal string; null shows a dash. */
  value: string | null | undefined
  /** 2 for balances, 6 for profit, margin and fee; the digits after the second are muted. */
  decimals?: number
  /** Shows a plus before positive values. */
  signed?: boolean
  /** Up and down colours by sign: profit and loss only. */
  tone?: 'plain' | 'direction'
  currency?: string
  /** Mutes all decimals, for the large balance figures. */
  softFraction?: boolean
  rounding?: Rounding
  /** The person chose to hide amounts; needs `hiddenLabel`. */
  hidden?: boolean
  hiddenLabel?: string
  className?: string
  style?: CSSProperties
}

const AmountFrame = styled.span`
  display: inline-block;
  direction: ltr;
  unicode-bidi: isolate;
  font-variant-numeric: tabular-nums lining-nums;
  white-space: nowrap;
  &[data-direction='up'] { color: ${token.direction.upText}; }
  &[data-direction='down'] { color: ${token.direction.downText}; }
  [data-stale='true'] &[data-direction] { color: ${token.text.muted}; }
`
const Tail = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
`
const Soft = styled.span`
  color: ${token.text.muted};
`
const Currency = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
  margin-inline-start: 0.3em;
`

/** An amount of money: grouped, tabular, left-to-right in every language. */
export function Amount(props: AmountProps) {
  const { value, decimals = 2, signed = false, tone = 'plain', currency, softFraction = false, rounding = 'down' } = props
  if (props.hidden) {
    return (
      <AmountFrame className={props.className} style={props.style}>
        <span aria-hidden="true">{'\u2022\u2022\u2022\u2022'}</span>
        <span className="sr-only">{props.hiddenLabel}</span>
      </AmountFrame>
    )
  }
  const parts = value == null ? null : decimalParts(value, { decimals, signed, rounding })
  const direction = tone === 'direction' && parts?.sign && value ? (signOf(value) > 0 ? 'up' : 'down') : undefined
  const head = parts?.fraction.slice(0, 2) ?? ''
  const tail = parts?.fraction.slice(2) ?? ''
  return (
    <AmountFrame className={props.className} style={props.style} data-direction={direction} data-value={value ?? undefined}>
      {parts ? (
        <>
          {parts.sign}
          {parts.whole}
          {head ? softFraction ? <Soft>.{head}</Soft> : `.${head}` : null}
          {tail ? <Tail>{tail}</Tail> : null}
        </>
      ) : (
        DASH
      )}
      {currency ? <Currency>{currency}</Currency> : null}
    </AmountFrame>
  )
}
