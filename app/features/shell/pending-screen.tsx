/** The shape of the screen that is on its way, when it takes long enough to be noticed. A quick answer never shows it. */
import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { paths } from '../../platform/paths'
import type { RouteHandle } from '../../platform/route-handle'
import { UserSkeleton } from '../account/user-skeleton'
import { HomeSkeleton } from '../market/home-skeleton'
import { NewsSkeleton } from '../news/news-skeleton'
import { OrdersScreenSkeleton } from '../orders/orders-skeleton'
import { RankingSkeleton } from '../ranking/ranking-skeleton'
import { TradeSkeleton } from '../trade/trade-skeleton'
import { TAB_HANDLES } from './tab-handles'

const SHOW_AFTER_MS = 150
/** Once shown it stays this long, so that it never flashes. */
const SHOWN_AT_LEAST_MS = 300

interface TabScreen {
  readonly Skeleton: ComponentType
  readonly handle: RouteHandle
}

const SCREENS: Readonly<Record<string, TabScreen>> = {
  [paths.home()]: { Skeleton: HomeSkeleton, handle: TAB_HANDLES.home },
  [paths.trade()]: { Skeleton: TradeSkeleton, handle: TAB_HANDLES.trade },
  [paths.orders()]: { Skeleton: OrdersScreenSkeleton, handle: TAB_HANDLES.order },
  [paths.rank()]: { Skeleton: RankingSkeleton, handle: TAB_HANDLES.rank },
  [paths.user()]: { Skeleton: UserSkeleton, handle: TAB_HANDLES.user },
  [paths.news()]: { Skeleton: NewsSkeleton, handle: TAB_HANDLES.news },
}

export interface PendingTab extends TabScreen {
  readonly location: Location
}

/** The main screen whose shape is to be shown now; null where what is here stays. */
export function usePendingTab(): PendingTab | null {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const target = navigation.state === 'loading' && navigation.location.pathname !== pathname ? navigation.location : null
  const [shown, setShown] = useState<Location | null>(null)
  const shownAt = useRef(0)
  useEffect(() => {
    if (target !== null) {
      const timer = setTimeout(() => {
        shownAt.current = performance.now()
        setShown(target)
      }, SHOW_AFTER_MS)
      return () => clearTimeout(timer)
    }
    const timer = setTimeout(() => setShown(null), Math.max(0, shownAt.current + SHOWN_AT_LEAST_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [target])
  const screen = shown === null ? undefined : SCREENS[shown.pathname]
  return shown === null || screen === undefined ? null : { ...screen, location: shown }
}

const Shown = createContext<Location | null>(null)

/** The address that the frame stands for: of the screen whose shape is shown, else the page's own. */
export function useShownLocation(): Location {
  const location = useLocation()
  return useContext(Shown) ?? location
}

/** Everything that shows where one is, in the frame of the screen that is on its way. */
export function PendingFrame({ pending, children }: { pending: PendingTab | null; children: ReactNode }) {
  return <Shown.Provider value={pending?.location ?? null}>{children}</Shown.Provider>
}

export function PendingScreen({ pending, children }: { pending: PendingTab | null; children: ReactNode }) {
  return (
    <>
      {pending ? <pending.Skeleton /> : null}
      <div style={{ display: pending ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
