/** A line of text as runs from left to right, each of one font and one direction, in the order of reading within itself. */
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
/** Marks that only tell the order, and spaces that fonts do not have. */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const SPACES = /[\u00a0\u2002-\u200a\u202f\u205f]/g
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

export const plainText = (text: string): string => text.normalize('NFC').replace(MARKS, '').replace(SPACES, ' ')

interface Run<FontOf> {
  readonly text: string
  readonly font: FontOf
}

/** @param fontOf the font of a letter; a space and a mark stay with the letter before them where its font has them */
export function visualRuns<FontOf>(
  text: string,
  direction: 'ltr' | 'rtl',
  fontOf: (letter: string, before: FontOf | null) => FontOf,
): Run<FontOf>[] {
  if (direction === 'ltr' && !RTL.test(text)) return splitByFont(text, fontOf)
  const levels = bidi.getEmbeddingLevels(text, direction)
  const order = bidi.getReorderedIndices(text, levels)
  const runs: Run<FontOf>[] = []
  for (let at = 0; at < order.length; ) {
    const level = levels.levels[order[at] ?? 0] ?? 0
    let end = at + 1
    while (end < order.length && (levels.levels[order[end] ?? 0] ?? 0) === level) end += 1
    const places = order.slice(at, end)
    const [low, high] = [Math.min(...places), Math.max(...places)]
    const part = text.slice(low, high + 1)
    if (level % 2 === 0) runs.push(...splitByFont(part, fontOf))
    else runs.push(...splitByFont(mirrored(part), fontOf).reverse())
    at = end
  }
  return runs
}

function mirrored(text: string): string {
  return [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('')
}

function splitByFont<FontOf>(text: string, fontOf: (letter: string, before: FontOf | null) => FontOf): Run<FontOf>[] {
  const runs: { text: string; font: FontOf }[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const font = fontOf(letter, last?.font ?? null)
    if (last !== undefined && last.font === font) last.text += letter
    else runs.push({ text: letter, font })
  }
  return runs
}
