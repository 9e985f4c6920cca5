/**
 * The one realtime connection of the page and the stores it feeds. `app/root.tsx` mounts it once, around everything;
 * on the server it only carries the seeds from the loaders to the rows.
 */

import { useLocation } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLatest } from '~/ui/use-latest'
import { createPageRealtime, type Realtime } from './page-realtime'

const RealtimeContext = createContext<Realtime | null>(null)

interface RealtimeProviderProps {
  /** Id of the signed-in trader; null while nobody is. A change logs the socket in anew. */
  traderId: string | null
  /** Scheme, host and path of the socket: this site's, or that of a broker elsewhere. */
  socketUrl: string
  /** The broker has ended the session (code 999), or the browser has none any more. */
  onSessionExpired?: () => void
  /** Tests hand in their own. */
  realtime?: Realtime
  children: ReactNode
}

export function RealtimeProvider({ traderId, socketUrl, onSessionExpired, realtime: given, children }: RealtimeProviderProps) {
  const expired = useLatest(onSessionExpired)
  const [realtime] = useState(() => given ?? createPageRealtime(socketUrl, { onSessionExpired: () => expired.current?.() }))
  const { key } = useLocation()

  useEffect(() => realtime.changeTrader(traderId), [realtime, traderId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation starts the socket; a running one is left alone.
  useEffect(() => realtime.client.start(), [realtime, key])
  useEffect(() => realtime.watchPage(), [realtime])

  return <RealtimeContext.Provider value={realtime}>{children}</RealtimeContext.Provider>
}

export function useRealtime(): Realtime {
  const realtime = useContext(RealtimeContext)
  if (!realtime) throw new Error('RealtimeProvider is missing: app/root.tsx mounts it around every screen')
  return realtime
}
