/**
 * Letters as outlines, from the fonts the site itself ships or, for other scripts, one that this machine has. A picture with
 * real text would look different on every machine, and is no picture that a brand may have.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Font, openSync } from 'fontkit'

export interface Outline {
  /** SVG path data in the units of the font, y upwards. */
  readonly path: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
  /** Size of the font's square in its units. */
  readonly unitsPerEm: number
}

const resolve = createRequire(import.meta.url).resolve
const FAMILIES = ['inter', 'vazirmatn']

/** The letters one beside the other; null when there is no font with all of them. */
export function outlineOf(letters: string): Outline | null {
  const codes = [...letters].map((letter) => letter.codePointAt(0) ?? 0)
  const hasAll = (font: Font): boolean => codes.every((code) => font.hasGlyphForCodePoint(code))
  for (const file of shippedFonts()) {
    const font = openSync(file) as Font
    if (hasAll(font)) return laidOut(font, letters)
  }
  const found = fontOfMachine(codes)
  return found !== null && hasAll(found) ? laidOut(found, letters) : null
}

/** Asks fontconfig, where there is one. */
function fontOfMachine(codes: readonly number[]): Font | null {
  const wanted = `sans-serif:charset=${codes.map((code) => code.toString(16)).join(' ')}`
  const asked = spawnSync('fc-match', ['--format', '%{file}\n%{postscriptname}', wanted], { encoding: 'utf8', timeout: 5_000 })
  const [file = '', name = ''] = asked.status === 0 ? asked.stdout.split('\n') : []
  try {
    // One file may hold the fonts of several languages.
    return file === '' ? null : (openSync(file, /\.(ttc|otc)$/i.test(file) ? name : undefined) as Font)
  } catch {
    return null
  }
}

function shippedFonts(): string[] {
  return FAMILIES.flatMap((family) => {
    const folder = path.join(path.dirname(resolve(`@fontsource-variable/${family}/package.json`)), 'files')
    return (
      readdirSync(folder)
        .filter((name) => name.endsWith('-wght-normal.woff2'))
        // The plain alphabet first: the extended sets hold a few of its letters too.
        .sort((one, other) => one.length - other.length)
        .map((name) => path.join(folder, name))
    )
  })
}

function laidOut(font: Font, letters: string): Outline {
  const { glyphs, positions } = font.layout(letters)
  let pen = 0
  const parts = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const placed = glyph.path.translate(pen + xOffset, yOffset)
    pen += xAdvance
    return placed
  })
  const boxes = parts.map(({ bbox }) => bbox)
  return {
    path: parts.map((part) => part.toSVG()).join(''),
    left: Math.min(...boxes.map(({ minX }) => minX)),
    right: Math.max(...boxes.map(({ maxX }) => maxX)),
    bottom: Math.min(...boxes.map(({ minY }) => minY)),
    top: Math.max(...boxes.map(({ maxY }) => maxY)),
    unitsPerEm: font.unitsPerEm,
  }
}
