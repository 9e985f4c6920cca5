import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOCALES_DIR } from '../../tests/fixtures/test-tenants'
import { loadTexts, type Texts } from './texts'

let texts: Texts
beforeAll(async () => {
  texts = await loadTexts(LOCALES_DIR)
})

test('an error speaks the language that was asked for, with its figures', () => {
  expect(texts.error('en', 'LOTS_TOO_SMALL', { min: '0.01' })).toBe('The minimum order size is 0.01 lots.')
  expect(texts.error('hk', 'LOTS_TOO_SMALL', { min: '0.01' })).toBe('最小下單量為 0.01 手。')
})

test('a language without texts speaks English', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'candor-texts-'))
  cpSync(path.join(LOCALES_DIR, 'en'), path.join(dir, 'en'), { recursive: true })
  const onlyEnglish = await loadTexts(dir)
  expect(onlyEnglish.error('fi', 'LOGIN_FAILED')).toBe('Incorrect account or password.')
  expect(texts.error('fi', 'LOGIN_FAILED')).toBe('Väärä tili tai salasana.')
  rmSync(dir, { recursive: true })
})

test('a missing figure leaves a gap and never a placeholder', () => {
  expect(texts.error('en', 'LOTS_TOO_SMALL')).toBe('The minimum order size is  lots.')
})

test('a value is put in as it is: neither escaped nor read as a placeholder or a nested text', () => {
  for (const value of ['<b>&', '{{min}}', '$t(error.LOGIN_FAILED)']) {
    expect(texts.error('en', 'PARAMETER_INVALID', { parameter: value })).toBe(`Please check your entry: ${value}.`)
  }
})

test('a success says something only where the client shows it', () => {
  expect(texts.success('en', 'closeOrder')).toBe('The position has been closed.')
  expect(texts.success('en', 'listOrders')).toBe('')
})

test('categories are named from the product texts', () => {
  expect(texts.text('en', 'product:category.forex')).toBe('Forex')
})

describe('words of a company', () => {
  const nova = { texts: { en: { 'product:category.forex': 'Currencies', 'mail:code-register.subject': 'Welcome to {{company}}' } } }

  test('take the place of the house’s, with their figures', () => {
    expect(texts.of(nova).text('en', 'product:category.forex')).toBe('Currencies')
    expect(texts.of(nova).text('en', 'mail:code-register.subject', { company: 'Nova' })).toBe('Welcome to Nova')
    expect(texts.of(nova).error('en', 'LOGIN_FAILED')).toBe(texts.error('en', 'LOGIN_FAILED'))
  })

  test('are its own: neither the house nor another company speaks them', () => {
    texts.of(nova)
    expect(texts.text('en', 'product:category.forex')).toBe('Forex')
    expect(texts.of({ texts: { en: { 'product:category.metals': 'Gold' } } }).text('en', 'product:category.forex')).toBe('Forex')
    expect(texts.of({ texts: {} })).toBe(texts)
  })

  test('in English leave a language with texts of its own alone', () => {
    expect(texts.of({ texts: { et: { 'mail:automatic': 'Tere' } } }).text('et', 'mail:automatic')).toBe('Tere')
    expect(texts.of(nova).text('hk', 'product:category.forex')).toBe(texts.text('hk', 'product:category.forex'))
  })
})
