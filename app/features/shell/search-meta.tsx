/**
 * What a search engine is told of the pages that anybody may read: which address is the page's own, and where it stands in the other
 * languages. A page without a language in its address chooses by the reader, so it is the one for everybody else.
 * What is not written in a language has no address in it: asked for there, it is the page for everybody else.
 */
import { useLocation } from '@remix-run/react'
import { paths } from '../../addresses/paths'
import type { PublicTenant } from '../../brand/public-tenant'
import { type Language, languageFacts } from '../../language/language'

/** The parameter that says which page it is; whatever else stands in an address only says how somebody came. */
const PUBLIC_PAGES: ReadonlyMap<string, string | null> = new Map([
  [paths.home(), null],
  [paths.news(), null],
  ['/news/detail', 'id'],
  [paths.rank(), null],
  [paths.product(), null],
  [paths.mine.announcement(), null],
  [paths.proof(), null],
  [paths.verify(), null],
])

interface SearchMetaProps {
  readonly tenant: PublicTenant
  readonly origin: string
  /** The languages that the page is written in; undefined for those of the company. */
  readonly written?: readonly Language[] | undefined
}

export function SearchMeta({ tenant, origin, written }: SearchMetaProps) {
  const { pathname, search } = useLocation()
  const named = PUBLIC_PAGES.get(pathname)
  if (named === undefined) return null
  const asked = new URLSearchParams(search)
  const address = (language: string | null) => {
    const query = new URLSearchParams([
      ...(named === null ? [] : [[named, asked.get(named) ?? '']]),
      ...(language === null ? [] : [['lng', language]]),
    ])
    return `${origin}${pathname}${query.size === 0 ? '' : `?${query}`}`
  }
  const languages = tenant.languages.filter((language) => written === undefined || written.includes(language))
  const own = languages.find((language) => language === asked.get('lng')) ?? null
  return (
    <>
      <link rel="canonical" href={address(own)} />
      <link rel="alternate" hrefLang="x-default" href={address(null)} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={languageFacts(language).tag} href={address(language)} />
      ))}
    </>
  )
}
