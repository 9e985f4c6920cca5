import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { CompanyNotice } from './company-notice'
import { NewsCard } from './home-aside'

afterEach(cleanup)

async function show(shown: ReactNode) {
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: () => shown }])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub hydrationData={{ loaderData: { root: { language: 'en' } } }} />
    </I18nextProvider>,
  )
}

const languageOf = (text: string) => {
  const place = screen.getByText(text)
  return [place.getAttribute('lang'), place.getAttribute('dir')]
}

test('a news head that is not in the reader’s language says which one it is in', async () => {
  const head = { id: 'a7', title: 'Closed on Friday', time: '14:00' }
  await show(
    <NewsCard
      news={[
        { ...head, language: 'ar', languages: ['ar'] },
        { ...head, id: 'a8', title: 'In his own', language: 'en' },
      ]}
    />,
  )
  expect(languageOf('Closed on Friday')).toEqual(['ar', 'rtl'])
  expect(languageOf('In his own')).toEqual([null, 'auto'])
  expect(screen.getAllByText('Only in Arabic')).toHaveLength(1)
})

test('so does the announcement of the strip; what the product says itself says nothing', async () => {
  await show(
    <>
      <CompanyNotice announcement={{ title: 'Closed on Friday', language: 'ar', languages: ['ar'] }} />
      <CompanyNotice announcement={null} />
    </>,
  )
  expect(languageOf('Closed on Friday')).toEqual(['ar', 'rtl'])
  expect(screen.getAllByText('Only in Arabic')).toHaveLength(1)
})
