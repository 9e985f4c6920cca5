// @vitest-environment node
import { createRemixStub } from '@remix-run/testing'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { ServerStyleSheet } from 'styled-components'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createServerI18n } from '../../app/platform/i18n.server'
import { directionOf, type Language, languageFacts } from '../../app/platform/language'
import { ServerPageContext } from '../../app/platform/server-page'
import type { SiteData } from '../../app/platform/site'
import { publicTenant, themeOf } from '../../app/platform/tenant.server'
import RootPage, { Layout } from '../../app/root'
import Announcement, { handle } from '../../app/routes/announcement'
import { testTenants } from '../fixtures/test-tenants'

const tenants = testTenants()

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

/** The HTML of a page as the server writes it, with its styles. */
async function htmlOf(tenantId: string, language: Language = 'en'): Promise<string> {
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (tenant === undefined) throw new Error(`no tenant ${tenantId}`)
  const site: SiteData = {
    tenant: publicTenant(tenant),
    trader: null,
    account: null,
    themeColour: themeOf(tenant).modes[tenant.theme.defaultMode]['bg-surface'] ?? '',
    basicInfo: null,
    language,
    dir: directionOf(language),
    htmlLang: languageFacts(language).tag,
    mode: tenant.theme.defaultMode,
    updown: tenant.theme.priceColours ?? 'green-up',
    hideAmounts: false,
    origin: tenant.siteOrigin,
    socketUrl: 'ws://localhost:3000/v1/ws',
    localeUrl: '/locales/en.0.json',
    toast: null,
    serverTime: 0,
    kind: 'tenant',
    isBrokerReachable: true,
    hasDevTools: false,
  }
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => site,
      Component: () => (
        <Layout>
          <RootPage />
        </Layout>
      ),
      children: [{ id: 'page', path: 'mine/announcement', handle, Component: Announcement }],
    },
  ])
  const sheet = new ServerStyleSheet({ nonce: 'test-nonce' })
  const html = renderToString(
    sheet.collectStyles(
      <ServerPageContext.Provider value={{ nonce: 'test-nonce', theme: themeOf(tenant) }}>
        <I18nextProvider i18n={await createServerI18n(language)}>
          <Stub
            initialEntries={['/mine/announcement']}
            hydrationData={{ loaderData: { root: site, page: { title: 'x', announcements: [] } } }}
          />
        </I18nextProvider>
      </ServerPageContext.Provider>,
    ),
  )
  return html.replace('</head>', () => `${sheet.getStyleTags()}</head>`)
}

/** Classes of our components; an icon carries its own name and may differ (a sun for a light brand). */
const classesOf = (html: string): string[] =>
  [...new Set([...html.matchAll(/class="([^"]*)"/g)].map((match) => match[1] ?? ''))].filter((names) => !names.startsWith('lucide')).sort()
const styledRules = (html: string): string => /<style[^>]*data-styled[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''

describe('the HTML of two brands', () => {
  test('has the same class names and the same component rules: only the values of the tokens differ', async () => {
    const [aurora, meridian] = await Promise.all([htmlOf('aurora'), htmlOf('meridian')])
    expect(classesOf(aurora).length).toBeGreaterThan(10)
    expect(classesOf(meridian)).toEqual(classesOf(aurora))
    expect(styledRules(meridian)).toBe(styledRules(aurora))
    expect(styledRules(aurora)).not.toBe('')
  })

  test.each(tenants.map(({ id }) => id))('carries the colours of %s before the first paint', async (id) => {
    const html = await htmlOf(id)
    const tenant = tenants.find((each) => each.id === id)
    const head = html.slice(0, html.indexOf('</head>'))
    const tokens = tenant === undefined ? undefined : themeOf(tenant).modes.light
    expect(head).toContain(`--brand:${tokens?.brand}`)
    expect(head).toContain(`--bg-canvas:${tokens?.['bg-canvas']}`)
    expect(html).toContain(`data-mode="${tenant?.theme.defaultMode}"`)
    expect(head).toContain(tenant?.iconPath)
  })

  test('names its own company and no other', async () => {
    const html = await htmlOf('meridian')
    expect(html).toContain('Meridian Prime Capital Ltd')
    for (const other of tenants.filter(({ id }) => id !== 'meridian')) {
      expect(html).not.toContain(other.legal.entity)
      expect(html).not.toContain(other.name)
    }
  })

  test('puts the nonce on every style and script element', async () => {
    const html = await htmlOf('aurora')
    const elements = html.match(/<(script|style)\b[^>]*>/g) ?? []
    expect(elements.length).toBeGreaterThan(2)
    expect(elements.filter((element) => !element.includes('nonce="test-nonce"'))).toEqual([])
  })

  test('says DEMO first on a demo site, and nowhere on another', async () => {
    expect(await htmlOf('graphite')).toContain('DEMO: this site is a demonstration and test.')
    expect(await htmlOf('aurora')).not.toContain('DEMO')
  })

  test('is in the direction of the language', async () => {
    expect(await htmlOf('saffron', 'ar')).toMatch(/<html lang="ar" dir="rtl"/)
    expect(await htmlOf('saffron', 'hk')).toMatch(/<html lang="zh-Hant-HK" dir="ltr"/)
  })
})
