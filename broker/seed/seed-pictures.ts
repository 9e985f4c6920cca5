/** Specimen pictures for the desk, dot by dot: a fresh machine may have no fonts, and nothing here reads drawings from a file. */
import sharp from 'sharp'

/** Rows of 3 × 5 dots, the highest bit on the left. */
const DOTS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '.': [0, 0, 0, 0, 2],
}
type Colour = readonly [red: number, green: number, blue: number]

const PAPER: Colour = [255, 255, 255]
const INK: Colour = [16, 32, 46]
const FAINT: Colour = [199, 208, 218]
const GREEN: Colour = [24, 138, 95]
const CARD: Colour = [232, 238, 244]
const FACE: Colour = [159, 178, 196]
const STRIPE: Colour = [58, 71, 84]

/** A picture that is filled rectangle by rectangle. */
class Picture {
  private readonly dots: Buffer

  constructor(
    private readonly width: number,
    private readonly height: number,
    background: Colour,
  ) {
    this.dots = Buffer.alloc(width * height * 3)
    this.fill(0, 0, width, height, background)
  }

  fill(x: number, y: number, width: number, height: number, [red, green, blue]: Colour): void {
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++) {
      for (let column = Math.max(0, x); column < Math.min(this.width, x + width); column++) {
        const at = (row * this.width + column) * 3
        this.dots[at] = red
        this.dots[at + 1] = green
        this.dots[at + 2] = blue
      }
    }
  }

  write(text: string, x: number, y: number, size: number, colour: Colour): void {
    for (const [index, sign] of [...text].entries()) {
      for (const [row, bits] of (DOTS[sign] ?? []).entries()) {
        for (const column of [0, 1, 2]) {
          if (bits & (4 >> column)) this.fill(x + (index * 4 + column) * size, y + row * size, size, size, colour)
        }
      }
    }
  }

  /** Stand for words: bars of different lengths. */
  lines(x: number, y: number, count: number, number: number): void {
    for (let index = 0; index < count; index++) this.fill(x, y + index * 60, 180 + ((number * 37 + index * 61) % 220), 14, FAINT)
  }

  png(): Promise<Buffer> {
    return sharp(this.dots, { raw: { width: this.width, height: this.height, channels: 3 } })
      .png()
      .toBuffer()
  }
}

/** Looks like what a wallet shows after sending. `number` makes each one different. */
export function proofPicture(amount: string, number: number): Promise<Buffer> {
  const picture = new Picture(600, 900, PAPER)
  picture.fill(0, 0, 600, 260, GREEN)
  for (let step = 0; step < 30; step++) picture.fill(250 + step, 130 + step, 14, 14, PAPER)
  for (let step = 0; step < 60; step++) picture.fill(280 + step, 160 - step, 14, 14, PAPER)
  const size = Math.min(12, Math.floor(480 / (amount.length * 4)))
  picture.write(amount, 300 - (amount.length * 4 * size) / 2, 340, size, INK)
  picture.lines(60, 470, 4, number)
  picture.write(String(number).padStart(8, '0'), 60, 760, 8, FACE)
  return picture.png()
}

/** One side of a specimen card. */
export function cardPicture(number: number, side: 'front' | 'reverse'): Promise<Buffer> {
  const picture = new Picture(860, 540, CARD)
  if (side === 'reverse') picture.fill(0, 60, 860, 90, STRIPE)
  else {
    picture.fill(110, 140, 100, 120, FACE)
    picture.fill(80, 270, 160, 120, FACE)
  }
  picture.lines(320, 200, 4, number)
  picture.write(String(number).padStart(8, '0'), 60, 450, 9, STRIPE)
  return picture.png()
}
