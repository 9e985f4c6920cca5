import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../contract/index'
import { createServerI18n } from '../../platform/i18n.server'
import type { Language } from '../../platform/language'
import type { SiteContext } from '../../platform/load-context.server'
import { anchorOf } from './contract-page'
import { DevelopersPage } from './developers-page'
import { loadDevelopers } from './load-developers.server'

afterEach(cleanup)

async function open(language: Language = 'en') {
  const context = { language, socketUrl: 'ws://aurora.localhost:3000/v1/ws', tenant: null } as unknown as SiteContext
  const data = await loadDevelopers(context)
  const i18n = await createServerI18n(language)
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
  test('every link of it leads to a place on it, and every call has one', async () => {
    const { container } = await open()
    const links = [...container.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute('href')?.slice(1) ?? '')
    expect(links.filter((id) => container.ownerDocument.getElementById(id) === null)).toEqual([])
    for (const name of Object.keys(ENDPOINTS)) expect(links).toContain(anchorOf('call', name))
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a call says how it is asked, by whom, what it takes and how it can be refused', async () => {
    await open()
    const call = within(screen.getByRole('article', { name: 'submitOrder' }))
    expect(call.getByText('POST /v1/api/forex/submit')).toBeInTheDocument()
    expect(call.getByText('Signed in')).toBeInTheDocument()
    expect(call.getByText('Also by GET')).toBeInTheDocument()
    expect(call.getAllByText('required')).toHaveLength(4)
    expect(call.getByRole('link', { name: 'INSUFFICIENT_MARGIN' })).toHaveAttribute('href', '#error-INSUFFICIENT_MARGIN')
  })

  test('the documents for programs are linked', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'openapi.json' })).toHaveAttribute('href', '/.well-known/openapi.json')
    expect(screen.getByRole('link', { name: 'asyncapi.json' })).toHaveAttribute('href', '/.well-known/asyncapi.json')
  })

  test('in Arabic what is English stays left to right, and the page speaks Arabic', async () => {
    const { container } = await open('ar')
    expect(screen.getByRole('navigation', { name: 'المحتويات' })).toBeInTheDocument()
    const loose = [...container.querySelectorAll('code, pre')].filter((element) => element.closest('[dir="ltr"][lang="en"]') === null)
    expect(loose).toEqual([])
  })
})
