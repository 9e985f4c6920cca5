import { useSyncExternalStore } from 'react'
import { media } from './token'

const query = media.desktop.replace('@media ', '')

function subscribe(onChange: () => void): () => void {
  const wide = window.matchMedia(query)
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/**
 * Whether the window has the desktop's layout: its width decides. The server knows no width and writes by what the client calls itself.
 * @param isDesktopAgent false where the client says that it is a phone or tablet; without it the page is written for every window
 */
export function useIsDesktop(isDesktopAgent = true): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => isDesktopAgent,
  )
}
