import styled from 'styled-components'
import { media, token } from './token'

interface ProgressLineProps {
  active: boolean
  label: string
}

const Line = styled.div`
  position: fixed;
  inset-inline: 0;
  inset-block-start: 0;
  height: 2px;
  z-index: ${token.layer.toast};
  overflow: hidden;
  pointer-events: none;
  &::after {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 40%;
    background: ${token.brand.mark};
    animation: candor-run 1.1s ${token.motion.enter} infinite;
  }
  ${media.still} { &::after { width: 100%; } }
  ${media.forced} { &::after { background: Highlight; } }
  [dir='rtl'] &::after { animation-direction: reverse; }
`

/** Work without a known end: navigation, uploads, an article. */
export function ProgressLine({ active, label }: ProgressLineProps) {
  return active ? <Line role="progressbar" aria-label={label} /> : null
}
