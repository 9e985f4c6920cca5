/** Says at once when live prices are lost, from when the last one is, and offers to try again; says nothing otherwise. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrokerTime, useConnection } from '../../realtime'
import { OfflineBar, type OfflineBarProps } from '../../ui'

/** How long "connected again" stays before the line leaves. */
const BACK_MS = 2_000

export function ConnectionLine() {
  const { t } = useTranslation('public')
  const { state, isLost, lastMessageAt, retryNow } = useConnection()
  const lastTime = useBrokerTime(isLost ? lastMessageAt : null)
  const wasLost = useRef(false)
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    if (isLost) {
      wasLost.current = true
      setIsBack(false)
      return
    }
    if (!wasLost.current) return
    wasLost.current = false
    setIsBack(true)
    const timer = setTimeout(() => setIsBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [isLost])

  const shown: OfflineBarProps['state'] = isLost ? (state === 'offline' ? 'offline' : 'reconnecting') : isBack ? 'back' : 'online'
  const titleKey = {
    online: 'connection.online',
    reconnecting: 'connection.reconnecting',
    offline: 'connection.offline',
    back: 'connection.back',
  }[shown]
  return (
    <OfflineBar
      state={shown}
      title={t(titleKey)}
      text={lastTime !== null ? t('connection.pricesFrom', { time: lastTime }) : undefined}
      retryLabel={t('retry')}
      onRetry={retryNow}
    />
  )
}
