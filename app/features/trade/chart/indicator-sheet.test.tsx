import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import texts from '../../../../locales/en/trade.json'
import { type IndicatorChoice, withIndicator } from './indicator-settings'
import { IndicatorSheet } from './indicator-sheet'

const words = createInstance()
await words
  .use(initReactI18next)
  .init({ lng: 'en', ns: ['trade'], defaultNS: 'trade', resources: { en: { trade: texts } }, interpolation: { escapeValue: false } })

function showSheet(start: readonly IndicatorChoice[] = []) {
  const seen: (readonly IndicatorChoice[])[] = []
  function Scene() {
    const [chosen, setChosen] = useState(start)
    return (
      <I18nextProvider i18n={words}>
        <IndicatorSheet
          open
          onClose={() => {}}
          chosen={chosen}
          onChange={(next) => {
            seen.push(next)
            setChosen(next)
          }}
        />
      </I18nextProvider>
    )
  }
  render(<Scene />)
  const part = (name: string) => within(screen.getByRole('region', { name }))
  return { part, last: () => seen.at(-1) }
}

test('an indicator starts with its defaults, beside those that are on', async () => {
  const user = userEvent.setup()
  const { part, last } = showSheet([{ name: 'MA', params: [7, 25] }])
  await user.click(part('Relative strength index').getByRole('switch'))
  expect(last()).toEqual(withIndicator([{ name: 'MA', params: [7, 25] }], 'RSI', [14]))
  await user.click(part('Moving average').getByRole('switch'))
  expect(last()).toEqual([{ name: 'RSI', params: [14] }])
})

test('a number that cannot be says why, and the chart keeps the last one that can', async () => {
  const user = userEvent.setup()
  const { part, last } = showSheet([{ name: 'BOLL', params: [20, 2] }])
  const bands = part('Bollinger bands')
  await user.clear(bands.getByLabelText('Deviation'))
  expect(bands.getByLabelText('Deviation')).toBeInvalid()
  expect(bands.getByText('A number from 0.1 to 10, at most one decimal')).toBeInTheDocument()
  expect(last()).toBeUndefined()
  await user.type(bands.getByLabelText('Deviation'), '2.5')
  expect(last()).toEqual([{ name: 'BOLL', params: [20, 2.5] }])
  await user.click(bands.getByRole('button', { name: 'Reset to default' }))
  expect(last()).toEqual([{ name: 'BOLL', params: [20, 2] }])
  expect(bands.queryByRole('button', { name: 'Reset to default' })).not.toBeInTheDocument()
})
