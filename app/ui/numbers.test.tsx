import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Amount } from './amount'
import { Change } from './change'
import { InstrumentMark, picturesOf } from './instrument-mark'
import { Percent } from './percent'
import { Price } from './price'
import { PriceLadder } from './price-ladder'
import { RiskGauge, riskLevel } from './risk-gauge'

afterEach(cleanup)

describe('Price', () => {
  test('is read as one number and drawn with weighted pips', () => {
    const { container } = render(<Price value="1.16428" precision={5} />)
    expect(container.querySelector('.sr-only')?.textContent).toBe('1.16428')
    const drawn = container.querySelector('[aria-hidden="true"]')
    expect(drawn?.querySelector('b')?.textContent).toBe('42')
    expect(drawn?.querySelector('sup')?.textContent).toBe('8')
  })

  test('plain style is one run of text', () => {
    const { container } = render(<Price value="91284.5" precision={2} pipStyle="plain" />)
    expect(container.textContent).toBe('91,284.50')
  })

  test('shows a dash when there is no price', () => {
    const { container } = render(<Price value={null} precision={5} />)
    expect(container.textContent).toBe('\u2013')
  })
})

describe('Price tick', () => {
  test('marks the direction of the move and renders no new class', () => {
    const { container, rerender } = render(<Price value="1.16428" precision={5} tick />)
    const root = container.firstElementChild as HTMLElement
    const className = root.className
    rerender(<Price value="1.16429" precision={5} tick />)
    expect(root.getAttribute('data-move')).toBe('up')
    expect(root.className).toBe(className)
  })

  test('flashes at most twice a second', () => {
    const { container, rerender } = render(<Price value="2" precision={0} tick />)
    rerender(<Price value="3" precision={0} tick />)
    rerender(<Price value="1" precision={0} tick />)
    expect(container.firstElementChild?.getAttribute('data-move')).toBe('up')
  })

  test('a stale price does not flash', () => {
    const { container, rerender } = render(<Price value="2" precision={0} tick stale />)
    rerender(<Price value="3" precision={0} tick stale />)
    expect(container.firstElementChild?.hasAttribute('data-move')).toBe(false)
  })
})

describe('Change has a sign and a direction', () => {
  test.each([
    ['0.34', '+0.34%', 'up'],
    ['-0.41', '\u22120.41%', 'down'],
    ['0', '0.00%', 'flat'],
    ['-0.001', '0.00%', 'flat'],
  ])('%s', (value, text, direction) => {
    const { container } = render(<Change value={value} decimals={2} />)
    expect(container.textContent).toBe(text)
    expect(container.firstElementChild?.getAttribute('data-direction')).toBe(direction)
  })

  test('without a value there is a dash and no triangle', () => {
    const { container } = render(<Change value={null} />)
    expect(container.textContent).toBe('\u2013')
    expect(container.firstElementChild?.getAttribute('data-direction')).toBe('none')
  })
})

describe('Amount', () => {
  test.each([
    [{ value: '12172.39' }, '12,172.39'],
    [{ value: '17.6', decimals: 6, signed: true }, '+17.600000'],
    [{ value: '-28.4', decimals: 6 }, '\u221228.400000'],
    [{ value: '12480.369', currency: 'USDT' }, '12,480.36USDT'],
    [{ value: '307.975', signed: true, rounding: 'half-up' as const }, '+307.98'],
    [{ value: null }, '\u2013'],
  ])('%j', (props, text) => {
    const { container } = render(<Amount {...props} />)
    expect(container.textContent).toBe(text)
  })

  test('digits after the second stand apart', () => {
    const { container } = render(<Amount value="232.856" decimals={6} />)
    expect(container.querySelector('span > span')?.textContent).toBe('6000')
  })

  test('a hidden amount keeps its digits out of the page', () => {
    const { container } = render(<Amount value="12172.39" hidden hiddenLabel="amount hidden" />)
    expect(container.textContent).not.toMatch(/\d/)
    expect(container.innerHTML).not.toContain('12172')
    expect(screen.getByText('amount hidden')).toBeTruthy()
  })
})

test.each([
  ['an amount', <Amount key="amount" value="-5.74" tone="direction" signed />],
  ['a change', <Change key="change" value="-0.41" />],
])('%s among what is stale shines in no colour', (_, figure) => {
  // The test's browser works out no variables: the last rule that fits and speaks of the colour is the one that counts.
  const colourOf = (isStale: boolean) => {
    const { container } = render(<div data-stale={isStale ? 'true' : undefined}>{figure}</div>)
    const element = container.querySelector('[data-direction="down"]') as Element
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSStyleRule)
    const fitting = rules.filter(({ selectorText, cssText }) => element.matches(selectorText) && /[{;]\s*color:/.test(cssText))
    return /[{;]\s*color:\s*([^;}]+)/.exec(fitting.at(-1)?.cssText ?? '')?.[1]?.trim()
  }
  expect(colourOf(false)).toBe('var(--down-text)')
  expect(colourOf(true)).toBe('var(--text-3)')
})

test('Percent shows as many decimals as it is given', () => {
  const { container } = render(<Percent value="8.0" />)
  expect(container.textContent).toBe('8.0%')
})

