import { useLoaderData, useLocation } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TypedAmount } from '../../../../contract/money-places'
import { afterDrawing } from '../../../../tests/fixtures/after-drawing'
import { keptElement } from '../../../../tests/fixtures/kept-element'
import { someTypedTexts } from '../../../../tests/fixtures/typed-texts'
import { serverI18n } from '../../../language/i18n.server'
import { ToastProvider } from '../../../ui'
import { compareDecimals } from '../../../ui/decimal-text'
import { readTypedNumber } from '../../../ui/typed-number'
import type { SiteData } from '../../../visitor/site'
import { UNDO_MS } from '../use-decisions'
import type { DepositsData, ReviewAnswer } from './review-data'
import { ReviewPage } from './review-page'
import type { NewDecision } from './send-decision'

const NOW = Date.UTC(2026, 10, 18, 14)
const row = (id: string, more: Partial<DepositsData['rows'][number]> = {}): DepositsData['rows'][number] => ({
  id,
  traderId: '7',
  uid: '4081772',
  type: 0,
  way: 'coin',
  amount: '1000.00000000',
  currency: 'USDT',
  protocol: 'TRC20',
  usdt: '1000.00000000',
  status: 'unchecked',
  createdAt: NOW - 192 * 60_000,
  needsTwo: false,
  isDuplicate: false,
  isFirst: false,
  firstApprovedBy: null,
  claimedBy: null,
  isLate: false,
  ...more,
})
const item = (id: string, more: Partial<NonNullable<DepositsData['item']>> = {}): NonNullable<DepositsData['item']> => ({
  ...row(id),
  rate: '1',
  target: { address: 'TSampLe7Kq2' },
  credited: '',
  firstApprovedAmount: '',
  remark: '',
  decidedBy: null,
  decidedAt: null,
  picture: '5.1.abc',
  duplicates: [],
  checks: [{ name: 'proof_is_new', isGood: true }],
  account: {
    traderId: '7',
    uid: '4081772',
    identity: 2,
    openedAt: NOW,
    balance: '0',
    locked: '0',
    isFrozen: false,
    deposits: 0,
    withdrawals: 0,
  },
  movements: [],
  history: [],
  claim: { by: 'okafor', isMine: true, until: NOW },
  ...more,
})
const SITE = { kind: 'desk', tenant: null, trader: null, language: 'en', direction: 'ltr' } as unknown as SiteData

let approvers: DepositsData['approvers'] = []

