import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { svgProblem } from '../../app/brand-files/check-picture.server'
import { drawBrand, initialsOf } from './draw-logo'

describe('the initials of a name', () => {
  test.each([
    ['Nova Markets', 'NM'],
    ['Aurora', 'A'],
    ['nova first capital', 'NF'],
    ['Ångström FX', 'ÅF'],
    ['Зенит Трейд', 'ЗТ'],
    ['晨星證券', '晨'],
    ['شروق للتداول', 'ش'],
    ['7 Seas', '7S'],
    ['Nova 晨星', 'N'],
    ['O’Neil & Sons', 'OS'],
    ['<script>alert(1)</script> & "x"', 'SS'],
    ['™ —', 'A'],
  ])('%s: %s', (name, initials) => {
    expect(initialsOf(name, 'acme')).toBe(initials)
  })
})

describe('a drawn logo', () => {
  const colours = { fill: '#14213d', on: '#ffffff' }
  // What takes strangers' pictures forbids this kind for the whole process.
  beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }))

  test.each([
    'Nova Markets',
    'Зенит',
    '晨星證券',
    'شروق للتداول',
    '<b>&"\'',
    'कमल',
    'WM',
  ])('of %s is a picture and nothing else', (name) => {
    const { logo, icon } = drawBrand(name, 'acme', colours)
    expect([svgProblem(logo), svgProblem(icon)]).toEqual([null, null])
  })

  test.each([
    'Nova Markets',
    'Il',
    'شروق',
    'WM World',
  ])('of %s has its letters in the middle, in the colours of the brand', async (name) => {
    const { icon } = drawBrand(name, 'acme', colours)
    const { data, info } = await sharp(Buffer.from(icon)).resize(64, 64).greyscale().raw().toBuffer({ resolveWithObject: true })
    // The letters are white, the tile is dark: what is brighter than half is a letter.
    const letters = [...Array(64 * 64).keys()]
      .filter((at) => (data[at * info.channels] ?? 0) > 128)
      .map((at) => [at % 64, Math.floor(at / 64)])
    const side = (axis: 0 | 1, take: (...values: number[]) => number): number => take(...letters.map((point) => point[axis] ?? 0))
    expect(letters.length).toBeGreaterThan(100)
    expect(Math.abs(side(0, Math.min) - (63 - side(0, Math.max)))).toBeLessThanOrEqual(2)
    expect(Math.abs(side(1, Math.min) - (63 - side(1, Math.max)))).toBeLessThanOrEqual(2)
    expect(side(0, Math.min)).toBeGreaterThan(8)
  })

  test('is a stencil: its letters let the page through', async () => {
    const { logo } = drawBrand('Il', 'acme', colours)
    const { data } = await sharp(Buffer.from(logo), { density: 300 })
      .resize(64, 64)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const alphas = [...Array(64 * 64).keys()].map((at) => data[at * 4 + 3] ?? 0)
    expect(alphas.filter((alpha) => alpha < 20).length).toBeGreaterThan(100)
    expect(alphas.filter((alpha) => alpha > 235).length).toBeGreaterThan(2_000)
  })
})
