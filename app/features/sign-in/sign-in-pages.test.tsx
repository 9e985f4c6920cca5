import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import { CountdownButton, ToastProvider } from '../../ui'
import { AreaPicker } from './area-picker'
import { ForgotPage } from './forgot-page'
import { LoginCodePage } from './login-code-page'
import { LoginPage } from './login-page'
import { RegisterPage } from './register-page'
import { type Areas, EMPTY_ANSWER, type FormAnswer, type LoginData, type RegisterData, type SentCode } from './sign-in-data'

afterEach(cleanup)

const SITE = {
  tenant: { id: 'aurora', name: 'Aurora', title: 'Aurora', logoPath: '/logo.svg', languages: ['en'] },
  trader: null,
  language: 'en',
  serverTime: 0,
}
const AREAS: Areas = {
  list: [
    { id: 'HK', country: 'HK', name: '香港', alias: 'Hong Kong', globalCode: '852' },
    { id: 'GB', country: 'GB', name: '英國', alias: 'United Kingdom', globalCode: '44' },
    { id: 'CI', country: 'CI', name: '科特迪瓦', alias: "Côte d'Ivoire", globalCode: '225' },
  ],
  usual: 'GB',
}
const loginData: LoginData = {
  title: 'Log in',
  kind: 'email',
  from: null,
  areas: AREAS,
  values: {},
  demoBalance: '10000',
  hasDemo: false,
  board: [],
}
const registerData: RegisterData = {
  title: 'Open',
  kind: 'email',
  from: null,
  areas: AREAS,
  mobileField: 'none',
  verify: 'code',
  captcha: null,
  inviteCode: '',
  values: {},
  sent: null,
  board: [],
}
const answerOf = (change: Partial<FormAnswer>): FormAnswer => ({ ...EMPTY_ANSWER, ...change })
const sentTo = (target: string, secondsLeft = 60): SentCode => ({ target, until: 1_000, secondsLeft })

type Page = ComponentType<{ data: never; answer: FormAnswer | undefined }>
type Posted = Record<string, string>

const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
  openSocket: createFakeBroker().openSocket,
  fetchTicket: async () => 'anonymous',
})

function stubOf(page: unknown, data: unknown, answers: (posted: Posted) => FormAnswer | Promise<FormAnswer>, posted: Posted[]) {
  const Page = page as Page
  const Screen = () => (
    <RealtimeProvider traderId={null} socketUrl="ws://site.invalid/v1/ws" realtime={realtime}>
      <Page data={useLoaderData() as never} answer={useActionData<FormAnswer>()} />
    </RealtimeProvider>
  )
  return createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => SITE,
      children: [
        {
          path: 'form',
          Component: Screen,
          loader: () => data as object,
          action: async ({ request }) => {
            const sent = Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)]))
            posted.push(sent)
            return answers(sent)
          },
        },
        { path: 'resources/captcha', loader: () => ({ captcha: { id: `fresh-${++images}`, image: 'data:image/png;base64,AAAA' } }) },
        { path: '*', Component: () => null },
      ],
    },
  ])
}
let images = 0

