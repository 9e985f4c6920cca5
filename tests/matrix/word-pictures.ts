/**
 * The words in sight: `npm run pictures [-- --languages de,ar] [--to folder] [--running]` takes, for each language, home, the trade
 * screen, a ticket with an error, an order, a withdrawal, a receipt, a mail and a text message on a phone, and lays them on one sheet a
 * language (`<folder>/de.png`). With `--running` a server that runs already is looked at, on E2E_PORT; the folder is else
 * `.data/word-pictures`. Exit code 1 when a picture could not be taken.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { directionOf, isLanguage, LANGUAGES, type Language, languageFacts } from '../../app/language/language'
import { fontsCss } from '../../app/ui/fonts'
import { sendEmailCode, sendSmsCode } from '../../contract/users'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { ask } from '../e2e/plain-request'
import { hostOf, originOf, PORTS } from '../e2e/ports'
import { newEmail } from '../e2e/real-account'
import { textsOf } from '../e2e/texts'
import { makeWorlds } from './world'

const BRAND = 'aurora'
const PHONE = { width: 390, height: 844 }
const START_AT = '2026-11-18T14:00:00Z'
const dataDir = fileURLToPath(new URL('../e2e/.output/data/open', import.meta.url))
const { values } = parseArgs({
  options: {
    languages: { type: 'string' },
    to: { type: 'string', default: fileURLToPath(new URL('../../.data/word-pictures', import.meta.url)) },
    running: { type: 'boolean', default: false },
  },
})

interface Picture {
  readonly name: string
  readonly png: Buffer
}

/** @throws for a word that is no language. */
function askedLanguages(): readonly Language[] {
  return (values.languages?.split(',') ?? LANGUAGES).map((code) => {
    if (!isLanguage(code)) throw new Error(`no language ${code}; there are ${LANGUAGES.join(' ')}`)
    return code
  })
}

const lettersOf = (language: Language): string =>
  `Inter, Vazirmatn, "Noto Sans Thai", "Noto Sans Devanagari", "Last Resort ${{ jp: 'JP', kr: 'KR' }[language as string] ?? 'HK'}", sans-serif`

const settled = (page: Page, ms: number) => page.waitForTimeout(ms)

/** Each screen as its trader has it; what leads to it is done in the page, so that its own words are seen. */
const SCREENS: Readonly<Record<string, (page: Page, language: Language) => Promise<void>>> = {
  home: async (page) => {
    await page.goto(`${originOf(BRAND)}/`)
  },
  trade: async (page) => {
    await page.goto(`${originOf(BRAND)}/trade?code=BTCUSDT`)
    await settled(page, 2_500)
  },
  'ticket with an error': async (page) => {
    await page.goto(`${originOf(BRAND)}/trade?code=BTCUSDT`)
    await settled(page, 2_000)
    await page.locator('[data-open-ticket]').click()
    const lots = page.locator('[role="dialog"] input[inputmode="decimal"]').first()
    await lots.fill('999999')
    await lots.blur()
  },
  order: (page) => openOrder(page, '1'),
  withdraw: async (page) => {
    await page.goto(`${originOf(BRAND)}/mine/withdraw`)
  },
  receipt: async (page, language) => {
    await openOrder(page, '3')
    const receipts = page.getByRole('dialog').getByRole('button', { name: textsOf(language)('order:proof.receipts'), exact: true })
    await receipts.click()
    await receipts.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  },
}

/** Where an order says everything. */
async function openOrder(page: Page, type: '1' | '3'): Promise<void> {
  await page.goto(`${originOf(BRAND)}/order?type=${type}`)
  await page.getByRole('article').getByRole('link').first().click()
  await page.getByRole('dialog').waitFor()
}

async function takePicture(page: Page, name: string, lead: () => Promise<void>): Promise<Picture> {
  await lead()
  await settled(page, 1_200)
  return { name, png: await page.screenshot({ animations: 'disabled' }) }
}

