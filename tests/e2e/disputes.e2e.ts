/**
 * A challenged fill, from the receipt to the entry of the log: a trader says on a phone or by keys alone what is wrong, the rules answer,
 * two operators in two browsers agree on a credit, and the trader finds it in the case, in the balance and in the public log.
 */
import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import { getChallenge } from '../../contract/challenges'
import { closeOrder } from '../../contract/orders'
import { getBalance, listAccountRecords } from '../../contract/wallet'
import { visitDeskAs } from './desk-pages'
import { place, STILL, shownAs } from './scripted-market'
import { chooseLanguage, DESKTOP, expect, expectNoSidewaysScroll, open, PHONE, signInAsDemo, test, usuallyOn } from './site-test'
import { type JourneyLanguage, textsOf } from './texts'
import { wire } from './wire-client'

const BRAND = 'aurora'
const WORDS = 'Another chart never went there.'
const MORE = 'I have a picture of it.'
const REASON = 'A quote was missing at that second'
const CREDIT = '12.5'

/** The hashes of the log's entries in the bundle that holds one of them, as the trader's browser reads them. */
async function bundleWith(page: Page, index: number): Promise<string> {
  const read = (path: string) =>
    page.evaluate(async (asked) => {
      const answer = await fetch(asked)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return { status: answer.status, hex: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
    }, `/log/${BRAND}/${path}`)
  const checkpoint = Buffer.from((await read('checkpoint')).hex, 'hex').toString()
  const size = Number(checkpoint.split('\n')[1])
  const bundle = Math.floor(index / 256)
  const isWhole = (bundle + 1) * 256 <= size
  const { status, hex } = await read(`tile/entries/${String(bundle).padStart(3, '0')}${isWhole ? '' : `.p/${size % 256}`}`)
  expect(status).toBe(200)
  return hex
}

interface Walk {
  readonly layout: 'phone' | 'desktop'
  readonly language: JourneyLanguage
}

const WALKS: readonly Walk[] = [
  { layout: 'desktop', language: 'en' },
  { layout: 'phone', language: 'ar' },
  { layout: 'phone', language: 'hk' },
]

for (const { layout, language } of WALKS) {
  test.describe(`on a ${layout}, ${language}`, () => {
    test.use(layout === 'phone' ? PHONE : DESKTOP)

    test(
      'a challenged fill is answered by the rules, decided by two people, credited and put into the log',
      usuallyOn(language, language === 'hk' ? 'en' : language),
      async ({ page, context, browser, faults }) => {
        test.setTimeout(240_000)
        const t = textsOf(language)
        await chooseLanguage(context, BRAND, language)
        const trader = { brand: BRAND, token: await signInAsDemo(context, BRAND) } as const
        const order = await place(trader, STILL, { type: '1', status: '1', cont: '0.01' })
        await wire(trader, closeOrder, { id: order.Id })
        /** A finger on a phone; on a desktop nothing but keys. */
        const press = async (target: ReturnType<Page['getByRole']>) => {
          if (layout === 'phone') return target.click()
          await target.focus()
          await page.keyboard.press('Enter')
        }

        await open(page, BRAND, '/order?type=3')
        if (layout === 'phone')
          await page
            .getByRole('article')
            .filter({ hasText: shownAs(STILL) })
            .getByRole('link')
            .first()
            .click()
        const detail = page.getByRole(layout === 'phone' ? 'dialog' : 'complementary', { name: t('order:detail') })
        await press(detail.getByRole('button', { name: t('order:proof.receipts') }))
        await press(detail.getByRole('link', { name: t('order:proof.challenge') }).last())

        const form = page.getByRole('dialog', { name: t('proof:challenge.open') })
        await expect(form.getByText(t('proof:challenge.verdict.same'))).toBeVisible()
        await expectNoSidewaysScroll(page)
        if (layout === 'phone') {
          await form.getByRole('radio', { name: t('proof:challenge.reason.not_there') }).check()
          await form.getByLabel(t('proof:challenge.words')).fill(WORDS)
          await form.getByRole('button', { name: t('proof:challenge.open') }).click()
        } else {
          await form.getByRole('radio').first().focus()
          await page.keyboard.press('Space')
          await page.keyboard.press('Tab')
          await page.keyboard.type(WORDS)
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
        }
        await expect(page).toHaveURL(/\/mine\/challenges\?id=\d+/)
        const id = new URL(page.url()).searchParams.get('id') ?? ''
        const steps = page.getByRole('list', { name: t('proof:challenge.steps') })
        await expect(steps.getByText(t('proof:challenge.step.answered'))).toBeVisible()
        await expect(steps.locator('[aria-current="step"]')).toContainText(t('proof:challenge.decides'))
        await expectNoSidewaysScroll(page)

        await page.getByLabel(t('proof:challenge.words')).fill(MORE)
        await press(page.getByRole('button', { name: t('proof:challenge.add') }))
        await expect(page.getByText(MORE)).toBeVisible()

        const before = Number((await wire(trader, getBalance, {})).balance)
        for (const [place, name] of (['demo-one', 'demo-two'] as const).entries()) {
          const operator = await visitDeskAs(name, { browser, faults })
          await open(operator.page, 'desk', `/desk/disputes?company=${BRAND}`)
          await operator.page.getByRole('link', { name: id, exact: true }).click()
          await expect(operator.page.getByText(MORE)).toBeVisible()
          const decision = operator.page.getByRole('form', { name: operator.t('desk:review.decision') })
          if (place === 0) await decision.getByLabel(operator.t('desk:dispute.amount')).fill(CREDIT)
          else await expect(decision.getByLabel(operator.t('desk:dispute.amount'))).toHaveValue(/^12\.50*$/)
          await decision.getByLabel(operator.t('desk:dispute.reason')).fill(REASON)
          // By keys: `a` reaches the button, which is outside any field.
          await operator.page.getByRole('heading', { level: 1 }).click()
          await operator.page.keyboard.press('a')
          await operator.page.keyboard.press('Enter')
          const said = operator.t(place === 0 ? 'proof:challenge.step.approved_once' : 'proof:challenge.state.corrected')
          await expect(operator.page.getByText(said).filter({ visible: true }).first()).toBeVisible()
          if (place === 0) expect(Number((await wire(trader, getBalance, {})).balance)).toBe(before)
        }

        await open(page, BRAND, `/mine/challenges?id=${id}`)
        const verdict = page.getByRole('status', { name: t('proof:challenge.state.corrected') })
        await expect(verdict).toContainText(REASON)
        await expect(verdict).toContainText(t('proof:challenge.credited', { amount: CREDIT }))
        await expectNoSidewaysScroll(page)
        expect(Number((await wire(trader, getBalance, {})).balance)).toBeCloseTo(before + Number(CREDIT), 8)
        const records = (await wire(trader, listAccountRecords, { page: '1' })).list
        expect(JSON.stringify(records[0])).toContain('12.5')

        const entryOf = async () => (await wire(trader, getChallenge, { id })).decision?.entry ?? null
        await expect.poll(entryOf, { timeout: 30_000 }).not.toBeNull()
        const { decision } = await wire(trader, getChallenge, { id })
        const { document = '', hash = '', entry } = decision ?? {}
        expect(createHash('sha256').update(document).digest('hex')).toBe(hash)
        const leaf = createHash('sha256')
          .update('candor log entry v1\nfact\n')
          .update(Buffer.from(entry?.salt ?? '', 'hex'))
          .update(Buffer.from(hash, 'hex'))
          .digest('hex')
        expect(await bundleWith(page, entry?.index ?? -1)).toContain(leaf)
        await page.reload()
        await expect(verdict).toContainText(t('order:proof.inLog', { index: entry?.index ?? -1 }))
      },
    )
  })
}
