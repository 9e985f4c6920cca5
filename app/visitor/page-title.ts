/** The document title of a page: `Log in · Aurora Markets`, in the visitor's language; also where a link to it is shown elsewhere. */
import type { MetaDescriptor } from '@remix-run/react'
import type { SiteData } from './site'

interface MetaArgs {
  readonly matches: readonly { readonly id: string; readonly data?: unknown }[]
  readonly data?: unknown
}

/** `title` is made by the loader, where the texts are; the brand comes from the root. */
export function pageTitle(args: MetaArgs, title: string | undefined): MetaDescriptor[] {
  const site = args.matches.find((match) => match.id === 'root')?.data as SiteData | undefined
  const brand = site?.tenant?.title === 'DEMO' ? `${site.tenant.name} · DEMO` : (site?.tenant?.title ?? 'Candor')
  const whole = title === undefined || title === '' ? brand : `${title} · ${brand}`
  return [{ title: whole }, { property: 'og:title', content: whole }]
}
