/** Where the bars of the site lead. Labels are text keys; the place of an entry is its place in the design. */
import { paths } from '../addresses/paths'
import { isPageShown } from '../addresses/route-access'
import type { PublicTenant } from '../brand/public-tenant'
import type { IconName } from '../ui'

interface NavigationEntry {
  readonly href: string
  readonly labelKey: string
  readonly icon: IconName
}

/** The five tabs of touch layouts. */
export const TABS: readonly NavigationEntry[] = [
  { href: paths.home(), labelKey: 'tabbar:quotes', icon: 'chart-no-axes-column' },
  { href: paths.trade(), labelKey: 'tabbar:trade', icon: 'chart-candlestick' },
  { href: paths.orders(), labelKey: 'tabbar:orders', icon: 'receipt-text' },
  { href: paths.rank({ tab: 'copy' }), labelKey: 'tabbar:documentary', icon: 'users-round' },
  { href: paths.rank(), labelKey: 'tabbar:ranking', icon: 'trophy' },
]

/** The links of the desktop bar: the tabs, then the news. */
export const TOP_LINKS: readonly NavigationEntry[] = [...TABS, { href: paths.news(), labelKey: 'tabbar:news', icon: 'newspaper' }]

interface NavigationGroup {
  readonly key: string
  readonly titleKey?: string
  readonly entries: readonly NavigationEntry[]
}

export const SIDE_GROUPS: readonly NavigationGroup[] = [
  {
    key: 'account',
    entries: [
      { href: paths.user(), labelKey: 'user:overview', icon: 'user-round' },
      { href: paths.mine.auth(), labelKey: 'user:verification', icon: 'id-card' },
      { href: paths.mine.password(), labelKey: 'user:password', icon: 'lock-keyhole' },
      { href: paths.mine.notices(), labelKey: 'notice:page.title', icon: 'bell' },
      { href: paths.mine.alerts(), labelKey: 'notice:alerts.title', icon: 'bell' },
      { href: paths.mine.sessions(), labelKey: 'user:sessions', icon: 'monitor' },
      { href: paths.mine.twoStep(), labelKey: 'user:twoStep', icon: 'shield-check' },
      { href: paths.language(), labelKey: 'user:language', icon: 'languages' },
    ],
  },
  {
    key: 'money',
    titleKey: 'user:groupMoney',
    entries: [
      { href: paths.mine.wallet(), labelKey: 'user:wallet', icon: 'wallet' },
      { href: paths.mine.charge(), labelKey: 'user:deposit', icon: 'arrow-down-to-line' },
      { href: paths.mine.withdraw(), labelKey: 'user:withdraw', icon: 'arrow-up-from-line' },
      { href: paths.mine.coinAddresses(), labelKey: 'user:coinAddresses', icon: 'qr-code' },
      { href: paths.mine.bankCards(), labelKey: 'user:bankCards', icon: 'landmark' },
      { href: paths.mine.history(), labelKey: 'user:accountDetail', icon: 'history' },
      { href: paths.mine.statements(), labelKey: 'wallet:statement.all', icon: 'scroll-text' },
    ],
  },
  {
    key: 'more',
    titleKey: 'user:groupMore',
    entries: [
      { href: paths.mine.invite(), labelKey: 'user:invite', icon: 'user-round-plus' },
      { href: paths.mine.chat(), labelKey: 'user:customerService', icon: 'headset' },
      { href: paths.mine.announcement(), labelKey: 'user:announcement', icon: 'megaphone' },
      { href: paths.mine.email(), labelKey: 'user:companyEmail', icon: 'mail' },
      { href: paths.feedback(), labelKey: 'user:feedback', icon: 'message-square' },
    ],
  },
]

/** The entries whose pages the company has. */
export function shownEntries<Entry extends { readonly href: string }>(
  entries: readonly Entry[],
  features: PublicTenant['features'] | undefined,
): readonly Entry[] {
  return entries.filter(({ href }) => isPageShown(href, features))
}

/** Where a link of a bar leads: to the list, filter or instrument at which its screen was last seen. */
export function keptAddress(href: string, searches: Readonly<Record<string, string>>): string {
  const search = searches[href]
  return search === undefined ? href : `${href.split('?')[0]}${search}`
}

/** Whether a link of a bar stands for the page that is shown. Copy and ranking share a path and differ by their tab. */
export function isCurrentEntry(href: string, location: { pathname: string; search: string }): boolean {
  const target = new URL(href, 'http://site.invalid')
  const isRank = target.pathname === paths.rank()
  if (!isRank)
    return (
      location.pathname === target.pathname || (target.pathname === paths.news() && location.pathname.startsWith(`${target.pathname}/`))
    )
  return location.pathname === target.pathname && new URLSearchParams(location.search).get('tab') === target.searchParams.get('tab')
}
