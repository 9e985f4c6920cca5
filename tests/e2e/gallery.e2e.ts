/**
 * The component gallery against its committed pictures, small ones: a third of the size, where the drawing of single letters no
 * longer counts, only what stands where in which colour. `npm run test:e2e -- gallery --update-snapshots` takes them anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, TestInfo } from 'playwright/test'
import sharp, { type OutputInfo } from 'sharp'
import { COLOURS, GALLERY_MODES, type GalleryLook, lookAddress, THEMES } from '../../app/features/gallery/gallery-look'
import { barriersOn } from './barriers'
import { overflowOn } from './overflow'
import { originOf } from './ports'
import { expect, LONG, open, test, usuallyOn } from './site-test'

const FOLDER = fileURLToPath(new URL('./gallery-pictures', import.meta.url))
const WIDTH = 840
const HEIGHT = 900
const SCALE = 3
/** How far a colour channel may be off, of 255: pictures are kept in 32 colours. */
const CHANNEL_SLACK = 40
/** Part of the points that may be off further. */
const POINTS_SLACK = 0.0015

/** Every theme in both modes and both directions, though not each with each. */
const LOOKS: readonly GalleryLook[] = THEMES.flatMap((theme) =>
  GALLERY_MODES.map((mode) => ({ theme, mode, dir: mode === 'light' ? 'ltr' : 'rtl', colours: COLOURS[0], group: null }) as const),
)
/** The price colours are the same in every theme: one shows them. */
const OTHER_COLOURS: readonly GalleryLook[] = COLOURS.slice(1).map((colours) => ({
  theme: 'aurora',
  mode: 'light',
  dir: 'ltr',
  colours,
  group: 'orders',
}))

test.use({
  viewport: { width: WIDTH, height: HEIGHT },
  contextOptions: { reducedMotion: 'reduce' },
})

/** The site does not wait for its font on a first visit; a picture does, or it would depend on which of the two came first. */
const untilInItsFont = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const late = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('font-display') === 'optional')
    for (const { style } of late as CSSFontFaceRule[]) {
      const said = (name: string) => style.getPropertyValue(name)
      const face = new FontFace(said('font-family').replaceAll('"', ''), said('src'), {
        weight: said('font-weight'),
        unicodeRange: said('unicode-range'),
        display: 'block',
      })
      document.fonts.add(await face.load())
    }
  })

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const smallPicture = (whole: Buffer, box: Box): Promise<Buffer> =>
  sharp(whole)
    .extract(box)
    .resize({ width: Math.round(WIDTH / SCALE), kernel: 'lanczos3' })
    .png({ palette: true, colours: 32, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer()

const groupsOn = (page: Page) =>
  page.locator('[data-gallery-group]').evaluateAll((groups) =>
    groups.map((group) => {
      const { top, height } = group.getBoundingClientRect()
      return { name: group.getAttribute('data-gallery-group') ?? '', top: Math.round(top + window.scrollY), height: Math.floor(height) }
    }),
  )

/** Until nothing moves any more: a price that stands still counts as stale after a while, and says so in a line of its own. */
async function untilStill(page: Page): Promise<void> {
  const STILL = 4
  let before = ''
  for (let same = 0; same < STILL; ) {
    const now = JSON.stringify(await groupsOn(page))
    same = now === before ? same + 1 : 0
    before = now
    await page.waitForTimeout(1_000)
  }
}

/** One picture of the whole page, cut into its groups. */
async function groupPictures(page: Page): Promise<Map<string, Buffer>> {
  await untilInItsFont(page)
  await untilStill(page)
  const whole = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
  const cut = (await groupsOn(page)).map(
    async ({ name, top, height }) => [name, await smallPicture(whole, { left: 0, top, width: WIDTH, height })] as const,
  )
  return new Map(await Promise.all(cut))
}

const pointsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** Empty when both show the same. */
async function differenceOf(now: Buffer, kept: Buffer): Promise<string> {
  const [one, other] = await Promise.all([pointsOf(now), pointsOf(kept)])
  const size = ({ width, height }: OutputInfo) => `${width} × ${height}`
  if (Math.abs(one.info.height - other.info.height) > 1 || one.info.width !== other.info.width)
    return `is ${size(one.info)}, was ${size(other.info)}`
  const { width } = one.info
  const points = Math.min(one.data.length, other.data.length) / 3
  const isNear = (point: number, place: number) =>
    [0, 1, 2].every((channel) => Math.abs((one.data[point * 3 + channel] ?? 0) - (other.data[place * 3 + channel] ?? 0)) <= CHANNEL_SLACK)
  // Two builds of one browser set a letter up to a point apart.
  const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((aside) => down * width + aside))
  let off = 0
  for (let point = 0; point < points; point += 1) if (!isNear(point, point) && !around.some((step) => isNear(point, point + step))) off += 1
  return off / points > POINTS_SLACK ? `${off} of ${points} points differ` : ''
}

async function compare(now: Buffer, name: string, info: TestInfo): Promise<string[]> {
  const file = path.join(FOLDER, `${name}.png`)
  const difference = existsSync(file) ? await differenceOf(now, readFileSync(file)) : 'has no picture yet'
  const { updateSnapshots } = info.config
  if (updateSnapshots === 'all' || (updateSnapshots === 'changed' && difference !== '')) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, now)
    return []
  }
  if (difference === '') return []
  const actual = info.outputPath(`${name.replaceAll('/', '-')}.png`)
  writeFileSync(actual, now)
  return [`${name} ${difference}: see ${actual}`]
}

