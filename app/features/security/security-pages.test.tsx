import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { I18nextProvider } from 'react-i18next'
import { beforeEach, describe, expect, test } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import { ToastProvider } from '../../ui'
import { drawQrCode } from '../../ui/qr-code.server'
import { NotMePage } from './not-me-page'
import { type SessionRow, type SessionsData, SessionsPage } from './sessions-page'
import type { TwoStepAnswer, TwoStepData } from './two-step-data'
import { TwoStepPage } from './two-step-page'

/** A page over a loader and an action of the test; `sent` are the forms. */
async function show<Data>(path: string, Page: ComponentType<{ data: Data; answer: never }>, data: Data, answers: readonly unknown[] = []) {
  const sent: Record<string, string>[] = []
  const Screen = () => <Page data={useLoaderData() as Data} answer={(useActionData() ?? null) as never} />
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ language: 'en', tenant: { name: 'Aurora Markets' } }),
      children: [
        {
          path: path.slice(1),
          Component: Screen,
          loader: () => structuredClone(data) as object | null,
          action: async ({ request }) => {
            sent.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])))
            return answers[sent.length - 1] ?? null
          },
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <ToastProvider label="messages" dismissLabel="dismiss">
        <Stub initialEntries={[path]} />
      </ToastProvider>
    </I18nextProvider>,
  )
  await screen.findAllByRole('button')
  await afterDrawing()
  return { sent, person: userEvent.setup() }
}

beforeEach(() => window.history.replaceState(null, '', '/'))

