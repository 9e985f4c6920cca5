/**
 * Draws lines of text on the pages of a document: each letter by the font that has it, right-to-left text in its order, figures with
 * digits of one width. What was laid out once is kept, because a long statement says the same words thousands of times.
 */
import type PDFDocument from 'pdfkit'
import { fontsFor, type PaperFont } from './paper-fonts'
import { plainText, visualRuns } from './visual-runs'

type Document = InstanceType<typeof PDFDocument>

/** What the library's font says of a run: glyphs as the document numbers them, and where each stands, in thousandths of the size. */
interface EmbeddedFont {
  readonly id: string
  ref(): unknown
  encode(text: string, features?: readonly string[]): [glyphs: string[], positions: readonly GlyphPosition[]]
}

interface GlyphPosition {
  readonly xAdvance: number
  readonly advanceWidth: number
  readonly xOffset: number
  readonly yOffset: number
}

interface LaidRun {
  readonly font: EmbeddedFont
  readonly glyphs: readonly string[]
  readonly positions: readonly GlyphPosition[]
  readonly width: number
}

export interface TextLook {
  readonly size: number
  /** Of the letters: 0 black, 1 white. */
  readonly grey?: number
  readonly isBold?: boolean
}

const MOST_KEPT = 20_000
/** Signs, digits and plain letters, which stand one behind the other as they are. */
const PLAIN = /^[ -~\u2212\u2013\u00b7]*$/
const FIGURES = ['tnum']

export class Ink {
  readonly #document: Document
  readonly #language: string
  readonly #direction: 'ltr' | 'rtl'
  readonly #letters = new Map<string, PaperFont | null>()
  readonly #embedded = new Map<string, EmbeddedFont>()
  readonly #kept = new Map<string, readonly LaidRun[]>()
  readonly #signs = new Map<string, LaidRun>()
  #drawn: string[] = []
  #last: { readonly text: string; readonly runs: readonly LaidRun[] } = { text: '', runs: [] }
  /** Letters that no font of ours has. */
  readonly missing = new Set<string>()

  constructor(document: Document, language: string, direction: 'ltr' | 'rtl') {
    this.#document = document
    this.#language = language
    this.#direction = direction
  }

