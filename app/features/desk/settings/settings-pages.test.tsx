import { useActionData, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { afterDrawing } from '../../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../../language/i18n.server'
import type { ApprovalsData, ShownChange } from './approvals.server'
import { ApprovalsPage } from './approvals-page'
import type { SettingFormData } from './setting-data'
import type { InstrumentsData, SettingsData } from './settings.server'
import { InstrumentsPage, SettingsPage } from './settings-page'

async function show<Data>(Page: ComponentType<{ data: Data; answer: never }>, data: Data, answer: unknown = null) {
  const sent: Record<string, string>[] = []
  const Screen = () => <Page data={useLoaderData() as Data} answer={(useActionData() ?? undefined) as never} />
  const Stub = createRemixStub([
    {
      path: '/desk/page',
      Component: Screen,
      loader: () => structuredClone(data) as object,
      action: async ({ request }) => {
        sent.push(Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)])))
        return answer
      },
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/desk/page']} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await afterDrawing()
  return { sent, person: userEvent.setup() }
}

const FORM: SettingFormData = {
  area: 'instrument',
  target: 'EURUSD',
  title: 'EUR/USD',
  seen: '{"spread":"0.0001"}',
  isAtOnce: false,
  fields: [
    {
      kind: 'choice',
      name: 'mode',
      label: 'State',
      value: 'normal',
      options: [
        { value: 'normal', label: 'On' },
        { value: 'off', label: 'Off' },
      ],
    },
    { kind: 'decimal', name: 'spread', label: 'Spread mark-up', value: '0.0001', help: 'up to 0.00582' },
    { kind: 'switch', name: 'active', label: 'Offered', value: true },
  ],
}
const SHEET: InstrumentsData['sheet'] = {
  name: 'instruments',
  search: '',
  columns: [
    { key: 'instrument', label: 'Instrument' },
    { key: 'spread', label: 'Spread mark-up', isNumber: true },
  ],
  rows: [
    { id: 'EURUSD', cells: ['EUR/USD', '0.0001'], state: 'on', stateLabel: 'On', isWaiting: false },
    { id: 'XAUUSD', cells: ['XAU/USD', '0.3'], state: 'close-only', stateLabel: 'Close only', isWaiting: true },
  ],
  total: 2,
  form: FORM,
}
const PAGE: InstrumentsData = { title: 'Instruments', company: 'aurora', canChange: true, approvers: null, sheet: SHEET }

describe('the instruments', () => {
  test('a form sends what was typed, what was seen and why', async () => {
    const { sent, person } = await show(InstrumentsPage, PAGE)
    await person.clear(screen.getByLabelText('Spread mark-up'))
    await person.type(screen.getByLabelText('Spread mark-up'), '0.0003')
    await person.selectOptions(screen.getByLabelText('State'), 'off')
    await person.type(screen.getByLabelText('Reason'), 'too volatile')
    await person.click(screen.getByRole('button', { name: 'Send for approval' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      area: 'instrument',
      target: 'EURUSD',
      seen: FORM.seen,
      mode: 'off',
      spread: '0.0003',
      active: '1',
      reason: 'too volatile',
    })
  })

  test('what is wrong stands beside its field, which gets the focus; what was typed stays', async () => {
    const answer = {
      area: 'instrument',
      target: 'EURUSD',
      values: { spread: '9', reason: 'why' },
      problems: { spread: 'Out of range' },
      message: '',
    }
    const { person } = await show(InstrumentsPage, PAGE, answer)
    await person.clear(screen.getByLabelText('Spread mark-up'))
    await person.type(screen.getByLabelText('Spread mark-up'), '9')
    await person.click(screen.getByRole('button', { name: 'Send for approval' }))
    await screen.findByText('Out of range')
    const field = screen.getByLabelText<HTMLInputElement>('Spread mark-up')
    expect(field).toHaveAccessibleDescription(/Out of range/)
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9', 'true'])
    await waitFor(() => expect(field).toHaveFocus())
  })

  test('the table says the state in words, marks what waits, and leads to a form of each row', async () => {
    await show(InstrumentsPage, PAGE)
    const row = screen.getByRole('row', { name: /XAU\/USD/ })
    expect(row).toHaveTextContent('Close only Change pending')
    expect(within(row).getByRole('link', { name: /XAU\/USD/ })).toHaveAttribute('href', '/desk/instruments?company=aurora&edit=XAUUSD')
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/desk/settings-file?company=aurora&sheet=instruments')
  })
})

test('who may only read has no form to send and no way to one', async () => {
  const data: SettingsData = {
    title: 'Settings',
    company: 'aurora',
    canChange: false,
    approvers: null,
    section: 'networks',
    sheet: { ...SHEET, name: 'networks', form: null },
    forms: [],
    waiting: [],
  }
  await show(SettingsPage, data)
  expect(screen.getByRole('note')).toHaveTextContent('You may read these settings')
  expect(screen.queryByRole('link', { name: 'Add' })).toBeNull()
  expect(within(screen.getByRole('table')).queryAllByRole('link')).toEqual([])
})

describe('the approvals', () => {
  const CHANGE: ShownChange = {
    id: '7',
    what: 'Instrument · EURUSD',
    parts: [
      { label: 'Spread mark-up', before: '0.0001', after: '0.0003', isChanged: true },
      { label: 'State', before: 'On', after: 'On', isChanged: false },
    ],
    reason: 'too volatile',
    status: 'waiting',
    statusLabel: 'Waiting',
    requestedBy: 'okafor',
    requestedAt: '18 Nov 2026, 14:00',
    decidedBy: '',
    decidedAt: '',
    isStale: false,
    affectedPositions: null,
    isOwn: false,
  }
  const data = (change: Partial<ShownChange>): ApprovalsData => ({
    title: 'Approvals',
    company: 'aurora',
    canDecide: true,
    approvers: null,
    view: 'waiting',
    page: 1,
    older: null,
    total: 1,
    search: '',
    changes: [{ ...CHANGE, ...change }],
  })

  test('a change shows before and after, who asked and why, and is approved by its own button', async () => {
    const { sent, person } = await show(ApprovalsPage, data({}))
    const item = screen.getByRole('region', { name: 'Instrument · EURUSD' })
    expect(item).toHaveTextContent(/was 0\.0001.*becomes 0\.0003/)
    expect(item).toHaveTextContent('okafor')
    expect(item).toHaveTextContent('too volatile')
    await person.click(within(item).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(sent).toEqual([{ id: '7', decision: 'apply', reason: '' }]))
  })

  test.each([
    ['the operator’s own wish', { isOwn: true }, 'Cancel request'],
    ['a wish that is out of date', { isStale: true }, 'Reject'],
  ])('%s cannot be approved', async (_what, change, way) => {
    await show(ApprovalsPage, data(change))
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('button', { name: way })).toBeInTheDocument()
  })

  test('a change that waits says who may agree to it; the one who asked for it is not among them', async () => {
    const approvers = ['okafor', 'lindqvist'].map((name) => ({ name, displayName: name, isSelf: name === 'lindqvist' }))
    await show(ApprovalsPage, { ...data({}), approvers })
    expect(screen.getByText('Only you can decide this.')).toBeInTheDocument()
  })

  test('where only one operator has the right it says that nobody else can', async () => {
    await show(ApprovalsPage, { ...data({ isOwn: true }), approvers: [{ name: 'okafor', displayName: 'R. Okafor', isSelf: true }] })
    expect(screen.getByText(/Nobody else can decide this/)).toBeInTheDocument()
  })
})
