import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '../../app/addresses/route-access'
import routes from '../../app/routes'
import { AT_THE_DESK, OF_A_COMPANY, type Visitor } from './places'
import { planAll, planSample, planShortSample, SITES, SIZES } from './plan'

const pathOf = (path: string): string => path.split('?')[0] ?? path
const seenBy = (...visitors: Visitor[]) =>
  new Set(OF_A_COMPANY.filter(({ as, sentTo }) => visitors.includes(as) && sentTo === undefined).map(({ path }) => pathOf(path)))

test('the matrix opens every page of the access table as somebody who may see it', () => {
  // Between the password and the code of a sign-in there is nothing to open by its address.
  const mayOpen = Object.entries(PAGE_ACCESS).filter(([path]) => path !== '/login/code')
  const asNobody = seenBy('nobody')
  const asTrader = seenBy('real', 'secured')
  const unseen = mayOpen.filter(([path, access]) => !(access === 'open' ? asNobody : asTrader).has(path))
  expect(unseen).toEqual([])
})

test('the matrix knocks at every guarded page as nobody', () => {
  const knockedAt = new Set(
    OF_A_COMPANY.filter(({ as, sentTo }) => as === 'nobody' && sentTo !== undefined).map(({ path }) => pathOf(path)),
  )
  const guarded = Object.entries(PAGE_ACCESS).filter(([, access]) => access !== 'open')
  expect(guarded.filter(([path]) => !knockedAt.has(path))).toEqual([])
})

interface Entry {
  readonly path?: string
  readonly file: string
  readonly children?: readonly Entry[]
}

test('the matrix opens every page of the desk', () => {
  const desk = (routes as readonly Entry[]).find(({ path }) => path === 'desk')
  const pages = (desk?.children ?? [])
    .filter(({ file }) => file.endsWith('.tsx'))
    .map(({ path }) => (path === undefined ? '/desk' : `/desk/${path}`))
  const seen = new Set(AT_THE_DESK.map(({ path }) => pathOf(path)))
  expect(pages.filter((path) => !seen.has(path))).toEqual([])
})

test('the sample has every place once on each size, every company and every language of the matrix', () => {
  const sample = planSample()
  const places = new Set(planAll({ sites: SITES, sizes: SIZES, modes: ['own'], languages: ['en'] }).map(({ place }) => place))
  expect(new Set(sample.map(({ place }) => place))).toEqual(places)
  expect(sample).toHaveLength(places.size * 2)
  expect(new Set(sample.map(({ site }) => site))).toEqual(new Set(SITES))
  expect(new Set(sample.map(({ language }) => language))).toEqual(new Set(['en', 'hk', 'ar', 'de', 'th']))
})

test('the short sample has every place once, on both sizes, with every company and every language of the matrix', () => {
  const sample = planShortSample()
  expect(new Set(sample.map(({ place }) => place))).toEqual(new Set(planSample().map(({ place }) => place)))
  expect(sample).toHaveLength(planSample().length / SIZES.length)
  expect(new Set(sample.map(({ size }) => size))).toEqual(new Set(SIZES))
  expect(new Set(sample.map(({ site }) => site))).toEqual(new Set(SITES))
  expect(new Set(sample.map(({ language }) => language))).toEqual(new Set(['en', 'hk', 'ar', 'de', 'th']))
})

test('a language that a company does not offer is not asked of it', () => {
  const plan = planAll({ sites: ['saffron'], sizes: ['phone'], modes: ['own'] })
  expect(plan.some(({ language }) => language === 'de')).toBe(false)
  expect(plan.some(({ language }) => language === 'fa')).toBe(true)
})
