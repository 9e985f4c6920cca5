import { type RefObject, useEffect, useRef } from 'react'
import styled from 'styled-components'
import { compareDecimals, DASH, decimalText, priceParts } from './decimal-text'
import { token } from './token'

interface PriceProps {
  /** Decimal string from the wire; null shows a dash. */
  value: string | null | undefined
  /** Decimals of the instrument. */
  precision: number
  /** `auto` weights the pip digits; `plain` is one even run of text, for tables and labels. */
  pipStyle?: 'auto' | 'plain'
  /** Font size; `inherit` by default. `header` is the large price of the trade header with 1.4× pip digits. */
  size?: 'inherit' | 'sm' | 'md' | 'lg' | 'xl' | 'header'
  /** Tints the price when it moves. */
  tick?: boolean
  stale?: boolean
  className?: string
}

const sizes = { inherit: 'inherit', sm: token.type.sm, md: token.type.md, lg: token.type.lg, xl: token.type.xl, header: '30px' } as const

const PriceFrame = styled.span`
  display: inline-flex;
  align-items: baseline;
  direction: ltr;
  unicode-bidi: isolate;
  font-variant-numeric: tabular-nums lining-nums;
  font-weight: 500;
  letter-spacing: -0.01em;
  white-space: nowrap;
  border-radius: ${token.radius.xs};
  position: relative;
  b { font-weight: 700; }
  i { font-style: normal; color: ${token.text.muted}; font-weight: 500; }
  sup {
    font-size: max(0.66em, 10.5px);
    line-height: 1;
    align-self: flex-start;
    margin: 0.14em 0 0 0.08em;
    font-weight: 600;
    vertical-align: 0;
  }
  &[data-size='header'] {
    letter-spacing: -0.03em;
    line-height: 1;
    b { font-size: 1.4em; letter-spacing: -0.035em; font-weight: 650; }
    b + i { font-size: 1em; }
    sup { font-size: 0.68em; margin: 0.02em 0 0 0.1em; }
  }
  &[data-stale='true'], &[data-stale='true'] b, [data-stale='true'] &, [data-stale='true'] & b { color: ${token.text.muted}; }
`

/** A price, left-to-right in every language; a screen reader hears the full number once. */
export function Price({ value, precision, pipStyle = 'auto', size = 'inherit', tick = false, stale = false, className }: PriceProps) {
  const root = useRef<HTMLSpanElement>(null)
  useTickFlash(root, value, tick && !stale)
  const parts = value == null || pipStyle === 'plain' ? null : priceParts(value, precision)
  const text = decimalText(value, { decimals: precision, rounding: 'half-up' })
  const style = size === 'inherit' ? undefined : { fontSize: sizes[size] }
  return (
    <PriceFrame
      ref={root}
      className={className}
      style={style}
      data-size={size === 'header' ? 'header' : undefined}
      data-stale={stale ? 'true' : undefined}
      data-value={value ?? undefined}
    >
      {parts && text !== DASH ? (
        <>
          <span className="sr-only">{text}</span>
          <span aria-hidden="true" style={{ display: 'contents' }}>
            {parts.sign}
            {parts.lead}
            <b>{parts.strong}</b>
            {parts.tail ? <i>{parts.tail}</i> : null}
            {parts.raised ? <sup>{parts.raised}</sup> : null}
          </span>
        </>
      ) : (
        text
      )}
    </PriceFrame>
  )
}

const tintMs = 450
const restMs = 500

/**
 * Marks the element with `data-move="up" | "down"` when the value changes, at most twice a second, and takes the
 * mark away again. It writes an attribute on the element itself, so a tick renders nothing and adds no class; the tint
 * is in the global style, where the reduced-motion rule switches it off.
 */
function useTickFlash(ref: RefObject<HTMLElement | null>, value: string | null | undefined, enabled = true): void {
  const last = useRef(value)
  const flashedAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    const before = last.current
    last.current = value
    const element = ref.current
    if (!enabled || !element || before == null || value == null) return
    const direction = compareDecimals(value, before)
    const now = performance.now()
    if (direction === 0 || now - flashedAt.current < restMs) return
    flashedAt.current = now
    element.setAttribute('data-move', direction > 0 ? 'up' : 'down')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => element.removeAttribute('data-move'), tintMs)
  }, [ref, value, enabled])

  useEffect(() => () => clearTimeout(timer.current), [])
}
