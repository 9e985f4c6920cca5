/** Things that happen beside the screens: messages after a redirect, remembered tabs, focus after a navigation, shortcuts. */
import { useFetchers, useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { line } from '../../platform/line/line-state'
import { bringAllFonts, bringAllIcons } from '../../platform/server-page'
import { useSite } from '../../platform/site'
import { forgetTabStates, rememberTabAddress } from '../../platform/tab-state'
import type { ToastMessage } from '../../platform/toast-message'
import { useCalmWhile, useRecovery } from '../../realtime'
import { loadLayers, useToast } from '../../ui'
import { NoticeMessages } from '../notices/notice-messages'
import { OrderMessages } from '../orders/order-messages'
import { useLineMessages } from './line-messages'
import { MarginCallMessages } from './margin-call'
import { isCurrentEntry, TABS } from './navigation'
import { Shortcuts } from './shortcuts'
import { SiteWorker } from './site-worker'

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
  const latest = useRef(revalidator)
  latest.current = revalidator
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
  useLineMessages(site.trader?.id ?? null)
  if (site.tenant === null) return null
  return (
    <>
      <CalmPrices />
      <LineReturns />
      <MarginCallMessages />
      <OrderMessages />
      <NoticeMessages />
      <Shortcuts />
      <SiteWorker />
    </>
  )
}

function bringTheRest(): void {
  void loadLayers()
  void bringAllIcons()
  bringAllFonts()
}

/** The code of sheets and questions, their icons, and the letters of other scripts come when the page has come, so that the first one opens at once. */
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
