// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LANGUAGES } from '../../app/language/language'
import { contrastOf, READABLE_CONTRAST } from '../../app/palette/contrast.server'
import { finishPalette } from '../../app/palette/finish-palette.server'
import type { Tenant } from '../../contract/tenant'
import { protectionOf } from '../../contract/tenant/own-texts'
import english from '../../locales/en/public.json'
import { brandPage, PAGES, STATEMENT } from '../fixtures/brand-page'
import { testTenants } from '../fixtures/test-tenants'

const tenants = testTenants()
const aurora = tenants[0] as Tenant

/** A theme whose maker wants nobody to read anything, as far as the grammar of a theme lets them. */
const hidden = Object.fromEntries(
  ['text-1', 'text-2', 'text-3', 'bg-surface', 'bg-canvas', 'brand-text', 'honest-ink', 'honest-ink-2', 'honest-ground'].map((name) => [
    name,
    '#ffffff',
  ]),
)
const crushed = { 't-xs': '0px', 't-sm': '0px', 't-md': '0px', 'lh-body': '0', 's-2': '0px', 's-4': '0px', 'font-ui': '"none"' }
const hostile: Tenant = {
  ...aurora,
  id: 'hostile',
  palette: finishPalette({
    name: 'hostile',
    modes: {
      light: { ...aurora.palette.modes.light, ...hidden, ...crushed },
      dark: { ...aurora.palette.modes.dark, ...hidden, 'text-1': 'rgb(0 0 0 / 0)', ...crushed },
    },
    shape: { ...aurora.palette.shape, 'r-md': '999px', 'r-lg': '999px' },
  }),
}

// The stub routes like a browser even when it renders on a server, and React says so once per link. The real server does not.
const isAboutTheStub = (call: unknown[]): boolean => String(call[0]).includes('useLayoutEffect does nothing on the server')
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => {})
})
afterEach(() => {
  const others = vi.mocked(console.error).mock.calls.filter((call) => !isAboutTheStub(call))
  vi.mocked(console.error).mockClear()
  expect(others).toEqual([])
})

const elementOf = (html: string, kind: 'line' | 'panel'): string =>
  new RegExp(`<section[^>]*data-honesty="${kind}"[^>]*>[\\s\\S]*?</section>`).exec(html)?.[0] ?? ''
const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')

