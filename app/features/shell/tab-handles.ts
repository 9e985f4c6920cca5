/**
 * What the six main screens tell the shell. Their routes give it as their `handle`; it stands here because the shell frames such a
 * screen while it is still on its way, before its route is known to the page.
 */
import type { RouteHandle } from '../../page/route-handle'
import type { TabName } from '../../visitor/tab-state'

export const TAB_HANDLES = {
  home: { i18n: ['product', 'order', 'public'], shell: 'tabs', bar: 'brand' },
  trade: { i18n: ['trade', 'order', 'product', 'public'], shell: 'tabs', bar: 'own', width: 'full', noFooter: true },
  order: { i18n: ['order', 'public'], shell: 'tabs', bar: 'title', titleKey: 'order:title' },
  rank: { i18n: ['documentary', 'public'], shell: 'tabs', bar: 'own', titleKey: 'documentary:title' },
  user: { i18n: ['user', 'public'], shell: 'tabs', titleKey: 'user:account' },
  news: { i18n: ['news', 'public'], shell: 'tabs', bar: 'title', titleKey: 'tabbar:news' },
} as const satisfies Readonly<Record<TabName, RouteHandle>>
