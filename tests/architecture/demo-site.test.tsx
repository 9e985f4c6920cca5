// @vitest-environment node
/** A site whose title is DEMO says so wherever it is met, and no other site does. */
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { webManifest } from '../../app/brand/manifest.server'
import { readFont, shareImageSvg } from '../../app/brand/share-image.server'
import { composeMessage } from '../../broker/delivery/compose-message'
import { loadTexts } from '../../broker/ground/texts'
import { BrokerStatement } from '../../contract/companies'
import { listReceipts } from '../../contract/orders'
import { LANGUAGES } from '../../contract/primitives'
import { brandPage, PAGES } from '../fixtures/brand-page'
import { createWorld, type World } from '../fixtures/create-world'
import { LOCALES_DIR, testTenants } from '../fixtures/test-tenants'
import { open } from '../fixtures/trader-actions'

const demo = testTenants().find(({ isDemoSite }) => isDemoSite)
const plain = testTenants().find(({ isDemoSite }) => !isDemoSite)
if (demo === undefined || plain === undefined) throw new Error('both kinds of brand are needed')
const SITES = [
  ['a demonstration', demo, true],
  ['any other site', plain, false],
] as const
const root = fileURLToPath(new URL('../..', import.meta.url))

const isAboutTheStub = (call: unknown[]): boolean => String(call[0]).includes('useLayoutEffect does nothing on the server')
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => {})
})
afterEach(() => {
  const others = vi.mocked(console.error).mock.calls.filter((call) => !isAboutTheStub(call))
  vi.mocked(console.error).mockClear()
  expect(others).toEqual([])
})

const textOf = (html: string): string => html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ')

describe.each(SITES)('%s', (_kind, tenant, isDemo) => {
  const says = (text: string | undefined) => expect(text?.includes('DEMO')).toBe(isDemo)

  test('in the title of the document and of a link to it', async () => {
    const html = await brandPage(tenant, { page: 'mine/announcement' })
    says(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
    for (const property of ['og:title', 'og:site_name']) {
      says(new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? '')
    }
    expect(html).toContain(`property="og:image" content="${tenant.siteOrigin}/share.png"`)
  })

  test.each(Object.keys(PAGES))('on the ribbon of /%s, before anything else', async (page) => {
    const html = await brandPage(tenant, { page })
    expect(html.includes('data-demo-ribbon=')).toBe(isDemo)
    says(textOf(html))
    if (isDemo) expect(html.indexOf('data-demo-ribbon=')).toBeLessThan(html.search(/<(?:header|main|nav)/))
  })

  test('in the first note of the announcement', async () => {
    const html = await brandPage(tenant, { page: 'mine/announcement' })
    says(/<article[^>]*>\s*<p[^>]*>([^<]*)<\/p>/.exec(html)?.[1] ?? '')
  })

  test('under the icon of whoever installs it, in every language', () => {
    for (const language of LANGUAGES) {
      const { name, short_name } = webManifest(tenant, language)
      says(name)
      says(short_name)
    }
  })

  test('on the picture of a link', async () => {
    const svg = shareImageSvg(tenant, await readFont(`${root}public/fonts/inter-latin-700.woff`))
    expect(svg.includes('id="demo"')).toBe(isDemo)
  })

  test('in mails and texts', async () => {
    const texts = await loadTexts(LOCALES_DIR)
    for (const channel of ['email', 'sms'] as const) {
      const recipient = { channel, to: 'a@example.com' }
      const mail = await composeMessage(texts, {
        tenant,
        language: 'en',
        kind: 'code-register',
        recipient,
        values: { code: '123456' },
      } as never)
      says(channel === 'email' ? mail.subject : mail.text)
      if (channel === 'email') {
        says(mail.text)
        says(mail.html)
      }
    }
  })
})

describe('what the broker signs and publishes', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(() => world.close())

  test.each(SITES)('of %s says in the signed body of a receipt and in its statement which it is', async (_kind, { id }, isDemo) => {
    const trader = await world.demoTrader(id)
    const order = await open(world, trader, 'buy', 'EURUSD', { lots: '0.1', leverage: '20' })
    const { data } = await trader.call(listReceipts, { id: order.Id })
    const bodies = data.map(({ body }) => body)
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies) expect(body).toMatchObject({ demo_site: isDemo, price_source_is_simulated: true })
    const response = await world.broker.fetch(new Request(`http://${trader.host}/.well-known/broker.json`))
    expect(BrokerStatement.parse(await response.json()).is_demo_site).toBe(isDemo)
  })
})
