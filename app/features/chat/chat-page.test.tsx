import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerI18n } from '../../platform/i18n.server'
import type { ChatData } from './chat-data'
import { CHAT_WAIT_MS, ChatPage } from './chat-page'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const LINK = 'https://chat.aurora.example/room'

async function show(data: Partial<ChatData>) {
  const chat = { title: 'Customer service', link: LINK, opensWindow: false, ...data }
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: () => <ChatPage data={chat} /> }])
  const site = { language: 'en', tenant: { id: 'aurora', name: 'Aurora Markets', email: 'desk@aurora.example' } }
  render(
    <I18nextProvider i18n={await createServerI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: site } }} />
    </I18nextProvider>,
  )
  await act(async () => {})
}
const frame = () => screen.queryByTitle('Chat with Aurora Markets')
const waits = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test("the provider's page is framed with nothing of ours in its reach", async () => {
  await show({})
  expect(frame()).toHaveAttribute('src', LINK)
  expect(frame()).toHaveAttribute('sandbox', 'allow-scripts allow-forms')
  expect(frame()).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(screen.getByRole('progressbar', { name: 'Customer service is loading' })).toBeInTheDocument()
})

test('once it has come nothing waits any more', async () => {
  await show({})
  const shown = frame()
  if (shown === null) throw new Error('no frame')
  fireEvent.load(shown)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await waits(CHAT_WAIT_MS * 2)
  expect(frame()).toBe(shown)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after ten seconds without it: say so, try again, or write', async () => {
  await show({})
  await waits(CHAT_WAIT_MS - 1)
  expect(screen.queryByText('Chat did not load')).toBeNull()
  await waits(1)
  expect(screen.getByRole('alert')).toHaveTextContent('Chat did not load')
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: 'Company email' })).toHaveAttribute('href', '/mine/email')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await act(async () => {})
  expect(frame()).toHaveAttribute('src', LINK)
})

test('a provider that wants a window gets a button and no frame', async () => {
  await show({ opensWindow: true })
  expect(frame()).toBeNull()
  const open = screen.getByRole('link', { name: 'Open customer service' })
  expect(open).toHaveAttribute('href', LINK)
  expect(open).toHaveAttribute('target', '_blank')
})

test('a company without a chat names its email', async () => {
  await show({ link: null })
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: 'Company email' })).toHaveAttribute('href', '/mine/email')
})
