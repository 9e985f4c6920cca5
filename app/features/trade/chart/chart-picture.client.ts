/** The picture of a chart that can be handed on: the canvas under a head that says what it shows. Browser only. */
import type { ChartTheme } from './chart-theme'

export interface PictureWords {
  /** Brand, instrument with period, time, and what must be said about the prices: a line each. */
  readonly brand: string
  readonly subject: string
  readonly time: string
  readonly notice: string
}

const PADDING = 16
const LINES = [
  { part: 'brand', size: 16, weight: 700, colour: 'text-2', height: 24 },
  { part: 'subject', size: 14, weight: 600, colour: 'text-2', height: 20 },
  { part: 'time', size: 12, weight: 500, colour: 'text-3', height: 18 },
  { part: 'notice', size: 12, weight: 700, colour: 'danger-text', height: 18 },
] as const

/** @param dataUrl The canvas as the chart library gives it; @param ratio its pixels per CSS pixel. */
export async function composePicture(dataUrl: string, words: PictureWords, theme: ChartTheme, ratio: number): Promise<Blob> {
  const chart = await createImageBitmap(blobOf(dataUrl))
  const lines = LINES.filter(({ part }) => words[part] !== '')
  const head = PADDING * 2 + lines.reduce((sum, { height }) => sum + height, 0)
  const canvas = document.createElement('canvas')
  canvas.width = chart.width
  canvas.height = chart.height + Math.round(head * ratio)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = theme.colours['chart-bg']
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(chart, 0, canvas.height - chart.height)
  context.scale(ratio, ratio)
  context.textBaseline = 'middle'
  context.direction = 'ltr'
  let y = PADDING
  for (const { part, size, weight, colour, height } of lines) {
    context.font = `${weight} ${size}px ${theme.fontFamily}`
    context.fillStyle = theme.colours[colour]
    context.fillText(words[part], PADDING, y + height / 2, canvas.width / ratio - PADDING * 2)
    y += height
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'),
  )
}

/** Decoded here: the content security policy of the page lets no script fetch a data address. */
function blobOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: 'image/png' })
}
