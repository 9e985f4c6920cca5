/**
 * The site session: one HttpOnly cookie that holds the broker's opaque session token and nothing else. On https it carries
 * the `__Host-` prefix, so no subdomain and no plain-http page can plant one.
 */
import { cookieLine, readCookie } from './cookies'

const SESSION_SECONDS = 30 * 24 * 3600

function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-candor_session' : 'candor_session'
}

/** The token of a request, or null. Anything that is not a plain token is not sent on. */
export function readSessionToken(cookieHeader: string | null, isSecure: boolean): string | null {
  const token = readCookie(cookieHeader, sessionCookieName(isSecure))
  return token !== null && /^[\w.~+/=-]{16,512}$/.test(token) ? token : null
}

export function sessionCookie(token: string, isSecure: boolean): string {
  return cookieLine(sessionCookieName(isSecure), token, { httpOnly: true, secure: isSecure, maxAgeSeconds: SESSION_SECONDS })
}

export function endedSessionCookie(isSecure: boolean): string {
  return cookieLine(sessionCookieName(isSecure), '', { httpOnly: true, secure: isSecure, maxAgeSeconds: 0 })
}
