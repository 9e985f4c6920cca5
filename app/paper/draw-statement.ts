/**
 * A statement on A4: who, whose and when, the sums, every movement with the balance after it, and how to check it. Black on white
 * whatever the theme; the balance is carried from page to page.
 *
 * Invariants: the pages are counted before the first is drawn, so a page is finished as soon as it is full and none is kept; figures
 * stand left to right in every language.
 */
import PDFDocument from 'pdfkit'
import { Ink, type TextLook } from './ink'
import type { SheetLine, SheetRow, StatementSheet } from './statement-sheet'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 45
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 14
const ROW = 16.5
const SMALL: TextLook = { size: 7.5, grey: 0.3 }
const BODY: TextLook = { size: 8.5 }
const TIME: TextLook = { size: 8 }
const NUMBER: TextLook = { size: 7, grey: 0.3 }
const BOLD: TextLook = { size: 8.5, isBold: true }
const SOFT: TextLook = { size: 8.5, grey: 0.3 }
/** Where the columns begin, and where the last two end, from the start of the line. */
const COLUMNS = { time: 0, kind: 94, details: 190, amount: 405, balance: WIDTH }
const FIGURE = 90
/** Of what is traded and of its number, which stand side by side. */
const DETAILS = { what: 56, number: 64 }

interface DrawnStatement {
  readonly document: InstanceType<typeof PDFDocument>
  /** Letters of the texts that no font of ours has; they are drawn as question marks. */
  readonly missing: ReadonlySet<string>
  draw(rows: readonly SheetRow[]): Promise<void>
  end(): void
}

/** Draws what stands above the rows, and waits for them. */
export async function beginStatement(sheet: StatementSheet): Promise<DrawnStatement> {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, lang: sheet.language },
    info: { Title: `${sheet.title} ${sheet.period}`, Author: sheet.brand, CreationDate: new Date(sheet.at), ModDate: new Date(sheet.at) },
  })
  const ink = new Ink(document, sheet.language, sheet.direction)
  await ink.prepare(wordsOf(sheet))
  const pen = new StatementPen(document, ink, sheet)
  pen.begin()
  return {
    document,
    missing: ink.missing,
    async draw(rows) {
      await ink.prepare(rows.flatMap(({ kind, what, number, time, amount, balance }) => [kind, what, number, time, amount, balance]))
      for (const row of rows) pen.row(row)
    },
    end() {
      pen.end()
      document.end()
    },
  }
}

function wordsOf(sheet: StatementSheet): string[] {
  const { signed, opening, closing, kinds, facts } = sheet
  const lines = [opening, closing, ...kinds].flatMap(({ label, note, value }) => [label, note, value])
  const plain = [sheet.brand, sheet.title, sheet.period, sheet.stamp, sheet.sum, sheet.empty, sheet.carried, sheet.number, sheet.pageOf]
  return [
    ...[...lines, ...plain, ...sheet.company, ...sheet.columns, ...Object.values(signed)],
    ...facts.flatMap(({ label, value }) => [label, value]),
    '0123456789-+,.()\u2212?',
  ]
}

/** Lines of the table: the balance before, the rows, the balance after; one more where there is nothing else. */
const linesOf = ({ rows }: StatementSheet): number => rows + 2 + (rows === 0 ? 1 : 0)

class StatementPen {
  readonly #document: InstanceType<typeof PDFDocument>
  readonly #ink: Ink
  readonly #sheet: StatementSheet
  readonly #isRtl: boolean
  #y = 0
  #page = 0
  #pages = 1
  /** Lines of the table that are still to be drawn. */
  #left: number
  #balance: string
  #footHeight = 0
  #check: readonly string[] = []

  constructor(document: InstanceType<typeof PDFDocument>, ink: Ink, sheet: StatementSheet) {
    this.#document = document
    this.#ink = ink
    this.#sheet = sheet
    this.#isRtl = sheet.direction === 'rtl'
    this.#left = linesOf(sheet)
    this.#balance = sheet.opening.value
  }

  begin(): void {
    const { signed } = this.#sheet
    this.#check = this.#ink.wrapped(signed.check, 150, SMALL)
    this.#footHeight = 30 + 11 * Math.max(6, this.#check.length + 1)
    this.#addPage()
    this.#head()
    this.#titles()
    this.#summary()
    this.#tableHead()
    this.#pages = this.#countPages()
    this.#line({ time: '', label: this.#sheet.opening.label, balance: this.#balance, isShaded: true })
    if (this.#sheet.rows === 0) {
      this.#cell(this.#sheet.empty, COLUMNS.kind, SOFT, 300)
      this.#y += ROW
      this.#left -= 1
    }
  }

