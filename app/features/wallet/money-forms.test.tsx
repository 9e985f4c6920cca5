/** The forms of deposits and withdrawals: what is missing is said where it is missing, and what is sent is what is seen. */
import { createRemixStub } from '@remix-run/testing'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { TypedAmount } from '../../../contract/money-places'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { keptElement } from '../../../tests/fixtures/kept-element'
import { someTypedTexts } from '../../../tests/fixtures/typed-texts'
import { serverI18n } from '../../language/i18n.server'
import { line, type OpenSending } from '../../line/line-state'
import { RealtimeProvider } from '../../realtime'
import { createFakeBroker } from '../../realtime/fake-socket'
import { createPageRealtime } from '../../realtime/page-realtime'
import { ToastProvider } from '../../ui'
import { compareDecimals } from '../../ui/decimal-text'
import { readTypedNumber } from '../../ui/typed-number'
import type { DepositAnswer, DepositData } from './deposit/deposit-data'
import { DepositPage } from './deposit/deposit-page'
import type { MethodChoice, WithdrawData } from './withdraw/withdraw-data'
import { WithdrawPage } from './withdraw/withdraw-page'

const at = { at: Date.UTC(2026, 10, 24, 9, 41), text: '24 Nov 2026, 09:41 UTC' }
const depositData = (change: Partial<DepositData> = {}): DepositData => ({
  title: 'Deposit',
  type: '0',
  networks: [{ id: '1', currency: 'USDT', protocol: 'TRC20', address: 'TSampLe7Kq2', qr: { size: 1, path: '' } }],
  accounts: [],
  chosen: null,
  balance: '0',
  records: [],
  total: 0,
  pages: 1,
  formKey: 'k',
  ...change,
})
/** A page on which the proof was sent already. */
const proven: DepositAnswer = {
  problems: {},
  message: 'Check it.',
  amount: '',
  confirm: '',
  place: '1',
  proof: '/api/common/image?ref=1',
  formKey: 'k2',
}
const bound: MethodChoice = { id: '3', currencyId: '2', name: 'TSam…7Kq2', caption: 'TRC20', usableFrom: null }
const withdrawData = (change: Partial<WithdrawData> = {}): WithdrawData => ({
  title: 'Withdraw',
  type: '1',
  currencies: [{ id: '2', code: 'USDT', protocol: 'TRC20', feeType: 'fixed', rate: '1', usdPrice: '1' }],
  methods: [bound],
  chosenMethod: null,
  terms: { balance: '851.61', withdrawable: '851.61', limitedBy: 'nothing', openLosses: '0' },
  clock: { promisedHours: 24, p50Minutes: null, p95Minutes: null, measured: 0, waiting: 0 },
  records: [],
  total: 0,
  pages: 1,
  formKey: 'k',
  ...change,
})

async function show(path: string, page: ReactNode) {
  const sent: FormData[] = []
  const broker = createFakeBroker()
  const realtime = createPageRealtime('ws://site.invalid/v1/ws', {
    openSocket: broker.openSocket,
    fetchTicket: async () => ({ ticket: 't' }),
    random: () => 0,
  })
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ language: 'en', trader: { id: '7' }, tenant: { status: 'open', legal: {} }, unreadNotices: 0 }),
      children: [
        {
          path: path.slice(1),
          Component: () => (
            <RealtimeProvider socketUrl="ws://site.invalid/v1/ws" traderId="7" realtime={realtime}>
              <ToastProvider label="messages" dismissLabel="dismiss">
                <main>{page}</main>
              </ToastProvider>
            </RealtimeProvider>
          ),
          action: async ({ request }) => {
            sent.push(await request.formData())
            return null
          },
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={[path]} />
    </I18nextProvider>,
  )
  await screen.findByRole('main')
  await afterDrawing()
  return { sent }
}

