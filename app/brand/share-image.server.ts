/**
 * `/share.png` of a brand: the picture that other sites show beside a link to it. Its name, its legal name, its colours, and on a
 * demonstration a stamp that says so.
 *
 * Letters are drawn as outlines of our own font, so the picture is the same on every machine; a name in another script falls back
 * to the fonts of the machine, the stamp never does.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type opentype from 'opentype.js'
import type { Tenant } from '../../contract/tenant'
import { contrastOf, READABLE_CONTRAST } from '../palette/contrast.server'
import { svgPicture } from './svg-picture.server'

export const SHARE_IMAGE_PATH = '/share.png'
/** The shape that sites which show a picture of a link agree on. */
const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const
const MARGIN = 88
const TEXT_WIDTH = SHARE_IMAGE_SIZE.width - 2 * MARGIN

export type ShareImages = (tenant: Tenant) => Promise<Buffer>

/** Draws each brand once. `publicDir` holds `fonts/`. */
export function shareImages(publicDir: string): ShareImages {
  let font: Promise<opentype.Font> | undefined
  // By the brand as it is loaded: one that is loaded anew is drawn anew.
  const drawn = new WeakMap<Tenant, Promise<Buffer>>()
  return (tenant) => {
    const known = drawn.get(tenant)
    if (known !== undefined) return known
    font ??= readFont(path.join(publicDir, 'fonts/inter-latin-700.woff'))
    const picture = font.then(async (loaded) => {
      const drawing = await svgPicture(Buffer.from(shareImageSvg(tenant, loaded)))
      return drawing.png({ compressionLevel: 9 }).toBuffer()
    })
    drawn.set(tenant, picture)
    picture.catch(() => drawn.delete(tenant))
    return picture
  }
}

export async function readFont(file: string): Promise<opentype.Font> {
  const [bytes, { default: opentype }] = await Promise.all([readFile(file), import('opentype.js')])
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

export function shareImageSvg(tenant: Tenant, font: opentype.Font): string {
  const colours = tenant.palette.modes[tenant.theme.defaultMode]
  const isReadable = contrastOf(colours['on-brand'], colours.brand) >= READABLE_CONTRAST
  const ground = (isReadable ? colours.brand : colours['honest-ground']) ?? ''
  const ink = (isReadable ? colours['on-brand'] : colours['honest-ink']) ?? ''
  const { width, height } = SHARE_IMAGE_SIZE
  const stamp = tenant.isDemoSite ? demoStamp(font, colours['honest-alarm'] ?? '', colours['honest-on-alarm'] ?? '') : ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    textLine(font, tenant.name, { y: 330, size: 92, ink }),
    textLine(font, tenant.legal.entity, { y: 410, size: 36, ink }),
    stamp,
    '</svg>',
  ].join('')
}

interface Line {
  readonly y: number
  readonly size: number
  readonly ink: string
}

/** One line from the margin, made smaller where it would not fit. */
function textLine(font: opentype.Font, text: string, { y, size, ink }: Line): string {
  if (!isDrawable(font, text)) {
    const fitted = Math.min(size, (TEXT_WIDTH / Math.max(1, [...text].length)) * 0.95)
    return `<text x="${MARGIN}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${fitted}" fill="${ink}">${escapeText(text)}</text>`
  }
  const fitted = Math.min(size, (size * TEXT_WIDTH) / widthOf(font, text, size))
  return outline(font, text, MARGIN, y, fitted, ink)
}

/** Across the whole width: nobody takes it for a part of the name. */
function demoStamp(font: opentype.Font, ground: string, ink: string): string {
  const { width } = SHARE_IMAGE_SIZE
  const height = 120
  const size = 84
  const x = (width - widthOf(font, DEMO, size)) / 2
  return `<g id="demo"><rect width="${width}" height="${height}" fill="${ground}"/>${outline(font, DEMO, x, 90, size, ink)}</g>`
}

const DEMO = 'DEMO'

/** Letter by letter with kerning: names need no ligatures, and the library cannot read all the rules of this font. */
function outline(font: opentype.Font, text: string, x: number, y: number, size: number, ink: string): string {
  const letters = placeGlyphs(font, text, size).map(({ glyph, at }) => glyph.getPath(x + at, y, size).toPathData(1))
  return `<path d="${letters.join('')}" fill="${ink}"/>`
}

function widthOf(font: opentype.Font, text: string, size: number): number {
  const last = placeGlyphs(font, text, size).at(-1)
  return last === undefined ? 0 : last.at + advance(font, last.glyph, size)
}

function placeGlyphs(font: opentype.Font, text: string, size: number): { glyph: opentype.Glyph; at: number }[] {
  let at = 0
  let before: opentype.Glyph | undefined
  return [...text].map((letter) => {
    const glyph = font.charToGlyph(letter)
    if (before !== undefined) at += advance(font, before, size) + (font.getKerningValue(before, glyph) * size) / font.unitsPerEm
    before = glyph
    return { glyph, at }
  })
}

function advance(font: opentype.Font, glyph: opentype.Glyph, size: number): number {
  return ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm
}

function isDrawable(font: opentype.Font, text: string): boolean {
  return [...text].every((letter) => font.charToGlyphIndex(letter) > 0)
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