  row({ time, kind, what, number, amount, balance }: SheetRow): void {
    this.#makeRoom()
    this.#cell(time, COLUMNS.time, TIME, COLUMNS.kind - 4)
    this.#cell(kind, COLUMNS.kind, BODY, COLUMNS.details - COLUMNS.kind - 6)
    const shown = this.#cell(what, COLUMNS.details, SMALL, DETAILS.what)
    this.#cell(number, COLUMNS.details + (shown > 0 ? shown + 5 : 0), NUMBER, DETAILS.number)
    this.#figure(amount, COLUMNS.amount, BODY)
    this.#figure(balance, COLUMNS.balance, BODY)
    this.#rule(this.#y + 5, 0.4, 0.85)
    this.#balance = balance
    this.#y += ROW
    this.#left -= 1
  }

  end(): void {
    this.#makeRoom()
    this.#line({ time: '', label: this.#sheet.closing.label, balance: this.#sheet.closing.value, isShaded: true })
    if (this.#y + this.#footHeight > BOTTOM) this.#nextPage()
    this.#foot()
    this.#pageFoot()
    this.#ink.flush()
  }

  #countPages(): number {
    const perPage = (top: number) => Math.floor((BOTTOM - top) / ROW)
    let left = linesOf(this.#sheet)
    let room = perPage(this.#y)
    let top = this.#y
    let pages = 1
    // A page that is not the last keeps a line for what is carried forward, and the next one begins with it.
    while (left > room) {
      left -= room - 1
      pages += 1
      top = MARGIN + ROW + 12 + ROW
      room = perPage(top)
    }
    return top + left * ROW + this.#footHeight > BOTTOM ? pages + 1 : pages
  }

  #makeRoom(): void {
    const room = Math.floor((BOTTOM - this.#y) / ROW)
    if (this.#left <= room || room > 1) return
    this.#carry()
    this.#nextPage()
    this.#tableHead()
    this.#carry()
  }

  #carry(): void {
    const { carried } = this.#sheet
    this.#shade()
    this.#cell(carried, COLUMNS.kind, BOLD, 200)
    this.#figure(this.#balance, COLUMNS.balance, BOLD)
    this.#y += ROW
  }

  #line({ label, balance, isShaded }: { time: string; label: string; balance: string; isShaded: boolean }): void {
    if (isShaded) this.#shade()
    this.#cell(label, COLUMNS.kind, BOLD, 250)
    this.#figure(balance, COLUMNS.balance, BOLD)
    this.#y += ROW
    this.#left -= 1
  }

  #head(): void {
    const { brand, mark, company } = this.#sheet
    let start = 0
    if (mark !== null) {
      const x = this.#isRtl ? MARGIN + WIDTH - 20 : MARGIN
      this.#document.image(Buffer.from(mark), x, this.#y - 4, { fit: [20, 20] })
      start = 27
    }
    this.#y += 11
    const used = this.#cell(brand, start, { size: 15, isBold: true }, 220)
    const wrapped = company.flatMap((line) => this.#ink.wrapped(line, WIDTH - start - used - 20, SMALL))
    for (const [index, line] of wrapped.entries()) this.#atEnd(line, this.#y - 5 + index * 11, SMALL)
    this.#y += Math.max(10, wrapped.length * 11 - 4)
    this.#rule(this.#y, 1.2, 0)
    this.#y += 26
  }

  #titles(): void {
    const { title, period, stamp, facts } = this.#sheet
    const top = this.#y
    const big: TextLook = { size: 17, isBold: true }
    this.#cell(title, 0, big, 222)
    this.#y += 22
    this.#cell(period, 0, big, 222)
    this.#y += 18
    if (stamp !== '') {
      this.#cell(stamp, 0, { size: 10, isBold: true }, 240)
      this.#y += 12
    }
    for (const [index, { label, value }] of facts.entries()) {
      const y = top - 8 + index * 13
      this.#at(label, 230, y, { ...SMALL, size: 8 }, 72)
      this.#atEnd(this.#ink.fitted(value, 200, TIME), y, TIME)
    }
    this.#y = Math.max(this.#y, top - 8 + facts.length * 13) + 16
  }

  #summary(): void {
    const { opening, kinds, closing, sum } = this.#sheet
    this.#sumLine(opening, BOLD)
    for (const line of kinds) {
      this.#rule(this.#y - 12.5, 0.4, 0.85)
      this.#sumLine(line, SOFT)
    }
    this.#rule(this.#y - 11, 1.2, 0)
    this.#y += 3
    this.#sumLine(closing, BOLD, { size: 12, isBold: true })
    for (const line of this.#ink.wrapped(sum, WIDTH, SMALL)) {
      this.#cell(line, 0, SMALL, WIDTH)
      this.#y += 11
    }
    this.#y += 14
  }

