import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import styled from 'styled-components'
import { IconButton } from './icon-button'
import { LayerOverPage } from './layer-over-page'
import { token } from './token'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Stays above the scrolling content: search, chips. */
  head?: ReactNode
  /** What takes the focus when it opens; the title when left out. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
  className?: string
}

const Popup = styled(Dialog.Popup)`
  position: fixed;
  inset-block: 0;
  inset-inline-start: 0;
  width: min(332px, 86vw);
  z-index: calc(${token.layer.sheet} + 1);
  background: ${token.surface.raised};
  box-shadow: ${token.shadow.layer};
  display: flex;
  flex-direction: column;
  outline: 0;
  --mark-ring: ${token.surface.raised};
  --away: -100%;
  transition: transform ${token.motion.layer} ${token.motion.enter};
  [dir='rtl'] & { --away: 100%; }
  &[data-starting-style], &[data-ending-style] { transform: translateX(var(--away)); }
  &[data-ending-style] { transition: transform 190ms ${token.motion.leave}; }
`
const TitleLine = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 4px 4px 0;
  padding-inline-start: ${token.space[4]};
  min-height: 52px;
  flex: none;
`
const Title = styled(Dialog.Title)`
  font-size: ${token.type.lg};
  font-weight: 600;
  outline: 0;
`
const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  padding-block-end: env(safe-area-inset-bottom);
`

export default function DrawerLayer({ open, onClose, title, closeLabel, head, initialFocus, children, className }: DrawerProps) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  return (
    <LayerOverPage open={open} onClose={onClose}>
      <Popup initialFocus={initialFocus ?? titleRef} className={className}>
        <TitleLine>
          <Title ref={titleRef} tabIndex={-1}>
            {title}
          </Title>
          <IconButton icon="x" label={closeLabel} onClick={onClose} />
        </TitleLine>
        {head}
        <Body>{children}</Body>
      </Popup>
    </LayerOverPage>
  )
}
