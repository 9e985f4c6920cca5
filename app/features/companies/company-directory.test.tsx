import { useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { serverI18n } from '../../language/i18n.server'
import { CompanyDirectory } from './company-directory'
import type { Company, DirectoryData } from './load-directory.server'

const company = (id: string, changes: Partial<Company> = {}): Company => ({
  id,
  name: `${id} Markets`,
  logo: `/brands/${id}/logo.svg`,
  url: `http://${id}.localhost:3000`,
  subject: `${id} Markets Ltd`,
  registeredAddress: 'Road Town',
  location: 'Tortola',
  email: `support@${id}.example`,
  licence: null,
  ...changes,
})
const licence = { authority: 'Authority', number: 'A/1', registerUrl: 'https://register.example/1' }
const COMPANIES = [company('Aurora'), company('Saffron', { licence })]

async function show(changes: Partial<DirectoryData> = {}) {
  const searched: string[] = []
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ language: 'en' }),
      children: [
        {
          id: 'product',
          path: 'product',
          loader: ({ request }) => {
            const query = new URL(request.url).searchParams.get('name') ?? ''
            searched.push(query)
            return { title: '', query, companies: COMPANIES, lastId: null, failure: null, ...changes }
          },
          Component: Page,
        },
      ],
    },
  ])
  render(
    <I18nextProvider i18n={await serverI18n('en')}>
      <Stub initialEntries={['/product?name=mark']} />
    </I18nextProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  return searched
}

function Page() {
  return <CompanyDirectory data={useLoaderData() as DirectoryData} />
}

test('each company is named with its legal name, place and licence, or that it states none', async () => {
  await show()
  const [aurora, saffron] = screen.getAllByRole('listitem')
  expect(aurora).toHaveTextContent('Aurora Markets Ltd')
  expect(aurora).toHaveTextContent('Road Town')
  expect(aurora).toHaveTextContent('No licence stated')
  expect(saffron).toHaveTextContent('Licence A/1, Authority')
  expect(screen.getByRole('link', { name: 'Public register' })).toHaveAttribute('href', 'https://register.example/1')
  expect(screen.getByRole('link', { name: 'Open Saffron Markets' })).toHaveAttribute('href', '/choose-company?company_id=Saffron')
})

test('what was searched for is marked in the names, and the count is announced', async () => {
  await show()
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Mark', 'Mark'])
  expect(screen.getByRole('status')).toHaveTextContent('2 companies')
})

test('typing searches after a moment, once for the last key', async () => {
  const searched = await show()
  const field = screen.getByRole('searchbox', { name: 'Search companies' })
  // In one go: no timer of ours can run in between.
  for (const value of ['s', 'sa', 'saf']) fireEvent.change(field, { target: { value } })
  await waitFor(() => expect(searched.at(-1)).toBe('saf'))
  expect(searched).toEqual(['mark', 'saf'])
  expect(field).toHaveValue('saf')
})

test('nothing found is said, with the way to all companies', async () => {
  await show({ companies: [], query: 'mark' })
  expect(screen.getByText(/No companies match “mark”/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All companies' })).toHaveAttribute('href', '/product')
})
