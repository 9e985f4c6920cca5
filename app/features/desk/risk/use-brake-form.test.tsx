import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { BrakeAnswer, RiskLayer } from './risk-data'
import { useBrakeForm } from './use-brake-form'

afterEach(cleanup)

test('what is done is told with the layer it was sent from, whichever is open by then', async () => {
  const told: (RiskLayer | null)[] = []
  const onDone = (sentFrom: RiskLayer | null) => told.push(sentFrom)
  const answers: ((answer: BrakeAnswer) => void)[] = []
  function Page() {
    const [layer, setLayer] = useState<RiskLayer | null>(null)
    const form = useBrakeForm(layer, onDone)
    return (
      <>
        <button type="button" onClick={() => form.send({ act: 'approve', id: '7' })}>
          send
        </button>
        <button type="button" onClick={() => setLayer({ kind: 'ask', id: '7', what: 'lift' })}>
          open
        </button>
        <p>{form.done}</p>
      </>
    )
  }
  const action = () => new Promise<BrakeAnswer>((resolve) => answers.push(resolve))
  const Stub = createRemixStub([{ path: '/', Component: Page, action }])
  render(<Stub />)
  const press = (name: string) => act(async () => (await screen.findByRole('button', { name })).click())
  const answer = async (message: string) => {
    await waitFor(() => expect(answers).toHaveLength(1))
    await act(async () => answers.pop()?.({ isDone: true, message } as BrakeAnswer))
    await screen.findByText(message)
  }
  await press('send')
  await press('open')
  await answer('approved')
  expect(told).toEqual([null])
  await press('send')
  await answer('asked')
  expect(told).toEqual([null, { kind: 'ask', id: '7', what: 'lift' }])
})
