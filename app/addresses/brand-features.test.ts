/** What a company's file says about pages, font and words, through the site's own loaders over a whole broker. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import type { RealTrader } from '../../tests/fixtures/real-trader'
import { siteContext } from '../../tests/fixtures/site-visitor'
import { testTenants } from '../../tests/fixtures/test-tenants'
import type { HomeData } from '../features/market/home-data'
import { SIDE_GROUPS, shownEntries, TABS, TOP_LINKS } from '../frame/navigation'
import { fixedT, localeResource, localeUrl, serverI18n } from '../language/i18n.server'
import { finishPalette } from '../palette/finish-palette.server'
import { loader as loadLocale } from '../routes/resources/locales'
import { loader as loadChat } from '../routes/traders/chat'
import { loader as loadHome } from '../routes/traders/home'
import { loader as loadInvite } from '../routes/traders/invite'
import { loader as loadMine } from '../routes/traders/mine'
import { loader as loadNews } from '../routes/traders/news'
import { loader as loadArticle } from '../routes/traders/news-detail'
import { loader as loadRank, action as saveRank } from '../routes/traders/rank'
import { loadSite } from '../visitor/load-site.server'
import { isPageShown, PAGE_ACCESS, PAGE_FEATURES } from './route-access'

const OFF = { ranking: false, news: false, invite: false, chat: false }
const OWN_TEXTS = {
  en: { 'auth:sideTitle': 'Trade with Aurora.', 'public:brandHome': 'Home of {{name}}', 'tabbar:quotes': 'Prices' },
  fr: { 'tabbar:quotes': 'Les prix' },
}

let world: World
let trader: RealTrader
beforeAll(async () => {
  world = await createWorld({ tenants: { aurora: { features: OFF, texts: OWN_TEXTS } } })
  trader = await world.realTrader()
})
afterAll(() => world.close())

type Loader = (args: never) => unknown
/** Where a loader leads, or null when it stays. */
async function ledTo(load: Loader, page: string, visit: Parameters<typeof siteContext>[2] = {}): Promise<string | null> {
  const call = siteContext(world, page, visit)
  try {
    await load({ ...call, params: {} } as never)
    return null
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return thrown.headers.get('location')
  }
}

describe('a page that the company leaves out', () => {
  test.each<[string, Loader]>([
    ['/rank', loadRank],
    ['/rank?tab=copy', loadRank],
    ['/rank.data', loadRank],
    ['/news', loadNews],
    ['/news/detail?id=1', loadArticle],
    ['/mine/invite', loadInvite],
    ['/mine/invite', loadMine],
    ['/mine/chat', loadChat],
  ])('%s leads home like an address that does not exist, and is there for the others', async (page, load) => {
    const cookies = { candor_session: trader.token }
    expect(await ledTo(load, page, { cookies })).toBe('/')
    expect(await ledTo(load, page, { tenant: 'meridian' })).not.toBe('/')
  })

  test('takes no form either', async () => {
    expect(await ledTo(saveRank, '/rank', { body: { listed: '1' } })).toBe('/')
  })

  test('is in no menu; all others stay', () => {
    const hrefs = (entries: readonly { readonly href: string }[]) => shownEntries(entries, OFF).map(({ href }) => href)
    expect(hrefs(TABS)).toEqual(['/', '/trade', '/order'])
    expect(hrefs(TOP_LINKS)).toEqual(['/', '/trade', '/order'])
    expect(SIDE_GROUPS.flatMap(({ entries }) => hrefs(entries))).toEqual(
      SIDE_GROUPS.flatMap(({ entries }) => entries.map(({ href }) => href)).filter(
        (href) => !['/mine/invite', '/mine/chat'].includes(href),
      ),
    )
    expect(shownEntries(TABS, undefined)).toEqual(TABS)
  })

  test('leaves no heads of news on the home page', async () => {
    const { context, request } = siteContext(world, '/')
    const home = (await loadHome({ context, request, params: {} } as never)) as HomeData
    expect(home.news).toEqual([])
  })

  test('no switch reaches what shows money, records, risk, law, or the account itself', () => {
    const kept = Object.keys(PAGE_ACCESS).filter((page) => isPageShown(page, OFF))
    expect(kept).toEqual(Object.keys(PAGE_ACCESS).filter((page) => !Object.hasOwn(PAGE_FEATURES, page)))
    expect(kept).toEqual(
      expect.arrayContaining([
        '/order',
        '/verify',
        '/mine/announcement',
        '/mine/email',
        '/mine/history',
        '/mine/statements',
        '/mine/withdraw',
        '/mine/charge',
        '/mine/notices',
      ]),
    )
  })
})

describe('words of the company', () => {
  const aurora = () => world.tenant('aurora')

  test('stand in the pages of its site, in loaders and in what the browser is sent', async () => {
    const page = await serverI18n('en', aurora())
    expect(page.t('auth:sideTitle')).toBe('Trade with Aurora.')
    expect(page.t('public:brandHome', { name: 'Aurora' })).toBe('Home of Aurora')
    expect((await fixedT({ language: 'en', tenant: aurora() }))('tabbar:quotes')).toBe('Prices')
    expect(JSON.parse(localeResource('en', aurora()).json).tabbar.quotes).toBe('Prices')
  })

  test('are another resource than the house’s, and another company never gets them', async () => {
    const { site } = await loadSite(siteContext(world, '/').request, siteContext(world, '/').context)
    expect(site.localeUrl).toBe(localeUrl('en', aurora()))
    expect(localeUrl('en', aurora())).not.toBe(localeUrl('en'))
    expect(localeUrl('en', world.tenant('meridian'))).toBe(localeUrl('en'))
    expect((await fixedT({ language: 'en', tenant: world.tenant('meridian') }))('tabbar:quotes')).toBe('Quotes')
    const file = localeUrl('en', aurora()).replace('/locales/', '')
    const answer = (tenant: string) => loadLocale({ ...siteContext(world, '/x', { tenant }), params: { file } } as never) as Response
    expect(answer('aurora').status).toBe(200)
    expect(await answer('aurora').json()).toMatchObject({ tabbar: { quotes: 'Prices' } })
    expect(answer('meridian').headers.get('location')).toBe(localeUrl('en'))
  })

  test('in one language leave the others alone', async () => {
    expect((await serverI18n('fr', aurora())).t('tabbar:quotes')).toBe('Les prix')
    expect((await serverI18n('hk', aurora())).t('tabbar:quotes')).toBe((await serverI18n('hk')).t('tabbar:quotes'))
  })
})

describe('the font of the company', () => {
  const shapeWith = (font: 'inter' | 'source-serif' | 'system') => {
    const tenant = testTenants().find(({ id }) => id === 'aurora')
    if (tenant === undefined) throw new Error('no tenant aurora')
    return finishPalette(tenant.palette, { ...tenant.theme, font }).shape
  }
  test.each([
    ['inter', 'var(--font-ui)'],
    ['source-serif', '"Source Serif 4", var(--font-serif-fallback)'],
    ['system', 'system-ui, sans-serif'],
  ] as const)('%s: %s', (font, family) => expect(shapeWith(font)['font-display']).toBe(family))
})
