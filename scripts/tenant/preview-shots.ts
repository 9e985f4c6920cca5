/** Pictures of every main screen of one brand: two sizes, both modes, both directions of writing, with a demo trader signed in. */
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { paths } from '../../app/addresses/paths'
import { COOKIE } from '../../app/cookies/cookies'
import type { Endpoint } from '../../contract/endpoint'
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { createDemoAccount } from '../../contract/users'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
type SizeName = keyof typeof SIZES

export interface Look {
  readonly size: SizeName
  readonly mode: 'light' | 'dark'
  readonly language: Language
}

/** Signed out first: signing in is not undone. */
const SIGNED_OUT = {
  welcome: paths.home(),
  login: paths.login(),
  register: paths.register(),
  announcement: paths.mine.announcement(),
} as const
const SIGNED_IN = {
  home: paths.home(),
  trade: paths.trade(),
  order: paths.orders(),
  mine: paths.user(),
  wallet: paths.mine.wallet(),
  deposit: paths.mine.charge(),
  news: paths.news(),
  ranking: paths.rank(),
  language: paths.language(),
} as const

type Features = Pick<Tenant['features'], 'news' | 'ranking'>

/** The screens of a signed-in trader without the pages that the brand leaves out. */
export function signedInScreens(features: Features): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(SIGNED_IN).filter(([screen]) => !(screen in features) || features[screen as keyof Features]))
}

export interface Shot extends Look {
  readonly screen: string
  /** Name of the picture in the folder. */
  readonly file: string
}

const SETTLE_MS = 700
/** The chart draws its candles after the page. */
const CHART_SETTLE_MS = 2_500
const SESSION_COOKIE = 'candor_session'

/** A trader with positions, so that no screen is empty. Made once; every look shows the same one. */
export async function signInDemoTrader(browser: Browser, origin: string): Promise<string> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(origin + paths.mine.announcement())
    const { token } = createDemoAccount.output.parse(await call(page, createDemoAccount, {}))
    const instruments = listInstruments.output.parse(await call(page, listInstruments, {}))
    const wanted = instruments.filter(({ HasForexMultiple }) => HasForexMultiple.length > 0).slice(0, 2)
    for (const [index, { Id, HasForexMultiple }] of wanted.entries()) {
      const multiple = HasForexMultiple[0]?.Value ?? ''
      await call(page, submitOrder, { forex_id: Id, type: index === 0 ? '1' : '2', status: '1', cont: '0.01', multiple }, token)
    }
    return token
  } finally {
    await context.close()
  }
}

/** The data of an answer; an order that is refused leaves its screen emptier and nothing worse. */
function call(page: Page, { path: address, postTwin }: Endpoint, fields: Readonly<Record<string, string>>, token = ''): Promise<unknown> {
  const query = new URLSearchParams(fields).toString()
  return page.evaluate(
    async ([place, isPost, body, authorization]) => {
      const headers = { lang: 'en', ...(authorization === '' ? {} : { authorization }) }
      const form = { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body }
      const answer = await (isPost ? fetch(place, form) : fetch(`${place}?${body}`, { headers }))
      return ((await answer.json()) as { data: unknown }).data
    },
    [address, postTwin, query, token] as const,
  )
}

interface ShotPlan {
  readonly origin: string
  /** Of the demo trader's session. */
  readonly token: string
  readonly features: Features
  /** Where the pictures go. */
  readonly folder: string
}

/** One look of the whole site. */
export async function shootLook(browser: Browser, look: Look, { origin, token, features, folder }: ShotPlan): Promise<Shot[]> {
  const touch = look.size === 'phone' ? { isMobile: true, hasTouch: true } : {}
  const context = await browser.newContext({ viewport: SIZES[look.size], reducedMotion: 'reduce', ...touch })
  try {
    const cookies = { [COOKIE.mode]: look.mode, [COOKIE.language]: look.language }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
    const welcome = await shootScreens(context, origin, look, SIGNED_OUT, folder)
    await context.addCookies([{ name: SESSION_COOKIE, value: encodeURIComponent(token), url: origin, httpOnly: true }])
    return [...welcome, ...(await shootScreens(context, origin, look, signedInScreens(features), folder))]
  } finally {
    await context.close()
  }
}

async function shootScreens(
  context: BrowserContext,
  origin: string,
  look: Look,
  screens: Readonly<Record<string, string>>,
  folder: string,
): Promise<Shot[]> {
  const page = await context.newPage()
  const shots: Shot[] = []
  for (const [screen, address] of Object.entries(screens)) {
    const file = `${look.size}-${look.mode}-${look.language}-${screen}.png`
    await page.goto(origin + address, { waitUntil: 'load' })
    await page.waitForTimeout(screen === 'trade' ? CHART_SETTLE_MS : SETTLE_MS)
    await page.screenshot({ path: path.join(folder, file), animations: 'disabled' })
    shots.push({ ...look, screen, file })
  }
  await page.close()
  return shots
}
