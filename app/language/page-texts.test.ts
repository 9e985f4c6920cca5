import type { i18n as I18n, ResourceLanguage } from 'i18next'
import { createElement, type FunctionComponent, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, Trans, useTranslation } from 'react-i18next'
import { expect, test } from 'vitest'
import { localeResource, serverI18n } from './i18n.server'
import { LANGUAGES, type Language } from './language'
import { createPageTexts } from './page-texts'

/** Every key of a group, plural forms under the one they are asked for by. */
function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object'
      ? keysOf(text, `${before}${key}.`)
      : [`${before}${key}`, `${before}${key}`.replace(/_(zero|one|two|few|many|other)$/, '')],
  )
}
const COUNTS = [0, 1, 2, 3, 11, 100, 1_000_000, 1.5] as const
/** What the texts of a group are filled with: each name that stands in one of them. */
const valuesFor = (texts: object) =>
  Object.fromEntries([...JSON.stringify(texts).matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => [name, `<${name}> $& {{braces}} $t(key)`]))

test.each([...LANGUAGES])('every text of %s is said in the browser as on the server', async (language) => {
  const server = await serverI18n(language)
  const { texts } = localeResource(language, null)
  const page = createPageTexts(language, texts as ResourceLanguage)
  for (const [group, groupTexts] of Object.entries(texts)) {
    const [say, sayOnServer] = [page.getFixedT(null, group as never), server.getFixedT(null, group as never)]
    const { count: _, ...values } = valuesFor(groupTexts as object)
    for (const key of new Set(keysOf(groupTexts as object))) {
      const said = (t: typeof say) => [
        t(key as never),
        t(key as never, values),
        ...COUNTS.map((count) => t(key as never, { ...values, count })),
      ]
      expect(said(say), `${group}:${key}`).toEqual(said(sayOnServer))
      expect(page.exists(`${group}:${key}`)).toBe(server.exists(`${group}:${key}`))
    }
  }
})

async function both(language: Language): Promise<readonly I18n[]> {
  return [createPageTexts(language, localeResource(language, null).texts as ResourceLanguage), await serverI18n(language)]
}

test('what no group has is looked for in the common one, and then said by its name', async () => {
  for (const texts of await both('en')) {
    const t = texts.getFixedT(null, ['trade', 'order'] as never) as (key: string, values?: object) => string
    expect(t('logIn')).toBe(texts.t('public:logIn'))
    expect(t('no.such.text')).toBe('no.such.text')
    expect(t('order:no.such')).toBe('no.such')
    expect(t('logIn', { ns: 'order' })).toBe(texts.t('public:logIn'))
  }
})

test('a text with elements in it is written alike', async () => {
  function Note(): ReactElement {
    const { t } = useTranslation('user')
    return createElement(
      Trans as FunctionComponent<object>,
      {
        t,
        i18nKey: 'registerOrLogIn',
        components: { register: createElement('i'), login: createElement('b') },
      } as object,
    )
  }
  for (const language of ['en', 'ar'] as const) {
    const [page, server] = (await both(language)).map((i18n) =>
      renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(Note))),
    )
    expect(page).toBe(server)
    expect(page).toMatch(/<i>.+<\/i>/)
  }
})

test('another language comes in place, and is told', async () => {
  const [page] = await both('en')
  let told = 0
  page?.on('languageChanged', () => {
    told += 1
  })
  expect(page?.hasResourceBundle('ar', 'public')).toBe(false)
  for (const [group, texts] of Object.entries(localeResource('ar', null).texts)) page?.addResourceBundle('ar', group, texts)
  await page?.changeLanguage('ar')
  expect([told, page?.language, page?.dir(), page?.hasResourceBundle('ar', 'public')]).toEqual([1, 'ar', 'rtl', true])
  const server = await serverI18n('ar')
  expect(page?.t('public:logIn')).toBe(server.t('public:logIn'))
})
