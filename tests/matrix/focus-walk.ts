/** Goes through a page with the Tab key: every stop must be seen, must not lie under a bar, and the way must lead out again. */
import type { Page } from 'playwright/test'

interface Stop {
  /** Where in the document; the same element is the same number. */
  readonly number: number
  readonly name: string
  /** A date is a day, a month, a year and a calendar, which are several stops in one element. */
  readonly isDate: boolean
  readonly isMarked: boolean
  readonly isCovered: boolean
}

const MOST_STOPS = 800
const MOST_REPEATS = { date: 3, other: 2 }

/** Run in the browser: what has the focus, and whether somebody who looks can tell. */
function readStop(): Stop | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  // The edge of an open layer, which leads back to its beginning.
  if (focused.hasAttribute('data-base-ui-focus-guard')) return null
  const all = (window as unknown as { stops?: Element[] }).stops ?? []
  Object.assign(window, { stops: all })
  const known = all.indexOf(focused)
  const name = focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? (focused.textContent ?? '').trim().slice(0, 40)
  const isDate = focused instanceof HTMLInputElement && focused.type === 'date'
  // Looked at once: a focus given anew begins with the first part of a date.
  if (known >= 0) return { number: known, name, isDate, isMarked: true, isCovered: false }
  all.push(focused)
  // A field without a body of its own is drawn by its label, its frame or the sign beside it.
  const label = focused instanceof HTMLInputElement ? (focused.labels?.[0] ?? null) : null
  const drawn = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling, label]
  // The ring may be drawn by a pseudo-element, or by the sign inside.
  const drawnBy = [...drawn.filter((each): each is HTMLElement => each instanceof HTMLElement), ...focused.querySelectorAll('*')].slice(
    0,
    40,
  )
  const looks = () =>
    drawnBy.map((element) =>
      [null, '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part)
        const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`
        return {
          outline,
          width: style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth),
          rest: `${style.boxShadow} ${style.borderColor}`,
        }
      }),
    )
  const withFocus = looks()
  const frame = focused.getBoundingClientRect()
  const box = frame.width <= 1 && label !== null ? label.getBoundingClientRect() : frame
  const isUnder = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true
    const top = document.elementFromPoint(x, y)
    return top === null || !(focused.contains(top) || top.contains(focused) || label?.contains(top))
  }
  const [left, right, top, bottom] = [box.left + 2, box.right - 2, box.top + 2, box.bottom - 2]
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const
  focused.blur()
  const without = looks()
  focused.focus({ preventScroll: true })
  const isMarked = withFocus.some((parts, index) =>
    parts.some((part, place) => {
      const before = without[index]?.[place]
      return before !== undefined && ((part.outline !== before.outline && part.width >= 2) || part.rest !== before.rest)
    }),
  )
  const style = `<${focused.tagName.toLowerCase()}${focused.getAttribute('role') ? ` role=${focused.getAttribute('role')}` : ''}>`
  return { number: all.length - 1, name: `${style} "${name}"`, isDate, isMarked, isCovered: points.every(([x, y]) => isUnder(x, y)) }
}

/** Faults of the way of the Tab key from the top of the page to its end. */
export async function walkFocus(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => {
    Object.assign(window, { stops: [] })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.getSelection()?.removeAllRanges()
    window.scrollTo(0, 0)
  })
  const ordered = await page.evaluate(() =>
    [...document.querySelectorAll('[tabindex]')]
      .filter((element) => (element as HTMLElement).tabIndex > 0)
      .map((element) => element.outerHTML.slice(0, 100)),
  )
  found.push(...ordered.map((html) => `has an order of its own: ${html}`))
  const seen = new Set<number>()
  let repeats = 0
  for (let step = 0; step < MOST_STOPS; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(readStop)
    // Out at the end, or round to the first again.
    if (stop === null || (stop.number === 0 && seen.size > 1)) return found
    repeats = seen.has(stop.number) ? repeats + 1 : 0
    if (repeats > (stop.isDate ? MOST_REPEATS.date : MOST_REPEATS.other)) return [...found, `the Tab key is caught at ${stop.name}`]
    if (seen.has(stop.number)) continue
    seen.add(stop.number)
    if (!stop.isMarked) found.push(`focus not seen: ${stop.name}`)
    if (stop.isCovered) found.push(`focus hidden: ${stop.name}`)
  }
  return [...found, `more than ${MOST_STOPS} stops of the Tab key`]
}
