/**
 * The gallery is for whoever builds the site: without the developer's tools, and so wherever real money is, its address is that
 * of no page.
 */
import { redirect } from '@remix-run/node'
import type { ThemeFile } from '../../../contract/tenant'
import { paths } from '../../addresses/paths'
import { COOKIE, cookieLine } from '../../cookies/cookies'
import { paletteCss } from '../../palette/brand-css.server'
import { type IconName, iconNames } from '../../ui/icon-drawings.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { type GalleryLook, languageOf, lookAddress, readLook } from './gallery-look'

const FILES = import.meta.glob<ThemeFile>('../../../themes/*.json', { eager: true, import: 'default' })

export interface GalleryData {
  /** Null on the index. */
  readonly look: GalleryLook | null
  readonly css: string
  readonly icons: readonly IconName[]
}

export function loadGallery(request: Request, { hasDevTools, tenant, language, isSecure }: SiteContext): GalleryData {
  if (!hasDevTools || tenant === null) throw redirect(paths.home())
  const search = new URL(request.url).searchParams
  const texts = search.get('texts')
  if (texts !== null) {
    const cookie = cookieLine(COOKIE.texts, texts, { secure: isSecure, ...(texts === 'pseudo' ? {} : { maxAgeSeconds: 0 }) })
    throw redirect(paths.home(), { headers: { 'Set-Cookie': cookie } })
  }
  const look = readLook(search)
  if (look === null) return { look, css: '', icons: [] }
  if (language !== languageOf(look.dir) && tenant.languages.includes(languageOf(look.dir))) throw redirect(lookAddress(look))
  const theme = FILES[`../../../themes/${look.theme}.json`]
  return { look, css: theme === undefined ? '' : paletteCss(theme), icons: iconNames }
}
