import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useBrokerTime, useConnection } from '../../realtime'
import { StatusDot, token } from '../../ui'
import { Countdown, useTimeLeft } from './countdown'
import type { CategorySession } from './home-data'

interface SessionStatusProps {
  categoryName: string
  session: CategorySession
  /** The broker's clock when the session was read, Unix milliseconds. */
  readAt: number
}

const Status = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 0 6px;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
`

/** Not everybody at the same moment when a market opens. */
const SPREAD_MS = 10_000

/** When the moment has come, what follows is the loader's to say. */
function useNextSession(atMs: number | null, readAt: number): void {
  const { revalidate } = useRevalidator()
  const hasCome = (useTimeLeft(atMs, readAt) ?? 1) <= 0
  useEffect(() => {
    if (!hasCome) return
    const timer = setTimeout(revalidate, 1_000 + Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [hasCome, revalidate])
}

/** "Forex open, closes Fri 22:00 London (in 2 h 14 min)", or since when nothing was heard. */
export function SessionStatus({ categoryName, session, readAt }: SessionStatusProps) {
  const { t } = useTranslation('product')
  const { isLost, lastMessageAt } = useConnection()
  const lastTime = useBrokerTime(isLost ? lastMessageAt : null)
  useNextSession(session.atMs, readAt)
  if (isLost && lastTime !== null) return <StatusDot tone="wait" label={t('session.lastUpdate', { time: lastTime })} />
  const values = { category: categoryName, time: session.at === null ? '' : t('session.london', { time: session.at }) }
  if (session.state === 'always') return <StatusDot tone="open" label={t('session.always', values)} />
  const label =
    session.state === 'open' ? t('session.open', values) : t(session.at === null ? 'session.closed' : 'session.closedUntil', values)
  return (
    <Status>
      <StatusDot tone={session.state === 'open' ? 'open' : 'off'} label={label} />
      <Countdown atMs={session.atMs} readAt={readAt} />
    </Status>
  )
}
