/** What a program sees on a page that is open: run inside the browser, so nothing here may reach outside its own function. */

interface PageLook {
  readonly lang: string
  readonly dir: string
  /** Of the document: one that is being loaded has not all of its texts. */
  readonly state: DocumentReadyState
  readonly title: string
  readonly headings: readonly string[]
  /** Of the page: what is seen of its first-level headings. */
  readonly titles: readonly string[]
  /** By how many pixels the page is wider than the window. */
  readonly sideways: number
  /** Texts of which a part cannot be seen and nothing says so. */
  readonly clipped: readonly string[]
  /** Every text that a person reads or hears, once; not what is code, a name or in another language by its mark. */
  readonly texts: readonly string[]
}

export function lookAtPage(): PageLook {
  const SLACK = 1.5
  const isHiddenText = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      // Only for a screen reader, or not there at all.
      if (
        style.visibility === 'hidden' ||
        style.opacity === '0' ||
        style.clipPath.startsWith('inset(50') ||
        style.clip.startsWith('rect(0')
      )
        return true
      if (box.width <= 1 && box.height <= 1) return true
    }
    return false
  }
  const cutBy = (text: Text): string | null => {
    const range = document.createRange()
    range.selectNodeContents(text)
    let { left, right, top, bottom } = range.getBoundingClientRect()
    if (right - left < 1 || text.parentElement === null || isHiddenText(text.parentElement)) return null
    const tall = Math.max(3, Number.parseFloat(getComputedStyle(text.parentElement).fontSize) * 0.35)
    for (let at: Element | null = text.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      const isMeant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const scrolls = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)
      if (/hidden|clip/.test(style.overflowX)) {
        if (!isMeant && !scrolls && (left < box.left - SLACK || right > box.right + SLACK)) return `${at.tagName.toLowerCase()} at the side`
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      } else if (scrolls) {
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      } else if (/^(BUTTON|A)$/.test(at.tagName) && style.display !== 'inline' && (left < box.left - SLACK || right > box.right + SLACK)) {
        return `runs out of its ${at.tagName.toLowerCase()}`
      }
      if (/hidden|clip/.test(style.overflowY)) {
        if (!isMeant && !scrolls && (top < box.top - tall || bottom > box.bottom + tall))
          return `${at.tagName.toLowerCase()} above or below`
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      } else if (scrolls) {
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      // Scrolled out of sight, or wholly behind the edge of something that opens.
      if (right - left < 1 || bottom - top < 1) return null
      if (style.position === 'fixed') return null
    }
    return null
  }
  const OTHERS = 'code, pre, script, style, [translate="no"], .notranslate, bdi[dir="ltr"]'
  const language = document.documentElement.lang
  const isOurs = (element: Element): boolean =>
    element.closest(OTHERS) === null && (element.closest('[lang]')?.getAttribute('lang') ?? language) === language
  const clipped = new Set<string>()
  const texts = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const text = node.data.replace(/\s+/g, ' ').trim()
    const parent = node.parentElement
    if (text === '' || parent === null || !parent.checkVisibility()) continue
    // A watermark covers what it stands on from edge to edge.
    const cut = parent.closest('[data-watermark]') === null ? cutBy(node) : null
    if (cut !== null) clipped.add(`"${text.slice(0, 60)}" cut by ${cut}`)
    if (!isOurs(parent)) continue
    texts.add(text)
    // A sentence with a figure in it is several texts to the browser and one to the reader.
    if (parent.childNodes.length > 1) texts.add((parent.textContent ?? '').replace(/\s+/g, ' ').trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (!isOurs(element)) continue
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = element.getAttribute(name)?.replace(/\s+/g, ' ').trim()
      if (text) texts.add(text)
    }
  }
  return {
    lang: language,
    dir: document.documentElement.dir,
    state: document.readyState,
    title: document.title,
    headings: [...document.querySelectorAll('h1, h2, h3, [role="heading"], caption')].map((heading) => (heading.textContent ?? '').trim()),
    titles: [...document.querySelectorAll('h1')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => (heading.textContent ?? '').trim()),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    clipped: [...clipped],
    texts: [...texts],
  }
}
