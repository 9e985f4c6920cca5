/** For screens that need nothing from the broker but their own title. */
import { fixedT } from '../language/i18n.server'
import type { SiteContext } from './load-context.server'

export async function loadTitle(context: SiteContext, textKey: string): Promise<{ title: string }> {
  const t = await fixedT(context)
  return { title: t(textKey) }
}
