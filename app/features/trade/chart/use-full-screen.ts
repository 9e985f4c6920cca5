import { useEffect, useState } from 'react'
import { isTyping } from '../../../ui'

/** Over the whole window, and in the browser's own full screen where it has one: an iPhone has none for a page. Escape leaves. */
export function useFullScreen(): [boolean, (isFull: boolean) => void] {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const press = (event: KeyboardEvent) => {
      // A drawing that is being made takes the key first.
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) setIsFull(false)
    }
    const change = () => {
      if (document.fullscreenElement === null) setIsFull(false)
    }
    document.addEventListener('keydown', press)
    document.addEventListener('fullscreenchange', change)
    document.documentElement.requestFullscreen?.().catch(() => {})
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('fullscreenchange', change)
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {})
    }
  }, [isFull])
  return [isFull, setIsFull]
}
