import type { ReactNode } from 'react'
import { laterLayer } from './later-layer'

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

export const Sheet = laterLayer<SheetProps>(() => import('./sheet-layer'))
