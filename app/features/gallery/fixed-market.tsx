/**
 * Prices that stand still: the domain's components over a socket that never opens and never gives up, with prices heard at the end
 * of time, so that they are those of now however long one looks.
 */
import { type ReactNode, useState } from 'react'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import type { Instrument } from '../../terms/instrument'

const NOWHERE = 'ws://gallery.invalid/v1/ws'

export function FixedMarket({ instruments, children }: { instruments: readonly Instrument[]; children: ReactNode }) {
  const [realtime] = useState(() => {
    const made = createPageRealtime(NOWHERE, {
      openSocket: createFakeBroker().openSocket,
      now: () => Number.MAX_SAFE_INTEGER,
      setTimer: () => undefined,
    })
    made.stores.plantQuotes(instruments)
    return made
  })
  return (
    <RealtimeProvider socketUrl={NOWHERE} traderId={null} realtime={realtime}>
      {children}
    </RealtimeProvider>
  )
}
