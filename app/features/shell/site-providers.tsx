/** What every screen may rely on: messages at the edge, the live connection, and the effects beside the screens. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RealtimeProvider } from '../../realtime'
import { ToastProvider } from '../../ui'
import { useSite } from '../../visitor/site'
import { SiteEffects } from './site-effects'
import { useSessionEnd } from './use-session-end'

export function SiteProviders({ children }: { children: ReactNode }) {
  const { t } = useTranslation('public')
  const { tenant, trader, socketUrl } = useSite()
  const leave = useSessionEnd(trader?.id ?? null)
  const content = (
    <ToastProvider label={t('messages')} dismissLabel={t('dismiss')}>
      {children}
      <SiteEffects />
    </ToastProvider>
  )
  // The main site shows no prices, so it opens no socket.
  return tenant === null ? (
    content
  ) : (
    <RealtimeProvider traderId={trader?.id ?? null} socketUrl={socketUrl} onSessionExpired={leave}>
      {content}
    </RealtimeProvider>
  )
}
