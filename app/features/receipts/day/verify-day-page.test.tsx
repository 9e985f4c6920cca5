import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Receipt } from '../../../../contract/orders'
import type { Tenant } from '../../../../contract/tenant'
import { TEST_SIGNING_KEY, testSigner } from '../../../../tests/fixtures/test-signer'
import { serverI18n } from '../../../language/i18n.server'
import { canonicalText } from '../../../ui/download-json'
import { bodyExample } from '../receipt-examples'
import type { DayMessage, DayOrder } from './day-worker'
import { verifyDay } from './verify-day'
import { VerifyDayPage } from './verify-day-page'

const KEYS = [{ keyId: TEST_SIGNING_KEY.keyId, publicKey: TEST_SIGNING_KEY.publicKey, broker: 'aurora', owner: 'Aurora' }]
const offline = async (): Promise<never> => Promise.reject(new TypeError('the network is off'))

/** What the browser's worker does, in this thread. */
class OwnThread {
  onmessage: ((event: { data: DayMessage }) => void) | null = null
  onerror: (() => void) | null = null
  private isEnded = false

  postMessage({ remembered: _, ...given }: DayOrder): void {
    const tell = (data: DayMessage) => {
      if (!this.isEnded) this.onmessage?.({ data })
    }
    void verifyDay(given, { ask: offline, readerOf: () => ({ tile: offline, newest: offline }), memory: null, tell })
  }

  terminate(): void {
    this.isEnded = true
  }
}

function signed(changes: Readonly<Record<string, unknown>> = {}): Receipt {
  const { body, hash, keyId, signature } = testSigner.sign({ id: 'aurora' } as Tenant, bodyExample(changes))
  return { body: JSON.parse(body) as Receipt['body'], hash, key_id: keyId, signature }
}

async function open(trader: { id: string } | null = null) {
  const i18n = await serverI18n('en')
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: { id: 'aurora' }, trader }),
      Component: () => (
        <I18nextProvider i18n={i18n}>
          <VerifyDayPage data={{ title: '', today: '2025-11-18', keys: KEYS, logs: [] }} />
        </I18nextProvider>
      ),
    },
  ])
  render(<Stub />)
  await screen.findByRole('button', { name: 'Check' })
  return userEvent.setup()
}

async function check(...receipts: Receipt[]) {
  const file = new File([canonicalText(receipts)], 'receipts.json', { type: 'application/json' })
  fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
}

beforeEach(() => vi.stubGlobal('Worker', OwnThread))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a receipt that was changed is a finding, and is named', async () => {
  await open()
  const changed = signed({ order: '42', at: 1_763_474_404_000 })
  await check(signed(), { ...changed, body: { ...changed.body, price: '1.2' } })
  await screen.findByRole('heading', { level: 2, name: 'Findings: 1' })
  expect(screen.getByText('The first that differs: order 42, 14:00:04.000 UTC')).toBeTruthy()
  const progress = screen.getByRole('progressbar', { name: 'Receipts checked' })
  expect(progress.getAttribute('aria-valuetext')).toContain('2 of 2')
})

test('what was not executed again is never said to be the same', async () => {
  await open()
  await check(signed())
  await screen.findByRole('heading', { level: 2, name: 'Stopped' })
  expect(screen.getByText('Fills executed again: 0 of 1. The rest was not checked.')).toBeTruthy()
  expect(screen.queryByText('Same')).toBeNull()
})

test('the list is walked by keys, and a row opens its reasons', async () => {
  const user = await open()
  await check(signed(), signed({ order: '42', at: 1_763_474_404_000 }))
  const list = within(await screen.findByRole('region', { name: 'Newest first' }))
  await waitFor(() => expect(list.getAllByRole('button')).toHaveLength(2))
  const [first, second] = list.getAllByRole('button')
  first?.focus()
  await user.keyboard('j')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{Enter}')
  expect(second?.getAttribute('aria-expanded')).toBe('true')
  expect(list.getByText('Place in the log and witnesses')).toBeTruthy()
  await user.keyboard('k')
  expect(document.activeElement).toBe(first)
})

test('a check without files, or of something else, says what is missing', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Paste a receipt or choose a file first.')).toBeTruthy()
  const file = new File(['nothing'], 'a.json')
  fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files: [file] } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(/This is not a receipt: it is not JSON text/)).toBeTruthy()
})

test("the signed-in trader's own receipts are checked without a file; nobody else is offered that", async () => {
  await open()
  expect(screen.queryByRole('button', { name: 'Check my receipts' })).toBeNull()
  cleanup()
  const asked = vi.fn(async () => Response.json({ receipts: [signed()], proofs: [], next: null }))
  vi.stubGlobal('fetch', asked)
  await open({ id: '7' })
  fireEvent.click(await screen.findByRole('button', { name: 'Check my receipts' }))
  await screen.findByRole('heading', { level: 2, name: 'Stopped' })
  expect(asked).toHaveBeenCalledWith('/resources/day-receipts?day=2025-11-18')
})
