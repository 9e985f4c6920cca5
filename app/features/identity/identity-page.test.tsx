import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import { ToastProvider } from '../../ui'
import type { IdentityAnswer, IdentityData } from './identity-data'
import { IdentityPage } from './identity-page'

const dataOf = (change: Partial<IdentityData> = {}): IdentityData => ({
  title: 'Verification',
  stage: 'documents',
  rejection: null,
  name: '',
  cardId: '',
  submittedAt: null,
  decidedAt: null,
  pictures: { front: '', reverse: '' },
  formKey: 'k1',
  ...change,
})

interface Scene {
  /** Answers of the form, in their order; the last one stays. */
  readonly answers?: readonly IdentityAnswer[]
  readonly loads?: readonly IdentityData[]
}

async function show(data: IdentityData, { answers = [], loads = [] }: Scene = {}) {
  const sent: FormData[] = []
  let looks = 0
  const Screen = () => (
    <IdentityPage data={useLoaderData<IdentityData>()} answer={(useActionData() as IdentityAnswer | undefined) ?? null} />
  )
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: { name: 'Meridian Prime' }, language: 'en' }),
      children: [
        {
          path: 'mine/auth',
          Component: Screen,
          loader: () => loads[Math.min(looks++, loads.length) - 1] ?? data,
          action: async ({ request }) => {
            sent.push(await request.formData())
            return Response.json(answers[Math.min(sent.length, answers.length) - 1], { status: 422 })
          },
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <Stub initialEntries={['/mine/auth']} />
      </ToastProvider>
    </I18nextProvider>,
  )
  await screen.findByRole('list', { name: 'Verification progress' })
  await afterDrawing()
  return { sent, looks: () => looks, person: userEvent.setup() }
}

/** A site that takes uploads; `statuses` are its answers in order, and after them it takes everything. */
let server: Server | undefined
async function listen(statuses: readonly number[]): Promise<{ readonly bodies: string[] }> {
  const bodies: string[] = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString('latin1')}`)
      const status = statuses[bodies.length - 1] ?? 200
      response.writeHead(status, { 'Content-Type': 'application/json' })
      const message = status === 422 ? 'You have reached today’s limit for images. Try again tomorrow.' : ''
      const url = `/api/common/image?ref=${bodies.length}`
      response.end(JSON.stringify(status === 200 ? { done: true, url } : { done: false, message, isSessionEnded: false }))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mine/auth`)
  return { bodies }
}
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  server = undefined
})

const photo = (name = 'front.jpg', type = 'image/jpeg') => new File(['bytes of a photo'], name, { type })
const submitButton = () => screen.getByRole('button', { name: 'Submit for review' })
const shownStep = () =>
  within(screen.getByRole('list', { name: 'Verification progress' })).getByText((_, node) => node?.getAttribute('aria-current') === 'step')

