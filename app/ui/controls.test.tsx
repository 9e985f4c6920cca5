import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AmountInput } from './amount-input'
import { Button } from './button'
import { ChipGroup } from './chip-group'
import { Field } from './field'
import { Picker } from './picker'
import { Segmented } from './segmented'
import { Stepper } from './stepper'
import { Switch } from './switch'
import { Tabs } from './tabs'
import { TextInput } from './text-input'
import { TradeButtons } from './trade-buttons'

afterEach(cleanup)

function Lots({ initial = '0.20', min = '0.01', max = '50', onChange = (_: string) => {} }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    setValue(next)
    onChange(next)
  }
  return (
    <Stepper
      label="Lots"
      decreaseLabel="Less"
      increaseLabel="More"
      value={value}
      onChange={change}
      step="0.01"
      precision={2}
      min={min}
      max={max}
      readBack={(number) => `Read as ${number}`}
    />
  )
}
const field = () => screen.getByRole('spinbutton', { name: 'Lots' }) as HTMLInputElement

describe('Stepper', () => {
  test('arrows move one step, with Shift ten, exactly', async () => {
    const user = userEvent.setup()
    render(<Lots />)
    await user.click(field())
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(field().value).toBe('0.23')
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(field().value).toBe('0.33')
    await user.keyboard('{ArrowDown}')
    expect(field().value).toBe('0.32')
  })

  test('never leaves its limits and locks the button there', async () => {
    const user = userEvent.setup()
    render(<Lots initial="0.02" />)
    await user.click(field())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(field().value).toBe('0.01')
    expect((screen.getByRole('button', { name: 'Less' }) as HTMLButtonElement).disabled).toBe(true)
  })

  test('a press of a button is one step', async () => {
    const user = userEvent.setup()
    render(<Lots />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(field().value).toBe('0.21')
  })

  test('holding a button repeats after 400 ms', () => {
    vi.useFakeTimers()
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
    render(<Lots />)
    const more = screen.getByRole('button', { name: 'More' })
    fireEvent.pointerDown(more, { button: 0 })
    pass(399)
    expect(field().getAttribute('aria-valuetext')).toBe('0.20')
    pass(1 + 80 * 2)
    fireEvent.pointerUp(more)
    fireEvent.click(more)
    pass(1000)
    vi.useRealTimers()
    expect(field().getAttribute('aria-valuetext')).toBe('0.23')
  })

  test('a finger that scrolls past a button steps nothing', () => {
    render(<Lots />)
    const more = screen.getByRole('button', { name: 'More' })
    fireEvent.pointerDown(more, { button: 0 })
    fireEvent.pointerCancel(more)
    expect(field().value).toBe('0.20')
  })

  test('typing is left alone until the field is left, then written in full; a number beyond the limits stays', async () => {
    const user = userEvent.setup()
    render(<Lots />)
    await user.clear(field())
    await user.type(field(), '1,5')
    expect(field().value).toBe('1,5')
    await user.tab()
    expect(field().value).toBe('1.50')
    await user.clear(field())
    await user.type(field(), '99')
    await user.tab()
    expect(field().value).toBe('99.00')
  })

  test('words are not a number: they stay, and the field has no value', async () => {
    const user = userEvent.setup()
    const seen: string[] = []
    render(<Lots onChange={(text) => seen.push(text)} />)
    await user.clear(field())
    expect(seen.at(-1)).toBe('')
    await user.type(field(), 'many')
    await user.tab()
    expect(field().value).toBe('many')
    expect(seen.at(-1)).toBe('many')
    expect(field().getAttribute('aria-valuenow')).toBeNull()
    expect(field().getAttribute('aria-valuetext')).toBeNull()
  })

  test('a number with more decimals than the field has is not cut', async () => {
    const user = userEvent.setup()
    render(<Lots />)
    await user.clear(field())
    await user.type(field(), '0.015')
    await user.tab()
    expect(field().value).toBe('0.015')
  })

  test('while a text may be read in two ways, the number is repeated below the field', async () => {
    const user = userEvent.setup()
    render(<Lots max="5000" />)
    await user.clear(field())
    await user.type(field(), '1,234')
    expect(screen.getByText('Read as 1,234.00')).toBeTruthy()
    await user.tab()
    expect(field().value).toBe('1,234.00')
    // Entering it changes nothing: what a tab has chosen is still chosen.
    await user.click(field())
    expect(field().value).toBe('1,234.00')
    expect(screen.queryByText(/Read as/)).toBeNull()
  })
})

test('AmountInput groups when it is left and is plain when it is entered; words stay; Max cuts down', async () => {
  const user = userEvent.setup()
  const seen: string[] = []
  function Sum() {
    const [value, setValue] = useState('')
    return (
      <AmountInput
        label="Amount"
        value={value}
        currency="USDT"
        max="12172.399"
        maxLabel="Max"
        onChange={(next) => {
          seen.push(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Sum />)
  const input = screen.getByRole('textbox', { name: 'Amount' }) as HTMLInputElement
  await user.type(input, '1500.5')
  expect(seen.at(-1)).toBe('1500.5')
  await user.tab()
  expect(input.value).toBe('1,500.50')
  await user.click(input)
  expect(input.value).toBe('1500.50')
  await user.clear(input)
  await user.type(input, 'abc')
  await user.tab()
  expect(input.value).toBe('abc')
  await user.click(screen.getByRole('button', { name: 'Max' }))
  expect(seen.at(-1)).toBe('12,172.39')
  expect(input.value).toBe('12,172.39')
})

describe('one tab stop, arrows inside', () => {
  const items = [
    { value: 'holding', label: 'Positions', count: 4 },
    { value: 'pending', label: 'Pending' },
    { value: 'history', label: 'History' },
  ] as const

  function Orders() {
    const [value, setValue] = useState<'holding' | 'pending' | 'history'>('holding')
    return <Tabs label="Orders" items={items} value={value} onChange={setValue} />
  }
  const selected = () => screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent

  test('Tabs: arrows, Home and End choose', async () => {
    const user = userEvent.setup()
    render(<Orders />)
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Positions4')
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('Pending')
    await user.keyboard('{End}')
    expect(selected()).toBe('History')
    await user.keyboard('{ArrowRight}')
    expect(selected()).toBe('Positions4')
    await user.keyboard('{End}{Home}')
    expect(selected()).toBe('Positions4')
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })

  test('Segmented is a radio group', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <Segmented
        label="Type"
        options={[
          { value: 'market', label: 'Market' },
          { value: 'pending', label: 'Pending' },
        ]}
        value="market"
        onChange={onChange}
      />,
    )
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(onChange).toHaveBeenCalledWith('pending')
    expect(screen.getByRole('radio', { name: 'Market' }).getAttribute('aria-checked')).toBe('true')
  })

  test('ChipGroup moves by arrows and presses by Enter', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(
      <ChipGroup
        label="Category"
        options={[
          { value: 'all', label: 'All' },
          { value: 'forex', label: 'Forex', count: 7 },
        ]}
        value="all"
        onChange={onChange}
      />,
    )
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(onChange).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledWith('forex')
  })
})

test('Switch tells its state and takes the space bar', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Switch label="Take profit" checked={false} onChange={onChange} />)
  await user.tab()
  await user.keyboard(' ')
  expect(onChange).toHaveBeenCalledWith(true)
  expect(screen.getByRole('switch', { name: 'Take profit' }).getAttribute('aria-checked')).toBe('false')
})

