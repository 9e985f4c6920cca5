import { describe, expect, test } from 'vitest'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { withChosenTexts } from '../cookies/pseudo-locale.server'
import { serverI18n } from './i18n.server'
import { pseudoTable, pseudoText } from './pseudo-locale'

const aurora = testTenants().find(({ id }) => id === 'aurora') ?? null

describe('the pseudo-locale', () => {
  test('is two fifths longer, accented and between brackets', () => {
    const text = pseudoText('Open account')
    expect(text).toMatch(/^\[Ópéñ áççóúñţ .+\]$/)
    expect(text.length).toBeGreaterThanOrEqual('Open account'.length * 1.4)
  })

  test('leaves what a program reads: values, references and tags', () => {
    const text = pseudoText('Sent to {{target}}, <link>$t(public:back)</link>')
    for (const kept of ['{{target}}', '<link>', '</link>', '$t(public:back)']) expect(text).toContain(kept)
  })

  test('a text of nothing stays nothing', () => expect(pseudoText('')).toBe(''))

  test('names every text of a group by its place', () => {
    expect(pseudoTable('tabbar', { quotes: 'A', deep: { one: 'B' } })).toEqual({
      'tabbar:quotes': expect.any(String),
      'tabbar:deep.one': expect.any(String),
    })
  })

  test('is what the page says for whoever asks for it with the developer’s tools', async () => {
    const tenant = withChosenTexts(aurora, 'texts=pseudo', true)
    const words = await serverI18n('en', tenant)
    expect(words.t('public:logIn')).toBe(pseudoText('Log in'))
    expect(words.t('tabbar:ordersWithCount', { count: 4 })).toMatch(/^\[.*4.*\]$/)
  })

  test('cannot be reached without the developer’s tools', () => {
    expect(withChosenTexts(aurora, 'texts=pseudo', false)).toBe(aurora)
    expect(withChosenTexts(aurora, null, true)).toBe(aurora)
  })
})
