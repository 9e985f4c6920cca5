/**
 * What only the server knows while it writes a page: the nonce of the content security policy and the colours of the brand.
 * The browser does not get them as data: it finds both on the style element that the server wrote, before anything is hydrated.
 */
import { createContext, useContext } from 'react'
import type { Turns } from './in-turn'

export interface ServerPage {
  readonly nonce: string
  /** Base rules and the theme of the brand. */
  readonly css: string
  /** The drawings that the icons of the page are taken from. */
  readonly iconSymbols: string
  /** Where the page is streamed: the turns it is written in (in-turn.tsx). */
  readonly turns?: Turns | undefined
}

export const ServerPageContext = createContext<ServerPage | null>(null)

const BASE_STYLE = 'style[data-candor-base]'
let kept: { readonly css: string; readonly nonce: string } | undefined

/** The server's style element, read once: its text and nonce must survive a document that React builds anew. */
function writtenStyle(): { readonly css: string; readonly nonce: string } {
  const element = kept === undefined ? document.querySelector<HTMLStyleElement>(BASE_STYLE) : null
  kept ??= { css: element?.innerHTML ?? '', nonce: element?.nonce ?? '' }
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
  const { css, nonce } = page ?? writtenStyle()
  return (
    // The browser hides the nonce attribute from scripts, so the server's value and the client's never match.
    <style
      data-candor-base=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text and a checked theme file, in the browser as this page's server wrote them.
      dangerouslySetInnerHTML={{ __html: css }}
    />
  )
}

const ICONS = 'svg[data-candor-icons]'
let keptIcons: string | undefined

/** The drawings of the icons, in the body of the server's first HTML. In the browser they are read from there, once. */
export function IconDrawings() {
  const page = useContext(ServerPageContext)
  if (page === null && typeof document === 'undefined') return null
  if (page === null) keptIcons ??= document.querySelector(ICONS)?.innerHTML ?? ''
  const symbols = page?.iconSymbols ?? keptIcons ?? ''
  return (
    <svg
      data-candor-icons=""
      width="0"
      height="0"
      aria-hidden="true"
      focusable="false"
      style={{ position: 'absolute' }}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawings of this page's own server.
      dangerouslySetInnerHTML={{ __html: symbols }}
    />
  )
}
