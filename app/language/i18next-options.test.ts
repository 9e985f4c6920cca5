import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { i18nextOptions, rememberTexts, settleLanguages } from './i18next-options'

async function words() {
  const instance = createInstance()
  const texts = (hello: string) => ({ public: { hello, many_one: '{{count}} order', many_other: '{{count}} orders' } })
  await instance.init(i18nextOptions('en', { en: texts('Hello'), fr: texts('Bonjour') }))
  settleLanguages(instance)
  rememberTexts(instance)
  return instance
}

test('a text is remembered, and what has something to fill in is written each time', async () => {
  const instance = await words()
  const t = instance.getFixedT(null, 'public')
  expect([t('hello'), t('hello'), t('many', { count: 1 }), t('many', { count: 2 })]).toEqual(['Hello', 'Hello', '1 order', '2 orders'])
  expect(instance.getFixedT(null, 'public')).toBe(t)
})

test('another language and new texts are heard of', async () => {
  const instance = await words()
  const t = instance.getFixedT(null, 'public')
  expect(t('hello')).toBe('Hello')
  await instance.changeLanguage('fr')
  expect(instance.getFixedT(null, 'public')('hello')).toBe('Bonjour')
  instance.addResource('fr', 'public', 'hello', 'Salut')
  expect(instance.getFixedT(null, 'public')('hello')).toBe('Salut')
})
