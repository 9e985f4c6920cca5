import { laterLayer } from './later-layer'
import type { SheetProps } from './sheet-layer'

export const Sheet = laterLayer<SheetProps>(() => import('./sheet-layer'))
