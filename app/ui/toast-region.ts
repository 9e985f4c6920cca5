import { type RefObject, useEffect } from 'react'

const REGION = '[data-toast-region]'
/** Over the axis of what they stand on, and never below the window. */
const LIFT_PX = 36

/** A press on a toast is not a press outside the layer below it: returns true when the layer must stay open. */
export function keepForToast(details: { reason: string; event: Event }): boolean {
  const target = details.event.target
  return details.reason === 'outside-press' && target instanceof Element && target.closest(REGION) !== null
}

/** As long as this element is there, messages stand at its foot. */
export function useToastsAtFootOf(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current
    const region = document.querySelector<HTMLElement>(REGION)
    if (element === null || region === null || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const below = Math.max(0, window.innerHeight - element.getBoundingClientRect().bottom)
      region.style.setProperty('--toast-foot', `${Math.round(below) + LIFT_PX}px`)
      region.dataset.atFoot = ''
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      delete region.dataset.atFoot
    }
  }, [place])
}
