/**
 * How Buy and Sell send an order: at once, after a question, or when they are held down. A habit of this device and of one account. Sending
 * at once is a real account's own wish: it ends by itself after a while without an order, with the next login and with another account.
 */
import { useCallback, useEffect } from 'react'
import { createDeviceStore, useDeviceStore } from '../../../ui/device-store'
import { useSiteOrNone } from '../../../visitor/site'

/** As they stand beside each other. */
export const SEND_MODES = ['one-click', 'confirm', 'hold'] as const
export type SendMode = (typeof SEND_MODES)[number]

export interface KeptSendMode {
  readonly mode: SendMode
  readonly traderId: string
  /** When it was chosen or an order was last sent in it, Unix milliseconds by this device's clock. */
  readonly usedAt: number
}

/** Without an order for this long, a real account is asked again. */
export const ONE_CLICK_MS = 30 * 60_000

const store = createDeviceStore<KeptSendMode | null>('candor.trade.send-by', null, readKept)

function readKept(found: unknown): KeptSendMode | null {
  if (typeof found !== 'object' || found === null || !('mode' in found && 'traderId' in found && 'usedAt' in found)) return null
  const { traderId, usedAt } = found
  const mode = SEND_MODES.find((each) => each === found.mode)
  return mode === undefined || typeof traderId !== 'string' || typeof usedAt !== 'number' ? null : { mode, traderId, usedAt }
}

interface SendingTrader {
  readonly id: string
  readonly isDemo: boolean
}

/** Money that is none is sent at once, as ever; real money is asked about. */
const usualMode = (isDemo: boolean): SendMode => (isDemo ? 'one-click' : 'confirm')

/** What counts now of what was kept. A clock that was put back ends sending at once, too. */
export function modeNow(kept: KeptSendMode | null, { id, isDemo }: SendingTrader, now: number): SendMode {
  if (kept === null || kept.traderId !== id) return usualMode(isDemo)
  const isOver = !isDemo && kept.mode === 'one-click' && !(now >= kept.usedAt && now - kept.usedAt < ONE_CLICK_MS)
  return isOver ? usualMode(isDemo) : kept.mode
}

/** Whoever logs in next begins with the usual way. */
export function forgetOneClick(): void {
  if (store.get()?.mode === 'one-click') store.set(null)
}

interface SendModeChoice {
  /** As last drawn. */
  readonly mode: SendMode
  /** As it counts at this moment: timers of a sleeping page are late. */
  modeAtPress(): SendMode
  choose(mode: SendMode): void
  /** An order was sent: the time begins anew. */
  noteOrder(): void
}

const NOBODY: SendingTrader = { id: '', isDemo: false }

export function useSendMode(): SendModeChoice {
  const { id, isDemo } = useSiteOrNone()?.trader ?? NOBODY
  const kept = useDeviceStore(store)
  const modeAtPress = useCallback(() => modeNow(store.get(), { id, isDemo }, Date.now()), [id, isDemo])
  const choose = useCallback((mode: SendMode) => store.set({ mode, traderId: id, usedAt: Date.now() }), [id])
  const noteOrder = useCallback(() => {
    const now = store.get()
    if (now?.traderId === id && now.mode === 'one-click') choose('one-click')
  }, [id, choose])
  useEffect(() => {
    if (isDemo || kept?.traderId !== id || kept.mode !== 'one-click') return
    const timer = setTimeout(forgetOneClick, Math.max(0, kept.usedAt + ONE_CLICK_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [kept, id, isDemo])
  // Drawn by the clock only when something else draws; the timer above is what ends it in sight.
  const mode = modeNow(kept, { id, isDemo }, kept === null ? 0 : Date.now())
  return { mode, modeAtPress, choose, noteOrder }
}
