import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../contract/index'
import { serverI18n } from '../../language/i18n.server'
import type { Language } from '../../language/language'
import type { SiteContext } from '../../visitor/load-context.server'
import { anchorOf } from './contract-page'
import { DevelopersPage } from './developers-page'
import { loadDevelopers } from './load-developers.server'

afterEach(cleanup)

async function open(part: string | null, language: Language = 'en') {
  const context = { language, socketUrl: 'ws://aurora.localhost:3000/v1/ws', tenant: null } as unknown as SiteContext
  const data = await loadDevelopers(context, part)
  const i18n = await serverI18n(language)
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      loader: () => ({ tenant: { id: 'aurora' }, language }),
      Component: () => (
        <I18nextProvider i18n={i18n}>
          <main>
            <DevelopersPage data={data} />
          </main>
        </I18nextProvider>
      ),
    },
  ])
  const { container } = render(<Stub />)
  await screen.findByRole('navigation')
  return { container, data }
}

describe('the page of the contract', () => {
  test('every link of every part leads to a place that is there, and every call has one', async () => {
    const pages = new Map<string | null, { ids: string[]; links: string[] }>()
    const { data } = await open(null)
    for (const part of [null, ...data.contents.map((entry) => entry.part)]) {
      cleanup()
      const { container } = await open(part)
      const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
      expect(new Set(ids).size, String(part)).toBe(ids.length)
      const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
      pages.set(part, { ids, links: links.filter((href) => !href.startsWith('/.well-known/')) })
    }
    const all = [...pages.values()].flatMap(({ links }) => links)
    const lost = all.filter((href) => {
      const { pathname, searchParams, hash } = new URL(href, 'https://site.example')
      const page = pages.get(searchParams.get('part'))
      return pathname !== '/developers' || page === undefined || (hash !== '' && !page.ids.includes(hash.slice(1)))
    })
    expect(lost).toEqual([])
    const start = pages.get(null)?.links.map((href) => href.split('#')[1]) ?? []
    for (const name of Object.keys(ENDPOINTS)) expect(start).toContain(anchorOf('call', name))
  })

  test('a part says which one it is among the others', async () => {
    await open('trading')
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
    expect(contents.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Trading'])
    expect(screen.queryByRole('article', { name: 'sendEmailCode' })).not.toBeInTheDocument()
  })

  test('a call says how it is asked, by whom, what it takes and how it can be refused', async () => {
    await open('trading')
    const call = within(screen.getByRole('article', { name: 'submitOrder' }))
    expect(call.getByText('POST /v1/api/forex/submit')).toBeInTheDocument()
    expect(call.getByText('Logged in')).toBeInTheDocument()
    expect(call.getByText('Also by GET')).toBeInTheDocument()
    expect(call.getAllByText('required')).toHaveLength(4)
    expect(call.getByRole('link', { name: 'INSUFFICIENT_MARGIN' })).toHaveAttribute(
      'href',
      '/developers?part=errors#error-INSUFFICIENT_MARGIN',
    )
  })

  test('the documents for programs are linked', async () => {
    await open(null)
    expect(screen.getByRole('link', { name: 'openapi.json' })).toHaveAttribute('href', '/.well-known/openapi.json')
    expect(screen.getByRole('link', { name: 'asyncapi.json' })).toHaveAttribute('href', '/.well-known/asyncapi.json')
  })

  test('in Arabic what is English stays left to right, and the page speaks Arabic', async () => {
    const { container } = await open('trading', 'ar')
    expect(screen.getByRole('navigation', { name: 'المحتويات' })).toBeInTheDocument()
    const loose = [...container.querySelectorAll('code, pre')].filter((element) => element.closest('[dir="ltr"][lang="en"]') === null)
    expect(loose).toEqual([])
  })
})
