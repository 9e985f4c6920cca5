import { createRemixStub } from '@remix-run/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { afterDrawing } from '../../../tests/fixtures/after-drawing'
import { serverI18n } from '../../language/i18n.server'
import type { NewsListData } from './news-data'
import { NewsPage } from './news-page'

async function show(data: NewsListData) {
  const asked: string[] = []
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      children: [
        {
          path: 'news',
          Component: () => <NewsPage data={data} />,
          loader: ({ request }) => {
            asked.push(new URL(request.url).search)
            return null
          },
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/news']} hydrationData={{ loaderData: { root: { language: 'en' } } }} />
    </I18nextProvider>,
  )
  await screen.findAllByText(/./, { selector: 'h2' })
  await afterDrawing()
  return asked
}

const ITEM = {
  id: 'a7',
  title: 'Closed on Friday',
  desc: 'All markets',
  logo: '',
  at: { iso: '2026-11-18T14:00:00.000Z', text: '18 Nov, 14:00' },
}

test('each article is one link with its heading, words and time', async () => {
  await show({ title: 'News', ok: true, items: [ITEM], total: 1, pages: 1, canShowMore: true })
  const link = screen.getByRole('link', { name: /Closed on Friday All markets 18 Nov, 14:00/ })
  expect(link).toHaveAttribute('href', '/news/detail?id=a7')
  expect(screen.getByText('No older news')).toBeInTheDocument()
})

test('an article that is not in the reader’s language says which one it is in, to eyes and to what reads aloud', async () => {
  const items = [
    { ...ITEM, language: 'ar' as const, languages: ['ar'] as const },
    { ...ITEM, id: 'a9', title: 'In two others', language: 'hk' as const, languages: ['hk', 'ar'] as const },
    { ...ITEM, id: 'a8', title: 'In his own', language: 'en' as const },
  ]
  await show({ title: 'News', ok: true, items, total: 3, pages: 1, canShowMore: true })
  const foreign = screen.getByRole('heading', { name: 'Closed on Friday' })
  expect([foreign.getAttribute('lang'), foreign.getAttribute('dir')]).toEqual(['ar', 'rtl'])
  expect(screen.getByText('Only in Arabic')).toBeInTheDocument()
  expect(screen.getByText(/^Language: .*Chinese/)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'In his own' })).not.toHaveAttribute('lang')
  expect(screen.getAllByText(/^Language: /)).toHaveLength(1)
})

test('more are asked for under an address of their own', async () => {
  const asked = await show({ title: 'News', ok: true, items: [ITEM], total: 30, pages: 1, canShowMore: true })
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(asked.at(-1)).toBe('?page=2')
})

test('without news it says so, and a failure can be tried again', async () => {
  await show({ title: 'News', ok: true, items: [], total: 0, pages: 1, canShowMore: true })
  expect(screen.getByRole('heading', { name: 'No news yet' })).toBeInTheDocument()
})

test('a failure names its code and asks again', async () => {
  const asked = await show({ title: 'News', ok: false, code: 'NETWORK_ERROR', message: '' })
  expect(screen.getByText('Code NETWORK_ERROR')).toBeInTheDocument()
  const before = asked.length
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await act(async () => {})
  expect(asked.length).toBe(before + 1)
})
