/** Whether the palette is open: the keys open it, and the search of a bar does. */
import type { MouseEvent } from 'react'
import { create } from 'zustand'

export const usePalette = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const showPalette = (isOpen: boolean): void => usePalette.setState({ isOpen })

/** For a link that leads to the search screen: a plain press opens the palette instead, any other goes on as a link's does. */
export function openPaletteInstead(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  showPalette(true)
}
