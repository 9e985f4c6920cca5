// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Language } from '../../app/language/language'
import { brandPage } from '../fixtures/brand-page'
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

async function htmlOf(tenantId: string, language: Language = 'en'): Promise<string> {
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (tenant === undefined) throw new Error(`no tenant ${tenantId}`)
  return brandPage(tenant, { page: 'mine/announcement', language })
}

/** Classes of our components. */
const classesOf = (html: string): string[] => [...new Set([...html.matchAll(/class="([^"]*)"/g)].map((match) => match[1] ?? ''))].sort()
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
    const tokens = tenant?.palette.modes.light
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