describe('Field', () => {
  test('ties label, help and error to the control', () => {
    render(
      <Field label="Email" help="We send a code" error="Enter your email">
        {(aria) => <TextInput {...aria} />}
      </Field>,
    )
    const input = screen.getByLabelText('Email')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['Enter your email', 'We send a code'])
  })
})

describe('Button', () => {
  test('while busy it keeps its name and ignores a press', async () => {
    const user = userEvent.setup()
    const onClick = vi.fn()
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    await user.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
  })
})

test('a locked trade button can be reached and tells why, but trades nothing', async () => {
  const user = userEvent.setup()
  const onTrade = vi.fn()
  const face = { title: 'Buy', detail: 'Closed', label: 'Buy, long 0.20 lots', disabled: true }
  render(<TradeButtons buy={face} sell={{ ...face, label: 'Sell' }} onTrade={onTrade} reason="The market is closed" />)
  const buy = screen.getByRole('button', { name: 'Buy, long 0.20 lots' })
  await user.click(buy)
  expect(onTrade).not.toHaveBeenCalled()
  expect(buy.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(buy.getAttribute('aria-describedby') ?? '')?.textContent).toBe('The market is closed')
})

describe('Picker', () => {
  const options = [
    { value: 'hk', text: 'Hong Kong', label: 'Hong Kong' },
    { value: 'gb', text: 'United Kingdom', label: 'United Kingdom' },
    { value: 'jp', text: 'Japan', label: 'Japan' },
  ]
  function Country({ searchable = false }) {
    const [value, setValue] = useState<string | null>(null)
    return (
      <Picker
        label="Country"
        options={options}
        value={value}
        onChange={setValue}
        closeLabel="Close"
        emptyLabel="Nothing found"
        {...(searchable ? { searchLabel: 'Search' } : {})}
      />
    )
  }

  test('opens on its list, takes arrows and Enter, and gives the focus back', async () => {
    const user = userEvent.setup()
    render(<Country />)
    await user.click(screen.getByRole('button', { name: 'Country' }))
    expect(document.activeElement?.getAttribute('role')).toBe('listbox')
    await user.keyboard('{ArrowDown}{Enter}')
    const button = screen.getByRole('button', { name: 'Country: United Kingdom' })
    expect(document.activeElement).toBe(button)
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('typing narrows a searchable list; nothing found says so; Escape leaves the value alone', async () => {
    const user = userEvent.setup()
    render(<Country searchable />)
    await user.click(screen.getByRole('button', { name: 'Country' }))
    await user.keyboard('kong')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Hong Kong'])
    await user.keyboard('zzz')
    expect(screen.getByText('Nothing found')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Country' })).toBe(document.activeElement)
  })
})