/** Everything that the style sheet says about the element itself and what is in it. */
function rulesOf(html: string, element: string): string {
  const classes = /class="([^"]*)"/.exec(element)?.[1]?.split(' ') ?? []
  const css = [...html.matchAll(/<style[^>]*data-styled[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('')
  return [...css.matchAll(/[^{}]+\{[^{}]*\}/g)]
    .map(([rule]) => rule)
    .filter((rule) => classes.some((name) => rule.includes(`.${name}`)))
    .join('\n')
}
const ALL = [...tenants, hostile]

describe.each(ALL.map((tenant) => [tenant.id, tenant] as const))('on the site of %s', (_id, tenant) => {
  test.each([
    ...Object.keys(PAGES),
    'mine/announcement',
  ])('/%s says who stands behind it, without a licence that nobody gave', async (page) => {
    const line = textOf(elementOf(await brandPage(tenant, { page }), 'line'))
    expect(line).toContain(`${tenant.legal.entity} · ${tenant.legal.registeredAddress} · No licence stated`)
    expect(line).toContain('Simulated: no order reaches a market.')
    expect(line).toContain('Positions are closed at a margin level of 50%')
    expect(line).toContain('74.58% of accounts lost money in the last 365 days')
  })

  test('the announcement states the facts in full', async () => {
    const panel = textOf(elementOf(await brandPage(tenant, { page: 'mine/announcement' }), 'panel'))
    for (const fact of [
      'No licence stated',
      'no account on this server holds real money',
      'They are not market prices.',
      '0.45–0.6% of the margin',
      'USDT TRC20: 1 USDT',
      'EUR: 0.5% of the amount',
      '74.58% in the last 365 days, after fees (accounts counted: 1,234)',
      'Not stated: too few accounts closed a position in the last 365 days (accounts counted: 3, needed: 20)',
      '50% within 42 minutes, 95% within 22 hours',
      '200×',
      '100, 75%',
    ]) {
      expect(panel).toContain(fact)
    }
  })

  test('nothing of it is in the hands of the theme but colours that can be read', async () => {
    const html = await brandPage(tenant, { page: 'mine/announcement' })
    for (const kind of ['line', 'panel'] as const) {
      const rules = rulesOf(html, elementOf(html, kind))
      expect(rules).toMatch(/font-size:\s*1[24]px/)
      expect([...rules.matchAll(/var\(--([a-z0-9-]+)\)/g)].map((match) => match[1]).filter((name) => !name?.startsWith('honest-'))).toEqual(
        [],
      )
      expect(rules).not.toMatch(/display:\s*none|visibility|opacity|clip|position:\s*absolute/)
    }
    for (const mode of ['light', 'dark'] as const) {
      const colours = tenant.palette.modes[mode]
      for (const ink of ['honest-ink', 'honest-ink-2']) {
        expect(contrastOf(colours[ink], colours['honest-ground'])).toBeGreaterThanOrEqual(READABLE_CONTRAST)
        expect(html).toContain(`--${ink}:${colours[ink]}`)
      }
    }
  })
})

test('a brand that can be read keeps its own colours', () => {
  const { light } = aurora.palette.modes
  expect([light['honest-ink'], light['honest-ground']]).toEqual([light['text-1'], light['bg-surface']])
})

test('a licence is named with its register', async () => {
  const licence = { authority: 'Financial Services Commission', number: 'SIBA/1', registerUrl: 'https://register.example/1' }
  const html = await brandPage({ ...aurora, legal: { ...aurora.legal, licence } }, { page: 'mine/announcement' })
  expect(elementOf(html, 'line')).toContain('Licence SIBA/1, Financial Services Commission')
  expect(elementOf(html, 'panel')).toContain('href="https://register.example/1"')
  expect(textOf(html)).not.toContain('No licence stated')
})

test('a broker that cannot be asked does not make the company vanish, and no price is called a market price', async () => {
  const html = await brandPage(aurora, { page: 'mine/announcement', statement: null })
  for (const kind of ['line', 'panel'] as const) {
    expect(textOf(elementOf(html, kind))).toContain('cannot be loaded right now')
    expect(textOf(elementOf(html, kind))).toContain(aurora.legal.entity)
  }
  expect(textOf(elementOf(html, 'line'))).toContain('are not market prices')
})

test('a broker with real money and real prices is not called simulated', async () => {
  const real = { ...STATEMENT, execution_model: 'internalised', money_is_simulated: false, price_source_is_simulated: false } as const
  const text = textOf(elementOf(await brandPage(aurora, { page: 'mine/announcement', statement: real }), 'panel'))
  expect(text).toContain('Internalised')
  expect(text).not.toMatch(/simulated/i)
})

test.each(LANGUAGES.map((language) => [language]))('in %s it names company, share and accounts', async (language) => {
  const html = await brandPage(aurora, { page: 'home', language })
  const line = textOf(elementOf(html, 'line'))
  for (const fact of [aurora.legal.entity, '74.58', '1,234', '365', '50']) expect(line).toContain(fact)
})

test('no company can put its own words in their place', () => {
  const keys = (texts: object, prefix: string): string[] =>
    Object.entries(texts).flatMap(([name, text]) => (typeof text === 'string' ? [prefix + name] : keys(text, `${prefix}${name}.`)))
  const told = [...keys(english.honesty, 'public:honesty.'), ...keys(english.footer, 'public:footer.')]
  expect(told.length).toBeGreaterThan(40)
  expect(told.filter((key) => protectionOf(key) === null)).toEqual([])
})
