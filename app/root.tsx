import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunction, useMatches, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from './addresses/paths'
import type { PublicTenant } from './brand/public-tenant'
import { AppShell } from './features/shell/app-shell'
import { BrokenPage, BrokenScreen } from './features/shell/broken-page'
import { InstallMeta, ThemeColour } from './features/shell/install-meta'
import { SearchMeta } from './features/shell/search-meta'
import { SiteProviders } from './features/shell/site-providers'
import { usePreferenceChoices } from './frame/preferences-state'
import { directionOf, type Language, languageFacts } from './language/language'
import { BrandStyle, IconDrawings, useNonce } from './page/server-page'
import { SharedPart } from './page/shared-part'
import { loadSite } from './visitor/load-site.server'
import { pageTitle } from './visitor/page-title'
import { useSiteOrNone } from './visitor/site'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { site, headers } = await loadSite(request, context)
  return data(site, { headers })
}

/** Of a screen that failed before it could name itself; every other has its own. */
export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, undefined)

// The site changes with what is done (sign in, language), not with where one goes.
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate, currentUrl, nextUrl }) => {
  // A refused or unanswered action changed nothing: then nothing is read anew over what may be a broken network.
  if (formMethod !== undefined && formMethod !== 'GET') return defaultShouldRevalidate
  // Whoever is a visitor of a company that winds down may look at few of its pages: each one asks anew.
  if (isLeftByVisitors()) return true
  // A page whose session has ended is led here: who is signed in, and the message of the redirect, come with the site.
  if (nextUrl.pathname === paths.login()) return defaultShouldRevalidate
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search ? defaultShouldRevalidate : false
}

/** As the document says: what decides over loaders has no data of theirs. */
const isLeftByVisitors = (): boolean => typeof document !== 'undefined' && document.documentElement.hasAttribute('data-left-by-visitors')

export function Layout({ children }: { children: ReactNode }) {
  const site = useSiteOrNone()
  const nonce = useNonce()
  const { i18n } = useTranslation()
  const choices = usePreferenceChoices()
  const { writtenIn } = (useMatches().at(-1)?.data ?? {}) as { readonly writtenIn?: readonly Language[] }
  const language = (i18n.language ?? site?.language ?? 'hk') as Language
  return (
    <html
      lang={languageFacts(language).tag}
      dir={directionOf(language)}
      data-tenant={site?.tenant?.id}
      data-mode={choices.mode ?? site?.mode ?? 'light'}
      data-left-by-visitors={site !== undefined && site.tenant?.status === 'wind-down' && site.trader === null ? '' : undefined}
      data-signed-in={site?.trader ? '' : undefined}
      data-updown={choices.updown ?? site?.updown ?? 'green-up'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta property="csp-nonce" nonce={nonce} content={nonce} suppressHydrationWarning />
        <Meta />
        {site === undefined ? null : (
          <>
            {site.fonts?.map((href) => (
              <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
            ))}
            {/* The first address stays in the head: it names the texts this document was written with. */}
            <link rel="preload" href={site.localeUrl} as="fetch" crossOrigin="anonymous" data-language={site.language} />
            {/* The desk has no mark of its own: without this the browser asks for one. */}
            {site.kind === 'desk' ? <link rel="icon" href="data:," /> : null}
            {site.tenant === null ? null : (
              <SharedPart name="head" of={[site.origin]}>
                <InstallMeta tenant={site.tenant} />
                <ShareMeta tenant={site.tenant} origin={site.origin} />
              </SharedPart>
            )}
            {/* What searches for pages is not signed in. */}
            {site.tenant === null || site.trader !== null ? null : (
              <SearchMeta tenant={site.tenant} origin={site.origin} written={writtenIn} />
            )}
            <ThemeColour mode={choices.mode ?? site.mode} colours={site.barColours} />
          </>
        )}
        <BrandStyle />
        <Links />
      </head>
      <body>
        <IconDrawings />
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** What a search shows of the site, and another site beside a link to this one. */
function ShareMeta({ tenant, origin }: { tenant: PublicTenant; origin: string }) {
  const { t } = useTranslation('public')
  const description = t('siteDescription', { name: tenant.name })
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={tenant.isDemoSite ? `DEMO · ${tenant.name}` : tenant.name} />
      <meta property="og:image" content={`${origin}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

export default function Root() {
  return (
    <SiteProviders>
      <AppShell>
        <Outlet />
      </AppShell>
    </SiteProviders>
  )
}

/** A screen that failed keeps the frame of the site round it; only when the root itself failed is there none. */
export function ErrorBoundary() {
  const error = useRouteError()
  const site = useSiteOrNone()
  if (site === undefined) return <BrokenPage error={error} />
  return (
    <SiteProviders>
      <AppShell>
        <BrokenScreen error={error} />
      </AppShell>
    </SiteProviders>
  )
}
