/** The brand's worker as the screens see it: it keeps the offline page up to date and tells of a new version. */
import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { useModePreference, usePriceColours } from '../../frame/preferences-state'
import { useToast } from '../../ui'
import { useSite } from '../../visitor/site'
import { forgetKept, keepOfflinePage } from '../../worker/kept'
import type { WorkerMessage } from '../../worker/messages'

const canHaveWorker = (): boolean => 'serviceWorker' in navigator && 'caches' in window

export function SiteWorker() {
  useWorker()
  useOfflinePage()
  useKeptPages()
  return null
}

function useWorker(): void {
  const { t } = useTranslation('public')
  const toast = useToast()
  const tell = useRef<(reload: () => void) => void>(() => undefined)
  tell.current = (reload) =>
    toast.show({
      key: 'new-version',
      title: t('connection.update.title'),
      text: t('connection.update.text'),
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: t('connection.update.reload'), onAct: reload },
    })
  useEffect(() => {
    if (!canHaveWorker()) return
    return whenIdle(async () => {
      const { startWorker, removeWorkers } = await import('../../worker/page-worker')
      if (import.meta.env.DEV) await removeWorkers()
      else await startWorker((reload) => tell.current(reload))
    })
  }, [])
}

/** The page as it would be made now. Another visitor on the same device gets one of their own. */
function useOfflinePage(): void {
  const { language, trader } = useSite()
  const [mode] = useModePreference()
  const [updown] = usePriceColours()
  const lastTrader = useRef(trader?.id)
  useEffect(() => {
    if (!canHaveWorker() || import.meta.env.DEV) return
    const isAnother = lastTrader.current !== trader?.id
    lastTrader.current = trader?.id
    const { version = '' } = window.__remixManifest ?? {}
    if (isAnother) forgetKept().catch(() => undefined)
    return whenIdle(() => keepOfflinePage(paths.offline({ lng: language, for: `${mode}.${updown}.${version}` })))
  }, [language, mode, updown, trader?.id])
}

/** The pages that prove something work without a network: they are kept together once one of them was opened. */
function useKeptPages(): void {
  const { language, tenant, trader } = useSite()
  const [mode] = useModePreference()
  const [updown] = usePriceColours()
  const { pathname } = useLocation()
  const pages = tenant === null ? [paths.verify()] : [paths.proof(), paths.verify(), paths.verifyDay()]
  const isOneOf = pages.includes(pathname)
  const isMain = tenant === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages follow from the tenant; who is signed in has given up what was kept.
  useEffect(() => {
    if (!canHaveWorker() || import.meta.env.DEV || !isOneOf) return
    const { version = '' } = window.__remixManifest ?? {}
    return whenIdle(async () => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ type: 'KEEP_PAGES', paths: pages, wishes: `${language}.${mode}.${updown}.${version}` } satisfies WorkerMessage)
    })
  }, [isOneOf, isMain, language, mode, updown, trader?.id])
}

/** After the page has loaded and drawn itself: nothing of this is needed to use it. A browser that refuses is no fault of the page. */
function whenIdle(work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    timer = setTimeout(() => void work().catch(() => undefined), 1_000)
  }
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
  return () => {
    window.removeEventListener('load', soon)
    clearTimeout(timer)
  }
}
