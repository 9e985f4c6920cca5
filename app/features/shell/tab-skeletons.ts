/** The shapes of the main screens, by their address. They come after the page itself (see `pending-screen.tsx`). */
import type { ComponentType } from 'react'
import { paths } from '../../addresses/paths'
import { UserSkeleton } from '../account/user-skeleton'
import { HomeSkeleton } from '../market/home-skeleton'
import { NewsSkeleton } from '../news/news-skeleton'
import { OrdersScreenSkeleton } from '../orders/orders-skeleton'
import { RankingSkeleton } from '../ranking/ranking-skeleton'
import { TradeSkeleton } from '../trade/trade-skeleton'

export const TAB_SKELETONS: Readonly<Record<string, ComponentType>> = {
  [paths.home()]: HomeSkeleton,
  [paths.trade()]: TradeSkeleton,
  [paths.orders()]: OrdersScreenSkeleton,
  [paths.rank()]: RankingSkeleton,
  [paths.user()]: UserSkeleton,
  [paths.news()]: NewsSkeleton,
}
