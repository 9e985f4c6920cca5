import { useDeferredValue, useMemo } from 'react'
import { type Fixed, parseFixed } from '../../../rules/decimal'
import { type StopOutMap, type StressedAccount, stopOutMap } from '../../../rules/stop-out-map'
import { useQuotesEvery } from '../../realtime'

import type { Positions } from '../../terms/order'
import { MAP_REACH, stressedAccount } from './stress-account'

const EVERY_MS = 1_000

export interface StressReading {
  readonly account: StressedAccount
  /** The whole sequence, as far as it goes. */
  readonly map: StopOutMap
  /** What of it has happened at the stress, and the account there. */
  readonly atStress: StopOutMap
  readonly percent: Fixed
}

/** The map of these positions, once a second at the quotes of now. `code` names the one instrument that moves. */
export function useStopOutMap(positions: Positions | null, code: string | undefined, percentText: string): StressReading | null {
  const quotes = useQuotesEvery(positions?.quotes.map(({ id }) => id) ?? [], EVERY_MS)
  const percent = parseFixed(useDeferredValue(percentText))
  const account = useMemo(() => (positions === null ? null : stressedAccount(positions, quotes)), [positions, quotes])
  const reach = percent < 0n ? -MAP_REACH : MAP_REACH
  const map = useMemo(() => (account === null ? null : stopOutMap(account, { code, percent: reach })), [account, code, reach])
  const atStress = useMemo(() => (account === null ? null : stopOutMap(account, { code, percent })), [account, code, percent])
  return account === null || map === null || atStress === null ? null : { account, map, atStress, percent }
}
