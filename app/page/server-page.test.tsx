import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BrandStyle } from './server-page'

test('a document that React builds anew has the colours of the brand again, under the nonce that the policy knows', () => {
  const written = document.createElement('style')
  written.dataset.candorBase = ''
  written.setAttribute('nonce', 'of-this-page')
  Object.defineProperty(written, 'nonce', { value: 'of-this-page' })
  written.textContent = ':root{--brand:teal}'
  document.head.append(written)

  const first = render(<BrandStyle />)
  first.unmount()
  written.remove()

  const again = render(<BrandStyle />).container.querySelector('style')
  expect(again?.textContent).toBe(':root{--brand:teal}')
  expect(again?.getAttribute('nonce')).toBe('of-this-page')
})
