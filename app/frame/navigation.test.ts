import { expect, test } from 'vitest'
import { isCurrentEntry, keptAddress, TABS } from './navigation'

/** The tab that remembers an address. */
const tabOf = (pathname: string, search = '') => TABS.find(({ href }) => isCurrentEntry(href, { pathname, search }))?.href

test.each([
  ['/order', '?type=3', '/order'],
  ['/rank', '', '/rank'],
  ['/rank', '?kind=demo&sort=drawdown', '/rank'],
  ['/rank', '?tab=copy&kind=demo', '/rank?tab=copy'],
  ['/login', '', undefined],
])('%s%s belongs to the tab %s', (pathname, search, href) => {
  expect(tabOf(pathname, search)).toBe(href)
})

test('a tab leads back to where it was left, ranking and copy each to their own', () => {
  const kept = { '/order': '?type=3', '/rank': '?kind=demo', '/rank?tab=copy': '?tab=copy&kind=real' }
  expect(TABS.map(({ href }) => keptAddress(href, kept))).toEqual([
    '/',
    '/trade',
    '/order?type=3',
    '/rank?tab=copy&kind=real',
    '/rank?kind=demo',
  ])
})