const amountField = () => screen.getByRole('textbox', { name: /^Amount/ }) as HTMLInputElement
function type(text: string, field = amountField()) {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const summary = () => screen.getAllByRole('alert').find((alert) => alert.querySelector('li') !== null)

/** What the page before this one had sent has ended. */
const earlier = (page: string, fields: OpenSending['fields'], isDone: boolean) =>
  act(async () => {
    const sending: OpenSending = { key: 'k9', page, fields, since: 0, lostAt: 0, code: 'C', asked: 1, nextAt: null, isInherited: true }
    line.tell({ kind: 'ended', sending, end: { isDone, data: null } })
  })

describe('the form of a withdrawal', () => {
  const submit = () => press('Request withdrawal')

  test('a press without an amount says so at the field and above the button, and leads there', async () => {
    const { sent } = await show('/mine/withdraw', <WithdrawPage data={withdrawData()} answer={null} />)
    submit()
    expect(amountField()).toHaveFocus()
    expect(amountField()).toBeInvalid()
    expect(amountField()).toHaveAccessibleDescription(/Enter the amount\./)
    expect(summary()).toHaveTextContent('Enter the amount.')
    expect(sent).toEqual([])
  })

  test('more than can be withdrawn is said at once, and nothing of it is promised', async () => {
    const { sent } = await show('/mine/withdraw', <WithdrawPage data={withdrawData()} answer={null} />)
    fireEvent.change(amountField(), { target: { value: '99,999' } })
    expect(amountField()).toHaveAccessibleDescription('You can withdraw up to 851.61 USDT now.')
    expect(screen.getByText('You receive').parentElement).toHaveTextContent(/You receive\s*–/)
    expect(screen.queryByText(/99,998/)).toBeNull()
    expect(screen.getByText('Read as 99,999.00')).toBeInTheDocument()
    submit()
    expect(sent).toEqual([])
  })

  test('an address on hold says from when on it can be used, at the address and above the button', async () => {
    const data = withdrawData({ methods: [{ ...bound, usableFrom: at }] })
    const { sent } = await show('/mine/withdraw', <WithdrawPage data={data} answer={null} />)
    const reason = /This payout method is on hold\. It can be used from .*24/
    const address = screen.getByRole('button', { name: /^To/ })
    expect(address).toHaveAccessibleDescription(reason)
    expect(screen.getByRole('note')).toHaveTextContent(reason)
    type('100')
    submit()
    expect(address).toHaveFocus()
    expect(summary()).toHaveTextContent(reason)
    await act(async () => {})
    expect(sent).toEqual([])
  })

  test('what Max enters is what the summary shows and what is sent', async () => {
    const { sent } = await show('/mine/withdraw', <WithdrawPage data={withdrawData()} answer={null} />)
    press('Max')
    expect(amountField()).toHaveValue('851.61')
    expect(screen.getByText('You receive').parentElement).toHaveTextContent('850.61')
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.get('number')).toBe('851.61')
  })

  const asked = { intent: 'submit', type: '1', number: '33,5', memo: 'rent', draw_currency_id: '2', draw_method_id: '4' }
  const remark = () => screen.getByRole('textbox', { name: /^Note/ })

  test('one of the page before that was refused, or never arrived, is there to be sent anew', async () => {
    const data = withdrawData({ methods: [bound, { ...bound, id: '4', name: 'TOth…9Ab1' }] })
    const { sent } = await show('/mine/withdraw', <WithdrawPage data={data} answer={null} />)
    await earlier('/mine/withdraw', asked, false)
    expect(amountField()).toHaveValue('33,5')
    expect(remark()).toHaveValue('rent')
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({ number: '33,5', memo: 'rent', draw_method_id: '4', form_key: 'k' })
  })

  test('one of the page before that was done, of another kind, or beside what was typed since, does not come back', async () => {
    await show('/mine/withdraw', <WithdrawPage data={withdrawData()} answer={null} />)
    await earlier('/mine/withdraw', asked, true)
    await earlier('/mine/withdraw', { ...asked, type: '2' }, false)
    await earlier('/mine/withdraw', { ...asked, intent: 'cancel' }, false)
    expect(amountField()).toHaveValue('')
    type('12')
    await earlier('/mine/withdraw', asked, false)
    expect(amountField()).toHaveValue('12.00')
    expect(remark()).toHaveValue('')
  })
})

