/**
 * What of a page's text cannot be read: clipped by its box, sticking out of its button, lying over other text, or a page that
 * scrolls sideways. An ellipsis is meant and allowed, but not in a button.
 */
import type { Page } from 'playwright/test'

/** Runs in the page, so it stands alone. */
function findOverflow(): string[] {
  const found = new Set<string>()
  const root = document.documentElement
  const sideways = root.scrollWidth - root.clientWidth
  if (sideways > 0) found.add(`page scrolls sideways by ${sideways}px`)

  const isShown = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** Not to be read by an eye, or a mere decoration. */
  const isForEars = (element: Element): boolean =>
    element.closest('.sr-only, .skip-link, [hidden], [aria-hidden="true"]') !== null || getComputedStyle(element).clipPath === 'inset(50%)'
  const nameOf = (element: Element): string => {
    const place = element.closest('[data-specimen], [data-column], [aria-label], section, nav, header, footer, main')
    const label = place?.getAttribute('data-specimen') ?? place?.getAttribute('aria-label') ?? place?.tagName.toLowerCase() ?? ''
    return `<${element.tagName.toLowerCase()}> "${(element.textContent ?? '').trim().slice(0, 40)}" in ${label.slice(0, 40)}`
  }
  /** Where the letters stand, which is more than the box when they stick out of it. */
  const lettersOf = (element: Element): DOMRect | null => {
    const range = document.createRange()
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
    const first = texts[0]
    const last = texts.at(-1)
    if (first === undefined || last === undefined) return null
    range.setStart(first, 0)
    range.setEnd(last, last.textContent?.length ?? 0)
    const box = range.getBoundingClientRect()
    return box.width > 0 && box.height > 0 ? box : null
  }
  const SLACK = 1.5
  const BUTTON = 'button:not([role="tab"]):not([role="option"]), [role="button"], a[data-variant]'

  const judgeBoxes = (element: Element, letters: DOMRect): void => {
    const button = element.closest(BUTTON)
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.position === 'fixed') break
      const edge = box.getBoundingClientRect()
      const isOut = letters.left < edge.left - SLACK || letters.right > edge.right + SLACK
      if (box === button && isOut) found.add(`sticks out of its button: ${nameOf(element)}`)
      if (/auto|scroll/.test(style.overflowX)) break
      const clips = /hidden|clip/.test(style.overflowX)
      if (!clips) continue
      const isClamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== ''
      const isMeant = (style.textOverflow === 'ellipsis' || isClamped) && (button === null || !button.contains(box))
      if (isOut && !isMeant) found.add(`clipped: ${nameOf(element)}`)
      const isLow = letters.bottom > edge.bottom + 3 || letters.top < edge.top - 3
      if (isLow && !isClamped && /hidden|clip/.test(style.overflowY) && edge.height > 2) found.add(`clipped below: ${nameOf(element)}`)
      break
    }
  }

  const OWN_PLACE = /fixed|sticky/
  /** The lines of the text as far as no box cuts them off; none of what lies in a bar of its own, over the page on purpose. */
  const linesOf = (element: Element): { left: number; right: number; top: number; bottom: number }[] => {
    const range = document.createRange()
    let lines = [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return []
      range.selectNodeContents(node)
      return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))
    })
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (OWN_PLACE.test(style.position)) return []
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      lines = lines.map((line) => ({
        left: Math.max(line.left, edge.left),
        right: Math.min(line.right, edge.right),
        top: Math.max(line.top, edge.top),
        bottom: Math.min(line.bottom, edge.bottom),
      }))
    }
    return lines.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
  }

  const leaves: { element: Element; lines: ReturnType<typeof linesOf> }[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (element instanceof SVGElement || element.closest('script, style, noscript, select, textarea') !== null) continue
    const letters = lettersOf(element)
    if (letters === null || !isShown(element) || isForEars(element)) continue
    judgeBoxes(element, letters)
    leaves.push({ element, lines: linesOf(element) })
  }
  const meet = (a: (typeof leaves)[number]['lines'][number], b: typeof a): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
  leaves.forEach(({ element: one, lines }, index) => {
    for (const { element: other, lines: others } of leaves.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      if (lines.some((line) => others.some((each) => meet(line, each)))) found.add(`overlaps: ${nameOf(one)} and ${nameOf(other)}`)
    }
  })
  return [...found]
}

export async function overflowOn(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  // Chart labels and prices that a script measures come a frame later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(findOverflow)
}
