import type { KeyboardEvent } from 'react'

/** Items of a composite: one tab stop, arrows inside. */
const itemSelector = '[data-roving-item]:not(:disabled):not([aria-disabled="true"])'

function rovingItems(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(itemSelector)]
}

function stepFor(key: string, vertical: boolean, rtl: boolean): number {
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const back = rtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward || (vertical && key === 'ArrowDown')) return 1
  if (key === back || (vertical && key === 'ArrowUp')) return -1
  return 0
}

/**
 * Arrow keys, Home and End inside a composite. Returns the element that took the focus, or null when the key means
 * nothing here. `vertical` lets the up and down arrows move too.
 */
export function moveRovingFocus(event: KeyboardEvent<HTMLElement>, vertical = true): HTMLElement | null {
  const items = rovingItems(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return null
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = stepFor(event.key, vertical, rtl)
  let next: HTMLElement | undefined
  if (event.key === 'Home') next = items[0]
  else if (event.key === 'End') next = items.at(-1)
  else if (step !== 0) next = items[(at + step + items.length) % items.length]
  if (!next) return null
  event.preventDefault()
  next.focus()
  return next
}

/** Brings an item of a sideways-scrolling strip into view without moving the page. */
export function scrollIntoStrip(item: HTMLElement | null): void {
  const strip = item?.parentElement
  if (!item || !strip || strip.scrollWidth <= strip.clientWidth) return
  const overStart = item.offsetLeft - strip.scrollLeft
  const overEnd = item.offsetLeft + item.offsetWidth - (strip.scrollLeft + strip.clientWidth)
  if (overStart < 0) strip.scrollLeft += overStart - 16
  else if (overEnd > 0) strip.scrollLeft += overEnd + 16
}
