/** No machine-checkable barrier on any screen, in three looks: dark phone, light desktop, right to left. */
import { listInstruments } from '../../contract/market'
import { submitOrder } from '../../contract/orders'
import { barriersOn } from './barriers'
import type { Brand } from './ports'
import { giveSession, openRealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, open, PHONE, signInAsDemo, test } from './site-test'
import { wire } from './wire-client'

const LOOKS = [
  { name: 'aurora, dark, phone', brand: 'aurora', language: 'en', size: PHONE },
  { name: 'meridian, light, desktop', brand: 'meridian', language: 'en', size: DESKTOP },
  { name: 'saffron, Arabic, phone', brand: 'saffron', language: 'ar', size: PHONE },
] as const satisfies readonly { name: string; brand: Brand; language: string; size: object }[]

const SIGNED_OUT = [
  '/',
  '/login',
  '/register',
  '/register?type=mobile',
  '/forgot',
  '/not-me',
  '/language',
  '/mine/announcement',
  '/mine/email',
]
const SIGNED_IN = ['/', '/trade?code=BTCUSDT', '/order', '/user']
const OF_A_REAL_ACCOUNT = ['/user', '/mine/auth', '/mine/invite', '/mine/sessions', '/mine/two-step', '/mine/password', '/mine/system']

for (const { name, brand, language, size } of LOOKS) {
  test.describe(name, () => {
    test.use({ ...size, contextOptions: { reducedMotion: 'reduce' } })
    test.setTimeout(180_000)
    test('no screen has a barrier that a machine can find', async ({ page, context }) => {
      await chooseLanguage(context, brand, language)
      const found: string[] = []
      const check = async (path: string) => {
        await open(page, brand, path)
        found.push(...(await barriersOn(page)))
      }
      for (const path of SIGNED_OUT) await check(path)
      const token = await signInAsDemo(context, brand)
      const bitcoin = (await wire({ brand, token }, listInstruments, {})).find(({ Code }) => Code === 'BTCUSDT')
      await wire({ brand, token }, submitOrder, { forex_id: bitcoin?.Id ?? '', type: '1', status: '1', cont: '0.01', multiple: '10' })
      for (const path of SIGNED_IN) await check(path)
      await giveSession(context, brand, (await openRealAccount(brand)).token)
      for (const path of OF_A_REAL_ACCOUNT) await check(path)
      expect(found).toEqual([])
    })
  })
}
