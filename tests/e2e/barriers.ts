import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What a machine finds on the page that keeps somebody out, one line each. */
export async function barriersOn(page: Page): Promise<string[]> {
  const { pathname, search } = new URL(page.url())
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${pathname}${search} ${id}: ${html.slice(0, 160)} ${failureSummary?.replace(/\s+/g, ' ').slice(0, 200) ?? ''}`,
    ),
  )
}
