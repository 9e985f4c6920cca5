import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tenant } from '../../contract/tenant'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { appIcons } from './app-icons.server'

const [tenant] = testTenants() as [Tenant, ...Tenant[]]
const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`)
/** A green tile with round corners; the drawing on it reaches 70 % of its width. */
const TILE = svg('<rect width="64" height="64" rx="14" fill="#006400"/><rect x="10" y="10" width="44" height="44" fill="#ffffff"/>')
/** A sign without a ground, from edge to edge. */
const BARE = svg('<path d="M32 0 64 64H0z" fill="#ffffff"/>')

const draw = async (icon: Buffer, name: string): Promise<Buffer> => {
  const picture = await appIcons(() => icon)(tenant, `/app-icons/${name}`)
  if (picture === null) throw new Error(`${name} is not drawn`)
  return picture
}

/** Colour of one point, as `#rrggbbaa`. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const point = await sharp(picture).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()
  return `#${point.toString('hex')}`
}

/** The farthest point from the middle that differs visibly from the ground, as a share of the width. */
async function reachOfDrawing(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const ground = data.subarray(0, 3)
  const distances = Array.from({ length: info.width * info.height }, (_, index) => {
    const isGround = [0, 1, 2].every((part) => Math.abs((data[index * 4 + part] ?? 0) - (ground[part] ?? 0)) <= 4)
    if (isGround) return 0
    return Math.hypot((index % info.width) - info.width / 2, Math.floor(index / info.width) - info.height / 2)
  })
  return distances.reduce((farthest, distance) => Math.max(farthest, distance), 0) / info.width
}

describe('icons for a home screen', () => {
  // As in a server: the broker's re-encoding of uploads leaves only its own formats open.
  beforeEach(() => sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] }))

  test.each([
    ['48.png', 48],
    ['192.png', 192],
    ['512.png', 512],
    ['maskable-192.png', 192],
    ['maskable-512.png', 512],
    ['apple-180.png', 180],
  ])('%s is a PNG of its size', async (name, size) => {
    const { format, width, height } = await sharp(await draw(TILE, name)).metadata()
    expect([format, width, height]).toEqual(['png', size, size])
  })

  test('a plain one keeps the shape that the brand drew', async () => {
    expect(await colourAt(await draw(TILE, '192.png'), 0, 0)).toBe('#00000000')
  })

  test.each(['maskable-192.png', 'apple-180.png'])('the ground of the icon fills %s to its corners', async (name) => {
    expect(await colourAt(await draw(TILE, name), 0, 0)).toBe('#006400ff')
  })

  test("an icon without a ground of its own stands on the brand's colour", async () => {
    const brand = tenant.palette.modes[tenant.theme.defaultMode].brand
    expect(await colourAt(await draw(BARE, 'maskable-192.png'), 0, 0)).toBe(`${brand}ff`)
  })

  test.each([
    ['a tile', TILE],
    ['a bare sign', BARE],
  ])('a launcher that cuts the icon down to a circle loses nothing of %s', async (_what, icon) => {
    expect(await reachOfDrawing(await draw(icon, 'maskable-512.png'))).toBeLessThanOrEqual(0.4)
  })

  test('no other name is drawn', () => {
    const icons = appIcons(() => TILE)
    for (const name of ['64.png', '', 'constructor', '../192.png']) expect(icons(tenant, `/app-icons/${name}`)).toBeNull()
  })

  test('each is drawn once, and anew for a brand that was loaded anew', async () => {
    let asked = 0
    const icons = appIcons(() => {
      asked += 1
      return asked === 1 ? TILE : BARE
    })
    const first = await icons(tenant, '/app-icons/192.png')
    expect(await icons(tenant, '/app-icons/192.png')).toBe(first)
    expect(await icons({ ...tenant }, '/app-icons/192.png')).not.toEqual(first)
  })
})
