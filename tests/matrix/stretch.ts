/** The page as people with weak eyes set it up: letters further apart, twice and four times as large. */
import type { Page } from 'playwright/test'
import { lookAtPage } from './page-findings'

/** WCAG 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`

/** 1280 pixels at 200 % and at 400 %. */
const ENLARGED = [
  { name: '200 %', width: 640, height: 512 },
  { name: '400 %', width: 320, height: 256 },
] as const

async function faultsNow(page: Page, name: string): Promise<string[]> {
  const { sideways, clipped } = await page.evaluate(lookAtPage)
  return [...(sideways > 0 ? [`${name}: scrolls sideways by ${sideways} px`] : []), ...clipped.map((text) => `${name}: clipped: ${text}`)]
}

export async function stretch(page: Page): Promise<string[]> {
  const found: string[] = []
  const size = page.viewportSize()
  await page.evaluate((css) => {
    // Not an element: the content security policy would refuse it.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, SPACED)
  await page.waitForTimeout(150)
  found.push(...(await faultsNow(page, 'spaced letters')))
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  for (const { name, width, height } of ENLARGED) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(250)
    found.push(...(await faultsNow(page, name)))
  }
  if (size !== null) await page.setViewportSize(size)
  return found
}
