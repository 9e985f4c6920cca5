/** The places of the two pictures, beside one another on every layout, and the drawing that says what belongs there. */
import styled from 'styled-components'
import { token } from '../ui'
import type { Side } from './picture-side'

export const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${token.space[3]};
  align-items: start;
`
const Drawing = styled.svg`
  width: 128px;
  max-width: 100%;
  color: ${token.text.muted};
`

/** A card with its corners: a portrait on the front, a strip on the back. */
export function CornerGuide({ side }: { side: Side }) {
  return (
    <Drawing viewBox="0 0 160 100" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="14" y="12" width="132" height="76" rx="6" strokeDasharray="4 4" />
      {side === 'front' ? (
        <>
          <rect x="28" y="30" width="34" height="40" rx="3" opacity="0.6" />
          <circle cx="45" cy="44" r="7" opacity="0.6" />
          <path d="M34 66c2-8 20-8 22 0M76 36h56M76 50h44M76 64h50" opacity="0.6" />
        </>
      ) : (
        <>
          <path d="M14 30h132" strokeWidth="8" opacity="0.35" />
          <path d="M30 56h70M30 68h48" opacity="0.6" />
          <rect x="112" y="52" width="22" height="20" rx="2" opacity="0.6" />
        </>
      )}
    </Drawing>
  )
}
