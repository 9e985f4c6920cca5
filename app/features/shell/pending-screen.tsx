/** The shape of the screen that is on its way, when it takes long enough to be noticed. A quick answer never shows it. */
import { useLocation, useNavigation } from '@remix-run/react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '../../platform/paths'
import { UserSkeleton } from '../account/user-skeleton'
import { HomeSkeleton } from '../market/home-skeleton'
import { NewsSkeleton } from '../news/news-skeleton'
import { OrdersScreenSkeleton } from '../orders/orders-skeleton'
import { RankingSkeleton } from '../ranking/ranking-skeleton'
import { TradeSkeleton } from '../trade/trade-skeleton'

const SHOW_AFTER_MS = 150
/** Once shown it stays this long, so that it never flashes. */
const SHOWN_AT_LEAST_MS = 300

const SKELETONS: Readonly<Record<string, ComponentType>> = {
  [paths.home()]: HomeSkeleton,
  [paths.trade()]: TradeSkeleton,
  [paths.orders()]: OrdersScreenSkeleton,
  [paths.rank()]: RankingSkeleton,
  [paths.user()]: UserSkeleton,
  [paths.news()]: NewsSkeleton,
}

function useShownSkeleton(): ComponentType | null {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const target = navigation.state === 'loading' && navigation.location.pathname !== pathname ? navigation.location.pathname : null
  const [shown, setShown] = useState<string | null>(null)
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
  return shown === null ? null : (SKELETONS[shown] ?? null)
}

export function PendingScreen({ children }: { children: ReactNode }) {
  const Skeleton = useShownSkeleton()
  return (
    <>
      {Skeleton ? <Skeleton /> : null}
      <div style={{ display: Skeleton ? 'none' : 'contents' }}>{children}</div>
    </>
  )
}
