/** Things that happen beside the screens: messages after a redirect, remembered tabs, focus after a navigation, shortcuts. */

import { useFetchers, useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import type { ToastMessage } from '../../cookies/toast-message'
import { isCurrentEntry, TABS } from '../../frame/navigation'
import { line } from '../../line/line-state'
import { resumeSendings } from '../../line/watch-line'
import { afterPage } from '../../page/after-page'
import { bringAllFonts, bringAllIcons } from '../../page/server-page'
import { traderPart } from '../../page/trader-part'
import { useCalmWhile, useRecovery } from '../../realtime'
import { loadLayers, useToast } from '../../ui'
import { useSite } from '../../visitor/site'
import { forgetTabStates, rememberTabAddress } from '../../visitor/tab-state'
import { loadSkeletons } from './pending-screen'
import { Shortcuts } from './shortcuts'

const LaterEffects = afterPage(() => import('./later-effects').then((later) => later.LaterEffects))
const TraderMessages = traderPart(() => import('./trader-frame').then((frame) => frame.TraderMessages))

const TONE = { success: 'ok', error: 'err', info: 'info' } as const

/** The message that the last redirect left behind, shown once. */
function useMessageOfTheRedirect(message: ToastMessage | null): void {
  const { t } = useTranslation()
  const toast = useToast()
  const shown = useRef<ToastMessage | null>(null)
  useEffect(() => {
    if (message === null || shown.current === message) return
    shown.current = message
    toast.show({ tone: TONE[message.kind], title: message.text ?? t(message.textKey ?? 'public:unknownError', message.values ?? {}) })
  }, [message, toast, t])
}

function useRememberedTabs(traderId: string | null): void {
  const { pathname, search } = useLocation()
  const lastTrader = useRef(traderId)
  useEffect(() => {
    if (lastTrader.current === traderId) return
    lastTrader.current = traderId
    forgetTabStates()
  }, [traderId])
  useEffect(() => {
    const tab = TABS.find(({ href }) => isCurrentEntry(href, { pathname, search }))
    if (tab !== undefined) rememberTabAddress(tab.href, search)
  }, [pathname, search])
}

/** After a navigation the focus goes to the new content, so that the keyboard and a screen reader start there. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (document.activeElement === null || document.activeElement === document.body || !document.activeElement.closest('main')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [pathname])
}

/** A tab that was asleep shows old facts: who is signed in, what is held. They are read again when it wakes. */
const ASLEEP_MS = 60_000
function useFreshnessOnReturn(): void {
  const revalidator = useRevalidator()
  const hiddenAt = useRef<number | null>(null)
  const latest = useLatest(revalidator)
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'hidden') hiddenAt.current = Date.now()
      else if (hiddenAt.current !== null && Date.now() - hiddenAt.current > ASLEEP_MS) latest.current.revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

export function SiteEffects() {
  const site = useSite()
  useMessageOfTheRedirect(site.toast)
  useRememberedTabs(site.trader?.id ?? null)
  useFocusOnNavigation()
  useFreshnessOnReturn()
  useTheRestInTime()
  const traderId = site.trader?.id ?? null
  useEffect(() => resumeSendings(traderId), [traderId])
  if (site.tenant === null) return <LaterEffects />
  return (
    <>
      <LaterEffects />
      <CalmPrices />
      <LineReturns />
      {site.trader === null ? null : <TraderMessages />}
      <Shortcuts />
    </>
  )
}

function bringTheRest(): void {
  void loadLayers()
  loadSkeletons().catch(() => undefined)
  void bringAllIcons()
  bringAllFonts()
}

/** What nobody has seen yet comes when the page has come, so that it opens at once: sheets and questions, shapes of screens, icons, other letters. */
function useTheRestInTime(): void {
  useEffect(() => {
    const bring = () => {
      // Not every browser says when it has nothing to do.
      if ('requestIdleCallback' in window) window.requestIdleCallback(bringTheRest)
      else setTimeout(bringTheRest, 200)
    }
    if (document.readyState === 'complete') return bring()
    window.addEventListener('load', bring, { once: true })
    return () => window.removeEventListener('load', bring)
  }, [])
}

/** The socket has come back: then so have the other requests. */
function LineReturns() {
  useRecovery(line.tryNow)
  return null
}

/** A page, an order's answer, a list that is read again: each of them is drawn as a transition. */
function CalmPrices() {
  const isNavigating = useNavigation().state !== 'idle'
  const isReading = useRevalidator().state !== 'idle'
  const isSending = useFetchers().length > 0
  useCalmWhile(isNavigating || isReading || isSending)
  return null
}
