/**
 * What only the server knows while it writes a page: the nonce of the content security policy and the colours of the brand.
 * The browser does not get them as data: it finds both on the style element that the server wrote, before anything is hydrated.
 */
import { createContext, useContext } from 'react'
import type { ThemeFile } from '../../contract/tenant'
import { GlobalStyle } from '../ui/global-style'

export interface ServerPage {
  readonly nonce: string
  readonly theme: ThemeFile
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
  if (page !== null) return <GlobalStyle theme={page.theme} nonce={page.nonce} />
  if (typeof document === 'undefined') return null
  const { css, nonce } = writtenStyle()
  return (
    <style
      data-candor-base=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text that this page's own server wrote into the same element.
      dangerouslySetInnerHTML={{ __html: css }}
    />
  )
}
