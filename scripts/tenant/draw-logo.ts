/**
 * Logo and icon of a brand that has none yet: its initials on a tile. The logo is used as a stencil, so its letters are cut
 * out of the tile and it takes the colour of the page's mode; the icon carries its own two colours.
 */
import { type Outline, outlineOf } from './glyph-outlines'

interface BrandPictures {
  /** The letters that were drawn. */
  readonly initials: string
  readonly logo: string
  readonly icon: string
}

interface TileColours {
  /** Of the tile, `#rrggbb`. */
  readonly fill: string
  /** Of the letters, `#rrggbb`. */
  readonly on: string
}

/** Scripts whose letters fill a square: one says enough, two would be too small to read. */
const WIDE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Scripts whose letters join: two initials side by side would read as a word. */
const JOINING_SCRIPT = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u
/** Scripts that hang marks on a letter and where the first sound may need several signs. */
const CLUSTER_SCRIPT = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** One or two letters that stand for the name; `fallback` (the brand's id) when the name has no letter. */
export function initialsOf(name: string, fallback: string): string {
  const words = name
    .normalize('NFC')
    .split(/[\s\-–—/|·.]+/u)
    .map(firstLetter)
    .filter((letter) => letter !== '')
  const [first, second = ''] = words
  if (first === undefined) return firstLetter(fallback).toUpperCase()
  if (standsAlone(first)) return first
  return `${capital(first)}${/^[\p{L}\p{N}]$/u.test(second) && !standsAlone(second) ? capital(second) : ''}`
}

const standsAlone = (letter: string): boolean => [WIDE_SCRIPT, JOINING_SCRIPT, CLUSTER_SCRIPT].some((script) => script.test(letter))

function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter().segment(word)) if (/^[\p{L}\p{N}]/u.test(segment)) return segment
  return ''
}

/** A capital may be two letters long (ß); the first of them is enough. */
function capital(letter: string): string {
  const [first = letter] = new Intl.Segmenter().segment(letter.toUpperCase())
  return typeof first === 'string' ? first : first.segment
}

/** The initials of a name, or of the id where no font draws those of the name. @throws when there is no font for either. */
export function drawBrand(name: string, id: string, { fill, on }: TileColours): BrandPictures {
  const wished = initialsOf(name, id)
  const own = outlineOf(wished)
  const initials = own === null ? initialsOf(id, id) : wished
  const outline = own ?? outlineOf(initials)
  if (outline === null) throw new Error(`no font draws the letters ${initials}`)
  const tile = (size: number, radius: number, colour: string): string =>
    `<rect width="${size}" height="${size}" rx="${radius}" fill="${colour}"/>`
  const cut = `<mask id="cut">${tile(28, 7, '#fff')}${lettersIn(28, outline, '#000')}</mask>`
  return {
    initials,
    logo: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">${cut}<rect width="28" height="28" rx="7" fill="currentColor" mask="url(#cut)"/></svg>\n`,
    icon: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${tile(64, 14, fill)}${lettersIn(64, outline, on)}</svg>\n`,
  }
}

/** The largest share of the tile that the letters take, wide and high, so that one letter and two weigh the same. */
const WIDEST = 0.64
const HIGHEST = 0.47
/** The fonts come in their regular weight: a line round the letter, in shares of its square, makes it a bold one. */
const BOLDER = 0.055

function lettersIn(size: number, outline: Outline, colour: string): string {
  const line = outline.unitsPerEm * BOLDER
  const [width, height] = [outline.right - outline.left + line, outline.top - outline.bottom + line]
  const scale = Math.min((size * WIDEST) / width, (size * HIGHEST) / height)
  const x = size / 2 - ((outline.left + outline.right) / 2) * scale
  const y = size / 2 + ((outline.bottom + outline.top) / 2) * scale
  return (
    `<path transform="translate(${short(x)} ${short(y)}) scale(${short(scale)} ${short(-scale)})" fill="${colour}" ` +
    `stroke="${colour}" stroke-width="${short(line)}" stroke-linejoin="round" d="${outline.path}"/>`
  )
}

const short = (value: number): string => String(Number(value.toPrecision(5)))
