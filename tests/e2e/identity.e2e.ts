/** Real-name verification as a trader lives it: pictures, waiting, approved; or rejected with a reason, and once more. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { getRealName } from '../../contract/identity'
import type { Brand } from './ports'
import { giveSession, openRealAccount, type RealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, LONG, open, PHONE, test } from './site-test'
import { type JourneyLanguage, type TextOf, textsOf } from './texts'
import { wire } from './wire-client'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dataDir = fileURLToPath(new URL('./.output/data/open', import.meta.url))
const run = promisify(execFile)

/** The operator's command on the machine of the running server, as an operator types it. */
async function operator(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['build/program/operator.js', 'identity', ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  })
  return stdout
}

/** The waiting case of a trader: the queue has company, case, the trader's number. */
async function caseOf(account: RealAccount): Promise<string> {
  const listed = await operator('list', '--tenant', account.brand)
  const line = listed.split('\n').find((text) => text.split('\t')[2] === account.uid)
  const found = line?.split('\t')[1]
  if (found === undefined) throw new Error(`no case of trader ${account.uid} in:\n${listed}`)
  return found
}

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function submits(page: Page, t: TextOf, number: string): Promise<void> {
  const files = page.locator('#main input[type="file"]:not([capture])')
  await files.first().setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await picture('#335577') })
  await expect(page.getByRole('img', { name: t('account:identity.alt.front') })).toBeVisible()
  await page
    .getByText(t('account:identity.add.reverse'))
    .locator('xpath=ancestor::label')
    .locator('input')
    .setInputFiles({ name: 'back.jpg', mimeType: 'image/jpeg', buffer: await picture('#775533') })
  await page.locator('input[name="name"]').fill('Maria Keller')
  await page.locator('input[name="card_id"]').fill(number)
  await expect(page.locator('input[name="front_pic"], input[name="reverse_pic"]')).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('account:identity.submit') }).click()
  await expect(page.getByText(t('account:identity.reviewTitle'))).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await expect(page.getByRole('img', { name: t('account:identity.alt.front') })).toBeVisible()
}

const LOOKS = [
  { layout: 'phone', language: 'en', brand: 'aurora', ends: 'approved', isUsual: true },
  { layout: 'desktop', language: 'ar', brand: 'saffron', ends: 'rejected', isUsual: true },
  { layout: 'phone', language: 'hk', brand: 'saffron', ends: 'rejected', isUsual: false },
  { layout: 'desktop', language: 'en', brand: 'meridian', ends: 'approved', isUsual: false },
] as const satisfies readonly { layout: 'phone' | 'desktop'; language: JourneyLanguage; brand: Brand; ends: string; isUsual: boolean }[]

for (const { layout, language, brand, ends, isUsual } of LOOKS) {
  test.describe(`${layout}, ${language}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)
    test(
      `documents are submitted, wait, and are ${ends}${ends === 'rejected' ? ', then submitted again and approved' : ''}`,
      isUsual ? {} : LONG,
      async ({ page, context }) => {
        const t = textsOf(language)
        const account = await openRealAccount(brand)
        await chooseLanguage(context, brand, language)
        await giveSession(context, brand, account.token)
        await open(page, brand, '/mine/auth')
        await submits(page, t, 'X1234567')
        const caller = { brand, token: account.token }
        expect((await wire(caller, getRealName, {})).review_status).toBe(1)
        if (ends === 'rejected') {
          await operator('reject', brand, await caseOf(account), '--reason', 'The back is out of focus')
          await open(page, brand, '/mine/auth')
          await expect(page.getByText('The back is out of focus')).toBeVisible()
          await submits(page, t, 'X7654321')
        }
        await operator('approve', brand, await caseOf(account))
        await open(page, brand, '/mine/auth')
        await expect(page.getByText(t('account:identity.certifiedTitle'))).toBeVisible()
        const { review_status, card_id } = await wire(caller, getRealName, {})
        expect(review_status).toBe(2)
        expect(card_id).not.toContain('1234567')
        await open(page, brand, '/user')
        await expect(page.getByText(t('user:review.2')).first()).toBeVisible()
      },
    )
  })
}
