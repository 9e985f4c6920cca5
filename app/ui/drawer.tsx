import type { DrawerProps } from './drawer-layer'
import { laterLayer } from './later-layer'

export const Drawer = laterLayer<DrawerProps>(() => import('./drawer-layer'))
