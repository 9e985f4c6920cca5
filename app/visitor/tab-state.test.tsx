import { act, render, renderHook, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { forgetTabStates, rememberTabAddress, useTabAddresses, useTabState } from './tab-state'

beforeEach(() => act(() => forgetTabStates()))

function Ticket() {
  const [lots, setLots] = useTabState('trade', 'lots', '0.01')
  return (
    <button type="button" onClick={() => setLots((now) => `${now}0`)}>
      {lots}
    </button>
  )
}

test('what was set on a screen is there again after it was left', () => {
  const first = render(<Ticket />)
  act(() => screen.getByRole('button').click())
  first.unmount()
  render(<Ticket />)
  expect(screen.getByRole('button')).toHaveTextContent('0.010')
})

test('two screens never share a state of the same name', () => {
  const trade = renderHook(() => useTabState('trade', 'filter', 'all'))
  const home = renderHook(() => useTabState('home', 'filter', 'all'))
  act(() => trade.result.current[1]('crypto'))
  expect([trade.result.current[0], home.result.current[0]]).toEqual(['crypto', 'all'])
})

test('another trader finds nothing of the one before', () => {
  const trade = renderHook(() => useTabState('trade', 'filter', 'all'))
  act(() => {
    trade.result.current[1]('crypto')
    rememberTabAddress('/order', '?type=3')
  })
  act(() => forgetTabStates())
  expect(trade.result.current[0]).toBe('all')
  expect(renderHook(() => useTabAddresses()).result.current).toEqual({})
})

test('the server writes every page from the start', () => {
  const trade = renderHook(() => useTabState('trade', 'lots', '0.01'))
  act(() => trade.result.current[1]('5'))
  expect(renderToString(<Ticket />)).toContain('0.01')
})