  #sumLine({ label, note, value }: SheetLine, look: TextLook, of: TextLook = BOLD): void {
    const used = this.#cell(label, 0, look, 260)
    this.#cell(note, used + 7, SMALL, 150)
    this.#figure(value, WIDTH, of)
    this.#y += 18
  }

  #tableHead(): void {
    const [time, kind, details, amount, balance] = this.#sheet.columns
    this.#cell(time, COLUMNS.time, SMALL, COLUMNS.kind - 4)
    this.#cell(kind, COLUMNS.kind, SMALL, COLUMNS.details - COLUMNS.kind - 6)
    this.#cell(details, COLUMNS.details, SMALL, 130)
    this.#figure(amount, COLUMNS.amount, SMALL)
    this.#figure(this.#ink.fitted(balance, COLUMNS.balance - COLUMNS.amount - 8, SMALL), COLUMNS.balance, SMALL)
    this.#rule(this.#y + 5, 0.8, 0)
    this.#y += ROW
  }

  #foot(): void {
    const { signed } = this.#sheet
    this.#y += 6
    this.#rule(this.#y - 8, 0.4, 0.7)
    this.#y += 8
    const top = this.#y
    const half = Math.ceil(signed.signature.length / 2)
    const lines: [string, TextLook][] = [
      [signed.by, { size: 8, isBold: true }],
      [signed.hashLabel, SMALL],
      [signed.hash, { size: 7.5 }],
      [signed.signatureLabel, SMALL],
      [signed.signature.slice(0, half), { size: 7.5 }],
      [signed.signature.slice(half), { size: 7.5 }],
    ]
    for (const [index, [text, look]] of lines.entries()) this.#at(text, 0, top + index * 11, look, 330)
    this.#at(signed.checkTitle, 355, top, { size: 8, isBold: true })
    for (const [index, line] of this.#check.entries()) this.#at(line, 355, top + (index + 1) * 11, SMALL)
    this.#y += this.#footHeight
  }

  #addPage(): void {
    this.#document.addPage()
    this.#page += 1
    this.#y = MARGIN + 12
  }

  #nextPage(): void {
    this.#pageFoot()
    this.#ink.flush()
    this.#addPage()
  }

  #pageFoot(): void {
    const { number, pageOf } = this.#sheet
    const y = PAGE.height - MARGIN + 6
    this.#at(number, 0, y, { ...SMALL, size: 7 })
    const words = pageOf.replace('{{page}}', String(this.#page)).replace('{{pages}}', String(this.#pages))
    this.#atEnd(words, y, { ...SMALL, size: 7 })
  }

  /** A text from a place in the line on, cut where it is too long. @returns how wide it is */
  #cell(text: string, from: number, look: TextLook, most: number): number {
    return this.#at(text, from, this.#y, look, most)
  }

  #at(text: string, from: number, y: number, look: TextLook, most = WIDTH - from): number {
    if (text === '') return 0
    const shown = this.#ink.fitted(text, most, look)
    const width = this.#ink.width(shown, look)
    this.#ink.draw(shown, this.#isRtl ? MARGIN + WIDTH - from - width : MARGIN + from, y, look)
    return width
  }

  /** A text that ends where the line ends. */
  #atEnd(text: string, y: number, look: TextLook): void {
    this.#ink.draw(text, this.#isRtl ? MARGIN : MARGIN + WIDTH - this.#ink.width(text, look), y, look)
  }

  /** A figure whose last digit stands at a place in the line, mirrored where the line is. */
  #figure(text: string, end: number, look: TextLook): void {
    if (text === '') return
    const width = this.#ink.width(text, look)
    const right = this.#isRtl ? MARGIN + WIDTH - end + Math.max(FIGURE, width) : MARGIN + end
    this.#ink.draw(text, right - width, this.#y, look)
  }

  #rule(y: number, weight: number, grey: number): void {
    this.#document
      .lineWidth(weight)
      .strokeColor([grey * 255, grey * 255, grey * 255] as unknown as string)
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .stroke()
  }

  #shade(): void {
    this.#document
      .rect(MARGIN, this.#y - 11, WIDTH, ROW)
      .fillColor([236, 237, 240] as unknown as string)
      .fill()
  }
}
