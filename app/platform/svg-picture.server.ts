/** Reads pictures of our own and of the brands, which were checked when the brand was loaded. */
import sharp, { type SharpOptions } from 'sharp'

/** A picture to draw with; it may be an SVG. */
export function svgPicture(picture: Uint8Array, options: SharpOptions = {}): ReturnType<typeof sharp> {
  // The broker's re-encoding of uploads closes every format but its own for the whole process; an upload never reaches this one,
  // because its first bytes are judged before the library sees them.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  return sharp(picture, options)
}