describe('the list of sessions', () => {
  const moment = { at: Date.UTC(2026, 10, 18, 14), text: '18 Nov 2026, 14:00 UTC' }
  const rowOf = (id: string, change: Partial<SessionRow> = {}): SessionRow => ({
    id,
    device: 'Chrome, Windows',
    kind: 'desktop',
    address: '203.0.113.*',
    country: 'Hong Kong',
    signedIn: moment,
    lastSeen: moment,
    isCurrent: false,
    ...change,
  })
  const dataOf = (...rows: SessionRow[]): SessionsData => ({ title: 'Sessions', rows })

  test('says where and when, and which one is this', async () => {
    await show(
      '/mine/sessions',
      SessionsPage,
      dataOf(rowOf('1', { isCurrent: true }), rowOf('2', { device: '', country: '', address: '' })),
    )
    const [here, there] = screen.getAllByRole('listitem')
    expect(here).toHaveTextContent(/Chrome, Windows.*This device.*Hong Kong.*203\.0\.113\.\*.*Logged in:.*2026.*Last active:/)
    expect(there).toHaveTextContent(/^Unknown device.*Logged in/)
    expect(within(there as HTMLElement).queryByText('This device')).toBeNull()
  })

  test('asks before it ends one, and sends which', async () => {
    const { sent, person } = await show(
      '/mine/sessions',
      SessionsPage,
      dataOf(rowOf('1', { isCurrent: true }), rowOf('2', { device: 'Safari, iOS' })),
    )
    await person.click(screen.getByRole('button', { name: 'Log out: Safari, iOS' }))
    const question = await screen.findByRole('alertdialog', { name: 'Log out this session?' })
    expect(sent).toEqual([])
    await person.click(within(question).getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(sent).toEqual([{ intent: 'end', id: '2' }]))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('ends all others only after the question, and only when there are others', async () => {
    const { sent, person } = await show('/mine/sessions', SessionsPage, dataOf(rowOf('1', { isCurrent: true }), rowOf('2')))
    await person.click(screen.getByRole('button', { name: 'Log out all other sessions' }))
    const question = await screen.findByRole('alertdialog')
    await person.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
  })

  test('offers nothing to end when this is the only one but itself', async () => {
    await show('/mine/sessions', SessionsPage, dataOf(rowOf('1', { isCurrent: true })))
    expect(screen.queryByRole('button', { name: 'Log out all other sessions' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Log out: Chrome, Windows' })).toBeInTheDocument()
  })
})

describe('two-step sign-in', () => {
  const off: TwoStepData = { title: 'Two-factor authentication', isOn: false, turnedOn: null, recoveryCodesLeft: 0 }
  const on: TwoStepData = { ...off, isOn: true, turnedOn: { at: 1, text: '1 Jan 1970' }, recoveryCodesLeft: 2 }
  const uri = 'otpauth://totp/Aurora:m@example.com?secret=JBSWY3DPEHPK3PXP'
  const scan: TwoStepAnswer = { stage: 'scan', secret: 'JBSWY3DPEHPK3PXP', uri, qr: drawQrCode(uri), message: '' }

  test('is set up with a code to scan, a key to type and a code to prove it, and ends with the recovery codes', async () => {
    const codes: TwoStepAnswer = { stage: 'codes', codes: ['AAAA-1111', 'BBBB-2222'], isRenewed: false }
    const { sent, person } = await show('/mine/two-step', TwoStepPage, off, [
      scan,
      { ...scan, message: 'Incorrect code. Wait for the next one and try again.' },
      codes,
    ])
    await person.click(screen.getByRole('button', { name: 'Set up two-factor authentication' }))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument()
    await person.type(screen.getByLabelText('Code'), '000000')
    await person.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Incorrect code. Wait for the next one and try again.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus())
    await person.clear(screen.getByLabelText('Code'))
    await person.type(screen.getByLabelText('Code'), '123456')
    await person.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('AAAA-1111')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { name: /Save these recovery codes/ })).toHaveFocus())
    expect(decodeURIComponent(screen.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '')).toContain('AAAA-1111\nBBBB-2222')
    expect(sent.map(({ intent }) => intent)).toEqual(['start', 'enable', 'enable'])
    expect(sent[2]).toMatchObject({ secret: 'JBSWY3DPEHPK3PXP', code: '123456' })
    await person.click(screen.getByRole('link', { name: 'I have saved them' }))
    await waitFor(() => expect(screen.queryByText('AAAA-1111')).toBeNull())
  })

  test('asks for the password before it is set up, and says a wrong one beside it', async () => {
    const refused: TwoStepAnswer = { stage: 'refused', intent: 'start', message: 'The password is not right.' }
    const { sent, person } = await show('/mine/two-step', TwoStepPage, off, [refused])
    await person.type(screen.getByLabelText('Password'), 'a guess')
    await person.click(screen.getByRole('button', { name: 'Set up two-factor authentication' }))
    expect(await screen.findByText('The password is not right.')).toBeInTheDocument()
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('The password is not right.')
    expect(sent).toEqual([{ intent: 'start', password: 'a guess' }])
  })

  test('that is on says how many codes are left, and says a wrong code in its own form', async () => {
    const refused: TwoStepAnswer = { stage: 'refused', intent: 'disable', message: 'Incorrect code. Wait for the next one and try again.' }
    const { sent, person } = await show('/mine/two-step', TwoStepPage, on, [refused])
    expect(
      screen.getByText('You have few recovery codes left. Create new ones so that you can still log in if you lose your phone.', {
        exact: false,
      }),
    ).toBeInTheDocument()
    const form = within(screen.getByRole('form', { name: 'Turn off two-factor authentication' }))
    await person.type(form.getByLabelText('Code'), '111111')
    await person.click(form.getByRole('button', { name: 'Turn off' }))
    expect(await form.findByText('Incorrect code. Wait for the next one and try again.')).toBeInTheDocument()
    expect(sent).toEqual([{ intent: 'disable', code: '111111' }])
    expect(
      within(screen.getByRole('form', { name: 'New recovery codes' })).queryByText('Incorrect code. Wait for the next one and try again.'),
    ).toBeNull()
  })
})

describe('the page of the link "this was not me"', () => {
  test('takes the key from the address and sends it only when the button is pressed', async () => {
    window.location.hash = '#secret-key_1'
    const { sent, person } = await show('/not-me', NotMePage, null, [{ isFrozen: true, message: '' }])
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
    expect(sent).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Freeze my account' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your account is frozen' })).toHaveFocus())
    expect(sent).toEqual([{ token: 'secret-key_1' }])
    expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot')
    await waitFor(() => expect(window.location.hash).toBe(''))
  })

  test('has a field for the key when the address has none, and says when it is no longer good', async () => {
    const { sent, person } = await show('/not-me', NotMePage, null, [
      { isFrozen: false, message: 'This link has expired or was already used.' },
    ])
    await person.type(screen.getByLabelText('Link from the email'), 'abc')
    await person.click(screen.getByRole('button', { name: 'Freeze my account' }))
    expect(await screen.findByText('This link has expired or was already used.')).toBeInTheDocument()
    expect(sent).toEqual([{ token: 'abc' }])
    expect(screen.getByRole('link', { name: 'Set a new password' })).toBeInTheDocument()
  })
})
