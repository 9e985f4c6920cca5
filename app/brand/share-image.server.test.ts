import { fileURLToPath } from 'node:url'
import type opentype from 'opentype.js'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { contrastOf } from '../palette/contrast.server'
import { finishPalette } from '../palette/finish-palette.server'
import { readFont, shareImageSvg, shareImages } from './share-image.server'

const publicDir = fileURLToPath(new URL('../../public', import.meta.url))
const tenants = testTenants()
const byId = (id: string) => tenants.find((tenant) => tenant.id === id) as Tenant

let font: opentype.Font
beforeAll(async () => {
  // As in a server: the broker's re-encoding of uploads leaves only its own formats open.
  sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] })
  font = await readFont(`${publicDir}/fonts/inter-latin-700.woff`)
})

describe('the picture of a link', () => {
  test.each(tenants.map(({ id }) => id))('of %s is a PNG in its own colours, without a letter left to the machine', async (id) => {
    const tenant = byId(id)
    const { format, width, height } = await sharp(await shareImages(publicDir)(tenant)).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    const svg = shareImageSvg(tenant, font)
    expect(svg).toContain(tenant.palette.modes[tenant.theme.defaultMode].brand)
    expect(svg).not.toContain('<text')
  })

  test('of a demonstration is stamped, of any other not', () => {
    expect(shareImageSvg(byId('graphite'), font)).toContain('<g id="demo">')
    expect(shareImageSvg(byId('aurora'), font)).not.toContain('demo')
  })

  test('the stamp is seen: the top of the picture is the colour of alarm with letters on it', async () => {
    const alarm = async (id: string) => {
      const picture = sharp(await shareImages(publicDir)(byId(id)))
      const { data } = await picture
        .removeAlpha()
        .extract({ left: 0, top: 0, width: 1200, height: 120 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return new Set(Array.from({ length: data.length / 3 }, (_, at) => data.subarray(at * 3, at * 3 + 3).toString('hex')))
    }
    const colours = byId('graphite').palette.modes[byId('graphite').theme.defaultMode]
    const demo = await alarm('graphite')
    expect(demo).toContain(colours['honest-alarm']?.slice(1))
    expect(demo).toContain(colours['honest-on-alarm']?.slice(1))
    expect(contrastOf(colours['honest-alarm'], colours['honest-on-alarm'])).toBeGreaterThanOrEqual(4.5)
    expect((await alarm('aurora')).size).toBe(1)
  })

  test('a name that is too long is made smaller, and one of another script is never markup', () => {
    const named = (name: string) => shareImageSvg({ ...byId('aurora'), name }, font)
    const wide = named('W'.repeat(48))
    expect(wide).not.toContain('<text')
    const right = Math.max(...[...wide.matchAll(/(-?\d+(?:\.\d+)?) /g)].map(([, x]) => Number(x)))
    expect(right).toBeLessThanOrEqual(1200)
    expect(named('極光 <b>&"')).toContain('極光 &#60;b&#62;&#38;&#34;</text>')
  })

  test('a brand whose colours cannot be read on each other gets those that can', () => {
    const aurora = byId('aurora')
    const hidden = { brand: '#ffffff', 'on-brand': '#fffffe' }
    const palette = finishPalette(aurora.palette, { light: hidden, dark: hidden })
    const svg = shareImageSvg({ ...aurora, palette }, font)
    const [ground, ...inks] = [...svg.matchAll(/fill="([^"]+)"/g)].map((match) => match[1])
    for (const ink of inks) expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('is drawn once a brand', async () => {
    const draw = shareImages(publicDir)
    expect(await draw(byId('aurora'))).toBe(await draw(byId('aurora')))
  })
})
