/**
 * Whether a brand's logo or icon is a picture and nothing else. They are served from the brand's own origin, so what is not on the
 * short list of things a sign is drawn with is refused, not cleaned: the file that is served is the file that was checked.
 */
import { SaxesParser } from 'saxes'

/** Why it cannot be shown, and what would mend it; null for a good picture. */
interface PictureProblem {
  readonly reason: string
  readonly mend: string
}

export const SVG_MAX_BYTES = 64 * 1024
export const PNG_MAX_BYTES = 256 * 1024
const MAX_ELEMENTS = 2_000
const MAX_DEPTH = 32

const SVG_ELEMENTS: ReadonlySet<string> = new Set(
  'svg g defs title desc path circle ellipse rect line polyline polygon linearGradient radialGradient stop clipPath mask'.split(' '),
)
/** Geometry and paint. No class and no style: there is no style sheet either. */
const SVG_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'xmlns version id viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy width height d points transform offset pathLength ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset ' +
    'stroke-opacity opacity color clip-path clip-rule mask clipPathUnits maskUnits maskContentUnits gradientUnits gradientTransform ' +
    'spreadMethod stop-color stop-opacity vector-effect role aria-hidden aria-label'
  ).split(' '),
)
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const SVG_MEND = 'export it again as plain SVG: paths and shapes, gradients, clips and masks, with their paint as attributes'

export function svgProblem(text: string): PictureProblem | null {
  const found: string[] = []
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  let elements = 0
  parser.on('doctype', () => found.push('holds a DOCTYPE'))
  parser.on('cdata', () => found.push('holds CDATA'))
  parser.on('processinginstruction', () => found.push('holds a processing instruction'))
  parser.on('error', (error) => found.push(`is not well-formed: ${error.message.split('\n')[0]}`))
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    elements += 1
    if (elements === 1) found.push(...rootFaults(name, attributes))
    if (!SVG_ELEMENTS.has(name)) found.push(`holds the element <${name}>`)
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) found.push('has more in it than a sign needs')
    for (const [attribute, value] of Object.entries(attributes)) found.push(...attributeFaults(attribute, value))
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  try {
    parser.write(text).close()
  } catch (error) {
    found.push(`is not well-formed: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (elements === 0) found.unshift('is not an SVG picture')
  return found[0] === undefined ? null : { reason: found[0], mend: SVG_MEND }
}

function rootFaults(name: string, { xmlns, viewBox }: Record<string, string>): string[] {
  if (name !== 'svg') return [`begins with <${name}> instead of <svg>`]
  if (xmlns !== SVG_NAMESPACE) return [`needs xmlns="${SVG_NAMESPACE}"`]
  return viewBox === undefined ? ['needs a viewBox, or it cannot be drawn in other sizes'] : []
}

function attributeFaults(name: string, value: string): string[] {
  if (!SVG_ATTRIBUTES.has(name)) return [`holds the attribute ${name}`]
  if (name === 'xmlns') return value === SVG_NAMESPACE ? [] : ['leaves the SVG namespace']
  // A reference may only point into the picture itself: `url(#gradient)`.
  const withoutOwn = value.replace(/url\(#[\w.-]{1,64}\)/g, '')
  return /url|:|@|\\|&|<|javascript|expression/i.test(withoutOwn) ? [`the attribute ${name} refers to something outside the picture`] : []
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_SIDES = { min: 48, max: 2_048 } as const
const PNG_MEND = `save it as an ordinary PNG with transparency, ${PNG_SIDES.min} to ${PNG_SIDES.max} pixels a side`
/** Colour types whose pixels can be transparent: grey or colour with alpha, and a palette. */
const PNG_TRANSPARENT: ReadonlySet<number> = new Set([3, 4, 6])

/** `isMask`: it is drawn in the brand's colour, so only its transparency is seen. */
export function pngProblem(bytes: Buffer, { isMask }: { readonly isMask: boolean }): PictureProblem | null {
  const fault = pngFault(bytes, isMask)
  return fault === null ? null : { reason: fault, mend: PNG_MEND }
}

function pngFault(bytes: Buffer, isMask: boolean): string | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'is not a PNG picture'
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'has no PNG header'
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (sides.some((side) => side < PNG_SIDES.min || side > PNG_SIDES.max)) return `has ${sides.join(' × ')} pixels`
  if (isMask && !PNG_TRANSPARENT.has(bytes.readUInt8(25))) return 'has no transparency: it would be shown as a filled block'
  // Chunk by chunk to the end: nothing may stand behind the picture that another program would read as something else.
  let offset = 8
  while (offset + 12 <= bytes.length) {
    const end = offset + 12 + bytes.readUInt32BE(offset)
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'IEND') return end === bytes.length ? null : 'has something behind the picture'
    offset = end
  }
  return 'ends in the middle of the picture'
}
