/** Operators of the demonstration in a journey: signing in at the desk, opening an item, deciding it with the keyboard or at the API. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Locator, Page } from 'playwright/test'
import { decideDeposit, decideWithdrawal } from '../../contract/desk/reviews'
import { deskLogin, getOperator } from '../../contract/desk/session'
import { decideSettingChange, getSettings, requestSettingChange } from '../../contract/desk/settings'
import { type Brand, originOf } from './ports'
import { expectSaid } from './said'
import { chooseLanguage, DESKTOP, expect, open, untilLive, watch } from './site-test'
import { type JourneyLanguage, type TextOf, textsOf } from './texts'
import { callWire, type WireAnswer, wire } from './wire-client'

type OperatorName = 'demo-one' | 'demo-two'
type MoneyQueue = 'deposits' | 'withdrawals'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dataDir = fileURLToPath(new URL('./.output/data/open', import.meta.url))
const run = promisify(execFile)

function passwordOf(name: OperatorName): string {
  const kept = JSON.parse(readFileSync(`${dataDir}/demo-operators.json`, 'utf8')) as Record<OperatorName, { password: string }>
  return kept[name].password
}

/** What the operator's authenticator shows, once it is a code that was not used before: the command on the machine knows which were. */
async function freshCode(name: OperatorName): Promise<string> {
  let shown = ''
  await expect
    .poll(
      async () => {
        const { stdout } = await run(process.execPath, ['build/program/operator.js', 'code', name], {
          cwd: root,
          env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
        })
        shown = stdout.trim()
        return shown
      },
      { timeout: 90_000 },
    )
    .toMatch(/^\d{6}$/)
  return shown
}

/** Journeys run in several processes: between a code that is shown and its use nobody else may use it. */
async function alone<Result>(name: OperatorName, work: () => Promise<Result>): Promise<Result> {
  const claim = `${dataDir}/${name}.signing-in`
  const isMine = () => {
    try {
      mkdirSync(claim)
      return true
    } catch {
      return false
    }
  }
  await expect.poll(isMine, { timeout: 120_000 }).toBe(true)
  try {
    return await work()
  } finally {
    rmSync(claim, { recursive: true })
  }
}

/**
 * A code is used once, and the next one comes half a minute later: a session that was begun is used by every journey of the run, in this
 * process and in the others.
 */
const tokens = new Map<OperatorName, string>()
const sessionFile = (name: OperatorName): string => `${dataDir}/${name}.session`

function shareSession(name: OperatorName, token: string): void {
  tokens.set(name, token)
  writeFileSync(sessionFile(name), token)
}

/** Null where nobody has begun one, or where it has ended. */
async function sharedSession(name: OperatorName): Promise<string | null> {
  if (!existsSync(sessionFile(name))) return null
  const token = readFileSync(sessionFile(name), 'utf8')
  return (await callWire({ brand: 'desk', token }, getOperator, {})).code === 1 ? token : null
}

export async function tokenOf(name: OperatorName): Promise<string> {
  const known = tokens.get(name)
  if (known !== undefined) return known
  return alone(name, async () => {
    const shared = await sharedSession(name)
    const signIn = async () => wire({ brand: 'desk' }, deskLogin, { name, password: passwordOf(name), code: await freshCode(name) })
    const token = shared ?? (await signIn()).token
    shareSession(name, token)
    return token
  })
}

/** Whatever the journey's own browser is. */
const AT_A_DESK = { ...DESKTOP, hasTouch: false, isMobile: false }

interface DeskVisit {
  readonly page: Page
  readonly context: BrowserContext
  readonly t: TextOf
}

interface VisitOptions {
  readonly browser: Browser
  /** Of the journey: what goes wrong here is its fault, too. */
  readonly faults: string[]
  readonly language?: JourneyLanguage
  readonly size?: object
}

/** A browser of its own at the desk; nobody is signed in there. */
export async function visitDesk({ browser, faults, language = 'en', size = AT_A_DESK }: VisitOptions): Promise<DeskVisit> {
  const context = await browser.newContext(size)
  await watch(context, faults)
  await chooseLanguage(context, 'desk', language)
  return { page: await context.newPage(), context, t: textsOf(language) }
}

/** As `visitDesk`, with the operator's session. */
export async function visitDeskAs(name: OperatorName, options: VisitOptions): Promise<DeskVisit> {
  const visit = await visitDesk(options)
  await visit.context.addCookies([
    { name: 'candor_desk', value: await tokenOf(name), url: originOf('desk'), httpOnly: true, sameSite: 'Strict' },
  ])
  return visit
}

