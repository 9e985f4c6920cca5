/** The chart as its trader leaves it: drawings, indicators and type stay with the instrument; history, keys and the picture. */
import type { Locator, Page } from 'playwright/test'
import { chooseLanguage, DESKTOP, expect, open, PHONE, test } from './site-test'

const BRAND = 'aurora'
const address = (code: string, period = '15min') => `/trade?code=${code}&period=${period}`

/** The chart, once its candles stand. */
async function chartOf(page: Page): Promise<Locator> {
  await expect(page.locator('[data-feed="ready"]')).toBeVisible()
  const chart = page.getByTestId('candle-chart')
  await expect(chart).toHaveAttribute('data-bars', /[1-9]/)
  // The tools and the keys come after the candles.
  await expect(page.getByRole('button', { name: /^Time zone / })).toBeVisible()
  return chart
}

async function press(page: Page, chart: Locator, points: readonly (readonly [x: number, y: number])[]) {
  const box = (await chart.boundingBox())!
  for (const [x, y] of points) {
    await page.mouse.move(box.x + box.width * x - 4, box.y + box.height * y)
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
    await page.mouse.down()
    await page.mouse.up()
  }
}

/** Of the day, of the bar that was read last. */
async function minuteOf(spoken: Locator): Promise<number> {
  const [, hour, minute] = /(\d\d):(\d\d)/.exec((await spoken.textContent()) ?? '') ?? []
  return Number(hour) * 60 + Number(minute)
}

const tools = (page: Page) => page.getByRole('button', { name: 'Chart tools' })
const drawn = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Drawings' }).getByRole('listitem')

