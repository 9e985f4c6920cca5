/**
 * A page is read before it is used: its scripts are asked for when it has been painted. Written as Remix writes them, they share a
 * slow line with the page's fonts and, on a phone whose network is faster than its processor, hold up the first paint.
 *
 * Invariant: the document is as React wrote it again before React looks at it.
 */

/** As Remix writes the script that starts everything: `<Scripts>` of @remix-run/react 2. */
const START_SCRIPT = /<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/
const PRELOAD = 'rel="modulepreload"'
const HELD_PRELOAD = 'data-after-paint=""'

/**
 * Lets the scripts begin, once: after the next paint; at once where nothing is painted (a page opened in the background); and after
 * a second in any case, for a browser that paints nothing and does not say that it is hidden.
 */
const starter = `(() => {
  const own = document.currentScript
  let held = own.previousElementSibling
  own.remove()
  const start = () => {
    if (held === null) return
    for (const link of document.querySelectorAll('link[data-after-paint]')) {
      link.rel = 'modulepreload'
      link.removeAttribute('data-after-paint')
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.nonce = held.nonce
    script.textContent = held.textContent
    held = null
    document.head.append(script)
    script.remove()
  }
  if (document.hidden) return start()
  requestAnimationFrame(() => setTimeout(start))
  document.addEventListener('visibilitychange', start, { once: true })
  setTimeout(start, 1000)
})()`.replaceAll(/\n\s*/g, '\n')

/** The HTML with its scripts held back until the first paint. A piece of a page that starts none stays as it is. */
export function paintFirst(html: string, nonce: string): string {
  const scripts = START_SCRIPT.exec(html)
  if (scripts === null) return html
  const [whole, attributes, text] = scripts
  return (
    html
      .replaceAll(PRELOAD, HELD_PRELOAD)
      // A function, because a `$` in what is put in would otherwise be read as a replacement pattern.
      .replace(whole, () => `<script${attributes} type="text/plain">${text}</script><script nonce="${nonce}">${starter}</script>`)
  )
}