/** Through the form: name, password and authenticator. */
export async function signInAtDesk({ page, context, t }: DeskVisit, name: OperatorName): Promise<void> {
  await page.getByLabel(t('desk:shell.login.name'), { exact: true }).fill(name)
  await page.getByLabel(t('desk:shell.login.password'), { exact: true }).fill(passwordOf(name))
  await alone(name, async () => {
    await page.getByLabel(t('desk:shell.login.code'), { exact: true }).fill(await freshCode(name))
    await page.getByRole('button', { name: t('desk:shell.login.submit'), exact: true }).click()
    await expect(page).not.toHaveURL(/\/desk\/login/)
  })
  await untilLive(page)
  const cookie = (await context.cookies(originOf('desk'))).find(({ name: cookieName }) => cookieName === 'candor_desk')
  if (cookie !== undefined) shareSession(name, cookie.value)
}

/** The queue with the items of one account, so that what other journeys left behind is not in the way. */
export async function openQueue({ page }: DeskVisit, company: Brand, queue: MoneyQueue, uid: string): Promise<void> {
  await open(page, 'desk', `/desk/${queue}?company=${company}&q=${uid}`)
}

/** The item that is open, by its number. */
export function openItem({ page, t }: DeskVisit, queue: MoneyQueue, id: string): Locator {
  return page.getByRole('region', { name: t(`desk:review.item.${queue}`, { id }), exact: true })
}

/** What the desk answered to a decision, in words. */
type Outcome = 'completed' | 'rejected' | 'invalid' | 'approved_once'

/** `a`, Enter on the question, five seconds in which it could be taken back, and the desk's answer. */
export async function approveByKeys(visit: DeskVisit, queue: MoneyQueue, id: string, outcome: Outcome): Promise<void> {
  const { page, t } = visit
  const item = openItem(visit, queue, id)
  await expect(item).toBeVisible()
  // Whoever gave the first approval may still be looking at it.
  const takeOver = item.getByRole('button', { name: t('desk:review.takeOver'), exact: true })
  if (await takeOver.isVisible()) {
    await takeOver.click()
    await expect(takeOver).toHaveCount(0)
  }
  await page.keyboard.press('a')
  await confirmAndWait(visit, queue, id, outcome)
}

/** `r` leads to the reason first: the trader reads it. */
export async function rejectByKeys(visit: DeskVisit, queue: MoneyQueue, id: string, reason: string): Promise<void> {
  const { page, t } = visit
  const item = openItem(visit, queue, id)
  await expect(item).toBeVisible()
  await page.keyboard.press('r')
  const field = item.getByRole('combobox', { name: t('desk:review.reason'), exact: true })
  await expect(field).toBeFocused()
  await expect(item.getByRole('alert')).toHaveText(t('desk:review.reasonMissing'))
  await page.keyboard.type(reason)
  // Over "invalid" to "reject".
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(item.getByRole('button', { name: t('desk:review.reject'), exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await confirmAndWait(visit, queue, id, 'rejected')
}

async function confirmAndWait({ page, t }: DeskVisit, queue: MoneyQueue, id: string, outcome: Outcome): Promise<void> {
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t(`desk:review.item.${queue}`, { id }))
  await expect(question.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: t('desk:review.undo'), exact: true })
  // Nothing has gone out yet, and nothing else is said.
  await expect(page.getByRole('status').filter({ has: undo })).toContainText(t('desk:review.sending', { what: '', seconds: 5 }).trim())
  await expectSaid(page, t(`desk:review.done.${outcome}`, { what: t(`desk:review.item.${queue}`, { id }) }))
}

const DECIDE = { deposits: decideDeposit, withdrawals: decideWithdrawal } as const

/** A decision without a browser, answered as it comes. */
export async function decideAtApi(
  name: OperatorName,
  queue: MoneyQueue,
  company: Brand,
  id: string,
): Promise<WireAnswer<{ readonly outcome: Outcome }>> {
  return callWire({ brand: 'desk', token: await tokenOf(name) }, DECIDE[queue], { company, id, decision: 'approve' })
}

export async function settingsAtApi(company: Brand) {
  return wire({ brand: 'desk', token: await tokenOf('demo-one') }, getSettings, { company })
}

/** How money is handled, as a whole: wished by one operator, agreed to by the other. */
export async function setMoneyAtApi(company: Brand, money: object): Promise<void> {
  const wish = { company, area: 'base', target: 'money', value: JSON.stringify(money), reason: 'a journey' } as const
  const asked = await callWire({ brand: 'desk', token: await tokenOf('demo-one') }, requestSettingChange, wish)
  // Another journey may have wished the same a moment ago.
  if (asked.code !== 1) return
  await wire({ brand: 'desk', token: await tokenOf('demo-two') }, decideSettingChange, { company, id: asked.data.id, decision: 'apply' })
}
