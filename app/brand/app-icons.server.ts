/**
 * The pictures of a brand on a home screen: its own icon in the sizes and shapes that phones and browsers ask for.
 *
 * A launcher may cut a maskable icon down to a circle of 80 % of its width. What a brand drew stays inside of it; the rest is
 * the ground it was drawn on, or the brand's colour where the icon has no ground of one colour.
 */
import { formatHex, parse } from 'culori'
import type { Sharp } from 'sharp'
import type { Tenant } from '../../contract/tenant'
import { NEUTRAL } from '../palette/finish-palette.server'
import { APP_ICON_FOLDER, type AppIconName } from './app-icon-address'
import { drawingLibrary, svgPicture } from './svg-picture.server'

type Shape = 'any' | 'maskable' | 'apple'
interface IconForm {
  readonly size: number
  readonly shape: Shape
}

const FORMS: Readonly<Record<AppIconName, IconForm>> = {
  '48.png': { size: 48, shape: 'any' },
  '192.png': { size: 192, shape: 'any' },
  '512.png': { size: 512, shape: 'any' },
  'maskable-192.png': { size: 192, shape: 'maskable' },
  'maskable-512.png': { size: 512, shape: 'maskable' },
  // Apple rounds the corners itself and shows transparency as black.
  'apple-180.png': { size: 180, shape: 'apple' },
}

/** The picture under an address, or null where there is none. */
export type AppIcons = (tenant: Tenant, path: string) => Promise<Buffer> | null

export const isAppIconPath = (path: string): boolean => path.startsWith(APP_ICON_FOLDER)

/** Draws each icon of a brand once. @param iconOf the brand's own icon as it is served now */
export function appIcons(iconOf: (tenant: Tenant) => Uint8Array | undefined): AppIcons {
  // By the brand as it is loaded: one that is loaded anew is drawn anew.
  const drawn = new WeakMap<Tenant, Map<string, Promise<Buffer>>>()
  return (tenant, path) => {
    const name = path.slice(APP_ICON_FOLDER.length)
    const form = Object.hasOwn(FORMS, name) ? FORMS[name as AppIconName] : undefined
    const icon = form === undefined ? undefined : iconOf(tenant)
    if (form === undefined || icon === undefined) return null
    const ofBrand = drawn.get(tenant) ?? new Map<string, Promise<Buffer>>()
    drawn.set(tenant, ofBrand)
    const known = ofBrand.get(name)
    if (known !== undefined) return known
    const picture = draw(icon, form, brandColour(tenant))
    ofBrand.set(name, picture)
    picture.catch(() => ofBrand.delete(name))
    return picture
  }
}

async function draw(icon: Uint8Array, { size, shape }: IconForm, brand: string): Promise<Buffer> {
  if (shape === 'any') return (await fitIcon(icon, size)).png({ compressionLevel: 9 }).toBuffer()
  const ground = await groundOf(icon)
  // A square within the circle of 80 % is 56 % wide; an icon with a ground of its own keeps its drawing away from its edges.
  const share = shape === 'apple' ? 1 : ground === null ? 0.56 : 0.8
  const inner = await (await fitIcon(icon, Math.round(size * share))).png().toBuffer()
  const sharp = await drawingLibrary()
  return sharp({ create: { width: size, height: size, channels: 4, background: ground ?? brand } })
    .composite([{ input: inner, gravity: 'centre' }])
    .flatten({ background: ground ?? brand })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The icon as a square of this width, sharp at every size: an SVG is drawn anew, not enlarged. */
async function fitIcon(icon: Uint8Array, size: number): Promise<Sharp> {
  const { format, width = size, density = 72 } = await (await svgPicture(icon)).metadata()
  const drawnAt = format === 'svg' ? Math.min(2400, Math.max(72, Math.ceil((density * size) / width))) : undefined
  const picture = await svgPicture(icon, drawnAt === undefined ? {} : { density: drawnAt })
  return picture.resize(size, size, {
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  })
}

/** The one colour that stands at the middle of all four edges, as `#rrggbb`; null where they differ or can be seen through. */
async function groundOf(icon: Uint8Array): Promise<string | null> {
  const width = 64
  const { data } = await (await fitIcon(icon, width)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = width / 2
  const near = 2
  const places = [
    [middle, near],
    [middle, width - 1 - near],
    [near, middle],
    [width - 1 - near, middle],
  ] as const
  const colours = places.map(([x, y]) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).toString('hex'))
  const [first = ''] = colours
  return first.endsWith('ff') && colours.every((colour) => colour === first) ? `#${first.slice(0, 6)}` : null
}

function brandColour(tenant: Tenant): string {
  const mode = tenant.theme.defaultMode
  return formatHex(parse(tenant.palette.modes[mode].brand ?? '')) ?? NEUTRAL.modes[mode].brand ?? ''
}
