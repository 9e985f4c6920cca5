import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withoutForm } from '../scripts/words/read-texts'
import type { Endpoint } from './endpoint'
import { ERRORS, type ErrorName, errorNameOf } from './errors'
import { ENDPOINTS } from './index'
import { DECIMAL_IN, LANGUAGES, Page, readLanguage } from './primitives'

const CALLS = Object.entries<Endpoint>(ENDPOINTS)
const FINISHED_LANGUAGES = ['hk', 'en', 'ar'] as const

describe('every call', () => {
  test('has an address of its own under /api or /v1/api', () => {
    const paths = CALLS.map(([, { path }]) => path)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.filter((path) => !/^\/(v1\/)?api(\/[A-Za-z_]+)+$/.test(path))).toEqual([])
  })

  test('that changes state by GET has a POST twin, and no reading call has one', () => {
    for (const [name, { method, changesState, postTwin }] of CALLS)
      expect([name, postTwin]).toEqual([name, method === 'GET' && changesState])
  })

  test('by POST changes state', () => {
    expect(CALLS.filter(([, { method, changesState }]) => method === 'POST' && !changesState).map(([name]) => name)).toEqual([])
  })

  test('takes an object of texts: nothing a client sends is coerced', () => {
    for (const [name, { input }] of CALLS) {
      const { type, properties = {} } = z.toJSONSchema(input, { io: 'input' })
      expect([name, type]).toEqual([name, 'object'])
      for (const [field, schema] of Object.entries(properties)) {
        // Of one form, or of several.
        const forms = typeof schema === 'object' ? (schema.anyOf ?? [schema]) : []
        expect([name, field, forms.map((form) => typeof form === 'object' && form.type)]).toEqual([name, field, forms.map(() => 'string')])
      }
    }
  })

  test('bounds the length of every text it takes', () => {
    const long = 'a'.repeat(100_000)
    for (const [name, { input }] of CALLS) {
      for (const field of Object.keys((input as z.ZodObject).shape)) {
        const issues = input.safeParse({ [field]: long }).error?.issues.map(({ path }) => path[0]) ?? []
        expect([name, field, issues.includes(field)]).toEqual([name, field, true])
      }
    }
  })

  test('names its business errors once and only errors of the table', () => {
    for (const [name, { errors }] of CALLS) {
      expect([name, new Set(errors).size]).toEqual([name, errors.length])
      expect(errors.filter((error) => ERRORS[error] === undefined)).toEqual([])
    }
  })

  test('describes what it takes and gives as JSON Schema', () => {
    for (const [, { input, output }] of CALLS) {
      expect(() => [z.toJSONSchema(input), z.toJSONSchema(output)]).not.toThrow()
    }
  })
})

describe('the error table', () => {
  const names = Object.keys(ERRORS) as ErrorName[]

  test('gives every error a number of its own that is neither success nor taken', () => {
    const codes = names.map((name) => ERRORS[name].code)
    expect(new Set<number>(codes).size).toBe(codes.length)
    expect(codes).not.toContain(1)
    expect(ERRORS.SESSION_INVALID.code).toBe(999)
    expect(names.map((name) => errorNameOf(ERRORS[name].code))).toEqual(names)
  })

  test('answers business errors with 200 and only the transport with another status', () => {
    for (const name of names) {
      const { code, status } = ERRORS[name]
      expect([name, status === 200 || status === code]).toEqual([name, true])
    }
  })

  test.each(FINISHED_LANGUAGES)('has a text for every error in %s, and no text for an error that is gone', (language) => {
    const { error } = JSON.parse(readFileSync(`locales/${language}/public.json`, 'utf8')) as { error: Record<string, string> }
    expect([...new Set(Object.keys(error).map(withoutForm))].sort()).toEqual([...names].sort())
    expect(Object.entries(error).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('uses the same placeholders in every finished language', () => {
    const placeholders = (language: string) => {
      const { error } = JSON.parse(readFileSync(`locales/${language}/public.json`, 'utf8')) as { error: Record<string, string> }
      // Of several forms the one for any number has them all.
      const texts = Object.entries(error).flatMap(([name, text]) =>
        /_(?:zero|one|two|few|many)$/.test(name) ? [] : [[name, text] as const],
      )
      return Object.fromEntries(texts.map(([name, text]) => [withoutForm(name), (text.match(/\{\{\w+\}\}/g) ?? []).sort()]))
    }
    for (const language of FINISHED_LANGUAGES) expect(placeholders(language)).toEqual(placeholders('en'))
  })
})

describe('the small words', () => {
  test('21 languages, and anything else is Traditional Chinese', () => {
    expect(LANGUAGES).toHaveLength(21)
    for (const unknown of ['', 'xx', 'EN', 'zh-HK', null, undefined]) expect(readLanguage(unknown)).toBe('hk')
    expect(readLanguage('et')).toBe('et')
  })

  test.each(['0', '01', '1.50', '999999999999.99999999'])('%s is a number', (text) => expect(DECIMAL_IN.test(text)).toBe(true))
  test.each(['', '-1', '+1', '1e9', '0x10', ' 1', '1\n', '.5', '5.', '１', 'NaN', '1.123456789', '1234567890123'])('%j is none', (text) => {
    expect(DECIMAL_IN.test(text)).toBe(false)
  })

  test.each([
    ['1', true],
    ['1000', true],
    ['0', false],
    ['1001', false],
    ['-1', false],
    ['1.0', false],
    ['', false],
  ])('page %j: %s', (page, isOne) => expect(Page.safeParse(page).success).toBe(isOne))
})
