import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Amount } from './amount'
import { compareDecimals, shareOf, signOf, stepDecimal } from './decimal-text'
import { media, token } from './token'

interface BalanceSplitProps {
  available: string
  frozen: string
  availableLabel: ReactNode
  frozenLabel: ReactNode
  /** Name of the picture: "Available 98 percent, frozen 2 percent". */
  label: string
  className?: string
}

const hatch = `repeating-linear-gradient(135deg, ${token.border.control} 0 2px, ${token.border.hairline} 2px 5px)`
const Split = styled.div`
  display: grid;
  gap: ${token.space[3]};
`
const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: 6px;
  border-radius: 3px;
  overflow: hidden;
  i { display: block; background: ${token.brand.mark}; min-width: 3px; }
  i + i { background: ${hatch}; min-width: 6px; }
  ${media.forced} { border: 1px solid CanvasText; i { background: Highlight; } }
`
const Legend = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[3]};
  flex-wrap: wrap;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  span { display: inline-flex; align-items: center; gap: 6px; }
  i { width: 8px; height: 8px; border-radius: 2px; background: ${token.brand.mark}; }
  span + span i { background: ${hatch}; }
  b { color: ${token.text.primary}; font-weight: 500; }
  ${media.forced} { i { border: 1px solid CanvasText; background: Highlight; } }
`

/** Frozen money is hatched, so the split does not hang on colour. Nothing is drawn while nothing is frozen. */
export function BalanceSplit({ available, frozen, availableLabel, frozenLabel, label, className }: BalanceSplitProps) {
  if (signOf(frozen) <= 0) return null
  const whole = stepDecimal(available, frozen, 1, 8)
  const share = compareDecimals(whole, '0') > 0 ? shareOf(frozen, '0', whole) : 0
  return (
    <Split className={className}>
      <Bar role="img" aria-label={label}>
        <i style={{ flexGrow: 100 - share }} />
        <i style={{ flexGrow: share }} />
      </Bar>
      <Legend>
        <span>
          <i aria-hidden="true" />
          {availableLabel}
        </span>
        <span>
          <i aria-hidden="true" />
          {frozenLabel}{' '}
          <b>
            <Amount value={frozen} />
          </b>
        </span>
      </Legend>
    </Split>
  )
}
