/**
 * What only the server knows while it writes a page: the nonce of the content security policy and the colours of the brand.
 * The browser gets neither as data: it hides the nonce from scripts, and it already has the style element.
 */
import { createContext, useContext } from 'react'
import type { ThemeFile } from '../../contract/tenant'
import { GlobalStyle } from '../ui/global-style'

export interface ServerPage {
  readonly nonce: string
  readonly theme: ThemeFile
}

export const ServerPageContext = createContext<ServerPage | null>(null)

export function useNonce(): string | undefined {
  return useContext(ServerPageContext)?.nonce
}

const BASE_STYLE = 'style[data-candor-base]'
let keptStyle: string | undefined

/** The style text that the server wrote, read once: it must survive a rebuilt document. */
function styleOfTheDocument(): string {
  keptStyle ??= document.querySelector(BASE_STYLE)?.innerHTML ?? ''
  return keptStyle
}

/** Base rules and theme of the brand, in the head of the server's first HTML: no flash, and no second copy as data. */
export function BrandStyle() {
  const page = useContext(ServerPageContext)
  if (page !== null) return <GlobalStyle theme={page.theme} nonce={page.nonce} />
  if (typeof document === 'undefined') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text that this page's own server wrote into the same element.
  return <style data-candor-base="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styleOfTheDocument() }} />
}
