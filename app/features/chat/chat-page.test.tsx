import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { ToastProvider } from '../../ui'
import type { ChatData, ChatVerdict } from './chat-data'
import { CHAT_WAIT_MS, ChatPage } from './chat-page'

/** What stands outside: the server's verdict, and whether the visitor's own browser reaches the provider. */
let verdict: ChatVerdict
let reach: 'answers' | 'fails' | 'hangs'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  verdict = 'answers'
  reach = 'answers'
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/resources/chat-check') return Response.json({ verdict })
    if (reach === 'hangs') return new Promise(() => {})
    if (reach === 'fails') throw new TypeError('Failed to fetch')
    return new Response(null)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const LINK = 'https://chat.aurora.example/room'

async function show(data: Partial<ChatData>) {
  const chat = { title: 'Customer service', link: LINK, opensWindow: false, about: '', hours: null, feedback: null, ...data }
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: () => <ChatPage data={chat} answer={null} /> }])
  const site = { language: 'en', tenant: { id: 'aurora', name: 'Aurora Markets', email: 'desk@aurora.example' } }
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <Stub hydrationData={{ loaderData: { root: site } }} />
      </ToastProvider>
    </I18nextProvider>,
  )
  await settled()
}
/** The answers to both questions have come, or hang. */
const settled = () => act(async () => vi.advanceTimersByTimeAsync(0))
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

test("a browser's error page in the frame is not taken for the chat", async () => {
  verdict = 'silent'
  reach = 'fails'
  await show({})
  expect(screen.getByRole('alert')).toHaveTextContent('Chat could not be loaded')
  expect(frame()).toBeNull()
})

test('what only the server cannot reach is shown: the visitor reaches it', async () => {
  verdict = 'silent'
  await show({})
  const shown = frame()
  if (shown === null) throw new Error('no frame')
  fireEvent.load(shown)
  await settled()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a provider that lets no script ask for its page is shown all the same', async () => {
  verdict = 'answers-frames'
  reach = 'fails'
  await show({})
  expect(frame()).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a page that refuses to be framed opens in a window of its own', async () => {
  verdict = 'refuses'
  reach = 'hangs'
  await show({})
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: 'Open customer service' })).toHaveAttribute('href', LINK)
})

test('under the frame is the way out for who sees nothing in it', async () => {
  await show({})
  expect(screen.getByText(/Nothing to see here/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open customer service' })).toHaveAttribute('target', '_blank')
})

test('after ten seconds without it: say so, try again, or write', async () => {
  reach = 'hangs'
  await show({})
  await waits(CHAT_WAIT_MS - 1)
  expect(screen.queryByText('Chat could not be loaded')).toBeNull()
  await waits(1)
  expect(screen.getByRole('alert')).toHaveTextContent('Chat could not be loaded')
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: 'Company email' })).toHaveAttribute('href', '/mine/email')
  expect(screen.getByRole('link', { name: 'Send a message' })).toHaveAttribute('href', '/feedback')
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

const FORM = { title: '', sent: null, isSignedIn: true, asksEmail: false, captcha: null, formKey: 'one', begins: '' }
const HOURS = {
  lines: [{ days: 'Monday – Friday', times: '09:00–18:00' }],
  zone: 'Hong Kong Standard Time',
  isOpen: false,
  changes: 'Monday 09:00',
}

test('a company without a chat has a page of its own: address, hours, a form', async () => {
  await show({ link: null, hours: HOURS, feedback: FORM })
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: 'desk@aurora.example' })).toHaveAttribute('href', 'mailto:desk@aurora.example')
  expect(screen.getByText('Closed now, opens Monday 09:00')).toBeInTheDocument()
  expect(screen.getByText('Monday – Friday')).toBeInTheDocument()
  expect(screen.getByText('Times: Hong Kong Standard Time')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: /Your message/ })).toBeInTheDocument()
})

test('an address that belongs to nobody says so', async () => {
  await show({ link: null, feedback: FORM })
  expect(screen.getByText(/This is a sample address/)).toBeInTheDocument()
})
