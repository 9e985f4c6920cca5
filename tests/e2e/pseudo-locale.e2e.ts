/**
 * Long texts: the main screens in the pseudo-locale on a narrow phone and in Thai on a desktop; with E2E_ALL=1 every screen in all languages
 * that are longest or tallest, on both. No text is clipped, none lies over another, no page scrolls sideways.
 */
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import { overflowOn } from './overflow'
import { type Brand, originOf } from './ports'
import { giveSession, openRealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test, usuallyOn, walkLimit } from './site-test'
import { wire } from './wire-client'

/** Narrower than the phone of the other journeys: what fits here fits there. */
const NARROW = { ...PHONE, viewport: { width: 360, height: 740 } } as const
const ALL = process.env.E2E_ALL === '1'
const SIGNED_OUT = ['/', '/trade?code=BTCUSDT', '/login', '/register', '/forgot', '/language']
const SIGNED_OUT_MORE = [
  '/register?type=mobile',
  '/not-me',
  '/alert-mail?key=x',
  '/mine/announcement',
  '/mine/email',
  '/proof',
  '/verify',
  '/execution',
  '/developers',
  '/developers?part=trading',
  '/rank',
  '/news',
]
const SIGNED_IN = ['/', '/trade?code=BTCUSDT', '/order', '/user']
const SIGNED_IN_MORE = ['/order?type=0', '/order?type=3', '/rank', '/product']
const OF_A_REAL_ACCOUNT = ['/user', '/mine/charge', '/mine/withdraw']
const OF_A_REAL_ACCOUNT_MORE = [
  '/mine/wallet',
  '/mine/history',
  '/mine/statements',
  '/mine/solvency',
  '/mine/notices',
  '/mine/alerts',
  '/mine/auth',
  '/mine/invite',
  '/mine/sessions',
  '/mine/two-step',
  '/mine/password',
  '/mine/system',
  '/mine/coin-address-list',
  '/mine/bank-card-list',
  '/mine/withdraw-way',
  '/mine/confirm',
]
const more = (few: readonly string[], rest: readonly string[]) => (ALL ? [...few, ...rest] : few)

const LOOKS: readonly { readonly name: string; readonly brand: Brand; readonly language: string; readonly isPseudo?: boolean }[] = [
  { name: 'pseudo-locale', brand: 'aurora', language: 'en', isPseudo: true },
  ...(ALL ? ['de', 'fi', 'ru', 'th', 'ar', 'hi', 'vn'] : ['th']).map((language) => ({
    name: language,
    brand: 'aurora' as const,
    language,
  })),
]

for (const { name, brand, language, isPseudo = false } of LOOKS) {
  for (const [device, size] of [
    ['phone', NARROW],
    ['desktop', DESKTOP],
  ] as const) {
    test.describe(`${name}, ${device}`, () => {
      test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })
      test.setTimeout(walkLimit())
      test('every text can be read on every screen', usuallyOn(isPseudo ? 'phone' : 'desktop', device), async ({ page, context }) => {
        await chooseLanguage(context, brand, language)
        if (isPseudo) await context.addCookies([{ name: 'texts', value: 'pseudo', url: originOf(brand) }])
        const found: string[] = []
        const check = async (path: string) => {
          await open(page, brand, path)
          found.push(...(await overflowOn(page)).map((fault) => `${path}: ${fault}`))
        }
        for (const path of more(SIGNED_OUT, SIGNED_OUT_MORE)) await check(path)
        const token = await signInAsDemo(context, brand)
        const bitcoin = (await wire({ brand, token }, listInstruments, {})).find(({ Code }) => Code === 'BTCUSDT')
        await wire({ brand, token }, submitOrder, { forex_id: bitcoin?.Id ?? '', type: '1', status: '1', cont: '0.01', multiple: '10' })
        for (const path of more(SIGNED_IN, SIGNED_IN_MORE)) await check(path)
        await giveSession(context, brand, (await openRealAccount(brand)).token)
        for (const path of more(OF_A_REAL_ACCOUNT, OF_A_REAL_ACCOUNT_MORE)) await check(path)
        expect(found).toEqual([])
      })
    })
  }
}

test('the pseudo-locale is what the pages say', async ({ page, context }) => {
  await chooseLanguage(context, 'aurora', 'en')
  await context.addCookies([{ name: 'texts', value: 'pseudo', url: originOf('aurora') }])
  await open(page, 'aurora', '/login')
  await expect(page.getByRole('button', { name: /^\[Ļóğ íñ/ }).first()).toBeVisible()
})
