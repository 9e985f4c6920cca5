/** The desk's own cookie: an operator's session token. No other site sends it along, not even by a link (SameSite=Strict). */
import { cookieLine, readCookie } from './cookies'

/** As long as the broker keeps an idle session; each answer of the desk renews it. */
const IDLE_SECONDS = 30 * 60

export function deskCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-candor_desk' : 'candor_desk'
}

/** The token of a request, or null. Anything that is not a plain token is not sent on. */
export function readDeskToken(cookieHeader: string | null, isSecure: boolean): string | null {
  const token = readCookie(cookieHeader, deskCookieName(isSecure))
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null
}

export function deskCookie(token: string, isSecure: boolean): string {
  return line(token, isSecure, IDLE_SECONDS)
}

export function endedDeskCookie(isSecure: boolean): string {
  return line('', isSecure, 0)
}

function line(value: string, isSecure: boolean, maxAgeSeconds: number): string {
  return cookieLine(deskCookieName(isSecure), value, { httpOnly: true, secure: isSecure, maxAgeSeconds, sameSite: 'Strict' })
}
