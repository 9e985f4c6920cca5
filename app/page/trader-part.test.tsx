import { act, render, screen } from '@testing-library/react'
import { startTransition, useState } from 'react'
import { expect, test } from 'vitest'
import { traderPart, traderParts } from './trader-part'

const Words = ({ text }: { text: string }) => <p>{text}</p>

test('what the document was written with is there before it is drawn', async () => {
  const Part = traderPart(async () => Words)
  await traderParts()
  render(<Part text="orders" />)
  expect(screen.getByText('orders')).toBeInTheDocument()
})

test('a visitor loads nothing; who signs in sees the screen before until the part is here', async () => {
  delete document.documentElement.dataset.signedIn
  let give: ((part: typeof Words) => void) | undefined
  let asked = 0
  const Part = traderPart(() => {
    asked += 1
    return new Promise<typeof Words>((resolve) => {
      give = resolve
    })
  })
  document.documentElement.dataset.signedIn = ''
  let signIn = () => {}
  function Screen() {
    const [isSignedIn, setIsSignedIn] = useState(false)
    signIn = () => startTransition(() => setIsSignedIn(true))
    return isSignedIn ? <Part text="orders" /> : <p>log in</p>
  }
  render(<Screen />)
  await traderParts()
  expect(asked).toBe(0)
  await act(async () => signIn())
  expect(asked).toBe(1)
  expect(screen.getByText('log in')).toBeInTheDocument()
  await act(async () => give?.(Words))
  expect(await screen.findByText('orders')).toBeInTheDocument()
  expect(screen.queryByText('log in')).toBeNull()
})