describe('the documents', () => {
  test('a press on an empty form says what is missing at every field and above the button, and leads to the first', async () => {
    const { person, sent } = await show(dataOf())
    await person.click(submitButton())
    const front = screen.getByLabelText(/^Add the front/)
    expect(front).toHaveFocus()
    expect(front).toHaveAccessibleDescription(/Add a photo of the front of your ID\./)
    expect(screen.getByLabelText(/^Add the back/)).toHaveAccessibleDescription(/Add a photo of the back of your ID\./)
    const name = screen.getByLabelText('Full name, as on the ID')
    expect(name).toBeInvalid()
    expect(name).toHaveAccessibleDescription('Enter your name as on the ID.')
    expect(screen.getByLabelText('ID number')).toHaveAccessibleDescription('Enter the ID number.')
    const summary = screen.getAllByRole('alert').find((alert) => alert.querySelectorAll('li').length === 4)
    expect(summary).toHaveTextContent(/front of your ID.*back of your ID.*name as on the ID.*ID number/)
    await person.type(name, 'Maria Keller')
    expect(name).toBeValid()
    expect(summary?.querySelectorAll('li')).toHaveLength(3)
    expect(sent).toEqual([])
  })

  test('can be submitted when both pictures, name and number are there, and not before', async () => {
    const { bodies } = await listen([])
    const { person, sent } = await show(dataOf(), {
      answers: [{ problems: {}, message: 'no', formKey: 'k2', name: '', cardId: '', urls: { front: '', reverse: '' } }],
    })
    expect(shownStep()).toHaveTextContent('Documents')
    expect(screen.getByText(/Only reviewers of Meridian Prime/)).toBeInTheDocument()
    await person.upload(screen.getByLabelText(/^Add the front/), photo())
    await person.type(screen.getByLabelText('Full name, as on the ID'), 'Maria Keller')
    await person.type(screen.getByLabelText('ID number'), 'L01X00T47')
    await screen.findByText('Front: uploaded')
    await person.click(submitButton())
    expect(screen.getByLabelText(/^Add the back/)).toHaveFocus()
    expect(sent).toHaveLength(0)
    await person.upload(screen.getByLabelText(/^Add the back/), photo('back.jpg'))
    await screen.findByText('Back: uploaded')
    expect(bodies.map((body) => body.split(' ').slice(0, 2).join(' '))).toEqual([
      'POST /resources/upload-image',
      'POST /resources/upload-image',
    ])
    expect(bodies[0]).toContain('bytes of a photo')

    await person.click(submitButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect([...(sent[0] as FormData).keys()].sort()).toEqual(['card_id', 'form_key', 'front_pic', 'name', 'reverse_pic'])
    expect(sent[0]?.get('front_pic')).toBe('/api/common/image?ref=1')
  })

  test('a picture that was not sent says why and is sent again on request', async () => {
    const { bodies } = await listen([422])
    const { person } = await show(dataOf())
    await person.upload(screen.getByLabelText(/^Add the front/), photo())
    expect(await screen.findByText('You have reached today’s limit for images. Try again tomorrow.')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Replace: Front')).toBeInTheDocument()
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toContain('bytes of a photo')
    await person.click(screen.getByRole('button', { name: 'Remove: Front' }))
    expect(screen.getByLabelText(/^Add the front/)).toHaveFocus()
  })

  test('an answer without words, and a file that is no picture, have words of ours', async () => {
    await listen([500])
    const { person } = await show(dataOf())
    await person.upload(screen.getByLabelText(/^Add the front/), photo())
    expect(await screen.findByText('The photo was not uploaded.')).toBeInTheDocument()
    await person.upload(screen.getByLabelText(/^Add the back/), photo('card.heic', 'image/heic'))
    expect(await screen.findByText(/cannot be read. Choose a JPEG/)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
  })

  test('a refusal is told and keeps what was typed and sent', async () => {
    await listen([])
    const refusal = 'The ID number has letters and digits only.'
    const urls = { front: '/api/common/image?ref=1', reverse: '/api/common/image?ref=2' }
    const answer: IdentityAnswer = {
      problems: { card_id: refusal },
      message: refusal,
      formKey: 'k2',
      name: 'Maria Keller',
      cardId: '?',
      urls,
    }
    const { person, sent } = await show(dataOf(), { answers: [answer] })
    await person.upload(screen.getByLabelText(/^Add the front/), photo())
    await screen.findByLabelText('Replace: Front')
    await person.upload(screen.getByLabelText(/^Add the back/), photo())
    await screen.findByLabelText('Replace: Back')
    await person.type(screen.getByLabelText('Full name, as on the ID'), 'Maria Keller')
    await person.type(screen.getByLabelText('ID number'), '?')
    await person.click(submitButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(await within(await screen.findByRole('region', { name: 'messages' })).findByText(refusal)).toBeInTheDocument()
    expect(screen.getByLabelText('ID number')).toHaveAccessibleDescription(refusal)
    await waitFor(() => expect(screen.getByLabelText('ID number')).toHaveFocus())
    expect(screen.getByLabelText('Full name, as on the ID')).toHaveValue('Maria Keller')
    expect(submitButton()).toBeEnabled()
  })
})

describe('the other stages', () => {
  const submitted = {
    name: 'Maria Keller',
    cardId: 'L••••••47',
    submittedAt: { at: Date.UTC(2026, 10, 18, 10, 12), text: '18 Nov 2026, 10:12 UTC' },
    pictures: { front: 'f1', reverse: 'r1' },
  }
  const momentOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.querySelector('time')

  test('while it is checked, everything is there to look at and nothing to change', async () => {
    await show(dataOf({ stage: 'review', ...submitted }))
    expect(shownStep()).toHaveTextContent('Review')
    expect(screen.getByRole('heading', { name: 'We are checking your documents' })).toBeInTheDocument()
    expect(screen.getByText('L••••••47')).toBeInTheDocument()
    expect(momentOf('Submitted')).toHaveAttribute('datetime', '2026-11-18T10:12:00.000Z')
    expect(screen.queryByText('Verified', { selector: 'dt' })).toBeNull()
    expect(screen.getByAltText('Front of your ID')).toHaveAttribute('src', '/resources/image?ref=f1')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull()
  })

  test('once it is confirmed, the day is told', async () => {
    await show(dataOf({ stage: 'certified', ...submitted, decidedAt: { at: Date.UTC(2026, 10, 19, 9), text: '19 Nov 2026, 09:00 UTC' } }))
    expect(momentOf('Verified')).toHaveAttribute('datetime', '2026-11-19T09:00:00.000Z')
  })

  test('the result shows when the tab is looked at again', async () => {
    const { looks } = await show(dataOf({ stage: 'review', ...submitted }), { loads: [dataOf({ stage: 'certified', ...submitted })] })
    const before = looks()
    const now = Date.now()
    const clock = { now: Date.now }
    Date.now = () => now + 6_000
    try {
      // The page may begin to listen only after it was drawn; a second event soon after the first asks nothing more.
      await waitFor(() => {
        act(() => void document.dispatchEvent(new Event('visibilitychange')))
        expect(screen.getByRole('heading', { name: 'Your identity is verified' })).toBeInTheDocument()
      })
    } finally {
      Date.now = clock.now
    }
    expect(looks()).toBe(before + 1)
  })

  test('a rejected case says why, keeps the name and opens the form again', async () => {
    await show(dataOf({ rejection: 'The back is not readable.', name: 'Maria Keller', cardId: 'L••••••47' }))
    expect(shownStep()).toHaveTextContent('Documents')
    expect(screen.getByText('The back is not readable.')).toBeInTheDocument()
    expect(screen.getByLabelText('Full name, as on the ID')).toHaveValue('Maria Keller')
    expect(screen.getByLabelText('ID number')).toHaveValue('')
    expect(screen.getByLabelText(/^Add the front/)).toBeInTheDocument()
  })
})