const nameOf = ({ theme, mode, dir, colours }: GalleryLook): string =>
  [theme, mode, dir, ...(colours === COLOURS[0] ? [] : [colours])].join('-')

/** By default the first theme in the light, and the last in the dark and from the right; the others in the long run. */
const isUsual = ({ theme, mode, colours }: GalleryLook): boolean =>
  colours === COLOURS[0] && theme === (mode === 'light' ? THEMES[0] : THEMES.at(-1))

for (const look of [...LOOKS, ...OTHER_COLOURS]) {
  test(`components look as in their pictures: ${nameOf(look)}`, isUsual(look) ? {} : LONG, async ({ page }, info) => {
    await page.clock.setFixedTime('2026-11-18T14:00:00Z')
    await open(page, 'aurora', lookAddress(look))
    await expect(page.locator(`html[data-mode="${look.mode}"][data-updown="${look.colours}"]`)).toBeAttached()
    const found: string[] = []
    for (const [group, picture] of await groupPictures(page)) found.push(...(await compare(picture, `${group}/${nameOf(look)}`, info)))
    expect(found).toEqual([])
  })
}

for (const look of LOOKS.filter(({ theme }) => theme === 'saffron')) {
  const title = `no component of the gallery has a barrier, and none cuts its text: ${nameOf(look)}`
  test(title, usuallyOn('dark', look.mode), async ({ page }) => {
    await open(page, 'aurora', lookAddress(look))
    await expect(page.locator(`html[data-mode="${look.mode}"]`)).toBeAttached()
    expect([...(await barriersOn(page)), ...(await overflowOn(page))]).toEqual([])
  })
}

for (const layer of ['sheet', 'drawer', 'dialog', 'danger', 'busy', 'toast-err']) {
  test(`the ${layer} over the gallery looks as in its picture`, async ({ page }, info) => {
    const look: GalleryLook = { theme: 'meridian', mode: 'light', dir: 'ltr', colours: COLOURS[0], group: 'layers' }
    await open(page, 'aurora', lookAddress(look))
    await expect(page.locator('html[data-mode="light"]')).toBeAttached()
    await page.locator(`[data-open="${layer}"]`).click()
    await untilInItsFont(page)
    const shown = page.locator(layer.startsWith('toast') ? '[data-toast-region]' : '[role="dialog"], [role="alertdialog"]').first()
    await expect(shown).toBeVisible()
    const whole = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const picture = await smallPicture(whole, { left: 0, top: 0, width: WIDTH, height: HEIGHT })
    expect(await compare(picture, `layers/${layer}`, info)).toEqual([])
  })
}

test('the gallery is found only on the host of a company', async ({ page }) => {
  await page.goto(`${originOf('aurora')}/dev/gallery`)
  await expect(page.getByRole('heading', { name: 'Component gallery' })).toBeVisible()
})
