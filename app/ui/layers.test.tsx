import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../rules/durations'
import { ConfirmDialog } from './confirm-dialog'
import { CountdownButton } from './countdown-button'
import { SearchField } from './search-field'
import { Sheet } from './sheet'
import { type ToastMessage, ToastProvider, useToast } from './toast'

afterEach(cleanup)

describe('ConfirmDialog', () => {
  const dialog = (props: { busy?: boolean; onConfirm?: () => void; onCancel?: () => void }) => (
    <ConfirmDialog
      open
      title="Close EUR/USD?"
      confirmLabel="Close position"
      cancelLabel="Keep open"
      onConfirm={() => {}}
      onCancel={() => {}}
      {...props}
    />
  )

  test('puts the first focus on the safe button', async () => {
    render(dialog({}))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep open'))
    expect(screen.getByRole('alertdialog', { name: 'Close EUR/USD?' })).toBeTruthy()
  })

  test('Escape means the safe answer', async () => {
    const user = userEvent.setup()
    const onCancel = vi.fn()
    const onConfirm = vi.fn()
    render(dialog({ onCancel, onConfirm }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep open'))
    await user.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledTimes(1)
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('nothing closes it while it works', async () => {
    const user = userEvent.setup()
    const onCancel = vi.fn()
    render(dialog({ busy: true, onCancel }))
    await user.keyboard('{Escape}')
    expect(onCancel).not.toHaveBeenCalled()
  })
})

test('Sheet takes the focus to its title and gives it back', async () => {
  const user = userEvent.setup()
  function Screen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Sheet open={open} onClose={() => setOpen(false)} title="Order ticket" closeLabel="Close">
          content
        </Sheet>
      </>
    )
  }
  render(<Screen />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order ticket'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'))
})

describe('toasts', () => {
  let show: (message: ToastMessage) => number = () => 0
  function Grab() {
    show = useToast().show
    return null
  }
  beforeEach(() => {
    vi.useFakeTimers()
    render(
      <ToastProvider label="Notifications" dismissLabel="Dismiss">
        <Grab />
      </ToastProvider>,
    )
  })
  afterEach(() => vi.useRealTimers())
  const titles = () => [...screen.getByRole('region', { name: 'Notifications' }).querySelectorAll('b')].map((title) => title.textContent)
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

  test('good news leaves after 4 s, an error after 8 s', () => {
    act(() => void show({ tone: 'ok', title: 'Saved' }))
    act(() => void show({ tone: 'err', title: 'Rejected' }))
    expect(screen.getByRole('alert').textContent).toContain('Rejected')
    pass(4000)
    pass(300)
    expect(titles()).toEqual(['Rejected'])
    pass(4000)
    pass(300)
    expect(titles()).toEqual([])
  })

  test('what has succeeded does not stand beside the failure before it', () => {
    act(() => void show({ tone: 'err', title: 'That address cannot be right' }))
    act(() => void show({ tone: 'info', title: 'EUR/USD closed' }))
    act(() => void show({ tone: 'ok', title: 'Payout method saved' }))
    expect(titles()).toEqual(['EUR/USD closed', 'Payout method saved'])
  })

  test('at most three stand at once', () => {
    for (const title of ['1', '2', '3', '4']) act(() => void show({ title }))
    expect(titles()).toEqual(['2', '3', '4'])
  })

  test('one that is dismissed under the focus does not hold back those after it', () => {
    act(() => void show({ tone: 'err', title: 'Rejected' }))
    const cross = screen.getByRole('button', { name: 'Dismiss' })
    act(() => cross.focus())
    pass(20_000)
    expect(titles()).toEqual(['Rejected'])
    act(() => cross.click())
    pass(300)
    act(() => void show({ tone: 'ok', title: 'Saved' }))
    pass(4000)
    pass(300)
    expect(titles()).toEqual([])
  })

  test('one that asks for something stays until it is answered', () => {
    const answers: string[] = []
    act(
      () =>
        void show({
          title: 'New version',
          durationMs: Number.POSITIVE_INFINITY,
          action: { label: 'Reload', onAct: () => answers.push('reload') },
        }),
    )
    pass(HOUR_MS)
    expect(titles()).toEqual(['New version'])
    act(() => screen.getByRole('button', { name: 'Reload' }).click())
    expect(answers).toEqual(['reload'])
  })

  test('the same key replaces its message', () => {
    act(() => void show({ title: 'Offline', key: 'net' }))
    act(() => void show({ title: 'Back', key: 'net' }))
    expect(titles()).toEqual(['Back'])
  })
})

describe('CountdownButton', () => {
  const words = { label: 'Send code', againLabel: 'Send again', waitingLabel: (left: number) => `Again in ${left} s` }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('counts its pause down, keeps the focus, ignores a press and speaks only at the start', () => {
    const onClick = vi.fn()
    const { rerender } = render(<CountdownButton {...words} pause={null} onClick={onClick} type="button" />)
    act(() => screen.getByRole('button', { name: 'Send code' }).click())
    expect(onClick).toHaveBeenCalledTimes(1)
    rerender(<CountdownButton {...words} pause={{ id: 1, secondsLeft: 60 }} sentMessage="Code sent" onClick={onClick} type="button" />)
    const waiting = screen.getByRole('button', { name: 'Again in 60 s' })
    expect(waiting.getAttribute('aria-disabled')).toBe('true')
    act(() => waiting.click())
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('status').textContent).toBe('Code sent')
    act(() => void vi.advanceTimersByTime(13_000))
    expect(screen.getByRole('button', { name: 'Again in 47 s' })).toBe(waiting)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBeNull()
  })

  test('a new sending, and a correction by the server, begin anew', () => {
    const { rerender } = render(<CountdownButton {...words} pause={{ id: 1, secondsLeft: 1 }} />)
    act(() => void vi.advanceTimersByTime(2_000))
    rerender(<CountdownButton {...words} pause={{ id: 2, secondsLeft: 42 }} />)
    expect(screen.getByRole('button', { name: 'Again in 42 s' })).toBeTruthy()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.getByRole('button', { name: 'Again in 40 s' })).toBeTruthy()
  })
})

test('SearchField: Escape clears first, then leaves', async () => {
  const user = userEvent.setup()
  function Search() {
    const [value, setValue] = useState('')
    return <SearchField value={value} onChange={setValue} label="Search markets" clearLabel="Clear" />
  }
  render(<Search />)
  const input = screen.getByRole('searchbox', { name: 'Search markets' }) as HTMLInputElement
  await user.type(input, 'eur')
  await user.keyboard('{Escape}')
  expect(input.value).toBe('')
  expect(document.activeElement).toBe(input)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
})