/** The newest mail and text message, which the server of the demonstration keeps instead of sending them. */
async function messagesIn(page: Page, language: Language): Promise<Picture[]> {
  const email = newEmail()
  const mobile = `7400${String(Date.now()).slice(-6)}`
  const send = (address: string, form: Record<string, string>) =>
    ask({ host: hostOf(BRAND), path: address, method: 'POST', headers: { lang: language }, form })
  await send(sendEmailCode.path, { to: email, type: '1' })
  await send(sendSmsCode.path, { to: mobile, area_id: 'GB', type: '1' })
  const pictures: Picture[] = []
  for (const [name, to] of [
    ['mail', email],
    ['text message', `+44${mobile}`],
  ] as const) {
    await settled(page, 1_500)
    pictures.push(
      await takePicture(page, name, async () => {
        await page.goto(`${originOf(BRAND)}/dev/outbox?to=${encodeURIComponent(to)}`)
        // A page for developers, without fonts of its own: whoever reads a mail has theirs, the machine of the picture may not.
        await page.addStyleTag({ content: `${fontsCss} h2, pre { font-family: ${lettersOf(language)} }` })
        await page.evaluate(() => document.fonts.ready)
      }),
    )
  }
  return pictures
}

async function picturesOf(context: BrowserContext, language: Language): Promise<Picture[]> {
  const page = await context.newPage()
  const pictures: Picture[] = []
  for (const [name, lead] of Object.entries(SCREENS)) {
    try {
      pictures.push(await takePicture(page, name, () => lead(page, language)))
    } catch (error) {
      process.exitCode = 1
      console.error(`${language}: no picture of ${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    }
  }
  pictures.push(...(await messagesIn(page, language)))
  await page.close()
  return pictures
}

/** All pictures of a language side by side. */
async function writeSheet(browser: Browser, language: Language, pictures: readonly Picture[], file: string): Promise<void> {
  const { englishName } = languageFacts(language)
  const figures = pictures.map(
    ({ name, png }) =>
      `<figure><figcaption>${name}</figcaption><img width="${PHONE.width}" src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  )
  const page = await browser.newPage({ viewport: { width: 4 * (PHONE.width + 16) + 16, height: 800 } })
  await page.setContent(
    `<style>body{margin:16px;font:16px sans-serif;display:flex;flex-wrap:wrap;gap:16px}h1{width:100%;margin:0;font-size:20px}figure{margin:0}</style><h1>${language} · ${englishName} · ${directionOf(language)}</h1>${figures.join('')}`,
  )
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
}

async function takeAll(languages: readonly Language[]): Promise<void> {
  const world = (await makeWorlds([BRAND])).get(BRAND)
  if (world === undefined) throw new Error(`nobody was made at ${BRAND}`)
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const language of languages) {
      const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true, reducedMotion: 'reduce' })
      const url = originOf(BRAND)
      await context.addCookies([
        { name: 'lng', value: language, url },
        { name: 'candor_session', value: encodeURIComponent(world.tokens.real ?? ''), url, httpOnly: true },
      ])
      const file = path.join(values.to, `${language}.png`)
      await writeSheet(browser, language, await picturesOf(context, language), file)
      await context.close()
      console.log(file)
    }
  } finally {
    await browser.close()
  }
}

/** Builds it first, so it is looked for only where it is wanted. */
async function startServer() {
  const { ServerProcess } = await import('../chaos/server-process')
  return ServerProcess.start({ port: PORTS.open, dataDir, env: { START_AT, LOG_LEVEL: 'error', TENANTS_DIR: 'tenants' } })
}

const languages = askedLanguages()
mkdirSync(values.to, { recursive: true })
if (!values.running) rmSync(dataDir, { recursive: true, force: true })
const server = values.running ? null : await startServer()
try {
  await takeAll(languages)
} finally {
  await server?.stop()
}
