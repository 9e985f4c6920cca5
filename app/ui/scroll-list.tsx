import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { Button } from './button'
import { Icon } from './icon'
import { Puller } from './puller'
import { token } from './token'
import { useLatest } from './use-latest'

interface ScrollListProps {
  children: ReactNode
  hasMore: boolean
  loading: boolean
  onMore: () => void
  loadMoreLabel: string
  /** "No more records", shown when everything is there. */
  endLabel: ReactNode
  /** "20 more loaded"; said when it changes. */
  announcement?: string
  /** Pull to refresh on touch; the spinner leaves after 500 ms. */
  onRefresh?: () => Promise<unknown> | undefined
  refreshLabel?: string
  className?: string
}

const List = styled.div`
  overscroll-behavior-y: contain;
`
const Foot = styled.div`
  display: grid;
  place-items: center;
  min-height: 56px;
  padding: ${token.space[3]} ${token.space[4]};
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

const pullToRefreshAt = 64
/** Whatever the network does; what comes later takes its place in the list by itself. */
const spinMs = 500

function usePull(onRefresh: (() => Promise<unknown> | undefined) | undefined) {
  const startY = useRef<number | null>(null)
  const [pulled, setPulled] = useState(0)
  const [refreshing, setRefreshing] = useState(false)
  const handlers = onRefresh
    ? {
        onTouchStart: (event: TouchEvent) => {
          startY.current = window.scrollY <= 0 ? (event.touches[0]?.clientY ?? null) : null
        },
        onTouchMove: (event: TouchEvent) => {
          if (startY.current === null || refreshing) return
          const moved = (event.touches[0]?.clientY ?? startY.current) - startY.current
          setPulled(Math.max(0, Math.min(96, moved * 0.5)))
        },
        onTouchEnd: () => {
          startY.current = null
          if (pulled < pullToRefreshAt || refreshing) {
            setPulled(0)
            return
          }
          setRefreshing(true)
          onRefresh()?.catch(() => undefined)
          setTimeout(() => {
            setRefreshing(false)
            setPulled(0)
          }, spinMs)
        },
      }
    : {}
  return { handlers, height: refreshing ? 48 : pulled, refreshing, ready: pulled >= pullToRefreshAt }
}

/** Loads on when its end comes within 200 px; the button does the same by keyboard. */
export function ScrollList(props: ScrollListProps) {
  const { children, hasMore, loading, onMore, loadMoreLabel, endLabel, announcement, onRefresh, refreshLabel, className } = props
  const foot = useRef<HTMLDivElement>(null)
  const more = useLatest(onMore)
  const { handlers, height, refreshing, ready } = usePull(onRefresh)

  useEffect(() => {
    if (!foot.current || !hasMore || loading || typeof IntersectionObserver === 'undefined') return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more.current(), {
      rootMargin: '200px',
    })
    watcher.observe(foot.current)
    return () => watcher.disconnect()
  }, [hasMore, loading])

  return (
    <List className={className} {...handlers}>
      {onRefresh ? (
        <Puller style={{ '--pulled': `${height}px` } as React.CSSProperties}>
          {height > 0 ? <Icon name={refreshing ? 'loader' : 'arrow-down'} spin={refreshing} strong={ready} /> : null}
          {refreshing ? (
            <span className="sr-only" role="status">
              {refreshLabel}
            </span>
          ) : null}
        </Puller>
      ) : null}
      {children}
      <Foot ref={foot}>
        {hasMore ? (
          <Button variant="ghost" busy={loading} onClick={onMore}>
            {loadMoreLabel}
          </Button>
        ) : (
          endLabel
        )}
      </Foot>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </List>
  )
}
