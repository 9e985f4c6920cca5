import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setSingleKeys } from '../../../ui/shortcut-key'
import { showTicket } from './ticket-scene'

afterEach(() => {
  cleanup()
  localStorage.removeItem('candor.keys.single')
})

const lots = () => screen.getByRole('spinbutton', { name: 'Lots' })

test('arrows change the size from the buttons, never below the least nor from a field of their own', async () => {
  const { user, buy, sent } = await showTicket({ instrument: { minLots: '0.01', lotStep: '0.01', maxLots: '50' } })
  buy().focus()
  await user.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
  expect(lots()).toHaveValue('0.12')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(lots()).toHaveValue('0.01')
  screen.getByRole('radio', { name: 'Market' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(lots()).toHaveValue('0.01')
  expect(sent).toEqual([])
})

test('where keys that are pressed alone are switched off, none of them means anything', async () => {
  const { user, buy } = await showTicket()
  setSingleKeys(false)
  buy().focus()
  await user.keyboard('{ArrowUp}')
  expect(lots()).toHaveValue('0.01')
})