async function show(page: unknown, data: unknown, answers: (posted: Posted) => FormAnswer | Promise<FormAnswer> = () => EMPTY_ANSWER) {
  const posted: Posted[] = []
  const Stub = stubOf(page, data, answers, posted)
  const { container } = render(
    <ToastProvider label="messages" dismissLabel="dismiss">
      <Stub initialEntries={['/form']} />
    </ToastProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await afterDrawing()
  const field = (name: string): HTMLInputElement => {
    const input = container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (input === null) throw new Error(`no field ${name}`)
    return input
  }
  return { posted, field, container, person: userEvent.setup() }
}

describe('every form', () => {
  test('names what is wrong under the field and puts the focus into the first such field', async () => {
    const problems = { password: 'Enter your password', account: 'Enter your email' }
    const { field, person } = await show(LoginPage, loginData, () => answerOf({ problems }))
    await person.click(screen.getByRole('button', { name: 'logIn' }))
    await screen.findByText('Enter your email')
    await waitFor(() => expect(field('account')).toHaveFocus())
    expect(field('account')).toHaveAccessibleDescription('Enter your email')
    expect(field('password')).toBeInvalid()
  })

  test('says in a message what belongs to no field, and selects the password', async () => {
    const { field, person } = await show(LoginPage, loginData, () => answerOf({ message: 'Wrong.', refusal: 'LOGIN_FAILED' }))
    await person.type(field('account'), 'a@example.com')
    await person.type(field('password'), 'wrong{Enter}')
    expect(await screen.findByText('Wrong.')).toBeInTheDocument()
    expect(field('password')).toHaveFocus()
    expect([field('account').value, field('password').selectionEnd]).toEqual(['a@example.com', 5])
  })

  test('keeps a message that has a way out on the page, with its link', async () => {
    const { person } = await show(LoginPage, loginData, () => answerOf({ message: 'Frozen.', refusal: 'ACCOUNT_FROZEN' }))
    await person.click(screen.getByRole('button', { name: 'logIn' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Frozen.')
    expect(within(alert).getByRole('link', { name: 'resetPassword' })).toHaveAttribute('href', '/forgot')
  })

  test('what the company froze leads to customer service and not to a new password', async () => {
    const { person } = await show(LoginPage, loginData, () => answerOf({ message: 'Frozen.', refusal: 'ACCOUNT_FROZEN_BY_COMPANY' }))
    await person.click(screen.getByRole('button', { name: 'logIn' }))
    const alert = await screen.findByRole('alert')
    expect(
      within(alert)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['contactService', '/mine/chat']])
  })

  test('an invite code that was refused is said at its field, with a way to open the account without one', async () => {
    const answers = () => answerOf({ problems: { invite_code: 'Unknown code.' }, values: { invite_code: 'NOBODYS1' } })
    const { posted, field, person } = await show(RegisterPage, registerData, answers)
    expect(screen.queryByRole('checkbox', { name: 'withoutInviteCode' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    await screen.findByText('Unknown code.')
    expect(field('invite_code')).toBeInvalid()
    await person.click(screen.getByRole('checkbox', { name: 'withoutInviteCode' }))
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    await waitFor(() => expect(posted.at(-1)).toMatchObject({ without_invite: '1' }))
  })

  test('the choice to open the account without a code holds while something else is put right', async () => {
    const answers = () => answerOf({ problems: { code: 'Wrong code.' }, values: { invite_code: 'NOBODYS1', without_invite: '1' } })
    const { person } = await show(RegisterPage, registerData, answers)
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    await screen.findByText('Wrong code.')
    expect(screen.getByRole('checkbox', { name: 'withoutInviteCode' })).toBeChecked()
  })

  test('is not sent twice', async () => {
    let finish = () => {}
    const waiting = new Promise<FormAnswer>((resolve) => {
      finish = () => resolve(EMPTY_ANSWER)
    })
    const { posted, field, person } = await show(LoginPage, loginData, () => waiting)
    await person.type(field('password'), 'x{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'logIn' })).toHaveAttribute('aria-busy', 'true'))
    await person.type(field('password'), '{Enter}')
    await person.click(screen.getByRole('button', { name: 'logIn' }))
    expect(posted).toHaveLength(1)
    await act(async () => finish())
  })

  test('is sent although the answer to the code’s button is not here yet', async () => {
    const { posted, field, person } = await show(RegisterPage, registerData, ({ intent }) =>
      intent === 'send-code' ? new Promise<FormAnswer>(() => {}) : answerOf({ problems: { code: 'Wrong code' } }),
    )
    await person.type(field('account'), 'a@example.com')
    await person.click(screen.getByRole('button', { name: 'sendCode' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'sendCode' })).toHaveAttribute('aria-busy', 'true'))
    await person.click(screen.getByRole('button', { name: 'sendCode' }))
    expect(posted).toHaveLength(1)
    await person.type(field('code'), '123456')
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    expect(await screen.findByText('Wrong code')).toBeInTheDocument()
    expect(posted[1]).toMatchObject({ code: '123456', account: 'a@example.com' })
  })

  test('tells the browser what its fields are for', async () => {
    const { field } = await show(RegisterPage, { ...registerData, mobileField: 'area-and-number' })
    const purposes = ['account', 'code', 'password', 're_password', 'mobile', 'invite_code'].map((name) => field(name).autocomplete)
    expect(purposes).toEqual(['username', 'one-time-code', 'new-password', 'new-password', 'tel-national', 'off'])
  })
})

describe('the code', () => {
  test('is sent by a button of the form, and Enter does not press it', async () => {
    const { posted, field, person } = await show(RegisterPage, registerData)
    await person.type(field('account'), 'a@example.com')
    await person.click(screen.getByRole('button', { name: 'sendCode' }))
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(posted[0]).toMatchObject({ intent: 'send-code', account: 'a@example.com', area_id: 'GB', verify: 'code' })
    await person.type(field('account'), '{Enter}')
    await waitFor(() => expect(posted).toHaveLength(2))
    expect(posted[1]).not.toHaveProperty('intent')
  })

  test('is announced once when it was sent, counts down, and the field waits for it', async () => {
    const { field, person } = await show(ForgotPage, registerData, () => answerOf({ isJustSent: true, sent: sentTo('a@example.com') }))
    await person.type(field('account'), 'a@example.com')
    await person.click(screen.getByRole('button', { name: 'sendCode' }))
    const button = await screen.findByRole('button', { name: 'sendAgainIn' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('codeMaybeSent')
    await waitFor(() => expect(field('code')).toHaveFocus())
  })

  test('does not take the focus from a field that is being filled in meanwhile', async () => {
    let arrive = () => {}
    const sent = new Promise<FormAnswer>((resolve) => {
      arrive = () => resolve(answerOf({ isJustSent: true, sent: sentTo('a@example.com') }))
    })
    const { field, person } = await show(RegisterPage, registerData, () => sent)
    await person.type(field('account'), 'a@example.com')
    await person.click(screen.getByRole('button', { name: 'sendCode' }))
    await person.click(field('password'))
    await act(async () => arrive())
    await screen.findByRole('button', { name: 'sendAgainIn' })
    expect(field('password')).toHaveFocus()
  })

  test('has a countdown that survives a reload, and belongs to the address it went to', async () => {
    const values = { account: 'a@example.com' }
    const { field, person } = await show(RegisterPage, { ...registerData, values, sent: sentTo('a@example.com', 47) })
    expect(field('account').value).toBe('a@example.com')
    expect(screen.getByRole('button', { name: 'sendAgainIn' })).toBeInTheDocument()
    expect(screen.getAllByRole('status').map((status) => status.textContent)).not.toContain('codeSentTo')
    await person.type(field('account'), 'x')
    expect(screen.getByRole('button', { name: 'sendCode' })).toBeInTheDocument()
    await person.type(field('account'), '{Backspace}')
    expect(screen.getByRole('button', { name: 'sendAgainIn' })).toBeInTheDocument()
  })

  test('can be sent without scripts: the button is not locked before they run', () => {
    const html = renderToString(
      <CountdownButton
        name="intent"
        value="send-code"
        pause={{ id: 1, secondsLeft: 47 }}
        label="Send"
        againLabel="Send again"
        waitingLabel={(seconds) => `Again in ${seconds} s`}
      />,
    )
    expect(html).toMatch(/<button name="intent" value="send-code"[^>]* type="submit"[^>]*>Again in 47 s/)
    expect(html).not.toContain('disabled')
  })
})

describe('the image', () => {
  const withImage: RegisterData = { ...registerData, verify: 'captcha', captcha: { id: 'first', image: 'data:image/png;base64,AAAA' } }

  test('that was answered wrongly gives way to a new one; its field is cleared and focused', async () => {
    const wrong = answerOf({ refusal: 'CAPTCHA_WRONG', problems: { code: 'Here is a new one.' } })
    const { field, person, posted } = await show(RegisterPage, withImage, () => wrong)
    await person.type(field('code'), 'abcd')
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    await screen.findByText('Here is a new one.')
    expect(posted[0]).toMatchObject({ key: 'first', code: 'abcd', verify: 'captcha' })
    await waitFor(() => expect(field('key').value).toMatch(/^fresh-/))
    expect(field('code').value).toBe('')
    expect(field('code')).toHaveFocus()
  })

  test('stays when something else was wrong', async () => {
    const wrong = answerOf({ refusal: 'PASSWORD_TOO_SHORT', problems: { password: 'Too short.' } })
    const { field, person } = await show(RegisterPage, withImage, () => wrong)
    await person.type(field('code'), 'abcd')
    await person.click(screen.getByRole('button', { name: 'openAccount' }))
    await screen.findByText('Too short.')
    expect([field('key').value, field('code').value]).toEqual(['first', 'abcd'])
  })

  test('has a button for another and a way for those who cannot read it', async () => {
    const { field, person } = await show(RegisterPage, withImage, ({ intent }) => answerOf({ usesCode: intent === 'use-code' }))
    expect(screen.getByRole('img', { name: 'captcha.alt' })).toHaveAttribute('src', withImage.captcha?.image)
    await person.click(screen.getByRole('button', { name: 'captcha.renew' }))
    await waitFor(() => expect(field('key').value).toMatch(/^fresh-/))
    await person.type(field('account'), 'a@example.com')
    await person.click(screen.getByRole('button', { name: 'captcha.instead' }))
    expect(await screen.findByRole('button', { name: 'sendCode' })).toBeInTheDocument()
    expect([field('verify').value, field('account').value]).toEqual(['code', 'a@example.com'])
  })
})

describe('a new password', () => {
  test('shows its strength in steps and a word', async () => {
    const { field, person } = await show(RegisterPage, registerData)
    await person.type(field('account'), 'maria.keller@example.com')
    const strengthOf = async (password: string) => {
      await person.clear(field('password'))
      await person.type(field('password'), password)
      return (await screen.findByText(/^strength\.\d$/)).textContent
    }
    expect(await strengthOf('password')).toBe('strength.1')
    await waitFor(async () => expect(await strengthOf('maria.keller')).toBe('strength.1'))
    await person.type(field('password'), ' over the weir with 41 herons')
    expect(await screen.findByText('strength.4')).toBeInTheDocument()
  })

  test('says when the two differ once the second is left, and is quiet again when they agree', async () => {
    const { field, person } = await show(RegisterPage, registerData)
    await person.type(field('password'), 'kestrel')
    await person.type(field('re_password'), 'kestre')
    expect(screen.queryByText('passwordsDiffer')).toBeNull()
    await person.tab()
    expect(field('re_password')).toHaveAccessibleDescription('passwordsDiffer')
    await person.type(field('re_password'), 'l')
    expect(screen.queryByText('passwordsDiffer')).toBeNull()
  })
})

describe('the country', () => {
  test.each([
    ['852', 'Hong Kong'],
    ['+852', 'Hong Kong'],
    ['hk', 'Hong Kong'],
    ['kong', 'Hong Kong'],
    ['香', 'Hong Kong'],
    ['cote', "Côte d'Ivoire"],
  ])('is found by %o', async (typed, found) => {
    const { field, person } = await show(LoginPage, { ...loginData, kind: 'mobile' })
    await person.click(screen.getByRole('button', { name: 'areaCode: 英國 +44' }))
    await person.keyboard(typed)
    expect(screen.getAllByRole('option')).toHaveLength(1)
    await person.keyboard('{Enter}')
    expect(field('area_id').value).toBe(AREAS.list.find(({ alias }) => alias === found)?.id)
  })

  test('is a plain list of choices where there are no scripts, the first of its name in the form', () => {
    const html = renderToString(<AreaPicker name="area_id" areas={AREAS} initial="HK" look="code" />)
    expect(html.indexOf('<select name="area_id"')).toBeGreaterThan(0)
    expect(html.indexOf('<select name="area_id"')).toBeLessThan(html.indexOf('type="hidden"'))
    expect(html).toContain('+852 香港')
  })
})

test('an invite code from the link says so until it is changed', async () => {
  const { field, person } = await show(RegisterPage, { ...registerData, inviteCode: 'K7M2QX' })
  expect(field('invite_code').value).toBe('K7M2QX')
  expect(screen.getByText('fromLink')).toBeInTheDocument()
  await person.type(field('invite_code'), 'Z')
  expect(screen.queryByText('fromLink')).toBeNull()
})

test('a browser that keeps the id of a demo account is offered to go on with it', async () => {
  await show(LoginPage, loginData)
  expect(screen.getByRole('button', { name: 'createDemo' })).toBeInTheDocument()
  cleanup()
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('demo_id=abc')
  await show(LoginPage, loginData)
  expect(screen.getByRole('button', { name: 'continueDemo' })).toBeInTheDocument()
  expect(screen.getByText('demoKept')).toBeInTheDocument()
})

test('the second step takes digits, or letters where a recovery code is asked for, and forgets a wrong code', async () => {
  const data = { title: '', from: '/order', isRecovery: false, board: [] }
  const wrong = answerOf({ refusal: 'TWO_STEP_CODE_WRONG', problems: { code: 'Not right.' } })
  const { field, person, posted } = await show(LoginCodePage, data, () => wrong)
  expect([field('code').inputMode, field('code').autocomplete]).toEqual(['numeric', 'one-time-code'])
  expect(screen.getByRole('link', { name: 'twoStep.useRecovery' })).toHaveAttribute('href', '/login/code?from=%2Forder&recovery=1')
  await person.type(field('code'), '123456{Enter}')
  await screen.findByText('Not right.')
  expect(posted[0]).toMatchObject({ code: '123456', from: '/order' })
  await waitFor(() => expect(field('code').value).toBe(''))
  await waitFor(() => expect(field('code')).toHaveFocus())
  cleanup()
  expect((await show(LoginCodePage, { ...data, isRecovery: true })).field('code').inputMode).toBe('text')
})
