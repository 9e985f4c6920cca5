/** The shape of the screen that is on its way, when it takes long enough to be noticed. A quick answer never shows it. */
import { type Location, useLocation, useNavigation } from '@remix-run/react'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { paths } from '../../addresses/paths'
import type { RouteHandle } from '../../page/route-handle'
import { TAB_HANDLES } from './tab-handles'

const SHOW_AFTER_MS = 150
/** Once shown it stays this long, so that it never flashes. */
const SHOWN_AT_LEAST_MS = 300

const HANDLES: Readonly<Record<string, RouteHandle>> = {
  [paths.home()]: TAB_HANDLES.home,
  [paths.trade()]: TAB_HANDLES.trade,
  [paths.orders()]: TAB_HANDLES.order,
  [paths.rank()]: TAB_HANDLES.rank,
  [paths.user()]: TAB_HANDLES.user,
  [paths.news()]: TAB_HANDLES.news,
}

let skeletons: Readonly<Record<string, ComponentType>> = {}

/** No page is drawn with them at first: they come when it stands, or with the first screen that is awaited. */
export async function loadSkeletons(): Promise<void> {
  skeletons = (await import('./tab-skeletons')).TAB_SKELETONS
}

interface PendingTab {
  readonly Skeleton: ComponentType
  readonly handle: RouteHandle
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
      const show = () => {
        shownAt.current = performance.now()
        setShown(target)
      }
      let isGone = false
      const timer = setTimeout(() => {
        loadSkeletons().then(
          () => isGone || show(),
          () => {},
        )
      }, SHOW_AFTER_MS)
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }
    const timer = setTimeout(() => setShown(null), Math.max(0, shownAt.current + SHOWN_AT_LEAST_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [target])
  if (shown === null) return null
  const Skeleton = skeletons[shown.pathname]
  const handle = HANDLES[shown.pathname]
  return Skeleton === undefined || handle === undefined ? null : { Skeleton, handle, location: shown }
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
