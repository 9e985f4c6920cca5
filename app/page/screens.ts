/**
 * The screens of the site that a reader can name: what each is called and whose texts it shows, the nearest group first. The groups
 * are those of the routes' handles, which a page cannot ask about another page; a test holds the two together.
 */
import { PAGE_ACCESS } from '../addresses/route-access'
import type { TextGroup } from '../language/namespaces'
import { PAGE_TITLES } from './page-titles'

/** Pages without a bar that says their title. */
const OTHER_TITLES: Readonly<Record<string, string>> = {
  '/': 'tabbar:quotes',
  '/trade': 'tabbar:trade',
  '/order': 'tabbar:orders',
  '/user': 'user:account',
  '/login': 'auth:logIn',
  '/language': 'user:language',
  '/proof': 'proof:title',
  '/verify': 'receipt:title',
  '/execution': 'execution:title',
  '/developers': 'developers:title',
  '/mine/announcement': 'user:announcement',
  '/mine/statements': 'wallet:statement.all',
  '/mine/solvency': 'proof:solvency.title',
  '/mine/challenges': 'proof:challenge.all',
  '/mine/notices': 'notice:page.title',
  '/mine/alerts': 'notice:alerts.title',
  '/mine/system': 'user:system',
}

/** Shown as the screen that is named: they share its title. */
const PART_OF: Readonly<Record<string, string>> = {
  '/mine/challenge': '/mine/challenges',
  '/news/detail': '/news',
  '/login/code': '/login',
  '/mine/withdraw-way': '/mine/withdraw',
  '/feedback/wording': '/feedback',
}

const GROUPS: Readonly<Record<string, readonly TextGroup[]>> = {
  '/': ['product', 'order', 'public'],
  '/trade': ['trade', 'order', 'product', 'public'],
  '/order': ['order', 'public'],
  '/rank': ['documentary', 'public'],
  '/user': ['user', 'public'],
  '/news': ['news', 'public'],
  '/feedback': ['account', 'auth', 'financial', 'user', 'public'],
  '/login': ['auth', 'public'],
  '/register': ['auth', 'public'],
  '/forgot': ['auth', 'forgot', 'public'],
  '/product': ['product', 'public'],
  '/language': ['user', 'account', 'public'],
  '/proof': ['proof', 'receipt', 'execution', 'public'],
  '/verify': ['receipt', 'proof', 'wallet', 'order', 'user', 'public'],
  '/execution': ['execution', 'order', 'receipt', 'proof', 'public'],
  '/developers': ['developers', 'public'],
  '/not-me': ['account', 'public'],
  '/mine/auth': ['account', 'user', 'public'],
  '/mine/invite': ['account', 'user', 'public'],
  '/mine/email': ['account', 'user', 'public'],
  '/mine/announcement': ['user', 'public'],
  '/mine/password': ['auth', 'forgot', 'user', 'public'],
  '/mine/sessions': ['account', 'user', 'public'],
  '/mine/two-step': ['account', 'auth', 'user', 'public'],
  '/mine/confirm': ['account', 'public'],
  '/mine/history': ['wallet', 'user', 'public'],
  '/mine/statements': ['wallet', 'financial', 'proof', 'receipt', 'user', 'public'],
  '/mine/solvency': ['proof', 'receipt', 'order', 'public'],
  '/mine/challenges': ['proof', 'receipt', 'order', 'account', 'withdraw', 'public'],
  '/mine/notices': ['notice', 'public'],
  '/mine/alerts': ['notice', 'bank', 'public'],
  '/alert-mail': ['notice', 'public'],
  '/mine/charge': ['financial', 'user', 'public'],
  '/mine/withdraw': ['withdraw', 'bank', 'account', 'user', 'public'],
  '/mine/chat': ['account', 'auth', 'financial', 'user', 'public'],
  '/mine/system': ['user', 'auth', 'public'],
  '/mine/wallet': ['wallet', 'financial', 'user', 'proof', 'public'],
  '/mine/bank-card-list': ['bank', 'user', 'public'],
  '/mine/coin-address-list': ['bank', 'user', 'public'],
}

/** Text key of each screen's name, by its path, in the order in which they are offered. */
export const SCREEN_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(PAGE_ACCESS).flatMap((path) => {
    const title = OTHER_TITLES[path] ?? PAGE_TITLES[path]
    return title === undefined || Object.hasOwn(PART_OF, path) ? [] : [[path, title]]
  }),
)

/** The screen that a path shows, or null: the desk and what is no page are none. @param path in the spelling of the table */
export function screenOf(path: string): string | null {
  const screen = PART_OF[path] ?? path
  return Object.hasOwn(SCREEN_TITLES, screen) ? screen : null
}

/** The text groups of a screen, the nearest first. */
export function groupsOfScreen(screen: string): readonly TextGroup[] {
  return GROUPS[screen] ?? []
}