async function show(more: Partial<NonNullable<DepositsData['item']>> = {}, answer: Partial<ReviewAnswer> = {}) {
  const sent: NewDecision[] = []
  const send = async (decision: NewDecision): Promise<ReviewAnswer> => {
    sent.push(decision)
    return { id: decision.id, isDone: true, message: 'Deposit 1 completed', reason: '', amount: '', confirm: '', ...answer }
  }
  const Screen = () => {
    const { search } = useLocation()
    return (
      <ToastProvider label="Messages" dismissLabel="Close">
        <output data-testid="address">{search}</output>
        <ReviewPage data={useLoaderData() as DepositsData} send={send} />
      </ToastProvider>
    )
  }
  const loader = ({ request }: { request: Request }): DepositsData => {
    const id = new URL(request.url).searchParams.get('id')
    return {
      title: 'Deposits',
      queue: 'deposits',
      parameters: { company: 'aurora' },
      rows: [row('1'), row('2'), row('3')],
      total: 3,
      older: null,
      item: id === null ? null : item(id, id === '1' ? more : {}),
      isMissing: false,
      canDecide: true,
      approvers: more.needsTwo === true ? approvers : null,
      canReadTraders: true,
      operator: { name: 'okafor', displayName: 'R. Okafor' },
      now: NOW,
      isNumberFull: false,
    }
  }
  const Stub = createRemixStub([
    { id: 'root', path: '/', loader: () => SITE, children: [{ path: 'desk/deposits', Component: Screen, loader }] },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/desk/deposits?company=aurora&id=1']} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await afterDrawing()
  return { sent }
}
const press = async (key: string) => {
  fireEvent.keyDown(document.body, { key })
  await act(async () => {})
}
const address = () => screen.getByTestId('address').textContent
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a decision by keys', () => {
  test('a asks with the focus on the answer; it is sent after five seconds, once, and the next item is open meanwhile', async () => {
    const { sent } = await show()
    await press('a')
    const approve = await screen.findByRole('alertdialog')
    const button = [...approve.querySelectorAll('button')].at(-1) as HTMLButtonElement
    await waitFor(() => expect(button).toHaveFocus())
    expect(button).toHaveTextContent('Approve 1,000.00')
    fireEvent.click(button)
    await waitFor(() => expect(address()).toContain('id=2'))
    expect(sent).toEqual([])
    await pass(UNDO_MS + 10)
    expect(sent).toMatchObject([{ queue: 'deposits', company: 'aurora', id: '1', decision: 'approve', amount: '1000', reason: '' }])
    await pass(UNDO_MS * 2)
    expect(sent).toHaveLength(1)
  })

  test('what is taken back within five seconds is never sent, and its item is open again', async () => {
    const { sent } = await show()
    await press('a')
    fireEvent.click([...(await screen.findByRole('alertdialog')).querySelectorAll('button')].at(-1) as HTMLButtonElement)
    await waitFor(() => expect(address()).toContain('id=2'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(address()).toContain('id=1'))
    await pass(UNDO_MS * 3)
    expect(sent).toEqual([])
  })

  test('r without a reason asks for one and sends nothing; with one it asks', async () => {
    const { sent } = await show()
    await press('r')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const field = screen.getByRole('combobox', { name: 'Reason' })
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a reason')
    fireEvent.change(field, { target: { value: 'No such transfer was found.' } })
    field.blur()
    await press('r')
    fireEvent.click([...(await screen.findByRole('alertdialog')).querySelectorAll('button')].at(-1) as HTMLButtonElement)
    await pass(UNDO_MS + 10)
    expect(sent).toMatchObject([{ decision: 'reject', reason: 'No such transfer was found.', amount: '' }])
  })

  test('j and k walk through the queue', async () => {
    await show()
    await press('j')
    await waitFor(() => expect(address()).toContain('id=2'))
    await press('j')
    await waitFor(() => expect(address()).toContain('id=3'))
    await press('k')
    await waitFor(() => expect(address()).toContain('id=2'))
  })

  test('+ - . turn the picture and never fetch it again', async () => {
    await show()
    const source = screen.getByRole('img', { name: 'Proof of payment' }).getAttribute('src')
    await press('+')
    expect(screen.getByText('125%')).toBeInTheDocument()
    await press('-')
    expect(screen.getByText('100%')).toBeInTheDocument()
    await press('.')
    const picture = screen.getByRole('img', { name: 'Proof of payment' })
    expect(picture.parentElement?.style.getPropertyValue('--turn')).toBe('90deg')
    expect(picture.getAttribute('src')).toBe(source)
  })
})

describe('what was found', () => {
  const found = () => screen.getByRole('textbox', { name: /^Received/ })
  const reason = () => screen.getByRole('combobox', { name: 'Reason' })
  const numberOf = (text: string): string | null => {
    const read = readTypedNumber(text, 'USDT')
    if (read.kind !== 'number' || compareDecimals(read.value, '0') <= 0) return null
    const trimmed = read.value.includes('.') ? read.value.replace(/\.?0+$/, '') : read.value
    return TypedAmount.safeParse(trimmed).success ? trimmed : null
  }

  test('any text in the field is asked about as its number, or says at the field why not', { timeout: 120_000 }, async () => {
    await show()
    fireEvent.change(reason(), { target: { value: 'That is what arrived.' } })
    const field = keptElement(found)
    const approve = keptElement(() => screen.getByRole('button', { name: /^Approve/ }))
    for (const text of someTypedTexts(0)) {
      fireEvent.change(field(), { target: { value: text } })
      fireEvent.click(approve())
      const number = numberOf(text)
      if (number === null) {
        expect([text, screen.queryByRole('alertdialog')]).toEqual([text, null])
        expect(field()).toBeInvalid()
        expect(field()).toHaveAccessibleDescription(/Enter|One amount/)
        expect(field()).toHaveFocus()
        expect(approve()).toHaveAccessibleName(/^Approve.*–/)
      } else {
        const question = await screen.findByRole('alertdialog')
        const asked = /([\d,.]+)$/.exec(
          question.getAttribute('aria-labelledby') === null ? '' : (question.querySelector('h2')?.textContent ?? ''),
        )
        expect([text, compareDecimals((asked?.[1] ?? '').replaceAll(',', ''), number)]).toEqual([text, 0])
        fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      }
    }
  })

  test('the plain number of the field is sent, and a credit far above what the account holds is said', async () => {
    const { sent } = await show()
    fireEvent.change(found(), { target: { value: '1.000.000,50' } })
    fireEvent.change(reason(), { target: { value: 'The bank says so.' } })
    fireEvent.click(screen.getByRole('button', { name: /^Approve/ }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent(
      '1,000,000.50 USDT is at least 100 times what the account holds (0.00 USDT). Check that it is right.',
    )
    fireEvent.click([...question.querySelectorAll('button')].at(-1) as HTMLButtonElement)
    await pass(UNDO_MS + 10)
    expect(sent).toMatchObject([{ decision: 'approve', amount: '1000000.5', reason: 'The bank says so.' }])
  })

  test('another sum than the declared one is not asked about before it has a reason; the declared one needs none', async () => {
    await show()
    expect(reason()).toHaveAttribute('placeholder', 'Reason (required to reject)')
    fireEvent.change(found(), { target: { value: '999.99' } })
    expect(reason()).toHaveAttribute('placeholder', 'Reason, required because the amount differs from the declared one')
    fireEvent.click(screen.getByRole('button', { name: /^Approve/ }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a reason')
    await waitFor(() => expect(reason()).toHaveFocus())
    fireEvent.change(found(), { target: { value: '1,000.00' } })
    fireEvent.click(screen.getByRole('button', { name: /^Approve/ }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('1,000.00')
  })
})

describe('who cannot decide now', () => {
  test('an item somebody else looks at says so, and a does nothing', async () => {
    await show({ claim: { by: 'lindqvist', isMine: false, until: NOW } })
    expect(screen.getByText(/Being reviewed by lindqvist/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Take over' })).toBeInTheDocument()
    await press('a')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('whoever approved first cannot approve again: the reason stands beside the button, and a press says it', async () => {
    await show({ needsTwo: true, firstApprovedBy: 'operator:okafor', firstApprovedAmount: '1000.00000000' })
    const button = screen.getByRole('button', { name: /Give second approval/ })
    expect(button).not.toHaveAttribute('aria-disabled')
    expect(button).toHaveAccessibleDescription(/You gave the first approval/)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(button)
    expect(screen.getByRole('alert')).toHaveTextContent(/You gave the first approval/)
    await press('a')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each([
    ['by name', ['okafor', 'lindqvist'], 'Can decide: lindqvist.'],
    ['or that nobody can', ['okafor'], /Nobody else can decide this/],
  ])('an item that waits for a second person says who that may be, %s', async (_what, names, said) => {
    approvers = names.map((name) => ({ name, displayName: name, isSelf: name === 'okafor' }))
    await show({ needsTwo: true, firstApprovedBy: 'operator:okafor', firstApprovedAmount: '1000.00000000' })
    expect(screen.getByText(said)).toBeInTheDocument()
  })

  test('what was decided elsewhere says by whom and has no bar', async () => {
    await show({ status: 'completed', decidedBy: 'operator:lindqvist', decidedAt: NOW, credited: '1000.00000000' })
    expect(screen.getByText(/Already decided by lindqvist/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
  })
})
