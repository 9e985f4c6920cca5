import { expect, test } from 'vitest'
import type { RouteHandle } from './route-handle'
import { groupsOfScreen, SCREEN_TITLES } from './screens'

const ROUTES = import.meta.glob<{ readonly handle?: RouteHandle }>('../routes/traders/*.tsx')
const NAMES: Readonly<Record<string, string>> = { '/': 'home' }

test.each(Object.keys(SCREEN_TITLES))('%s has the texts that its route says it shows', async (screen) => {
  const name = NAMES[screen] ?? screen.split('/').at(-1)
  const route = await ROUTES[`../routes/traders/${name}.tsx`]?.()
  expect(groupsOfScreen(screen)).toEqual(route?.handle?.i18n)
})
