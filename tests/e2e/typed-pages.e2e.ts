/**
 * What is sent is what is seen, in every form of words: texts left in every field that a page shows, and then its button. What goes out
 * is the text that stands there, to the letter, or nothing goes out and it is told. A field that a page gains and nobody names here
 * fails its page.
 * A slice of the texts by default, and each form on one size of screen; E2E_ALL=1 takes all of them (`textsBy`) on both (`npm run test:long`), E2E_FIELDS=<expression> only some fields.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright/test'
import { confirmTwoStep } from '../../contract/two-step'
import { jpeg } from '../fixtures/pictures'
import { TYPED_TEXTS } from '../fixtures/typed-texts'
import { visitDesk, visitDeskAs } from './desk-pages'
import { declareDeposit, turnTwoStepOn } from './money-account'
import type { Brand } from './ports'
import { giveSession, openRealAccount, PASSWORD, REFUSED, type RealAccount } from './real-account'
import { chooseLanguage, DESKTOP, expect, open, PHONE, test, usuallyOn, walkLimit } from './site-test'
import { ALL, isSaid, isWalked, refuseForms, textsBy, type Way, walkNumber, walkText, watchForms } from './typed-walk'
import { wire } from './wire-client'

const BRAND: Brand = 'aurora'
/** Well formed, and nobody's. */
const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

test.use({ tolerated: REFUSED })
test.setTimeout(walkLimit(7_200_000))

const WAYS: readonly Way[] = ['fill', 'paste', 'keys']
let turn = 0
/** By default three texts a field, each by a way of its own, all kinds in turn over the fields; otherwise all texts, as `textsBy` has it. */
function nextTexts(): { readonly texts: readonly string[]; readonly way: Way }[] {
  if (ALL) return WAYS.map((way) => ({ texts: textsBy(way, turn++), way }))
  return WAYS.map((way) => {
    turn += 1
    const text = TYPED_TEXTS[(turn * 7) % TYPED_TEXTS.length] ?? ''
    return { texts: way === 'keys' ? [text.slice(0, 16)] : [text], way }
  })
}

const TEXT_FIELDS =
  'textarea:not([readonly]), input:not([type="hidden"]):not([type="checkbox"]):not([type="radio"]):not([type="file"]):not([type^="date"]):not([readonly])'

interface WordsForm {
  readonly name: string
  /** What its fields hold while another one is walked, by the names they are sent under: all that are shown. */
  readonly holds: Readonly<Record<string, string>>
  /** Makes the server refuse it; every field emptied where left out. */
  readonly spoil?: Readonly<Record<string, string>>
  /** The form's last button otherwise. */
  readonly submit?: Locator
  /** Takes back the question that is asked before it is sent. */
  readonly takeBack?: Locator
}

/** Every field of words of one form, one after the other. */
async function walkForm(page: Page, form: Locator, { name, holds, spoil, submit, takeBack }: WordsForm): Promise<void> {
  await expect(form).toBeVisible()
  const shown = await form
    .locator(TEXT_FIELDS)
    .evaluateAll((fields) => fields.flatMap((field) => ((field as HTMLElement).offsetParent === null ? [] : [field.getAttribute('name')])))
  expect([...shown].sort(), `the fields of ${name}`).toEqual(Object.keys(holds).sort())
  const path = await form.evaluate((element) => new URL(element.getAttribute('action') ?? '', location.href).pathname)
  const field = (wire: string) => form.locator(`[name="${wire}"]:is(input, textarea):not([type="hidden"])`)
  await refuseForms(page, path, spoil ?? Object.fromEntries(Object.keys(holds).map((wire) => [wire, ''])))
  for (const [wire, good] of Object.entries(holds)) await field(wire).fill(good)
  const layout = test.info().titlePath.find((part) => part.startsWith('on a ')) ?? ''
  for (const [wire, good] of Object.entries(holds)) {
    const walked = `${layout}: ${name}, ${wire}`
    if (!isWalked(walked)) continue
    await test.step(walked, async () => {
      await walkText({
        name: walked,
        field: field(wire),
        submit: submit ?? form.locator('button[type="submit"]:visible').last(),
        wire,
        runs: [{ texts: [good], way: 'fill' }, ...nextTexts()],
        ...(takeBack === undefined ? {} : { takeBack }),
      })
      await field(wire).fill(good)
    })
  }
}

