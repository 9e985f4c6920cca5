/**
 * What came in as a picture, made into one of ours: judged by its first bytes and its header, decoded, turned upright and written
 * anew as WebP.
 *
 * Invariant: nothing of the bytes that came in is kept, so no metadata, no second format and no script behind the picture survives;
 * a picture is decoded only after its header has said how large it is, and at most two are decoded at once.
 */
import { IMAGE_LIMITS } from '../../contract/told-limits'
import { done, type Outcome, refused } from '../calls/handler'
import { pictureLibrary } from '../ground/picture-library'
import { Turns } from '../ground/turns'

export interface ReencodedImage {
  /** WebP without metadata. */
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** A picture that may be decoded. */
interface JudgedImage {
  readonly bytes: Uint8Array
  readonly isLarge: boolean
}

type ImageFormat = 'png' | 'jpeg' | 'webp'

const MAX_SIDE = 4096
const QUALITY = 85
const TIME_LIMIT_SECONDS = 20
/** Decoded, a picture takes up to eight bytes a pixel: two of the largest never stand in memory together. */
const LARGE_PIXELS = 8_000_000
const turns = new Turns({ atOnce: 2, waiting: 20 })
const largeTurns = new Turns({ atOnce: 1, waiting: 20 })

/** Says by type and header whether a picture may be decoded; milliseconds, whatever is in it. */
export async function judgeImage(bytes: Uint8Array): Promise<Outcome<JudgedImage>> {
  if (bytes.byteLength > IMAGE_LIMITS.bytes) return refused('IMAGE_TOO_LARGE', { megabytes: String(IMAGE_LIMITS.bytes / 1024 / 1024) })
  const format = formatOf(bytes)
  if (format === undefined) return refused('IMAGE_TYPE_REFUSED')
  const sharp = await pictureLibrary()
  try {
    const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (header.format !== format) return refused('IMAGE_TYPE_REFUSED')
    if (header.width * header.height > IMAGE_LIMITS.pixels) {
      return refused('IMAGE_TOO_MANY_PIXELS', { megapixels: String(IMAGE_LIMITS.pixels / 1_000_000) })
    }
    return done({ bytes, isLarge: header.width * header.height > LARGE_PIXELS })
  } catch {
    return refused('IMAGE_UNREADABLE')
  }
}

/** The first page of a moving picture; a large one is made smaller. */
export async function reencodeImage({ bytes, isLarge }: JudgedImage): Promise<Outcome<ReencodedImage>> {
  const inTurn = () => turns.take(() => encode(bytes))
  const result = await (isLarge ? largeTurns.take(inTurn) : inTurn())
  return result === 'busy' ? refused('TOO_MANY_REQUESTS') : result
}

async function encode(bytes: Uint8Array): Promise<Outcome<ReencodedImage>> {
  const sharp = await pictureLibrary()
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: 'error', pages: 1 })
      // Upright by what the camera noted, before the note is dropped.
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toBuffer({ resolveWithObject: true })
    return done({ bytes: data, width: info.width, height: info.height })
  } catch {
    return refused('IMAGE_UNREADABLE')
  }
}

/** By the first bytes alone: a name or a declared type is only what somebody says. */
function formatOf(bytes: Uint8Array): ImageFormat | undefined {
  const begins = (text: string, at = 0) => Buffer.from(bytes.buffer, bytes.byteOffset + at, text.length).equals(Buffer.from(text, 'latin1'))
  if (bytes.byteLength < 16) return undefined
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('\xff\xd8\xff')) return 'jpeg'
  return begins('RIFF') && begins('WEBP', 8) ? 'webp' : undefined
}
