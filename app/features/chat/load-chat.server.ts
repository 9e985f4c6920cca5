/**
 * Where a company's customer service is: a page of its chat provider, on a host that the company's own file allows, or the site's own
 * page with its hours and the feedback form.
 */
import { getBasicInfo } from '../../../contract/companies'
import { fixedT } from '../../language/i18n.server'
import { askOutside } from '../../process/outside-request.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { beginningOf, loadFeedback } from '../feedback/feedback.server'
import type { ChatData, ChatVerdict } from './chat-data'
import { chatChecker } from './check-chat.server'
import { shownHours } from './service-hours.server'

const OWN_WINDOW = 2

const check = chatChecker(askOutside)

/** What the server sees of the provider's page; nothing where the company has none. */
export async function checkChat(context: SiteContext): Promise<ChatVerdict> {
  const { link } = await loadProvider(context)
  return link === null ? 'silent' : check(link, context.origin)
}

export async function loadChat(context: SiteContext, search = new URLSearchParams()): Promise<ChatData> {
  const [t, provider] = await Promise.all([fixedT(context), loadProvider(context)])
  const hours = context.tenant?.service?.hours
  return {
    title: t('user:customerService'),
    ...provider,
    hours: hours === undefined ? null : shownHours(hours, context.now(), context.language),
    about: provider.link === null ? '' : beginningOf(search, t),
    feedback: provider.link === null ? await loadFeedback(context, search) : null,
  }
}

async function loadProvider(context: SiteContext): Promise<Pick<ChatData, 'link' | 'opensWindow'>> {
  const info = await context.broker.as(null).call(getBasicInfo, {}, { initial: true })
  const link = info.ok ? allowedLink(info.data.service_link, context.tenant?.linkHosts ?? []) : null
  return { link, opensWindow: info.ok && info.data.service_link_type === OWN_WINDOW }
}

/** The address comes from the broker: nothing but https, and no host that the company's file does not name. */
function allowedLink(link: string, hosts: readonly string[]): string | null {
  const target = URL.canParse(link) ? new URL(link) : null
  return target?.protocol === 'https:' && hosts.includes(target.hostname) ? target.href : null
}
