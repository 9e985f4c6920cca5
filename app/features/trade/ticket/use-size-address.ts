/** Goes to the size of the ticket when the address asks for it. */
import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { useLatest } from '../../../ui/use-latest'
import { SIZE_HASH } from './ticket-address'

/** The sheet of a phone and the layer that led here may still be on their way in and out. */
const WITHIN_FRAMES = 180
const CALM_FRAMES = 5

export function useSizeAddress(onOpenTicket: () => void): void {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const latest = useLatest({ onOpenTicket, leave: () => navigate(pathname + search, { replace: true, preventScrollReset: true }) })
  useEffect(() => {
    if (hash !== SIZE_HASH) return
    latest.current.onOpenTicket()
    let frame = 0
    let calm = 0
    let request = requestAnimationFrame(function look() {
      frame += 1
      const field = shownSizeField()
      const isThere = field !== undefined && field === document.activeElement
      calm = isThere ? calm + 1 : 0
      if (!isThere && document.querySelector('[data-palette]') === null) field?.select()
      if (frame < WITHIN_FRAMES && calm < CALM_FRAMES) request = requestAnimationFrame(look)
      // A page that is read anew does not open its ticket by itself.
      else latest.current.leave()
    })
    return () => cancelAnimationFrame(request)
  }, [hash])
}

const shownSizeField = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('[data-ticket-size] input[role="spinbutton"]')].findLast(
    (field) => field.offsetParent !== null,
  )
