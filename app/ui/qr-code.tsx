import styled from 'styled-components'
import { media, token } from './token'

/** A code as drawn by the server: `path` covers the dark modules of a square of `size` modules. */
export interface QrDrawing {
  readonly size: number
  readonly path: string
}

interface QrCodeProps {
  drawing: QrDrawing
  /** What scanning it does. */
  label: string
  /** Side of the drawing in pixels, 200 unless the page says less; the frame adds 8 on each side. */
  side?: number
  className?: string
}

/** Dark on light in every theme, because a scanner needs it so: the system's own pair of colours of a light page. */
const Frame = styled.span`
  display: inline-block;
  padding: 8px;
  border-radius: ${token.radius.sm};
  color-scheme: light;
  forced-color-adjust: none;
  background: Canvas;
  box-shadow: 0 0 0 1px ${token.border.soft};
  line-height: 0;
  path { fill: CanvasText; }
  /* There the system's pair is the visitor's own, often light on dark: the light theme's stands in. */
  ${media.forced} { background: ${token.surface.surface}; path { fill: ${token.text.primary}; } }
`

/** Modules of margin inside the drawing; with the frame they make the four that scanners ask for. */
const MARGIN = 2

export function QrCode({ drawing, label, side = 200, className }: QrCodeProps) {
  const box = drawing.size + 2 * MARGIN
  return (
    <Frame data-theme-mode="light" className={className}>
      <svg
        role="img"
        aria-label={label}
        width={side}
        height={side}
        viewBox={`${-MARGIN} ${-MARGIN} ${box} ${box}`}
        shapeRendering="crispEdges"
      >
        <path d={drawing.path} />
      </svg>
    </Frame>
  )
}
