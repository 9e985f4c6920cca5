/** What pages say in their messages. These leave by themselves, and a busy machine may look too late: each is written down as it comes. */
import type { BrowserContext, Page } from 'playwright/test'

const KEPT = 'said-in-messages'

/** For all pages of a context, also across loads. */
export const writeDownMessages = (context: BrowserContext) =>
  context.addInitScript((kept) => {
    new MutationObserver((changes) => {
      const said = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element)
        .flatMap((node) => [
          ...(node.parentElement?.matches('[data-toast-region]') ? [node] : []),
          ...node.querySelectorAll('[data-toast-region] > *'),
        ])
        .map((message) => (message.textContent ?? '').replace(/[\u200b\u00ad]/g, '').replace(/\s+/g, ' '))
      if (said.length > 0) sessionStorage.setItem(kept, JSON.stringify([...JSON.parse(sessionStorage.getItem(kept) ?? '[]'), ...said]))
    }).observe(document, { childList: true, subtree: true })
  }, KEPT)

/** Waits until a message with these words has come. A message is found once: the same words have to be said again for the next time. */
export async function expectSaid(page: Page, words: string | RegExp, { timeout = 45_000 } = {}): Promise<void> {
  const wanted = typeof words === 'string' ? { text: words } : { source: words.source, flags: words.flags }
  const isSaid = page.waitForFunction(
    ([kept, { text, source = '', flags = '' }]) => {
      const said = JSON.parse(sessionStorage.getItem(kept) ?? '[]') as string[]
      const at = said.findIndex((one) => (text === undefined ? new RegExp(source, flags).test(one) : one.includes(text)))
      if (at < 0) return false
      sessionStorage.setItem(kept, JSON.stringify(said.toSpliced(at, 1)))
      return true
    },
    [KEPT, wanted as { text?: string; source?: string; flags?: string }] as const,
    { timeout, polling: 100 },
  )
  await isSaid.catch(async (error: unknown) => {
    const said = await page.evaluate((kept) => sessionStorage.getItem(kept), KEPT).catch(() => null)
    throw new Error(`nothing said ${words}; said besides: ${said}`, { cause: error })
  })
}

/**
 * Waits until a market order is confirmed. A price that has meanwhile moved further than the ticket allows is offered anew, and accepted
 * as anybody would: the journey then tolerates the answer 422.
 */
export async function expectOrdered(page: Page, words: string | RegExp = 'Your order has been confirmed'): Promise<void> {
  const moved = page.getByRole('button', { name: /^(?:Buy|Sell) at \d/ }).filter({ visible: true })
  // Waits beside, and is nobody's fault when it had nothing to press.
  moved.click({ timeout: 45_000 }).catch(() => {})
  await expectSaid(page, words)
}
