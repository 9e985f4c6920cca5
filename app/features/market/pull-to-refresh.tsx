import { useEffect, useRef, useState } from 'react'
import { useLatest } from '~/ui/use-latest'
import { Icon } from '../../ui'
import { Puller } from '../../ui/puller'

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  /** Said while it refreshes. */
  label: string
}

const PULL_AT_PX = 64
const SPINNER_MS = 500

/** Touch: pulling what this stands at the top of down past its top reads it anew. The spinner leaves after 500 ms whatever the network does. */
export function PullToRefresh({ onRefresh, label }: PullToRefreshProps) {
  const root = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  const [isSpinning, setIsSpinning] = useState(false)
  const refresh = useLatest(onRefresh)

  useEffect(() => {
    const element = root.current?.parentElement
    if (!element) return
    let startY: number | null = null
    let pulled = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = (event: TouchEvent) => {
      startY = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null
      pulled = 0
    }
    const move = (event: TouchEvent) => {
      if (startY === null) return
      pulled = Math.max(0, Math.min(96, ((event.touches[0]?.clientY ?? startY) - startY) * 0.5))
      if (window.scrollY > 0) pulled = 0
      setHeight(pulled)
    }
    const end = () => {
      if (startY !== null && pulled >= PULL_AT_PX) {
        setIsSpinning(true)
        setHeight(48)
        void refresh.current()
        clearTimeout(timer)
        timer = setTimeout(() => {
          setIsSpinning(false)
          setHeight(0)
        }, SPINNER_MS)
      } else setHeight(0)
      startY = null
      pulled = 0
    }
    const passive = { passive: true } as const
    element.addEventListener('touchstart', begin, passive)
    element.addEventListener('touchmove', move, passive)
    element.addEventListener('touchend', end, passive)
    element.addEventListener('touchcancel', end, passive)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [])

  return (
    <div ref={root}>
      <Puller style={{ '--pulled': `${height}px` } as React.CSSProperties}>
        {height > 0 ? <Icon name={isSpinning ? 'loader' : 'arrow-down'} spin={isSpinning} strong={height >= PULL_AT_PX} /> : null}
      </Puller>
      <span className="sr-only" role="status">
        {isSpinning ? label : ''}
      </span>
    </div>
  )
}
