import { useSyncExternalStore } from 'react'
import { media } from './token'

const query = media.desktop.replace('@media ', '')

function subscribe(onChange: () => void): () => void {
  const wide = window.matchMedia(query)
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** Whether the window has the desktop's layout. The server writes for every window, so there it is always true: layout is the styles' task. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  )
}