test.beforeEach(({ context }) => chooseLanguage(context, BRAND, 'en'))

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  test('a line that was drawn is there after a reload, can be taken away and back, and belongs to its instrument', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    const chart = await chartOf(page)
    const rail = page.getByRole('toolbar', { name: 'Drawings' })
    await rail.getByRole('button', { name: 'Trend line' }).click()
    await expect(page.getByText('Trend line: point 1 of 2')).toBeVisible()
    // As quick as a hand that knows both points.
    await press(page, chart, [
      [0.3, 0.4],
      [0.6, 0.3],
    ])
    await expect(chart).toHaveAttribute('data-drawings', '1')
    await expect(page.getByRole('group', { name: 'Trend line' })).toBeVisible()

    await page.reload()
    await expect(await chartOf(page)).toHaveAttribute('data-drawings', '1')
    await tools(page).click()
    await expect(drawn(page)).toHaveCount(1)
    await page.keyboard.press('Escape')

    await rail.getByRole('button', { name: 'Delete all drawings' }).click()
    await expect(chart).toHaveAttribute('data-drawings', '0')
    await page.keyboard.press('Control+z')
    await expect(chart).toHaveAttribute('data-drawings', '1')

    await open(page, BRAND, address('XAUUSD'))
    await expect(await chartOf(page)).toHaveAttribute('data-drawings', '0')
  })

  test('an indicator keeps its numbers, refuses bad ones, and belongs to its instrument', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    await chartOf(page)
    const sheet = page.getByRole('dialog', { name: 'Indicators' })
    const bands = sheet.getByRole('region', { name: 'Bollinger bands' })
    await page.getByRole('button', { name: 'Indicators' }).click()
    await bands.getByRole('switch').click()
    await bands.getByLabel('Length').fill('0')
    await expect(bands.getByText('A whole number from 2 to 300')).toBeVisible()
    await bands.getByLabel('Length').fill('34')
    await bands.getByLabel('Deviation').fill('2.5')
    await expect(bands.getByText('BOLL 34, 2.5')).toBeVisible()

    await page.reload()
    await chartOf(page)
    await page.getByRole('button', { name: 'Indicators' }).click()
    await expect(bands.getByLabel('Length')).toHaveValue('34')
    await expect(bands.getByLabel('Deviation')).toHaveValue('2.5')
    await bands.getByRole('button', { name: 'Reset to default' }).click()
    await expect(bands.getByLabel('Length')).toHaveValue('20')

    await open(page, BRAND, address('XAUUSD'))
    await chartOf(page)
    await page.getByRole('button', { name: 'Indicators' }).click()
    await expect(bands.getByRole('switch')).toHaveAttribute('aria-checked', 'false')
  })

  test('the arrow keys go from candle to candle and read each one, and a drawing is made without a pointer', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    const chart = await chartOf(page)
    const spoken = page.getByTestId('chart-cursor')
    await chart.focus()
    await page.keyboard.press('End')
    await expect(spoken).toHaveText(/^18 Nov, \d\d:\d\d: open 1\.\d{5}, high 1\.\d{5}, low 1\.\d{5}, close 1\.\d{5}$/)
    const newest = await minuteOf(spoken)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => minuteOf(spoken)).toBe(newest - 30)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => minuteOf(spoken)).toBe(newest - 15)

    await page.getByRole('toolbar', { name: 'Drawings' }).getByRole('button', { name: 'Trend line' }).focus()
    await page.keyboard.press('Enter')
    await expect(chart).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Trend line: point 2 of 2')).toBeVisible()
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(chart).toHaveAttribute('data-drawings', '1')
    await page.keyboard.press('Delete')
    await expect(chart).toHaveAttribute('data-drawings', '0')
  })

  test('older candles come in front without moving what is looked at, and the history ends quietly', async ({ page }) => {
    await open(page, BRAND, address('EURUSD', '1min'))
    const chart = await chartOf(page)
    const bars = async () => Number(await chart.getAttribute('data-bars'))
    const before = await bars()
    await chart.focus()
    const older = page.waitForResponse((response) => /resources\/candles.*end=/.test(response.url()))
    await page.keyboard.press('Home')
    const [first, last] = [Number(await chart.getAttribute('data-first-bar')), await chart.getAttribute('data-last-bar')]
    await older
    await expect.poll(bars).toBeGreaterThan(before)
    expect(await chart.getAttribute('data-last-bar')).toBe(last)
    // The new candles fill the room that was left before the first one.
    const moved = first - Number(await chart.getAttribute('data-first-bar'))
    expect(moved).toBeGreaterThanOrEqual(0)
    expect(moved).toBeLessThanOrEqual(5 * 60_000)
    await expect(page.locator('[data-feed="ready"]')).toBeVisible()
  })

  test('the button of the time zone says which one it is, to the eye and to the ear, and changes it', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    await chartOf(page)
    const zone = page.getByRole('button', { name: /^Time zone .+, change$/ })
    const before = (await zone.getAttribute('title')) ?? ''
    await expect(zone).toHaveAccessibleName(before)
    await zone.click()
    await expect(zone).not.toHaveAttribute('title', before)
    await expect(zone).toHaveAccessibleName((await zone.getAttribute('title')) ?? '')
  })

  test('the picture is a PNG named after brand, instrument and period', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    await chartOf(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as image' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^aurora-EURUSD-15min-2026-11-18T\d{4}\.png$/)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const picture = Buffer.concat(chunks)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    // Width and height stand in the first chunk.
    expect(picture.readUInt32BE(16)).toBeGreaterThan(300)
    expect(picture.readUInt32BE(20)).toBeGreaterThan(300)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('tools come in a sheet, a finger draws, and the layout can be reset', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    const chart = await chartOf(page)
    expect((await chart.boundingBox())!.height).toBeGreaterThan(200)
    await tools(page).tap()
    const sheet = page.getByRole('dialog', { name: 'Chart tools' })
    await sheet.getByRole('radio', { name: 'Area' }).tap()
    await sheet.getByRole('button', { name: 'Trend line' }).tap()
    await expect(sheet).toBeHidden()
    const box = (await chart.boundingBox())!
    for (const x of [0.3, 0.6]) await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * 0.5)
    await expect(chart).toHaveAttribute('data-drawings', '1')

    await page.reload()
    await expect(await chartOf(page)).toHaveAttribute('data-drawings', '1')
    await tools(page).tap()
    await expect(sheet.getByRole('radio', { name: 'Area' })).toBeChecked()
    await sheet.getByRole('button', { name: 'Reset layout' }).tap()
    await expect(chart).toHaveAttribute('data-drawings', '0')
    await tools(page).tap()
    await expect(sheet.getByRole('radio', { name: 'Candles' })).toBeChecked()
  })

  test('every instrument comes back in the period in which it was left', async ({ page }) => {
    await open(page, BRAND, address('EURUSD'))
    await chartOf(page)
    await page.getByRole('radio', { name: '1h' }).tap()
    // Left in the same moment: what was chosen is kept, whether or not it was drawn.
    await page.goto(page.url().replace(/\?.*/, '?code=XAUUSD&period=5min'))
    await chartOf(page)
    await page.goto(page.url().replace(/\?.*/, '?code=EURUSD'))
    await expect(page.getByRole('radio', { name: '1h' })).toBeChecked()
    await expect(page).toHaveURL(/code=EURUSD&period=60min/)
  })
})