  /** Before a text is drawn: opens the fonts of its letters. */
  async prepare(texts: Iterable<string>): Promise<void> {
    const fresh = new Set<string>(['?', ' '])
    for (const text of texts) for (const letter of plainText(text)) if (!this.#letters.has(letter)) fresh.add(letter)
    if (fresh.size <= 2 && this.#letters.has('?')) return
    for (const [letter, font] of await fontsFor([...fresh].join(''), this.#language)) {
      this.#letters.set(letter, font)
      if (font === null) this.missing.add(letter)
    }
  }

  width(text: string, { size }: TextLook): number {
    return widthOf(this.#lay(text)) * (size / 1000)
  }

  /** @param y of the line on which the letters stand, from the top of the page */
  draw(text: string, x: number, y: number, { size, grey = 0, isBold = false }: TextLook): void {
    const page = this.#document.page as unknown as { height: number; fonts: Record<string, unknown> }
    const commands = ['BT', `${grey} g`]
    if (isBold) commands.push(`${grey} G ${fixed(size * 0.035)} w 2 Tr`)
    let at = x
    for (const run of joined(this.#lay(text))) {
      page.fonts[run.font.id] ??= run.font.ref()
      commands.push(`/${run.font.id} ${fixed(size)} Tf`, ...glyphsAt(run, at, page.height - y, size / 1000))
      at += run.width * (size / 1000)
    }
    if (isBold) commands.push('0 Tr')
    commands.push('ET')
    this.#drawn.push(commands.join(' '))
  }

  /** Puts what was drawn on the page, above its lines and grounds. Before the next page begins, and at the end. */
  flush(): void {
    // The library draws from the top down; letters stand upright on paper's own axes.
    if (this.#drawn.length > 0)
      this.#document.addContent(`q 1 0 0 -1 0 ${fixed(this.#document.page.height)} cm\n${this.#drawn.join('\n')}\nQ`)
    this.#drawn = []
  }

  /** As much of a text as fits, with an ellipsis where it was cut. */
  fitted(text: string, width: number, look: TextLook): string {
    if (this.width(text, look) <= width) return text
    let letters = [...text]
    while (letters.length > 1 && this.width(`${letters.join('')}...`, look) > width) letters = letters.slice(0, -1)
    return `${letters.join('').trimEnd()}...`
  }

  /** Words on as many lines as they need. */
  wrapped(text: string, width: number, look: TextLook): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of wordsOf(text, this.#language)) {
      if (line !== '' && this.width((line + word).trimEnd(), look) > width) {
        lines.push(line.trim())
        line = ''
      }
      line += word
      // An address has no places to break at.
      while (this.width(line.trimEnd(), look) > width) {
        const head = this.#longest(line, width, look)
        lines.push(head)
        line = line.slice(head.length)
      }
    }
    if (line.trim() !== '') lines.push(line.trim())
    return lines
  }

  #longest(text: string, width: number, look: TextLook): string {
    let end = text.length - 1
    while (end > 1 && this.width(text.slice(0, end), look) > width) end -= 1
    return text.slice(0, end)
  }

  #lay(given: string): readonly LaidRun[] {
    // Measured, fitted and drawn one after the other.
    if (this.#last.text !== given) this.#last = { text: given, runs: PLAIN.test(given) ? this.#layPlain(given) : this.#layWords(given) }
    return this.#last.runs
  }

  #layWords(given: string): readonly LaidRun[] {
    const known = this.#kept.get(given)
    if (known !== undefined) return known
    const text = [...plainText(given)].map((letter) => (this.#letters.get(letter) ? letter : '?')).join('')
    const runs = visualRuns(text, this.#direction, (letter, before: PaperFont | null) => this.#fontOf(letter, before))
    const laid = runs.map(({ text: part, font }) => layRun(this.#embed(font), part, []))
    if (this.#kept.size > MOST_KEPT) this.#kept.clear()
    this.#kept.set(given, laid)
    return laid
  }

  /** Sign by sign, each laid out once: figures are all different, and there are many of them. */
  #layPlain(text: string): readonly LaidRun[] {
    const glyphs: string[] = []
    const positions: GlyphPosition[] = []
    let width = 0
    let font: EmbeddedFont | undefined
    for (const sign of text) {
      const laid = this.#signs.get(sign) ?? this.#laySign(sign)
      font ??= laid.font
      // All of them are in one file; should that change, the line is drawn in pieces.
      if (laid.font !== font) return [...text].map((one) => this.#signs.get(one) ?? this.#laySign(one))
      glyphs.push(...laid.glyphs)
      positions.push(...laid.positions)
      width += laid.width
    }
    return font === undefined ? [] : [{ font, glyphs, positions, width }]
  }

  #laySign(sign: string): LaidRun {
    const laid = layRun(this.#embed(this.#fontOf(sign, null)), sign, FIGURES)
    this.#signs.set(sign, laid)
    return laid
  }

  #fontOf(letter: string, before: PaperFont | null): PaperFont {
    const joins = letter === ' ' || /\p{M}/u.test(letter)
    if (joins && before?.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) return before
    const font = this.#letters.get(letter)
    if (!font) throw new Error('a text is drawn that was not prepared')
    return font
  }

  #embed({ name, bytes }: PaperFont): EmbeddedFont {
    const known = this.#embedded.get(name)
    if (known !== undefined) return known
    this.#document.registerFont(name, bytes as unknown as Buffer)
    this.#document.font(name)
    const font = (this.#document as unknown as { _font: EmbeddedFont })._font
    this.#embedded.set(name, font)
    return font
  }
}

function layRun(font: EmbeddedFont, text: string, features: readonly string[]): LaidRun {
  const [glyphs, positions] = font.encode(text, features)
  return { font, glyphs, positions, width: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}

const widthOf = (runs: readonly LaidRun[]): number => runs.reduce((sum, { width }) => sum + width, 0)

/** Neighbours of one font as one run. */
function joined(runs: readonly LaidRun[]): readonly LaidRun[] {
  if (runs.length === 1) return runs
  const all: LaidRun[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last === undefined || last.font !== run.font) all.push(run)
    else {
      const { glyphs, positions, width } = last
      all[all.length - 1] = {
        font: run.font,
        glyphs: [...glyphs, ...run.glyphs],
        positions: [...positions, ...run.positions],
        width: width + run.width,
      }
    }
  }
  return all
}

/** Glyphs one behind the other, moved where the font says so; one that stands beside its place (a mark) is put there. */
function glyphsAt({ glyphs, positions }: LaidRun, x: number, y: number, scale: number): string[] {
  const commands = [`1 0 0 1 ${fixed(x)} ${fixed(y)} Tm`]
  let row = ''
  let at = x
  const end = () => {
    if (row !== '') commands.push(`[<${row}>] TJ`)
    row = ''
  }
  for (const [index, { xAdvance, advanceWidth, xOffset, yOffset }] of positions.entries()) {
    const isBeside = xOffset !== 0 || yOffset !== 0
    if (isBeside) {
      end()
      commands.push(`1 0 0 1 ${fixed(at + xOffset * scale)} ${fixed(y + yOffset * scale)} Tm`)
    }
    row += glyphs[index]
    at += xAdvance * scale
    if (isBeside) {
      end()
      commands.push(`1 0 0 1 ${fixed(at)} ${fixed(y)} Tm`)
    } else if (Math.abs(xAdvance - advanceWidth) > 0.01) row += `> ${fixed(advanceWidth - xAdvance)} <`
  }
  end()
  return commands
}

/** Where a line may break: languages without spaces break between their words. */
function wordsOf(text: string, language: string): string[] {
  if (!['hk', 'jp', 'kr', 'th'].includes(language)) return text.split(/(?<= )/)
  return [...new Intl.Segmenter(language === 'hk' ? 'zh' : language === 'jp' ? 'ja' : language === 'kr' ? 'ko' : 'th').segment(text)].map(
    ({ segment }) => segment,
  )
}

const fixed = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '')
