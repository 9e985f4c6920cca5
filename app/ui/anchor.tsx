import { Link as RouterLink, useInRouterContext } from '@remix-run/react'
import { type AnchorHTMLAttributes, forwardRef } from 'react'

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string
  prefetch?: 'none' | 'intent' | 'viewport'
  replace?: boolean
  preventScrollReset?: boolean
  /** A full page load even for a path of this site. */
  reloadDocument?: boolean
}

/** One link for the whole library: the router inside the site, a plain anchor for other origins, mail and downloads. */
export const Anchor = forwardRef<HTMLAnchorElement, AnchorProps>(function Anchor(
  { href, prefetch = 'none', replace, preventScrollReset, reloadDocument, ...rest },
  ref,
) {
  const routed = useInRouterContext()
  const isOurs = (href.startsWith('/') && !href.startsWith('//')) || href.startsWith('?')
  if (!routed || !isOurs || rest.target === '_blank' || rest.download !== undefined) {
    const rel = rest.target === '_blank' ? (rest.rel ?? 'noopener noreferrer') : rest.rel
    return <a ref={ref} href={href} {...rest} rel={rel} />
  }
  return (
    <RouterLink
      ref={ref}
      to={href}
      prefetch={prefetch}
      // Every route is in the manifest: there is nothing to discover.
      discover="none"
      {...(replace ? { replace } : {})}
      {...(preventScrollReset ? { preventScrollReset } : {})}
      {...(reloadDocument ? { reloadDocument } : {})}
      {...rest}
    />
  )
})
