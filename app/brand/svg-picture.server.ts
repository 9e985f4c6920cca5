/** Reads pictures of our own and of the brands, which were checked when the brand was loaded. */
import type { Sharp, SharpOptions } from 'sharp'

/** The library is large: loaded with the first picture. */
export const drawingLibrary = async () => (await import('sharp')).default

/** A picture to draw with; it may be an SVG. */
export async function svgPicture(picture: Uint8Array, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await drawingLibrary()
  // The broker's re-encoding of uploads closes every format but its own for the whole process; an upload never reaches this one,
  // because its first bytes are judged before the library sees them.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  return sharp(picture, options)
}
