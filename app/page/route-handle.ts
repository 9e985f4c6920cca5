/** What a route tells the shell about itself, and how the shell reads it. */
import { type UIMatch, useLocation, useMatches } from '@remix-run/react'
import { pagePath } from '../addresses/route-access'
import type { TextGroup } from '../language/namespaces'
import type { IconName } from '../ui'
import { PAGE_TITLES } from './page-titles'

export interface RouteHandle {
  /** Text groups of the screen; all groups are loaded, so this documents and is checked by a test. */
  readonly i18n: readonly TextGroup[]
  /**
   * `tabs`: one of the six kept-alive screens, with the tab bar on touch layouts. `page`: a sub-page with back arrow and
   * title, and with the account's side navigation on a desktop. `plain`: a sub-page in its own full width. `bare`: no bars at all
   * (sign-in). The default is `page`.
   */
  readonly shell?: 'tabs' | 'page' | 'plain' | 'bare'
  /**
   * Bar at the top of touch layouts. `brand`: mark, search, language. `title`: title with back arrow. `own`: the screen
   * renders its own. The default is `title`.
   */
  readonly bar?: 'brand' | 'title' | 'own'
  /** Text key of the title: document title and bar. */
  readonly titleKey?: string
  /** The screen's own heading names it; what the bar says is no heading then. */
  readonly hasHeading?: boolean
  /** Parent in the hierarchy, where the back arrow leads. */
  readonly backTo?: string
  /** A link at the end of the bar of touch layouts; `needsReal` where it leads to what a demo account cannot do. */
  readonly barAction?: { readonly icon: IconName; readonly labelKey: string; readonly href: string; readonly needsReal?: true }
  /** `full`: the screen uses the whole window and scrolls inside itself (trade). */
  readonly width?: 'content' | 'full'
  /** The footer is left out. */
  readonly noFooter?: boolean
}

/** The handles of the matched routes laid over each other, the innermost last. */
function mergedHandle(matches: readonly Pick<UIMatch, 'handle'>[]): RouteHandle {
  return Object.assign({ i18n: [] }, ...matches.map((match) => match.handle ?? {})) as RouteHandle
}

/** Title and parent of a page whose address alone does not tell them: its loader says them. */
function toldByData(data: unknown): Pick<RouteHandle, 'titleKey' | 'backTo'> {
  const { titleKey, backTo } = (data ?? {}) as Readonly<Record<string, unknown>>
  return { ...(typeof titleKey === 'string' && { titleKey }), ...(typeof backTo === 'string' && { backTo }) }
}

/** The handle of the page that is shown; a page without a title of its own has the one of its path. */
export function useRouteHandle(): RouteHandle {
  const matches = useMatches()
  const handle = { ...mergedHandle(matches), ...toldByData(matches.at(-1)?.data) }
  const { pathname } = useLocation()
  const titleKey = handle.titleKey ?? PAGE_TITLES[pagePath(pathname)]
  return titleKey === undefined ? handle : { ...handle, titleKey }
}
