/**
 * Small choices of a visitor, kept in cookies so that the server's first HTML already follows them (no flash).
 * The browser writes them with js-cookie; a form post to /preferences does the same without JavaScript.
 */
import type { Tenant } from '../../contract/tenant'
import { COOKIE, readCookie } from './cookies'

export const MODES = ['light', 'dark', 'system'] as const
export type Mode = (typeof MODES)[number]
export const PRICE_COLOURS = ['green-up', 'red-up', 'blue-up'] as const
export type PriceColours = (typeof PRICE_COLOURS)[number]

export interface Preferences {
  readonly mode: Mode
  readonly updown: PriceColours
  readonly hideAmounts: boolean
}

interface PreferenceDefaults {
  readonly mode: Mode
  readonly updown: PriceColours
}

/** What a visitor sees who has chosen nothing; null is the main site. */
export function preferenceDefaults(tenant: Pick<Tenant, 'theme'> | null): PreferenceDefaults {
  return {
    mode: tenant === null ? 'light' : tenant.theme.followSystem ? 'system' : tenant.theme.defaultMode,
    updown: tenant?.theme.priceColours ?? 'green-up',
  }
}

export const isMode = (text: unknown): text is Mode => MODES.includes(text as Mode)
export const isPriceColours = (text: unknown): text is PriceColours => PRICE_COLOURS.includes(text as PriceColours)

export function readPreferences(cookieHeader: string | null, defaults: PreferenceDefaults): Preferences {
  const mode = readCookie(cookieHeader, COOKIE.mode)
  const updown = readCookie(cookieHeader, COOKIE.priceColours)
  return {
    mode: isMode(mode) ? mode : defaults.mode,
    updown: isPriceColours(updown) ? updown : defaults.updown,
    hideAmounts: readCookie(cookieHeader, COOKIE.hiddenAmounts) === '1',
  }
}

export const ONE_YEAR_SECONDS = 365 * 24 * 3600
