import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Preset, presetStore, presetsOf, withPresets } from './presets'
import { showTicket } from './ticket-scene'

afterEach(() => {
  cleanup()
  localStorage.removeItem('candor.trade.presets')
})

const preset = (id: string, change: Partial<Preset> = {}): Preset => ({
  id,
  name: `Preset ${id}`,
  sizing: 'lots',
  lots: '0.20',
  risk: { unit: 'percent', value: '1.00' },
  leverage: '100',
  takeProfit: { isOn: true, unit: 'pips', value: '30.0' },
  stopLoss: { isOn: false, unit: 'price', value: '' },
  ...change,
})

test('what the ticket says is saved under a name and filled in again by its chip', async () => {
  const { user, fill, press, sent } = await showTicket()
  await fill('Lots', '0.20')
  await press('switch', 'Take profit')
  await user.click(await screen.findByRole('button', { name: 'Save as preset' }))
  const sheet = await screen.findByRole('dialog', { name: 'Presets' })
  await user.type(within(sheet).getByRole('textbox', { name: 'Preset name' }), 'Swing{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const chip = await screen.findByRole('button', { name: 'Swing' })
  expect(chip).toHaveAttribute('aria-pressed', 'true')
  // A price of now is kept as the distance that it is.
  expect(screen.getByRole('spinbutton', { name: 'Take profit, Pips' })).not.toHaveValue('')
  await fill('Lots', '0.50')
  expect(await screen.findByRole('button', { name: 'Swing, changed' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Swing, changed' }))
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.20')
  expect(sent).toEqual([])
})

test('a preset of a leverage that is not offered any more changes nothing and says why', async () => {
  const scene = await showTicket()
  presetStore.set([[scene.code, [preset('1', { leverage: '7' })]]])
  await scene.user.click(await screen.findByRole('button', { name: 'Preset 1' }))
  expect(await screen.findByText('7× is no longer offered')).toBeInTheDocument()
  expect(screen.getByRole('spinbutton', { name: 'Lots' })).toHaveValue('0.01')
})

test('p goes from one preset to the next, and what is deleted comes back by Undo', async () => {
  const { user, buy, code, leverage } = await showTicket()
  presetStore.set([[code, [preset('1', { leverage }), preset('2', { leverage, lots: '0.50' })]]])
  const lots = () => screen.getByRole('spinbutton', { name: 'Lots' })
  buy().focus()
  await user.keyboard('p')
  await waitFor(() => expect(lots()).toHaveValue('0.20'))
  await user.keyboard('p')
  await waitFor(() => expect(lots()).toHaveValue('0.50'))
  await user.click(screen.getByRole('button', { name: 'Save as preset' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Preset 1' }))
  expect(presetsOf(presetStore.get(), code).map(({ id }) => id)).toEqual(['2'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(presetsOf(presetStore.get(), code).map(({ id }) => id)).toEqual(['1', '2'])
})

test('the chosen preset says what it fills in, and presets are put into another order by keys', async () => {
  const { user, code, leverage } = await showTicket()
  presetStore.set([[code, [preset('1', { leverage }), preset('2', { leverage, lots: '0.50' })]]])
  await user.click(await screen.findByRole('button', { name: 'Preset 2' }))
  const filled = await screen.findByText('TP 30.0 pips')
  expect(filled.parentElement).toHaveTextContent(`0.50 lots${leverage}×TP 30.0 pips`)
  await user.click(screen.getByRole('button', { name: 'Save as preset' }))
  ;(await screen.findByRole('button', { name: 'Move Preset 2, row 2 of 2' })).focus()
  await user.keyboard(' {ArrowUp} ')
  expect(presetsOf(presetStore.get(), code).map(({ id }) => id)).toEqual(['2', '1'])
})

test('presets of another instrument stay with it, and what is not one is dropped', () => {
  const all = withPresets([['WTI', [preset('1')]]], 'EURUSD', [preset('2')])
  expect(presetsOf(all, 'WTI')).toEqual([preset('1')])
  localStorage.setItem('candor.trade.presets', JSON.stringify([['EURUSD', [preset('3'), { ...preset('4'), lots: '1e3' }, null]], 'x']))
  expect(presetStore.get()).toEqual([['EURUSD', [preset('3')]]])
})