/** What the fields of a form hold from the start. */
const heldBy = (form: Locator): Promise<Record<string, string>> =>
  form
    .locator(TEXT_FIELDS)
    .evaluateAll((fields) => Object.fromEntries(fields.map((field) => [field.getAttribute('name'), (field as HTMLInputElement).value])))

async function realTrader(context: BrowserContext): Promise<RealAccount> {
  const account = await openRealAccount(BRAND)
  await giveSession(context, BRAND, account.token)
  return account
}

for (const [layout, device] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test.describe(`on a ${layout}`, () => {
    test.use(device)

    test('the forms of a visitor send the words that stand in them, or nothing', usuallyOn('phone', layout), async ({ page, context }) => {
      await chooseLanguage(context, BRAND, 'en')
      await watchForms(page)
      const signIn = page.locator('form:has(input[name="login_form"])')
      const email = 'name@example.com'
      await open(page, BRAND, '/login')
      await walkForm(page, signIn, { name: 'sign-in', holds: { account: email, password: PASSWORD } })
      await open(page, BRAND, '/login?type=mobile')
      await walkForm(page, signIn, { name: 'sign-in by number', holds: { account: '7400123456', password: PASSWORD } })
      const passwords = { password: PASSWORD, re_password: PASSWORD }
      await open(page, BRAND, '/register')
      await page.getByRole('checkbox').last().check({ force: true })
      await walkForm(page, signIn, {
        name: 'registration',
        holds: { account: email, mobile: '7400123456', code: '123456', ...passwords, invite_code: 'AB12CD' },
      })
      await open(page, BRAND, '/forgot')
      await walkForm(page, signIn, { name: 'forgotten password', holds: { account: email, code: '123456', ...passwords } })
      await open(page, BRAND, '/feedback')
      await walkForm(page, page.locator('#main form').filter({ has: page.locator('[name="text"]') }), {
        name: 'feedback',
        holds: { text: 'The chart is fine.', email, code: 'abcd' },
        spoil: { text: '' },
      })
    })

    test(
      'the forms of an account send the words that stand in them, or nothing',
      usuallyOn('desktop', layout),
      async ({ page, context }) => {
        await chooseLanguage(context, BRAND, 'en')
        const account = await realTrader(context)
        await watchForms(page)
        const formWith = (field: string) => page.locator('#main form').filter({ has: page.locator(`[name="${field}"]:visible`) })
        await open(page, BRAND, '/mine/password')
        await walkForm(page, formWith('re_password'), {
          name: 'change of password',
          holds: { old_password: PASSWORD, password: PASSWORD, re_password: PASSWORD, code: '123456' },
        })
        await open(page, BRAND, '/mine/two-step')
        await walkForm(page, formWith('password'), { name: 'two-step, password', holds: { password: PASSWORD } })
        await open(page, BRAND, '/mine/auth')
        const pictures = page.locator('#main input[type="file"]:not([capture])')
        for (const [side, input] of [
          ['Front', pictures.first()],
          ['Back', pictures.last()],
        ] as const) {
          await input.setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await jpeg(640, 400) })
          await expect(page.getByText(`${side}: uploaded`)).toBeAttached()
        }
        await walkForm(page, formWith('card_id'), { name: 'identity', holds: { name: 'Ada Lovelace', card_id: 'AB 123456' } })
        const [code = ''] = await turnTwoStepOn(account)
        await open(page, BRAND, '/mine/confirm')
        await walkForm(page, formWith('code'), { name: 'confirmation', holds: { code: '123456' } })
        await wire(account, confirmTwoStep, { code })
        await open(page, BRAND, '/mine/withdraw-way?type=1')
        await walkForm(page, formWith('dc_address'), { name: 'coin address', holds: { dc_address: ADDRESS } })
        await open(page, BRAND, '/mine/withdraw-way?type=2')
        await walkForm(page, formWith('bank_name'), {
          name: 'bank account',
          holds: {
            bank_name: 'First Bank',
            bank_address: '1 High Street, London',
            bank_swift: 'NWBKGB2L',
            payee_name: 'Ada Lovelace',
            payee_account: 'GB29NWBK60161331926819',
          },
        })
        await open(page, BRAND, '/rank')
        await page.locator('#main').getByRole('switch').click()
        await walkForm(page, formWith('name'), { name: 'name in the ranking', holds: { name: 'Ada L.' } })
      },
    )

    test('the forms of the desk send the words that stand in them, or nothing', usuallyOn('phone', layout), async ({ browser, faults }) => {
      const account = await openRealAccount(BRAND)
      const size = layout === 'phone' ? { ...PHONE } : DESKTOP
      await atTheDesk({ browser, faults, size, account })
    })

    test(
      'the settings at the desk send the words that stand in them, or nothing',
      usuallyOn('desktop', layout),
      async ({ browser, faults }) => {
        const size = layout === 'phone' ? { ...PHONE } : DESKTOP
        const { page, context } = await visitDeskAs('demo-one', { browser, faults, size })
        await walkSettings(page)
        await context.close()
      },
    )
  })
}

