/** The counts of the desk as they change, by its own socket: for the navigation, and for queues that want to know that something came. */

import { useRevalidator } from '@remix-run/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useLatest } from '~/ui/use-latest'
import type { DeskCounts } from '../../../../contract/desk/counts'
import { paths } from '../../../addresses/paths'
import {
  createSocketClient,
  type SocketClient,
  type SocketClientOptions,
  type SocketLike,
  type Ticket,
} from '../../../realtime/socket-client'

interface LiveCounts {
  /** Null until they could be read once. */
  readonly counts: DeskCounts | null
  /** False while the page is not told of changes. */
  readonly isLive: boolean
  /** What a page listens to besides; null until it is there. */
  readonly client: Pick<SocketClient, 'subscribe'> | null
}

const CountsContext = createContext<LiveCounts>({ counts: null, isLive: false, client: null })

/** What waits in the company of this page, as of now. Changes whenever a queue does. */
export const useLiveCounts = (): LiveCounts => useContext(CountsContext)

/** The newest of a topic of the desk's socket; undefined until something was told. */
export function useDeskTopic<Data>(topic: string): Data | undefined {
  const { client } = useContext(CountsContext)
  const [told, setTold] = useState<{ readonly topic: string; readonly data: Data } | null>(null)
  useEffect(() => client?.subscribe(topic, ({ data }) => setTold({ topic, data: data as Data })), [client, topic])
  return told?.topic === topic ? told.data : undefined
}

const REREAD_MS = 30_000

/** A page is read again when a queue changes, and now and then while it is looked at: no push tells of ages, prices and what gets late. */
export function useLivePage(): void {
  const { revalidate } = useRevalidator()
  useRereadOnPush(revalidate)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, REREAD_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}

/** What came or was decided elsewhere shows by itself. */
export function useRereadOnPush(revalidate: () => Promise<void> | void): void {
  const { counts } = useLiveCounts()
  const known = useRef(counts)
  useEffect(() => {
    if (known.current === counts) return
    known.current = counts
    void revalidate()
  }, [counts, revalidate])
}

interface LiveCountsProps {
  readonly company: string
  /** As they were when the page was made. */
  readonly first: DeskCounts | null
  readonly socketUrl: string
  readonly operator: string
  /** The session has ended elsewhere. */
  onSessionEnd(): void
  /** For tests. */
  readonly socketOptions?: Partial<SocketClientOptions>
  readonly children: ReactNode
}

export function LiveCountsProvider({ company, first, socketUrl, operator, onSessionEnd, socketOptions, children }: LiveCountsProps) {
  const [pushed, setPushed] = useState<{ readonly company: string; readonly counts: DeskCounts } | null>(null)
  const [isLive, setIsLive] = useState(false)
  const [client, setClient] = useState<LiveCounts['client']>(null)
  const leave = useLatest(onSessionEnd)
  const options = useRef(socketOptions)
  useEffect(() => {
    const client = createSocketClient({
      openSocket: () => new WebSocket(socketUrl) as unknown as SocketLike,
      fetchTicket,
      onSessionExpired: () => leave.current(),
      isPrivate: () => true,
      now: () => Date.now(),
      setTimer: (run, delayMs) => setTimeout(run, delayMs),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      random: Math.random,
      ...options.current,
    })
    client.changeTrader(operator)
    const unsubscribe = client.subscribe(`DESK_COUNTS.${company}`, ({ data }) => setPushed({ company, counts: data as DeskCounts }))
    const stopWatching = client.onStatus(() => setIsLive(client.status().state === 'live'))
    client.start()
    setClient(client)
    return () => {
      setClient(null)
      stopWatching()
      unsubscribe()
      client.stop()
    }
  }, [company, socketUrl, operator])
  // Counts of the company that was left are not those of this one.
  const counts = pushed?.company === company ? pushed.counts : first
  return <CountsContext.Provider value={{ counts, isLive, client }}>{children}</CountsContext.Provider>
}

async function fetchTicket(): Promise<Ticket> {
  const response = await fetch(paths.desk.ticket(), { method: 'POST', headers: { accept: 'application/json' } })
  const { ticket, isUnknown } = (await response.json()) as { ticket: string | null; isUnknown?: boolean }
  if (ticket !== null) return { ticket }
  if (isUnknown) throw new Error('the site gave no key for the socket')
  return 'expired'
}
