import { expect, test } from 'vitest'
import { areParams, checkSettings, INDICATOR_RULES, INDICATORS, settingsFields, withIndicator } from './indicator-settings'

test.each(INDICATORS)('the defaults of %s are numbers it may have', (name) => {
  expect(areParams(name, INDICATOR_RULES[name].defaults)).toBe(true)
  expect(checkSettings(name, settingsFields(name, INDICATOR_RULES[name].defaults)).params).toEqual(INDICATOR_RULES[name].defaults)
})

test.each([
  ['MA', ['7', '25', ''], [7, 25]],
  ['MA', ['7', '', '99'], [7, 99]],
  ['MA', ['٢٠', '', ''], [20]],
  ['VOL', ['', ''], []],
  ['BOLL', ['20', '2,5'], [20, 2.5]],
  ['BOLL', [' 300 ', '0.1'], [300, 0.1]],
  ['MACD', ['5', '35', '5'], [5, 35, 5]],
  ['KDJ', ['9', '1', '50'], [9, 1, 50]],
] as const)('%s takes %j as %j', (name, fields, params) => {
  expect(checkSettings(name, fields)).toEqual({ params, problems: fields.map(() => null) })
})

test.each([
  ['MA', ['', '25', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['1', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['301', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['7.5', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['-7', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['seven', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['1e2', '', ''], 0, { kind: 'whole', from: 2, to: 300 }],
  ['MA', ['7', '7', ''], 1, { kind: 'twice' }],
  ['BOLL', ['20', '0'], 1, { kind: 'decimal', from: 0.1, to: 10 }],
  ['BOLL', ['20', '2.55'], 1, { kind: 'decimal', from: 0.1, to: 10 }],
  ['MACD', ['26', '12', '9'], 1, { kind: 'order' }],
  ['MACD', ['12', '12', '9'], 1, { kind: 'order' }],
  ['KDJ', ['9', '0', '3'], 1, { kind: 'whole', from: 1, to: 50 }],
] as const)('%s refuses %j in field %i: %j', (name, fields, at, problem) => {
  const { params, problems } = checkSettings(name, fields)
  expect(params).toBeNull()
  expect(problems[at]).toEqual(problem)
  expect(problems.filter((each) => each !== null)).toHaveLength(1)
})

test('kept numbers that an indicator may not have are refused', () => {
  expect(areParams('BOLL', [20])).toBe(false)
  expect(areParams('BOLL', [20, 2, 9])).toBe(false)
  expect(areParams('MA', [Number.NaN])).toBe(false)
  expect(areParams('MA', [7, 25, 99, 200])).toBe(false)
})

test('indicators keep the order of the list, each once', () => {
  const chosen = withIndicator([{ name: 'MACD', params: [12, 26, 9] }], 'MA', [10])
  expect(chosen.map(({ name }) => name)).toEqual(['MA', 'MACD'])
  expect(withIndicator(chosen, 'MA', [20])).toEqual([
    { name: 'MA', params: [20] },
    { name: 'MACD', params: [12, 26, 9] },
  ])
  expect(withIndicator(chosen, 'MA', null).map(({ name }) => name)).toEqual(['MACD'])
})
