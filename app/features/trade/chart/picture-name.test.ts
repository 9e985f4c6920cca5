import { expect, test } from 'vitest'
import { pictureName } from './picture-name'

test.each([
  ['aurora', 'EURUSD', '15min', '2026-11-18 1400', 'aurora-EURUSD-15min-2026-11-18-1400.png'],
  ['Café ../Börse', 'BTCUSDT', '1day', '2026-11-18', 'Cafe-Bo-rse-BTCUSDT-1day-2026-11-18.png'],
  ['極光', 'XAUUSD', '1min', '2026-11-18', 'XAUUSD-1min-2026-11-18.png'],
])('a picture of %s %s is a file with a plain name', (brand, code, period, at, name) => {
  expect(pictureName(brand, code, period, at)).toBe(name)
})
