import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { PublicTenant } from '../../brand/public-tenant'
import type { Language } from '../../language/language'
import { SearchMeta } from './search-meta'

const ORIGIN = 'https://aurora.example'
const tenant = { languages: ['en', 'hk', 'ar'] } as unknown as PublicTenant

/** What the head says, by the name of the language or "canonical". */
function saidAt(address: string, written?: readonly Language[]): Record<string, string> {
  const { container } = render(
    <MemoryRouter initialEntries={[address]}>
      <SearchMeta tenant={tenant} origin={ORIGIN} written={written} />
    </MemoryRouter>,
  )
  const links = [...container.querySelectorAll('link')]
  return Object.fromEntries(links.map((link) => [link.getAttribute('hreflang') ?? link.rel, link.getAttribute('href') ?? '']))
}

test('a public page names its own address and the same page in every language of the company', () => {
  expect(saidAt('/')).toEqual({
    canonical: `${ORIGIN}/`,
    'x-default': `${ORIGIN}/`,
    en: `${ORIGIN}/?lng=en`,
    'zh-Hant-HK': `${ORIGIN}/?lng=hk`,
    ar: `${ORIGIN}/?lng=ar`,
  })
})

test('an address with a language is that page, and how somebody came is left out', () => {
  expect(saidAt('/news?lng=ar&utm_source=mail').canonical).toBe(`${ORIGIN}/news?lng=ar`)
  expect(saidAt('/?lng=de').canonical).toBe(`${ORIGIN}/`)
})

test('an article keeps what makes it this article', () => {
  expect(saidAt('/news/detail?id=7&page=2')).toMatchObject({
    canonical: `${ORIGIN}/news/detail?id=7`,
    ar: `${ORIGIN}/news/detail?id=7&lng=ar`,
  })
})

test('an article has an address in the languages that it is written in, and in no other', () => {
  expect(saidAt('/news/detail?id=7&lng=ar', ['hk'])).toEqual({
    canonical: `${ORIGIN}/news/detail?id=7`,
    'x-default': `${ORIGIN}/news/detail?id=7`,
    'zh-Hant-HK': `${ORIGIN}/news/detail?id=7&lng=hk`,
  })
})

test('what is only for one person has no address for a search engine', () => {
  expect(saidAt('/mine/wallet')).toEqual({})
})
