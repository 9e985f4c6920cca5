import { Dialog } from '@base-ui/react/dialog'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import styled from 'styled-components'
import { IconButton } from './icon-button'
import { LayerOverPage } from './layer-over-page'
import { media, token } from './token'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** Stays at the bottom edge while the content scrolls. */
  footer?: ReactNode
  /** The title is read but not drawn: the content brings its own head. */
  titleHidden?: boolean
  children: ReactNode
  className?: string
}

const Popup = styled(Dialog.Popup)`
  position: fixed;
  inset-inline: 0;
  inset-block-end: 0;
  z-index: calc(${token.layer.sheet} + 1);
  display: flex;
  flex-direction: column;
  max-height: 92dvh;
  background: ${token.surface.raised};
  border-radius: ${token.radius.lg} ${token.radius.lg} 0 0;
  box-shadow: ${token.shadow.layer};
  outline: 0;
  --mark-ring: ${token.surface.raised};
  transform: translateY(var(--drag, 0));
  transition: transform ${token.motion.layer} ${token.motion.enter};
  &[data-dragging] { transition: none; }
  &[data-starting-style], &[data-ending-style] { transform: translateY(100%); }
  &[data-ending-style] { transition: transform 190ms ${token.motion.leave}; }
  ${media.tablet} {
    max-width: 560px;
    margin-inline: auto;
    inset-block-end: 24px;
    max-height: calc(100dvh - 48px);
    border-radius: ${token.radius.lg};
    &[data-starting-style], &[data-ending-style] { transform: translateY(calc(100% + 24px)); }
  }
`
const LayerHead = styled.div`
  flex: none;
  touch-action: none;
  &::before {
    content: '';
    display: block;
    width: 36px;
    height: 4px;
    border-radius: 2px;
    background: ${token.border.control};
    margin: 8px auto 0;
  }
`
const TitleLine = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  padding-inline: ${token.space[4]} 6px;
  min-height: 52px;
`
const Title = styled(Dialog.Title)`
  font-size: ${token.type.lg};
  font-weight: 600;
  line-height: 1.3;
  letter-spacing: -0.01em;
  outline: 0;
  min-width: 0;
  overflow-wrap: anywhere;
`
const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  position: relative;
  overscroll-behavior: contain;
  padding: 4px ${token.space[4]} ${token.space[4]};
  padding-block-end: max(${token.space[4]}, env(safe-area-inset-bottom));
  &[data-over-footer] { padding-block-end: ${token.space[4]}; }
`
const Footer = styled.div`
  flex: none;
  border-block-start: 1px solid ${token.border.hairline};
  padding: ${token.space[3]} ${token.space[4]};
  padding-block-end: max(${token.space[4]}, env(safe-area-inset-bottom));
`

/** Dragging the head down past a quarter of the sheet, or a fast flick, closes it. */
function useDragToClose(onClose: () => void) {
  const popup = useRef<HTMLDivElement>(null)
  const start = useRef<{ y: number; at: number } | null>(null)
  const move = (event: PointerEvent) => (start.current ? Math.max(0, event.clientY - start.current.y) : 0)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest('button, a, input')) return
      start.current = { y: event.clientY, at: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
      popup.current?.setAttribute('data-dragging', '')
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current) popup.current?.style.setProperty('--drag', `${move(event)}px`)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!start.current || !popup.current) return
      const moved = move(event)
      const speed = moved / Math.max(1, event.timeStamp - start.current.at)
      start.current = null
      popup.current.removeAttribute('data-dragging')
      if (moved > popup.current.offsetHeight / 4 || (speed > 0.6 && moved > 24)) onClose()
      popup.current.style.removeProperty('--drag')
    },
    onPointerCancel: () => {
      start.current = null
      popup.current?.removeAttribute('data-dragging')
      popup.current?.style.removeProperty('--drag')
    },
  }
  return { popup, handlers }
}

export default function SheetLayer({ open, onClose, title, closeLabel, footer, titleHidden = false, children, className }: SheetProps) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  const { popup, handlers } = useDragToClose(onClose)
  return (
    <LayerOverPage open={open} onClose={onClose}>
      <Popup ref={popup} initialFocus={titleRef} className={className} data-sheet="">
        <LayerHead {...handlers}>
          <TitleLine style={titleHidden ? { minHeight: 12 } : undefined}>
            <Title ref={titleRef} tabIndex={-1} className={titleHidden ? 'sr-only' : undefined}>
              {title}
            </Title>
            {titleHidden ? null : <IconButton icon="x" label={closeLabel} onClick={onClose} />}
          </TitleLine>
        </LayerHead>
        <Body data-over-footer={footer ? '' : undefined}>{children}</Body>
        {footer ? <Footer>{footer}</Footer> : null}
        {titleHidden ? (
          <button type="button" className="sr-only" onClick={onClose}>
            {closeLabel}
          </button>
        ) : null}
      </Popup>
    </LayerOverPage>
  )
}
