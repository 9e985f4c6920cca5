/** Keyboard shortcuts of the whole site; the list of them is shortcut-sheet.tsx. None fires while a field has the focus or a layer is open. */
import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../addresses/paths'
import { isTyping } from '../../ui'
import { laterLayer } from '../../ui/later-layer'
import { hasLayer, isShortcutKey } from '../../ui/shortcut-key'
import { showPalette, usePalette } from './palette-open'

const ShortcutSheet = laterLayer<{ open: boolean; onClose: () => void }>(() => import('./shortcut-sheet'))

const Palette = laterLayer<{ open: boolean; onClose: () => void }>(() => import('./palette-layer'))

/** Time to press the second key of `g h`. */
const SECOND_KEY_MS = 1_200

const GO: Readonly<Record<string, () => string>> = { h: paths.home, t: paths.trade, o: paths.orders, w: paths.mine.wallet }

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>('[role="search"] input, input[type="search"]')].find(
    (input) => input.offsetParent !== null,
  )
  field?.focus()
  return field !== undefined
}

export function Shortcuts() {
  const navigate = useNavigate()
  const [isListOpen, setIsListOpen] = useState(false)
  const isPaletteOpen = usePalette(({ isOpen }) => isOpen)
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!hasLayer()) showPalette(true)
        return
      }
      // The list is where they are switched on again, so its own key is not one of them.
      if (event.key === '?' && !isTyping(event.target) && !hasLayer()) {
        event.preventDefault()
        setIsListOpen(true)
        return
      }
      if (!isShortcutKey(event)) return
      const wasGo = event.timeStamp - firstKeyAt.current < SECOND_KEY_MS
      firstKeyAt.current = Number.NEGATIVE_INFINITY
      const target = wasGo ? GO[event.key] : undefined
      if (target !== undefined) {
        event.preventDefault()
        navigate(target())
      } else if (event.key === 'g') {
        firstKeyAt.current = event.timeStamp
      } else if (event.key === '/') {
        event.preventDefault()
        if (!focusSearch()) navigate(paths.product())
      }
    }
    // Before the keys of a screen: after `g`, `o` leads to the orders and opens no ticket.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [navigate])

  return (
    <>
      <ShortcutSheet open={isListOpen} onClose={() => setIsListOpen(false)} />
      <Palette open={isPaletteOpen} onClose={() => showPalette(false)} />
    </>
  )
}
