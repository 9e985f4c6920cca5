import { expect, test } from 'vitest'
import { fittedSize, PICTURE_LIMITS, shrinkPicture } from './shrink-picture'

test.each([
  [4000, 3000, 2400, 1800],
  [3000, 4000, 1800, 2400],
  [2400, 1800, 2400, 1800],
  [640, 400, 640, 400],
  [100_000, 10, 2400, 1],
  [1, 1, 1, 1],
])('a picture of %i × %i is sent as %i × %i', (width, height, fittedWidth, fittedHeight) => {
  expect(fittedSize(width, height)).toEqual({ width: fittedWidth, height: fittedHeight })
})

// Node draws nothing, like a browser that cannot read the file.
test.each([
  ['image/jpeg', 10, true],
  ['image/png', 10, true],
  ['image/webp', PICTURE_LIMITS.maxBytes, true],
  ['image/webp', PICTURE_LIMITS.maxBytes + 1, false],
  ['image/heic', 10, false],
  ['application/pdf', 10, false],
])('what cannot be drawn and is %s of %i bytes is sent as it is: %s', async (type, bytes, isSent) => {
  const file = new Blob([new Uint8Array(bytes)], { type })
  expect(await shrinkPicture(file)).toBe(isSent ? file : null)
})
