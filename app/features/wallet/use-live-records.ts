/** Reads the page anew when money moved elsewhere: at the desk, on another device, or while the connection was gone. */
import { useEffect, useRef } from 'react'
import { parseAmount } from '../../../rules/money'
import { useAccountFigures, useListedNotices, useRecovery } from '../../realtime'
import { useReadAnew } from '../../realtime/use-read-anew'

export function useLiveRecords(readBalance: string): void {
  const { readAnew } = useReadAnew()
  const liveBalance = useAccountFigures()?.balance
  const lookedInto = useRef<string | null>(null)
  useRecovery(readAnew)
  // A payout that is carried out moves no balance: the notice about it is all that tells.
  useListedNotices(readAnew)
  useEffect(() => {
    if (liveBalance === undefined || parseAmount(liveBalance) === parseAmount(readBalance)) return
    // Each balance is looked into once: a push that is older than the page must not make it read for ever.
    if (lookedInto.current === liveBalance) return
    lookedInto.current = liveBalance
    readAnew()
  }, [liveBalance, readBalance, readAnew])
}
