import type { ReactNode, RefObject } from 'react'
import { laterLayer } from './later-layer'

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

export const Drawer = laterLayer<DrawerProps>(() => import('./drawer-layer'))
