import { useEffect, useRef } from 'react'
import type { NoticePush } from '../../../contract/socket'
import { useRealtime } from '../../realtime/realtime-provider'

type ListedNotice = Extract<NoticePush, { Kind: 'notice' }>

/** Runs when a line was added to the trader's notices. What was there before is told to nobody anew. */
export function useListedNotices(onListed: (notice: ListedNotice) => void): void {
  const { client } = useRealtime()
  const latest = useRef(onListed)
  latest.current = onListed
  useEffect(
    () =>
      client.subscribe('ACCOUNT_NOTICE', ({ snapshot, data }) => {
        if (snapshot !== true && (data as { readonly Kind?: unknown } | null)?.Kind === 'notice') latest.current(data as ListedNotice)
      }),
    [client],
  )
}