interface AtTheDesk {
  readonly browser: Browser
  readonly faults: string[]
  readonly size: object
  readonly account: RealAccount
}

async function atTheDesk({ browser, faults, size, account }: AtTheDesk): Promise<void> {
  const outside = await visitDesk({ browser, faults, size })
  await watchForms(outside.page)
  await open(outside.page, 'desk', '/desk/login')
  await walkForm(outside.page, outside.page.locator('form:has([name="account"])'), {
    name: 'desk, sign-in',
    holds: { account: 'demo-one', password: PASSWORD, code: '123456' },
  })
  await outside.context.close()

  const { page, context } = await visitDeskAs('demo-one', { browser, faults, size })
  await watchForms(page)
  const formWith = (field: string) =>
    page
      .locator('form')
      .filter({ has: page.locator(`[name="${field}"]:visible`) })
      .last()
  await open(page, 'desk', '/desk/password?company=aurora')
  await walkForm(page, formWith('re_password'), {
    name: 'desk, password',
    holds: { old_password: PASSWORD, password: PASSWORD, re_password: PASSWORD, code: '123456' },
  })
  await open(page, 'desk', `/desk/trader?company=${BRAND}&id=${account.id}`)
  await walkForm(page, formWith('reason'), {
    name: 'desk, trader',
    holds: { reason: 'Asked by phone' },
    submit: formWith('reason').locator('button[value="freeze"]'),
    takeBack: page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }),
  })
  await open(page, 'desk', `/desk/content?company=${BRAND}&edit=new`)
  // The company's own language; the text below has an editor of its own.
  const article = page.locator('form').filter({ has: page.locator('[name^="title."]:visible') })
  await expect(article.locator('[contenteditable="true"]')).toBeVisible()
  const title = (await article.locator('[name^="title."]').getAttribute('name')) ?? ''
  await walkForm(page, article, { name: 'desk, article', holds: { ...(await heldBy(article)), [title]: 'News' }, spoil: { [title]: '' } })
  const deposit = await declareDeposit(account, '100')
  await open(page, 'desk', `/desk/deposits?company=${BRAND}&q=${account.uid}&id=${deposit}`)
  await refuseForms(page, '/desk/decide', { id: '0' })
  if (isWalked('desk, amount found')) {
    // Another sum than the declared one is asked about with a reason alone.
    await page.locator('#review-decision [name="reason"]').fill('As it arrived')
    await walkNumber({
      name: 'desk, amount found',
      field: page.locator('input[name="amount"]:visible'),
      submit: page.locator('button[name="decision"][value="approve"]'),
      unit: 'USDT',
      good: '100.00',
      texts: TYPED_TEXTS.filter((_, index) => ALL || index % 19 === 3),
      isSeen: () => false,
      takeBack: page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }),
      isAsked: ({ question }, number) => isSaid(question, number),
    })
  }
  await context.close()
}

async function walkSettings(page: Page): Promise<void> {
  await watchForms(page)
  for (const section of ['networks', 'base'] as const) {
    await open(page, 'desk', `/desk/settings?company=${BRAND}&section=${section}${section === 'base' ? '' : '&edit=new'}`)
    const forms = page.locator('#main form:has([name="area"])')
    for (let at = 0; at < (await forms.count()); at++) {
      const form = forms.nth(at)
      await walkForm(page, form, {
        name: `desk, settings, ${section}, ${at + 1}`,
        holds: { ...(await heldBy(form)), reason: 'As agreed' },
        spoil: { reason: '' },
      })
    }
  }
}
