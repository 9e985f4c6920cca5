/** An extension puts a node of its own into the page before our scripts are there: React 18 then builds the document anew. */
import type { Page } from 'playwright/test'
import { expect, open, test, untilLive } from './site-test'

/** What an extension does that runs as soon as there is something to write into. */
function writeForeignNode(): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector('main') === null) return
    watch.disconnect()
    document.body.prepend(document.createElement('aside'))
    Object.assign(window, { firstDocument: document.documentElement })
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** How everything on the page is drawn, by a few properties that most rules set; but for what changes its colour with the market. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, header *, main, main *')]
      .filter((element) => element.closest('svg, table, [data-value], [data-direction]') === null)
      .map((element) => {
        const style = getComputedStyle(element)
        const names = ['display', 'padding', 'gap', 'color', 'background-color', 'font-size', 'border-radius', 'grid-template-columns']
        return [element.tagName, ...names.map((name) => style.getPropertyValue(name))].join(' ')
      }),
  )

test.describe('with an extension that writes into the page', () => {
  test.use({ tolerated: /^(?:console|page error): .*(?:hydrat|Minified React error|did not match)/i })

  test('every style is kept, and those that come later are drawn, too', async ({ page, context }) => {
    await open(page, 'aurora', '/login?lng=en')
    const expected = await looksOf(page)
    const visited = await context.newPage()
    await visited.addInitScript(writeForeignNode)
    await open(visited, 'aurora', '/login?lng=en')
    // Otherwise nothing was rebuilt, and nothing tested.
    expect(await visited.evaluate(() => 'firstDocument' in window && window.firstDocument !== document.documentElement)).toBe(true)
    expect(await looksOf(visited)).toEqual(expected)

    await visited.goto(new URL('/', visited.url()).href)
    await untilLive(visited)
    await visited.keyboard.press('?')
    const list = visited.getByRole('dialog')
    await expect(list).toBeVisible()
    await expect(list).toHaveCSS('position', 'fixed')
    expect(await list.evaluate((dialog) => getComputedStyle(dialog).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  })
})
