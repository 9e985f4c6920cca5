import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { drawQrCode } from './qr-code.server'

/** The two modules that name the level of correction stand first in the format, masked with 10 (ISO/IEC 18004, 7.9). */
const LEVEL = { M: '00', L: '01', H: '10', Q: '11' } as const
const MASK = [1, 0]

function isDark(path: string, x: number, y: number): boolean {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].some(([, from, row, length]) => {
    const start = Number(from)
    return Number(row) === y && x >= start && x < start + Number(length)
  })
}

test.each([
  'https://aurora.example/register?invite_code=K7M2QX',
  'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9',
])('%s is drawn with high correction', (text) => {
  const { size, path } = drawQrCode(text)
  expect(size).toBe(create(text, { errorCorrectionLevel: 'H' }).modules.size)
  const read = [0, 1].map((x) => Number(isDark(path, x, 8)) ^ (MASK[x] ?? 0)).join('')
  expect(read).toBe(LEVEL.H)
})
