/**
 * What only the server knows while it writes a page: the nonce of the content security policy and the colours of the brand.
 * The browser does not get them as data: it finds both on the style element that the server wrote, before anything is hydrated.
 */
import { createContext, useContext } from 'react'
import type { Turns } from './turns'

/** What is written at the place of a part that all readers share: what is known of it, or the part between two marks. */
export type PartPlace =
  | { readonly kind: 'use'; readonly begin: string }
  | { readonly kind: 'write'; readonly begin: string; readonly end: string }

interface ServerPage {
  readonly nonce: string
  /** Base rules and the theme of the brand. */
  readonly css: string
  /** Address of the font faces that the base rules leave out. */
  readonly fontsUrl?: string | undefined
  /** The drawings that the icons of the page are taken from. */
  readonly iconSymbols: string
  /** Address of all drawings, where a page has only those that it shows. */
  readonly iconsUrl?: string | undefined
  /** The turns a long page is written in (turns.ts). */
  readonly turns?: Turns | undefined
  /** Where parts of the page are shared between readers (shared-part.tsx). */
  readonly parts?: { readonly place: (name: string, of: readonly unknown[]) => PartPlace } | undefined
}

export const ServerPageContext = createContext<ServerPage | null>(null)

const BASE_STYLE = 'style[data-candor-base]'
let kept: WrittenStyle | undefined
type WrittenStyle = Pick<ServerPage, 'css' | 'nonce' | 'fontsUrl'>

/** The server's style element, read once: its text and nonce must survive a document that React builds anew. */
function writtenStyle(): WrittenStyle {
  const element = kept === undefined ? document.querySelector<HTMLStyleElement>(BASE_STYLE) : null
  kept ??= { css: element?.innerHTML ?? '', nonce: element?.nonce ?? '', fontsUrl: element?.dataset.fonts }
  return kept
}

export function useNonce(): string | undefined {
  const page = useContext(ServerPageContext)
  if (page !== null) return page.nonce
  return typeof document === 'undefined' ? undefined : writtenStyle().nonce
}

/** Base rules and theme of the brand, in the head of the server's first HTML: no flash, and no second copy as data. */
export function BrandStyle() {
  const page = useContext(ServerPageContext)
  if (page === null && typeof document === 'undefined') return null
  const { css, nonce, fontsUrl } = page ?? writtenStyle()
  return (
    // The browser hides the nonce attribute from scripts, so the server's value and the client's never match.
    <style
      data-candor-base=""
      data-fonts={fontsUrl}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text and a checked theme file, in the browser as this page's server wrote them.
      dangerouslySetInnerHTML={{ __html: css }}
    />
  )
}

/** Brings the faces of the fonts that the page did not show at first: for a name in another script, a page in another language. */
export function bringAllFonts(): void {
  const url = document.querySelector<HTMLStyleElement>(BASE_STYLE)?.dataset.fonts
  if (url === undefined || document.querySelector(`link[href="${url}"]`) !== null) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }))
}

const ICONS = 'svg[data-candor-icons]'
let keptIcons: Pick<ServerPage, 'iconSymbols' | 'iconsUrl'> | undefined

function writtenIcons(): NonNullable<typeof keptIcons> {
  const written = document.querySelector<SVGSVGElement>(ICONS)
  return { iconSymbols: written?.innerHTML ?? '', iconsUrl: written?.dataset.all }
}

/** The drawings of the icons, in the body of the server's first HTML. In the browser they are read from there, once. */
export function IconDrawings() {
  const page = useContext(ServerPageContext)
  if (page === null && typeof document === 'undefined') return null
  if (page === null) keptIcons ??= writtenIcons()
  const { iconSymbols = '', iconsUrl } = page ?? keptIcons ?? {}
  return (
    <svg
      data-candor-icons=""
      data-all={iconsUrl}
      width="0"
      height="0"
      aria-hidden="true"
      focusable="false"
      style={{ position: 'absolute' }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings of this page's own server.
      dangerouslySetInnerHTML={{ __html: iconSymbols }}
    />
  )
}

/** Brings the drawings that the page did not show at first. Without them, and without a network, it has those that it has. */
export async function bringAllIcons(): Promise<void> {
  const place = document.querySelector<SVGSVGElement>(ICONS)
  const url = place?.dataset.all
  if (place === null || url === undefined) return
  const answer = await fetch(url).catch(() => null)
  if (!answer?.ok) return
  const drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement
  place.replaceChildren(...drawn.childNodes)
  // A document that React builds anew gets all of them.
  keptIcons = { iconSymbols: place.innerHTML, iconsUrl: undefined }
}