describe('RiskGauge', () => {
  const words = { low: 'Low', warn: 'Elevated', bad: 'High' }
  const gauge = (value: string | null) =>
    render(<RiskGauge value={value} label="Risk rate" levelLabels={words} valueText={(number, word) => `${number} percent, ${word}`} />)

  test.each([
    ['0', 'low'],
    ['49.9', 'low'],
    ['50', 'warn'],
    ['80', 'warn'],
    ['80.1', 'bad'],
    ['130', 'bad'],
  ] as const)('%s is %s', (value, level) => {
    expect(riskLevel(value)).toBe(level)
  })

  test('is a meter that speaks its number and its word', () => {
    gauge('8.0')
    const meter = screen.getByRole('meter', { name: 'Risk rate' })
    expect(meter.getAttribute('aria-valuenow')).toBe('8')
    expect(meter.getAttribute('aria-valuetext')).toBe('8.0 percent, Low')
    expect(screen.getByText('8.0%')).toBeTruthy()
  })

  test('the meter ends at 100 while the number is shown as the server gives it', () => {
    gauge('131.25')
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('100')
    expect(screen.getByText('131.25%')).toBeTruthy()
  })

  test('without margin in use there is a dash', () => {
    gauge(null)
    expect(screen.getByText('\u2013')).toBeTruthy()
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('\u2013')
  })
})

describe('PriceLadder', () => {
  const ladder = (props: { side: 'buy' | 'sell'; open: string; now: string; stopLoss: string | null; takeProfit: string | null }) => {
    const { container } = render(
      <PriceLadder
        {...props}
        precision={5}
        stopLossLabel="SL"
        takeProfitLabel="TP"
        notSetLabel="not set"
        label="Stop loss, entry, now, take profit"
      />,
    )
    const track = container.querySelector<HTMLElement>('[style]')
    return {
      direction: screen.getByRole('img').getAttribute('data-direction'),
      entry: Number.parseFloat(track?.style.getPropertyValue('--entry') ?? ''),
      now: Number.parseFloat(track?.style.getPropertyValue('--now') ?? ''),
      text: container.textContent,
    }
  }

  test('a winning long stands right of its entry', () => {
    const seen = ladder({ side: 'buy', open: '1.16340', now: '1.16428', stopLoss: '1.16050', takeProfit: '1.16900' })
    expect(seen.direction).toBe('up')
    expect(seen.entry).toBeCloseTo(34.1, 1)
    expect(seen.now).toBeCloseTo(44.5, 1)
  })

  test('a winning short also moves right: risk is left, target is right', () => {
    const seen = ladder({ side: 'sell', open: '92410', now: '91284.5', stopLoss: null, takeProfit: '88500' })
    expect(seen.direction).toBe('up')
    expect(seen.now).toBeGreaterThan(seen.entry)
    expect(seen.text).toContain('not set')
  })

  test.each([
    ['1.16340', '1.16339'],
    ['1.16340', '1.15000'],
    ['89412.50', '89407.50'],
    ['89412.50', '70000'],
  ])('without stops nothing is near: of %s the price %s stands off the ends', (open, now) => {
    const seen = ladder({ side: 'buy', open, now, stopLoss: null, takeProfit: '0' })
    expect(seen.entry).toBeCloseTo(50, 0)
    expect(seen.now).toBeGreaterThan(20)
    expect(seen.now).toBeLessThan(seen.entry)
  })

  test('a loss of a twentieth of a dollar stands in the middle', () => {
    expect(ladder({ side: 'buy', open: '89412.50', now: '89407.50', stopLoss: null, takeProfit: null }).now).toBeGreaterThan(49)
  })

  test('zero counts as not set, and a losing order stands left of its entry', () => {
    const seen = ladder({ side: 'sell', open: '1.30980', now: '1.31264', stopLoss: '1.31600', takeProfit: '0' })
    expect(seen.direction).toBe('down')
    expect(seen.now).toBeLessThan(seen.entry)
  })
})

describe('InstrumentMark', () => {
  test.each([
    ['EUR/USD', null, ['/flags/eu.svg', '/flags/us.svg']],
    ['EURUSD', null, ['/flags/eu.svg', '/flags/us.svg']],
    ['BTC/USDT', null, ['/coins/btc.svg']],
    ['XAUUSD', null, ['/coins/xau.svg']],
    ['US500', null, ['/flags/us.svg']],
    ['ANY', '/instruments/au-us.svg', ['/flags/au.svg', '/flags/us.svg']],
    ['ANY', '/coins/eth.svg', ['/coins/eth.svg']],
    ['ANY', 'https://broker.example/any.png', ['https://broker.example/any.png']],
    ['EURUSD', '//broker.example/any.png', ['/flags/eu.svg', '/flags/us.svg']],
    ['BTC/USDT', 'no address', ['/coins/btc.svg']],
    ['ZZZ', null, []],
  ])('%s with the picture %s', (code, logo, pictures) => {
    expect(picturesOf(code, logo)).toEqual(pictures)
  })

  test('falls back to two letters', () => {
    const { container } = render(<InstrumentMark code="ZZ-TOP" />)
    expect(container.textContent).toBe('ZZ')
  })
})
