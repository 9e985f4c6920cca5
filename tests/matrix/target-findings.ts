/** Whether everything on a page can be hit: run inside the browser, so nothing here may reach outside its own function. */

/**
 * Targets smaller than `least` pixels (WCAG 2.5.8, with its exceptions for links in a sentence and for small targets with room round them),
 * and, where `thumb` is given, what the thumb does its work with below that height or width.
 */
export function smallTargets({ least, thumb }: { least: number; thumb: number | null }): string[] {
  const TARGETS =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="radio"], [role="checkbox"], [role="switch"], [role="option"], [role="slider"]'
  interface Target {
    readonly element: Element
    readonly box: DOMRect
  }
  /** A native field that is drawn by its label is as large as the label. */
  const drawnBy = (element: Element): Element => {
    const box = element.getBoundingClientRect()
    const isUnseen = box.width <= 1 || box.height <= 1 || getComputedStyle(element).opacity === '0'
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element.closest('label')) : null
    return isUnseen && label ? label : element
  }
  const isInSentence = (element: Element): boolean => {
    if (!getComputedStyle(element).display.startsWith('inline') || element.parentElement === null) return false
    const own = (element.textContent ?? '').trim().length
    return (element.parentElement.textContent ?? '').trim().length > own + 2
  }
  const seen = new Set<Element>()
  const targets: Target[] = []
  for (const element of document.querySelectorAll(TARGETS)) {
    const drawn = drawnBy(element)
    if (seen.has(drawn) || !drawn.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const box = drawn.getBoundingClientRect()
    if (box.width <= 1 || box.height <= 1 || element.matches(':disabled') || element.closest('[inert], [aria-hidden="true"]') !== null)
      continue
    if (box.right <= 0 || box.left >= innerWidth) continue
    seen.add(drawn)
    targets.push({ element: drawn, box })
  }
  const isSmall = ({ box }: Target): boolean => box.width < least - 0.5 || box.height < least - 0.5
  const middle = ({ box }: Target): [number, number] => [box.left + box.width / 2, box.top + box.height / 2]
  const hasRoom = (target: Target): boolean => {
    const [x, y] = middle(target)
    return targets.every((other) => {
      if (other === target || other.element.contains(target.element) || target.element.contains(other.element)) return true
      if (isSmall(other)) {
        const [otherX, otherY] = middle(other)
        return Math.hypot(x - otherX, y - otherY) >= least
      }
      const nearX = Math.max(other.box.left, Math.min(x, other.box.right))
      const nearY = Math.max(other.box.top, Math.min(y, other.box.bottom))
      return Math.hypot(x - nearX, y - nearY) >= least / 2
    })
  }
  const nameOf = ({ element, box }: Target): string => {
    const name = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim().slice(0, 30)
    return `${element.tagName.toLowerCase()} "${name}" ${Math.round(box.width)} × ${Math.round(box.height)}`
  }
  const small = targets.filter((target) => isSmall(target) && !isInSentence(target.element) && !hasRoom(target))
  // What the thumb does its work with; not the words of a text, nor what a document for programmers is found by.
  const MAIN_WORK = '[data-side], button[type="submit"], [role="tab"], nav a'
  const forThumb = ({ element }: Target): boolean =>
    element.matches('button, [role="button"], [role="tab"], [role="radio"], [role="option"], nav a, a[data-variant], select, textarea') &&
    element.closest('[data-index]') === null
  // What is drawn smaller may be hit in an area round it. Trading, sending, changing screens and tabs have the whole size; of the rest
  // the border of a control belongs to the buttons in it, and where buttons stand without a gap nothing is gained by breadth.
  const BORDERS = 2
  const BREADTH = 40
  const isLow = ({ element, box }: Target, least: number): boolean => {
    const areas = ['::before', '::after'].map((part) => getComputedStyle(element, part))
    const around = areas.filter(({ content, position }) => content === '""' && position === 'absolute')
    const width = Math.max(box.width, ...around.map((area) => Number.parseFloat(area.width) || 0))
    const height = Math.max(box.height, ...around.map((area) => Number.parseFloat(area.height) || 0))
    if (element.matches(MAIN_WORK)) return Math.min(height, width) < least - 0.5
    return height < least - BORDERS - 0.5 || width < BREADTH - 0.5
  }
  const isPressed = ({ element }: Target): boolean => getComputedStyle(element).pointerEvents !== 'none'
  const low = thumb === null ? [] : targets.filter((target) => forThumb(target) && isPressed(target) && isLow(target, thumb))
  return [
    ...small.map((target) => `too small to hit: ${nameOf(target)}`),
    ...low.map((target) => `too small for a thumb: ${nameOf(target)}`),
  ]
}
