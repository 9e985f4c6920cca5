/**
 * A brand's logo as it is printed: on the site only its transparency is seen, in the brand's colour; on paper it is black on white.
 *
 * It has no transparency of its own, so a document takes it as it is, and the same bytes come of it each time.
 */
import type { Tenant } from '../../contract/tenant'
import { drawingLibrary, svgPicture } from './svg-picture.server'

/** Sharp at 600 dots an inch in the height that it has on paper. */
const SIDE = 160
const SVG_DENSITY = 600

type PaperMarks = (tenant: Tenant) => Promise<Uint8Array | null>

/** Draws each logo once. @param logoOf the brand's own logo as it is served now */
export function paperMarks(logoOf: (tenant: Tenant) => Uint8Array | undefined, report: (error: unknown) => void): PaperMarks {
  // By the brand as it is loaded: one that is loaded anew is drawn anew.
  const drawn = new WeakMap<Tenant, Promise<Uint8Array | null>>()
  return (tenant) => {
    const known = drawn.get(tenant)
    if (known !== undefined) return known
    const logo = logoOf(tenant)
    const picture =
      logo === undefined
        ? Promise.resolve(null)
        : draw(logo).catch((error: unknown) => {
            // The name stands on the paper without it.
            report(error)
            return null
          })
    drawn.set(tenant, picture)
    return picture
  }
}

async function draw(logo: Uint8Array): Promise<Uint8Array> {
  const picture = await svgPicture(logo, { density: SVG_DENSITY })
  const seen = await picture
    .resize(SIDE, SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .ensureAlpha()
    .extractChannel('alpha')
    .png()
    .toBuffer()
  const sharp = await drawingLibrary()
  return sharp(seen).negate().toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer()
}
