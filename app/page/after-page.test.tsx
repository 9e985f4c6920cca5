import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { afterPage } from './after-page'

test('a page comes without it, and has it when its code is here, at the second try as well', async () => {
  let tries = 0
  const Later = afterPage(async () => {
    tries += 1
    if (tries === 1) throw new Error('no network')
    return ({ text }: { text: string }) => <p>{text}</p>
  })
  render(
    <>
      <p>page</p>
      <Later text="worker" />
    </>,
  )
  expect(screen.getByText('page')).toBeInTheDocument()
  expect(screen.queryByText('worker')).toBeNull()
  expect(await screen.findByText('worker')).toBeInTheDocument()
  expect(tries).toBe(2)
})
