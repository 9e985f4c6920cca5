import { useTranslation } from 'react-i18next'
import { useBrokerTime, useConnection } from '../../realtime'
import { StatusDot } from '../../ui'
import type { CategorySession } from './home-data'

export interface SessionStatusProps {
  categoryName: string
  session: CategorySession
}

/** "Forex open, closes Fri 22:00", or since when nothing was heard. */
export function SessionStatus({ categoryName, session }: SessionStatusProps) {
  const { t } = useTranslation('product')
  const { isLost, lastMessageAt } = useConnection()
  const lastTime = useBrokerTime(isLost ? lastMessageAt : null)
  if (isLost && lastTime !== null) return <StatusDot tone="wait" label={t('session.lastUpdate', { time: lastTime })} />
  const values = { category: categoryName, time: session.at ?? '' }
  if (session.state === 'always') return <StatusDot tone="open" label={t('session.always', values)} />
  if (session.state === 'open') return <StatusDot tone="open" label={t('session.open', values)} />
  return <StatusDot tone="off" label={session.at === null ? t('session.closed', values) : t('session.closedUntil', values)} />
}