describe('the form of a deposit', () => {
  const submit = () => press('Submit deposit')

  test('one of the page before that was refused comes back with its proof and its network, unless something was typed', async () => {
    const networks = ['1', '5'].map((id) => ({ id, currency: 'USDT', protocol: `P${id}`, address: `T${id}`, qr: { size: 1, path: '' } }))
    const { sent } = await show('/mine/charge', <DepositPage data={depositData({ networks })} answer={null} />)
    const fields = { intent: 'submit', type: '0', place: '5', number: '250', proofImg: '/api/common/image?ref=7' }
    await earlier('/mine/charge', { ...fields, type: '1' }, false)
    expect(amountField()).toHaveValue('')
    await earlier('/mine/charge', fields, false)
    expect(amountField()).toHaveValue('250')
    type('260')
    await earlier('/mine/charge', fields, false)
    submit()
    const question = screen.queryByRole('alertdialog')
    if (question !== null) fireEvent.click(within(question).getByRole('button', { name: 'Submit deposit' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const { number, place, address, proofImg } = Object.fromEntries(sent[0] ?? [])
    expect({ number, place, address, proofImg }).toEqual({ number: '260.00', place: '5', address: 'T5', proofImg: fields.proofImg })
  })

  test('a press on an empty form says what is missing at each field and above the button', async () => {
    const { sent } = await show('/mine/charge', <DepositPage data={depositData()} answer={null} />)
    submit()
    expect(amountField()).toHaveFocus()
    expect(amountField()).toHaveAccessibleDescription(/Enter the amount you sent\./)
    const proof = within(screen.getByRole('group', { name: 'Proof of payment' })).getByLabelText(/^Add one image/)
    expect(proof).toBeInvalid()
    expect(proof).toHaveAccessibleDescription('Add proof of payment.')
    expect(summary()).toHaveTextContent(/Enter the amount you sent\..*Add proof of payment\./)
    expect(sent).toEqual([])
  })

  test('an amount far above what the account holds is asked for once more, in full', async () => {
    const { sent } = await show('/mine/charge', <DepositPage data={depositData({ balance: '851.61' })} answer={proven} />)
    type('10000000')
    submit()
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('Submit a deposit of 10,000,000.00 USDT?')
    expect(question).toHaveTextContent('Your account holds 851.61 USDT.')
    fireEvent.click(within(question).getByRole('button', { name: 'Change amount' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toEqual([])
    submit()
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit deposit' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect([sent[0]?.get('number'), sent[0]?.get('confirmed')]).toEqual(['10,000,000.00', '10000000'])
  })
})

/** What may go out: the number of the text, and only where the contract takes it. */
const expected = (text: string): string | null => {
  const read = readTypedNumber(text, 'USDT')
  if (read.kind !== 'number' || compareDecimals(read.value, '0') <= 0) return null
  const trimmed = read.value.includes('.') ? read.value.replace(/\.?0+$/, '') : read.value
  return TypedAmount.safeParse(trimmed).success ? trimmed : null
}

describe.each([
  ['deposit', '/mine/charge', 'Submit deposit', () => <DepositPage data={depositData({ balance: '10000000000' })} answer={proven} />],
  [
    'withdrawal',
    '/mine/withdraw',
    'Request withdrawal',
    () => (
      <WithdrawPage
        data={withdrawData({
          currencies: [{ id: '2', code: 'USDT', protocol: 'TRC20', feeType: 'fixed', rate: '0', usdPrice: '1' }],
          terms: { balance: '900000000000', withdrawable: '900000000000', limitedBy: 'nothing', openLosses: '0' },
        })}
        answer={null}
      />
    ),
  ],
] as const)('any text in the amount of a %s', (what, path, button, page) => {
  test('is sent as the number that the field shows, or not at all and the field says why', { timeout: 240_000 }, async () => {
    const { sent } = await show(path, page())
    const field = keptElement(amountField)
    const submit = keptElement(() => screen.getByRole('button', { name: button }))
    const texts = someTypedTexts(what === 'deposit' ? 1 : 2)
    for (const text of texts) {
      const before = sent.length
      type(text, field())
      const shown = field().value
      fireEvent.click(submit())
      const number = expected(text)
      if (number === null) {
        await act(async () => {})
        expect([text, sent.length]).toEqual([text, before])
        expect(field()).toBeInvalid()
        expect(field()).toHaveAccessibleDescription(/Enter|One amount/)
        continue
      }
      await waitFor(() => expect([text, sent.length]).toEqual([text, before + 1]))
      expect(sent[before]?.get('number')).toBe(shown)
      const read = readTypedNumber(shown)
      expect([text, read.kind === 'number' && compareDecimals(read.value, number)]).toEqual([text, 0])
      // A busy form ignores a second press.
      await afterDrawing()
      await waitFor(() => expect(submit()).not.toHaveAttribute('aria-busy'))
    }
    expect(sent.length).toBeGreaterThan(texts.length / 5)
  })
})
