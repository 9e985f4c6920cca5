/** What a browser and a phone read about the brand in the head of a page: its icons, its manifest and the colour of their own bars. */
import { appIconAddress } from '../../brand/app-icon-address'
import { pictureType } from '../../brand/picture-type'
import type { PublicTenant } from '../../brand/public-tenant'
import type { Mode } from '../../cookies/preferences'
import type { SiteData } from '../../visitor/site'

/** The colour of the browser's own bars round the page; with `system` it follows the device. */
export function ThemeColour({ mode, colours }: { mode: Mode; colours: SiteData['barColours'] }) {
  if (mode !== 'system') return <meta name="theme-color" content={colours[mode]} />
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={colours.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colours.dark} />
    </>
  )
}

export function InstallMeta({ tenant: { name, iconPath, isDemoSite } }: { tenant: PublicTenant }) {
  return (
    <>
      {/* For browsers that draw no SVG there; the others take the last one that they know. */}
      <link rel="icon" type="image/png" sizes="48x48" href={appIconAddress(iconPath, '48.png')} />
      <link rel="icon" type={pictureType(iconPath)} sizes="any" href={iconPath} />
      <link rel="apple-touch-icon" href={appIconAddress(iconPath, 'apple-180.png')} />
      {/* With its cookies, so that it comes in the language that was chosen. */}
      <link rel="manifest" href="/manifest.json" crossOrigin="use-credentials" />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content={isDemoSite ? `DEMO ${name}` : name} />
      <meta name="apple-mobile-web-app-status-bar-style" content="default" />
    </>
  )
}
