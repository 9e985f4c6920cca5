import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code'

const DRAWING = { size: 21, path: 'M0 0h1v1h-1z' }

test.each([
  [undefined, '200'],
  [160, '160'],
])('a code of side %s is drawn %s pixels wide and high', (side, pixels) => {
  render(<QrCode drawing={DRAWING} label="Invite" {...(side === undefined ? {} : { side })} />)
  const code = screen.getByRole('img', { name: 'Invite' })
  expect(code).toHaveAttribute('width', pixels)
  expect(code).toHaveAttribute('height', pixels)
})
