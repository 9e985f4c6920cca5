import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { DESK_ENDPOINTS, type DeskEndpointName } from '../../contract/desk'
import type { Endpoint } from '../../contract/endpoint'
import { fieldTextKey } from '../../contract/field-names'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { LANGUAGES } from '../../contract/primitives'
import { testTexts } from '../../tests/fixtures/test-texts'
import type { Texts } from '../ground/texts'
import { MISSING, refusalWords, toldDetails } from './refusal-words'

const CALLS = Object.entries({ ...ENDPOINTS, ...DESK_ENDPOINTS }) as [EndpointName | DeskEndpointName, Endpoint][]
const FIELDS = CALLS.flatMap(([name, { input }]) =>
  Object.keys((input as z.ZodType as z.ZodObject).shape).flatMap((parameter) => {
    const key = fieldTextKey(name, parameter)
    return key === undefined ? [] : [[name, parameter, key] as const]
  }),
)

let texts: Texts
beforeAll(async () => {
  texts = await testTexts()
})

test('every field that a person fills in has a name of its own in every language, and never the one of the wire', () => {
  expect(FIELDS.length).toBeGreaterThan(70)
  for (const [name, parameter, key] of FIELDS) {
    for (const language of LANGUAGES) {
      const words = texts.text(language, key)
      expect([name, parameter, language, words === '' || words === key || words.includes('_') || words.includes('{')]).toEqual([
        name,
        parameter,
        language,
        false,
      ])
      const details = { parameter }
      expect(refusalWords(texts, { name, language, error: 'PARAMETER_INVALID', details })).toContain(words)
      const asked = refusalWords(texts, { name, language, error: 'PARAMETER_INVALID', details: { ...details, [MISSING]: '1' } })
      expect(asked).toBe(texts.error(language, 'PAYOUT_FIELDS_REQUIRED', { field: words }))
    }
  }
})

test.each([
  ['submitWithdrawal', 'draw_currency_id', 'Currency'],
  ['submitWithdrawal', 'number', 'Amount'],
  ['getStatement', 'to', 'To'],
  ['sendEmailCode', 'to', 'Account'],
  ['setRankingProfile', 'name', 'Name in the ranking'],
  ['submitRealName', 'name', 'Name'],
] as const)('%s: %s is called %s', (name, parameter, words) => {
  expect(texts.text('en', fieldTextKey(name, parameter) ?? '')).toBe(words)
})

test('a parameter that nobody types keeps its own name, and the mark of a missing one does not travel', () => {
  const details = { parameter: 'page' }
  expect(refusalWords(texts, { name: 'listOrders', language: 'en', error: 'PARAMETER_INVALID', details })).toBe(
    'Please check your entry: page.',
  )
  expect(toldDetails({ ...details, [MISSING]: '1' })).toEqual(details)
})
