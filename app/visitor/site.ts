/** The site as a component sees it: which company, who is signed in, which wishes. Filled by the root loader. */
import { useRouteLoaderData } from '@remix-run/react'
import { useContext } from 'react'
import type { HonestFacts } from '../brand/honest-facts'
import type { BarColours, PublicTenant } from '../brand/public-tenant'
import type { Mode, PriceColours } from '../cookies/preferences'
import type { ToastMessage } from '../cookies/toast-message'
import type { Language } from '../language/language'
import { hiding, WrittenForAll } from '../page/shared-part'
import type { CompanyTerms } from '../terms/company'

export interface SiteTrader {
  readonly id: string
  readonly uid: string
  readonly email: string
  readonly mobile: string
  readonly isDemo: boolean
  readonly inviteCode: string
}

export interface SiteAccount {
  /** Decimal texts, USDT. */
  readonly balance: string
  readonly lockBalance: string
}

/** A company's site, the main one that lists them, or the operators' desk. */
export type SiteKind = 'tenant' | 'main' | 'desk'

export interface SiteData {
  readonly kind: SiteKind
  /** Null on the main site and at the desk. */
  readonly tenant: PublicTenant | null
  readonly trader: SiteTrader | null
  /** Figures of the signed-in trader when the page was made; the live ones come by `useAccountFigures`. */
  readonly account: SiteAccount | null
  /** Of the signed-in trader; left out where nobody is. */
  readonly unreadNotices?: number
  readonly barColours: BarColours
  /** Null on the main site, or when the broker could not be asked. */
  readonly companyTerms: CompanyTerms | null
  /** What the company's broker states about itself; null where it could not be asked. */
  readonly honesty?: HonestFacts | null
  readonly language: Language
  readonly dir: 'ltr' | 'rtl'
  readonly htmlLang: string
  readonly mode: Mode
  readonly updown: PriceColours
  readonly hideAmounts: boolean
  readonly origin: string
  readonly socketUrl: string
  readonly localeUrl: string
  /** Font files that a page of this language and brand shows at once. */
  readonly fonts?: readonly string[]
  readonly toast: ToastMessage | null
  /** Unix ms of the server when the page was made: the start of every age that the page shows. */
  readonly serverTime: number
  /** False when the broker gave no answer: prices and account cannot be shown now. */
  readonly isBrokerReachable: boolean
  readonly hasDevTools: boolean
}

/** Site data, or undefined in the one case where the root itself failed. */
export function useSiteOrNone(): SiteData | undefined {
  // Null, too, where the root's data was not even asked for, as for a form that was sent to a page without one.
  const site = (useRouteLoaderData('root') as SiteData | null | undefined) ?? undefined
  return useContext(WrittenForAll) && site !== undefined ? forAll(site) : site
}

/** What only one reader's page may say: of a trader, of this device, of this moment. */
const OF_ONE_READER = ['trader', 'account', 'unreadNotices', 'hideAmounts', 'toast', 'serverTime'] as const satisfies (keyof SiteData)[]
const forAll = hiding<SiteData>(OF_ONE_READER)

export function useSite(): SiteData {
  const site = useSiteOrNone()
  if (site === undefined) throw new Error('useSite needs the root loader: it was used outside the site')
  return site
}

/** The company of this page. Screens of a company use it; the main site has none. */
export function useTenant(): PublicTenant {
  const { tenant } = useSite()
  if (tenant === null) throw new Error('useTenant was used on the main site')
  return tenant
}

export function useTrader(): SiteTrader | null {
  return useSite().trader
}

/** Which pages the company has; undefined where there is no company: all of them. */
export function useFeatures(): PublicTenant['features'] | undefined {
  return useSiteOrNone()?.tenant?.features
}

/** True while the company only lets its traders end what they have: no new orders, no deposits, no new accounts. */
export function useIsWindingDown(): boolean {
  return useSiteOrNone()?.tenant?.status === 'wind-down'
}
