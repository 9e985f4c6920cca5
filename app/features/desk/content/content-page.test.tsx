/** The editor of an article: which languages it has, and what readers of the others will see. */
import { createRemixStub } from '@remix-run/testing'
import { render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { serverI18n } from '../../../language/i18n.server'
import type { Language } from '../../../language/language'
import type { ContentData } from './content.server'
import type { ArticleLine } from './content-data'
import { ContentPage } from './content-page'

const TEXT = { title: 'Closed on Friday', desc: '', content: '<p>All markets</p>' }
const OFFERED: readonly Language[] = ['hk', 'en', 'ar', 'fr']

async function show(written: readonly Language[], chosen: Language | null = null, older: readonly Language[] = []) {
  const article: NonNullable<ContentData['article']> = {
    id: '7',
    version: 1,
    kind: 'news',
    status: 'draft',
    publishAt: '',
    publishField: '',
    written,
    older,
    source: { language: 'hk', text: TEXT },
    translation: chosen === null ? null : { language: chosen, text: TEXT },
  }
  const data = { company: 'aurora', canWrite: true, isPreview: false, offered: OFFERED, article } as unknown as ContentData
  const Stub = createRemixStub([{ path: '/', Component: () => <ContentPage data={data} answer={undefined} /> }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub />
    </I18nextProvider>,
  )
  return screen.findByRole('navigation', { name: 'Translation' })
}
async function showList(lines: readonly Partial<ArticleLine>[]) {
  const data = { company: 'aurora', canWrite: true, lines, offered: OFFERED, kind: '', status: '', page: 1, older: null, article: null }
  const Stub = createRemixStub([{ path: '/', Component: () => <ContentPage data={data as unknown as ContentData} answer={undefined} /> }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub />
    </I18nextProvider>,
  )
  return (title: string) => screen.findByRole('row', { name: new RegExp(title) })
}
const tabs = (languages: HTMLElement) =>
  within(languages)
    .queryAllByRole('link')
    .map((link) => link.querySelector('[lang]')?.textContent)

test('there is a tab for what is written and a way to the rest, not a tab for each language', async () => {
  const languages = await show(['hk', 'en'], 'en')
  expect(tabs(languages)).toEqual(['English'])
  const rest = within(languages).getByRole('combobox', { name: 'Add a language' })
  expect([...rest.querySelectorAll('option')].map(({ value }) => value)).toEqual(['ar', 'fr'])
})

test.each([
  [['hk', 'en'], 'Written in: 繁體中文, English. Readers of every other language see: 繁體中文.'],
  [['en', 'fr'], 'Written in: English, Français. Readers of every other language see: English.'],
] as const)('written in %j, it says what readers of the others will see', async (written, said) => {
  await show(written)
  expect(screen.getByText(said)).toBeInTheDocument()
})

test('with every language written nothing is said', async () => {
  await show(OFFERED, 'en')
  expect(screen.queryByText(/Readers of every other language/)).toBeNull()
})

test('a translation that the original was changed after is marked, and can be said to match', async () => {
  const languages = await show(OFFERED, 'fr', ['fr'])
  expect(within(languages).getByRole('link', { name: /Français.*older than the original/ })).toBeInTheDocument()
  expect(within(languages).getByRole('link', { name: /English/ })).not.toHaveAccessibleName(/older/)
  const fits = screen.getByRole('checkbox', { name: 'This translation still matches the original' })
  expect(fits).toHaveAttribute('value', 'fr')
})

test('the list says which translations are older than their original', async () => {
  const line = { kind: 'news', status: 'published', publishAt: '', updatedAt: '' } as const
  const row = await showList([
    { ...line, id: '1', title: 'Holidays', languages: ['hk', 'en', 'fr'], older: ['en', 'fr'] },
    { ...line, id: '2', title: 'Rates', languages: ['hk', 'en'], older: [] },
  ])
  expect(await row('Holidays')).toHaveTextContent('en, fr: older than the original')
  expect(await row('Rates')).not.toHaveTextContent('older')
})
